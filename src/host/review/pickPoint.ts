import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { MessageId } from '../../contract/ids';
import type { Channel } from '../../core/conversation/channel';
import { filesText } from './countsText';
import { type RewindPoint, rewindPoints } from './points';
import type { Rewinder } from './rewinder';

export interface PickedPoint {
  readonly messageId: MessageId;
  readonly action: 'code' | 'here' | 'fork' | 'both';
}

type PointItem = vscode.QuickPickItem & { readonly point?: RewindPoint };

/** Lets the user pick a message, newest first, and what to rewind or fork. */
export async function pickPoint(
  channel: Channel,
  rewinder: Rewinder,
): Promise<PickedPoint | undefined> {
  for (;;) {
    const picked = await pickMessage(channel, rewinder);
    if (!picked) {
      return undefined;
    }
    if (picked.point) {
      const action = await pickAction(picked.label);
      return action && { messageId: picked.point.messageId, action };
    }
    await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Loading messages') },
      () => channel.said.loadEarlier(),
    );
  }
}

async function pickMessage(channel: Channel, rewinder: Rewinder): Promise<PointItem | undefined> {
  const points = rewindPoints(channel.conversation).toReversed();
  const { hasEarlier } = channel.conversation;
  if (points.length === 0 && !hasEarlier) {
    throw new UserError('noPoints', vscode.l10n.t('There is no message to go back to yet.'));
  }
  const items: PointItem[] = points.map(point => ({
    label: firstLine(point.text) || vscode.l10n.t('(no text)'),
    description: new Date(point.at).toLocaleTimeString(),
    detail: changedSince(rewinder.filesSince(channel, point.at)),
    point,
  }));
  const more: PointItem = {
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

async function pickAction(title: string): Promise<PickedPoint['action'] | undefined> {
  const picked = await vscode.window.showQuickPick(
    [
      {
        label: vscode.l10n.t('Rewind code to here'),
        description: vscode.l10n.t('shows first what would change'),
        action: 'code' as const,
      },
      {
        label: vscode.l10n.t('Rewind conversation to here'),
        description: vscode.l10n.t('same session; later messages leave it'),
        action: 'here' as const,
      },
      {
        label: vscode.l10n.t('Fork conversation from here'),
        description: vscode.l10n.t('in a new tab; this one stays'),
        action: 'fork' as const,
      },
      { label: vscode.l10n.t('Fork and rewind code'), action: 'both' as const },
    ],
    { title },
  );
  return picked?.action;
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0]?.slice(0, 100) ?? '';
}
