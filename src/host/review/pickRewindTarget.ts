import * as vscode from 'vscode';
import { timeText } from '../../base/locale';
import { lacks } from '../../contract/agentFeatures';
import type { MessageId } from '../../contract/ids';
import { type RewindAction, rewindLabel } from '../../contract/labels/rewindLabel';
import type { Channel } from '../../core/conversation/channel';
import { pickMessage } from '../chat/pickMessage';
import { nativeUi } from '../nativeText/nativeUi';
import type { Rewinder } from './rewinder';
import { rewindRows } from './rewindRows';

export interface PickedTarget {
  readonly messageId: MessageId;
  readonly action: RewindAction;
}

/** Lets the user pick a message, newest first, and what to rewind or fork. */
export async function pickRewindTarget(
  channel: Channel,
  rewinder: Rewinder,
): Promise<PickedTarget | undefined> {
  const picked = await pickMessage(
    channel,
    conversation =>
      rewindRows(conversation, at => rewinder.filesSince(channel, at)).map(
        ({ label, detail, target }) => ({
          label,
          description: timeText(target.at, { timeStyle: 'medium' }),
          detail,
          message: target,
        }),
      ),
    {
      title: vscode.l10n.t('Rewind'),
      placeHolder: vscode.l10n.t('Select the message to go back to'),
    },
  );
  const action = picked && (await pickAction(channel, picked.label));
  return action && { messageId: picked.message.messageId, action };
}

/** Does not ask if only files can be taken back. */
async function pickAction(
  { conversation }: Channel,
  title: string,
): Promise<PickedTarget['action'] | undefined> {
  const { choices } = conversation.summary;
  const missing: readonly RewindAction[] = [
    ...(lacks(choices, 'rewind') ? (['here'] as const) : []),
    ...(lacks(choices, 'fork') ? (['fork', 'both'] as const) : []),
  ];
  const offered = rewindItems().filter(({ action }) => !missing.includes(action));
  if (offered.length === 1) {
    return offered[0]?.action;
  }
  return (await nativeUi.showQuickPick(offered, { title }))?.action;
}

function rewindItems() {
  return [
    {
      label: rewindLabel('code'),
      description: vscode.l10n.t('Preview changes first'),
      action: 'code' as const,
    },
    {
      label: rewindLabel('here'),
      description: vscode.l10n.t('Later messages are removed from this conversation'),
      action: 'here' as const,
    },
    {
      label: rewindLabel('fork'),
      description: vscode.l10n.t('Opens in a new tab'),
      action: 'fork' as const,
    },
    { label: rewindLabel('both'), action: 'both' as const },
  ];
}
