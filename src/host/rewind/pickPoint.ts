import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { MessageId } from '../../contract/ids';
import type { Channel } from '../channels/channel';
import { filesText } from '../edits/changes/countsText';
import { rewindPoints } from './points';
import type { Rewinder } from './rewinder';

export interface PickedPoint {
  readonly messageId: MessageId;
  readonly action: 'code' | 'fork' | 'both';
}

/** Lets the person pick a message and what is taken back to it; the newest message comes first. */
export async function pickPoint(
  channel: Channel,
  rewinder: Rewinder,
): Promise<PickedPoint | undefined> {
  const points = rewindPoints(channel.conversation).toReversed();
  if (points.length === 0) {
    throw new UserError('noPoints', vscode.l10n.t('There is no message to go back to yet.'));
  }
  const point = await vscode.window.showQuickPick(
    points.map(({ messageId, text, at }) => {
      const files = rewinder.filesSince(channel, at);
      const since =
        files === 0
          ? vscode.l10n.t('no file changed since')
          : vscode.l10n.t('{0} changed since', filesText(files));
      return {
        label: firstLine(text) || vscode.l10n.t('(no text)'),
        description: new Date(at).toLocaleTimeString(),
        detail: since,
        messageId,
        files,
      };
    }),
    {
      title: vscode.l10n.t('Rewind to before a message'),
      placeHolder: vscode.l10n.t('Pick the message; what to take back is asked next'),
      matchOnDetail: true,
    },
  );
  const action = point && (await pickAction(point.label));
  return point && action && { messageId: point.messageId, action };
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
