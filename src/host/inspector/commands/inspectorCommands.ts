import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { UserError } from '../../../base/errors';
import type { InspectorLink, RecordingScope } from '../../../contract/inspector/inspector';
import type { Channel } from '../../../core/conversation/channel';
import type { CommandTable } from '../../commands/command';
import { activeChannel } from '../../commands/targets';
import type { CommandId } from '../../contributed';
import { nativeUi } from '../../nativeText/nativeUi';
import type { ActionResult } from '../actions/actionResult';
import type { ActionRequest } from '../actions/inspectorActions';
import type { RecordingService } from '../recording/recordingService';
import type { Subjects } from '../subjects/subjects';
import { pickCalls } from './pickCalls';

/** Part of the inspector that commands use; it is loaded for the first of them. */
interface InspectorPort {
  readonly subjects: Pick<Subjects, 'of'>;
  readonly recording: Pick<RecordingService, 'start' | 'stop' | 'clear'>;
  open(link?: InspectorLink): void;
  act(request: ActionRequest): Promise<ActionResult>;
  import(path?: string): Promise<ActionResult>;
  /** Opens the calls of a turn, by default the newest. */
  explain(channel: Channel, turn?: string): Promise<void>;
}

interface CommandParts {
  readonly chats: { readonly active: Channel | undefined };
  window(): Promise<InspectorPort>;
}

const scopes = ['conversation', 'folder', 'everywhere'] as const;

/** Commands of the inspector; those about a conversation mean the one in front. */
export function inspectorCommands({ chats, window }: CommandParts) {
  const act = async (action: 'exportHar' | 'exportJsonl') => {
    const { id } = activeChannel(chats);
    tell(await (await window()).act({ subject: id, action }));
  };
  return {
    'tandem.inspector.open': async () => {
      const { active } = chats;
      (await window()).open(active && { subject: active.id });
    },
    'tandem.inspector.record': async (scope?: unknown) => {
      const picked = scopes.find(one => one === scope) ?? (await pickScope());
      if (picked) {
        const channel = picked === 'everywhere' ? chats.active : activeChannel(chats);
        const { recording } = await window();
        tell(await recording.start(picked, channel));
      }
    },
    'tandem.inspector.stopRecording': async () => {
      const { active } = chats;
      tell({ text: await (await window()).recording.stop(active) });
    },
    'tandem.inspector.clear': async () => {
      const { active } = chats;
      tell({ text: await (await window()).recording.clear(active?.id) });
    },
    'tandem.inspector.import': async (path?: unknown) => {
      const inspector = await window();
      const done = await inspector.import(typeof path === 'string' ? path : undefined);
      tell(done);
      if (done.show) {
        inspector.open(done.show);
      }
    },
    'tandem.inspector.exportHar': () => act('exportHar'),
    'tandem.inspector.exportJsonl': () => act('exportJsonl'),
    'tandem.inspector.compare': async () => {
      const { id } = activeChannel(chats);
      const inspector = await window();
      const subject = await inspector.subjects.of(id);
      await subject.whole();
      const { calls } = await subject.history();
      const recorded = calls.filter(({ hasBodies }) => hasBodies);
      if (recorded.length < 2) {
        throw new UserError(
          'inspector.notRecorded',
          l10n.t(
            'Two calls must be recorded to be compared. Choose "Record Model Calls…" to record this conversation.',
          ),
        );
      }
      const picked = await pickCalls(recorded);
      if (picked) {
        inspector.open({ subject: id, ...picked });
      }
    },
    'tandem.inspector.explainTurn': async (turn?: unknown) => {
      const channel = activeChannel(chats);
      await (await window()).explain(channel, typeof turn === 'string' ? turn : undefined);
    },
  } satisfies Partial<CommandTable>;
}

function tell({ text, failing }: ActionResult): void {
  if (failing) {
    void warn(text, failing.remedy);
  } else if (text !== '') {
    void nativeUi.showInformationMessage(text);
  }
}

/** Warns, with a button that leads to the remedy. */
async function warn(text: string, remedy: 'profile' | undefined): Promise<void> {
  const show = l10n.t('Show Account and Profiles');
  const picked = await nativeUi.showWarningMessage(text, ...(remedy ? [show] : []));
  if (picked === show) {
    await vscode.commands.executeCommand('tandem.sections.account' satisfies CommandId);
  }
}

async function pickScope(): Promise<RecordingScope | undefined> {
  const picked = await nativeUi.showQuickPick(
    [
      { scope: 'conversation', label: l10n.t('This Conversation') } as const,
      { scope: 'folder', label: l10n.t('All Conversations in This Folder') } as const,
      {
        ...({ scope: 'everywhere', label: l10n.t('All Conversations') } as const),
        description: 'tandem.inspector.record',
      },
    ],
    {
      title: l10n.t('Record Model Calls'),
      placeHolder: l10n.t('Select which conversations to record on this machine'),
    },
  );
  return picked?.scope;
}
