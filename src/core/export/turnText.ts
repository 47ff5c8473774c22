import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import type { TurnId } from '../../contract/ids';
import { agentName } from '../../contract/labels/agentNames';
import type { Channel } from '../conversation/channel';
import { localTime } from './markdown/times';

/**
 * Returns a turn of a conversation as Markdown.
 * @param id defaults to the newest turn
 * @throws UserError `message.absent`, `message.empty`
 */
export async function turnText(channel: Channel, id?: TurnId): Promise<string> {
  const { turns, open } = channel.conversation;
  const turn = id === undefined ? (open ?? turns.at(-1)) : await channel.history.turn(id);
  if (!turn) {
    throw new UserError('message.empty', l10n.t('Nothing has been said yet.'));
  }
  const { turnMarkdown } = await import('./markdown/turnMarkdown');
  return turnMarkdown(turn, {
    agentTitle: agentName(channel.conversation.summary.choices),
    read: blob => channel.history.blob(blob),
    time: localTime,
  });
}
