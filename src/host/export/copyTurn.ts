import { UserError } from '../../base/errors';
import type { TurnId } from '../../contract/ids';
import type { Channel } from '../channels/channel';
import { localTime } from './markdown/times';
import { turnMarkdown } from './markdown/turnMarkdown';
import { Wholes } from './markdown/wholes';

/**
 * A turn of a conversation as Markdown.
 * @param id absent: the newest turn
 * @throws UserError `absent`
 */
export function turnText(channel: Channel, agentTitle: string, id?: TurnId): string {
  const { turns, open } = channel.conversation;
  const all = open ? [...turns, open] : turns;
  const turn = id === undefined ? all.at(-1) : all.find(one => one.id === id);
  if (!turn) {
    throw new UserError('absent', 'This turn is not in the conversation.');
  }
  const wholes = new Wholes(blob => channel.blob(blob));
  return turnMarkdown(turn, { agentTitle, wholes, time: localTime });
}
