import { UserError } from '../../base/errors';
import type { TurnId } from '../../contract/ids';
import type { Channel } from '../channels/channel';
import { localTime } from './markdown/times';
import { turnMarkdown } from './markdown/turnMarkdown';

/**
 * A turn of a conversation as Markdown.
 * @param id absent: the newest turn
 * @throws UserError `absent`, `empty`
 */
export async function turnText(channel: Channel, agentTitle: string, id?: TurnId): Promise<string> {
  const { turns, open } = channel.conversation;
  const all = open ? [...turns, open] : turns;
  const turn = id === undefined ? all.at(-1) : all.find(one => one.id === id);
  if (!turn && id === undefined) {
    throw new UserError('empty', 'Nothing has been said yet.');
  }
  if (!turn) {
    throw new UserError('absent', 'This turn is not in the conversation.');
  }
  return turnMarkdown(turn, { agentTitle, read: blob => channel.said.blob(blob), time: localTime });
}
