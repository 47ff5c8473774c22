import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { MessageId } from '../../contract/ids';
import { filesText } from '../../contract/labels/filesText';
import { type RewindAction, rewindLabel } from '../../contract/labels/rewindLabel';
import type { Channel } from '../../core/conversation/channel';
import type { Rewinder } from './rewinder';
import { type RewindTarget, rewindTargets } from './rewindTargets';

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
      const action = await pickAction(picked.label);
      return action && { messageId: picked.target.messageId, action };
    }
    await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Loading messages') },
      () => channel.history.loadEarlier(),
    );
  }
}

async function pickMessage(channel: Channel, rewinder: Rewinder): Promise<TargetItem | undefined> {
  const targets = rewindTargets(channel.conversation).toReversed();
  const { hasEarlier } = channel.conversation;
  if (targets.length === 0 && !hasEarlier) {
    throw new UserError('noPoints', vscode.l10n.t('There is no message to go back to yet.'));
  }
  const items = targets.map((target): TargetItem => ({
    label: firstLine(target.text) || vscode.l10n.t('(no text)'),
    description: new Date(target.at).toLocaleTimeString(),
    detail: changedSince(rewinder.filesSince(channel, target.at)),
    target,
  }));
  const more: TargetItem = {
    label: vscode.l10n.t('Load earlier messages'),
    iconPath: new vscode.ThemeIcon('history'),
    alwaysShow: true,
  };
  return vscode.window.showQuickPick(hasEarlier ? [...items, more] : items, {
    title: vscode.l10n.t('Rewind to before a message'),
    placeHolder: vscode.l10n.t('Pick the message; what to take back is asked next'),
    matchOnDetail: true,
  });
}

function changedSince(files: number): string {
  return files === 0
    ? vscode.l10n.t('no file changed since')
    : vscode.l10n.t('{0} changed since', filesText(files));
}

async function pickAction(title: string): Promise<PickedTarget['action'] | undefined> {
  const picked = await vscode.window.showQuickPick(
    [
      {
        label: rewindLabel('code'),
        description: vscode.l10n.t('shows first what would change'),
        action: 'code' as const,
      },
      {
        label: rewindLabel('here'),
        description: vscode.l10n.t('same session; later messages leave it'),
        action: 'here' as const,
      },
      {
        label: rewindLabel('fork'),
        description: vscode.l10n.t('in a new tab; this one stays'),
        action: 'fork' as const,
      },
      { label: rewindLabel('both'), action: 'both' as const },
    ],
    { title },
  );
  return picked?.action;
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0]?.slice(0, 100) ?? '';
}
