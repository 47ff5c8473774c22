import * as vscode from 'vscode';
import { timeText } from '../../base/locale';
import { lacks } from '../../contract/agentFeatures';
import type { MessageId } from '../../contract/ids';
import { type RewindAction, rewindLabel } from '../../contract/labels/rewindLabel';
import type { Channel } from '../../core/conversation/channel';
import { nativeUi } from '../nativeText/nativeUi';
import type { Rewinder } from './rewinder';
import { rewindRows } from './rewindRows';
import type { RewindTarget } from './rewindTargets';

export interface PickedTarget {
  readonly messageId: MessageId;
  readonly action: RewindAction;
}

type TargetItem = vscode.QuickPickItem & { readonly target?: RewindTarget };

/** Lets the user pick a message, newest first, and what to rewind or fork. */
export async function pickRewindTarget(
  channel: Channel,
  rewinder: Rewinder,
): Promise<PickedTarget | undefined> {
  for (;;) {
    const picked = await pickMessage(channel, rewinder);
    if (!picked) {
      return undefined;
    }
    if (picked.target) {
      const action = await pickAction(channel, picked.label);
      return action && { messageId: picked.target.messageId, action };
    }
    await nativeUi.withProgress(
      { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Loading messages') },
      () => channel.history.loadEarlier(),
    );
  }
}

async function pickMessage(channel: Channel, rewinder: Rewinder): Promise<TargetItem | undefined> {
  const { hasEarlier } = channel.conversation;
  const rows = rewindRows(channel.conversation, at => rewinder.filesSince(channel, at));
  const items = rows.map(
    ({ label, detail, target }): TargetItem => ({
      label,
      description: timeText(target.at, { timeStyle: 'medium' }),
      detail,
      target,
    }),
  );
  const more: TargetItem = {
    label: vscode.l10n.t('Load Earlier Messages'),
    iconPath: new vscode.ThemeIcon('history'),
    alwaysShow: true,
  };
  return nativeUi.showQuickPick(hasEarlier ? [...items, more] : items, {
    title: vscode.l10n.t('Rewind'),
    placeHolder: vscode.l10n.t('Select the message to go back to'),
    matchOnDetail: true,
  });
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
