import * as vscode from 'vscode';
import { messageOf, UserError } from '../../base/errors';
import type { Log } from '../../base/log';
import type { ComposerRequest } from '../../contract/calls';
import { isEmptyDraft } from '../../contract/draft';
import type { CommandTable } from '../commands/command';
import { type ActiveChat, activeChannel } from '../commands/targets';
import { askName, firstLine, pickSavedPrompt } from './savedPromptPick';
import type { SavedPrompts } from './savedPrompts';

/** The chat in front, and its composer. */
interface Composers extends ActiveChat {
  compose(request: ComposerRequest): Promise<void>;
}

interface SavedPromptDeps {
  readonly chats: Composers;
  readonly saved: SavedPrompts;
  readonly log: Log;
}

/** Commands that keep what is in the message box for later. */
export function savedPromptCommands({ chats, saved, log }: SavedPromptDeps) {
  return {
    'tandem.prompts.save': async () => {
      const channel = activeChannel(chats);
      const suggested = firstLine(channel.record.draft.text).slice(0, 60);
      const name = await askName(vscode.l10n.t('Prompt name'), suggested);
      // Read only now: the page saves its last keys when the input takes the focus.
      const { draft } = channel.record;
      if (name) {
        if (isEmptyDraft(draft)) {
          throw new UserError(
            'message.nothingToSave',
            vscode.l10n.t('The message box is empty. Write the prompt there first.'),
          );
        }
        await saved.save({ name, draft });
      }
    },
    'tandem.prompts.insert': async () => {
      if ((await saved.list()).length === 0) {
        throw new UserError(
          'message.noneSaved',
          vscode.l10n.t('No prompt is saved. Write one in the message box and save it.'),
        );
      }
      const prompt = await pickSavedPrompt(saved, error =>
        log.warn('A saved prompt was not changed', { error: messageOf(error) }),
      );
      if (prompt) {
        await chats.compose({ draft: prompt.draft });
      }
    },
    'tandem.prompts.stash': () => chats.compose({ stash: true }),
  } satisfies Partial<CommandTable>;
}
