import * as vscode from 'vscode';
import { UserError } from '../../../base/errors';
import type { Draft } from '../../../contract/draft';
import { type Batch, endOf } from '../../../core/runs/run';
import type { Runs } from '../../../core/runs/runs';
import type { CommandTable } from '../../commands/command';
import { pick } from '../../commands/inputs';
import { rowGone } from '../../commands/targets';
import { nativeUi } from '../../nativeText/nativeUi';
import type { RunDialog } from '../dialog/runDialog';
import type { LibraryPrompt, PromptLibrary } from '../library/promptLibrary';
import { targetName } from '../rows/batchTexts';
import type { TargetFinder, TargetSet } from '../targets/targetFinder';
import { newPromptFile } from './newPromptFile';

interface PromptViewDeps {
  readonly library: PromptLibrary;
  readonly dialog: RunDialog;
  readonly finder: TargetFinder;
  runs(): Promise<Runs>;
  /** Puts a saved prompt into the message box. */
  compose(draft: Draft): Promise<void>;
  /** Folders of new prompt files. */
  promptPlaces(): { readonly cwd: string | undefined; readonly editorPrompts: string | undefined };
  usesGithub(): boolean;
}

/** Milliseconds by which the clock of a file system may be late. */
const clockSlack = 2_000;

/** Commands on the rows of the Prompts view. */
export function promptViewCommands(deps: PromptViewDeps) {
  return {
    'tandem.prompts.run': async argument => {
      const listed = await promptOf(deps, argument);
      if (listed) {
        await deps.dialog.start({ listed });
      }
    },
    'tandem.prompts.runAgain': async argument => {
      const last = await lastOf(deps, argument);
      if (last) {
        const { prompt, atATime, mode, inWorktrees } = last;
        const targets = last.runs.map(({ target, folder }) => ({ target, folder }));
        await deps.dialog.start({
          ...{ prompt, targets: { targets, withheld: 0 } },
          options: { atATime, inWorktrees, ...(mode === undefined ? {} : { mode }) },
        });
      }
    },
    'tandem.prompts.runOnChanges': async argument => {
      const last = await lastOf(deps, argument);
      const targets = last && (await pickChanged(deps.finder, last));
      if (last && targets) {
        const { prompt, atATime, mode, inWorktrees } = last;
        const options = { atATime, inWorktrees, ...(mode === undefined ? {} : { mode }) };
        await deps.dialog.start({ prompt, targets, options });
      }
    },
    'tandem.prompts.edit': async argument => {
      const prompt = await promptOf(deps, argument);
      if (prompt?.path !== undefined) {
        await vscode.window.showTextDocument(vscode.Uri.file(prompt.path));
      } else if (prompt?.saved) {
        await deps.compose(prompt.saved.draft);
      }
    },
    'tandem.prompts.reveal': async argument => {
      const prompt = await promptOf(deps, argument, ({ path }) => path !== undefined);
      if (prompt?.path !== undefined) {
        await reveal(vscode.Uri.file(prompt.path));
      }
    },
    'tandem.prompts.newFile': async () => {
      await newPromptFile(deps.promptPlaces(), deps.usesGithub());
      deps.library.noteChange();
    },
  } satisfies Partial<CommandTable>;
}

/** A file of the user's own lies outside of the workspace, where the Explorer has no row for it. */
async function reveal(uri: vscode.Uri): Promise<void> {
  const isInside = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  await vscode.commands.executeCommand(isInside ? 'revealInExplorer' : 'revealFileInOS', uri);
}

/** Returns the prompt of a row, or else lets the user pick one. @throws UserError `run.noPrompt` */
async function promptOf(
  { library }: PromptViewDeps,
  argument: unknown,
  fits: (prompt: LibraryPrompt) => boolean = () => true,
): Promise<LibraryPrompt | undefined> {
  const prompts = await library.list();
  if (argument !== undefined) {
    const found = prompts.find(({ key }) => key === argument);
    if (!found) {
      throw rowGone();
    }
    return found;
  }
  const choices = prompts.filter(fits).map(value => ({
    label: value.saved ? value.name : `/${value.name}`,
    ...(value.description === undefined ? {} : { description: value.description }),
    value,
  }));
  if (choices.length === 0) {
    throw new UserError(
      'run.noPrompt',
      vscode.l10n.t('There are no prompts yet. Create a prompt file, or save a message.'),
    );
  }
  return pick(vscode.l10n.t('Which Prompt?'), choices);
}

/** Returns the newest batch of a prompt. @throws UserError `run.notYet` */
async function lastOf(deps: PromptViewDeps, argument: unknown): Promise<Batch | undefined> {
  const { book } = await deps.runs();
  const prompt = await promptOf(deps, argument, ({ key }) => book.lastOf(key) !== undefined);
  const last = prompt && book.lastOf(prompt.key);
  if (prompt && !last) {
    throw new UserError(
      'run.notYet',
      vscode.l10n.t('{0} has not been run here yet. Run it on some files first.', prompt.name),
    );
  }
  return last;
}

/**
 * Offers the files that were written since the last run, by their times. What that run itself wrote
 * does not count.
 */
async function pickChanged(finder: TargetFinder, last: Batch): Promise<TargetSet | undefined> {
  const { startedAt, runs } = last;
  const end = (endOf(last) ?? startedAt) + clockSlack;
  const own = new Set(runs.flatMap(({ changed = [] }) => changed));
  const isOwn = (path: string, writtenAt: number) => own.has(path) && writtenAt <= end;
  const { targets, withheld } = await finder.writtenSince(startedAt, isOwn);
  if (targets.length === 0) {
    throw new UserError(
      'run.noTargets',
      vscode.l10n.t('No file has changed since {0} was last run.', last.prompt.name),
    );
  }
  const endings = new Set(runs.map(run => endingOf(targetName(run))));
  const items = targets.map(placed => {
    const label = targetName(placed);
    return { label, picked: endings.has(endingOf(label)), placed };
  });
  const picked = await nativeUi.showQuickPick(items, {
    title: vscode.l10n.t('Files written since {0} was last run', last.prompt.name),
    canPickMany: true,
  });
  return picked && { targets: picked.map(({ placed }) => placed), withheld };
}

function endingOf(name: string): string {
  return /\.[^./]+$/.exec(name)?.[0] ?? '';
}
