import * as l10n from '@vscode/l10n';
import { UserError } from '../../../base/errors';
import type { Turn } from '../../../contract/conversation';
import type { TurnId } from '../../../contract/ids';
import type { Channel } from '../../../core/conversation/channel';

type Turns = Pick<Channel, 'conversation'> & {
  readonly history: Pick<Channel['history'], 'turn' | 'loadEarlier'>;
};

/**
 * Returns the place of a turn; see `Conversation.first`.
 * @param id absent: the newest turn
 * @returns undefined if there is none
 * @throws UserError `message.absent` if the conversation has no turn with this id
 */
export async function placeOfTurn(channel: Turns, id?: string): Promise<number | undefined> {
  if (id !== undefined) {
    // Loads earlier turns, one of which it may be.
    await channel.history.turn(id as TurnId);
  }
  const { first } = channel.conversation;
  const turns = loaded(channel);
  const index = id === undefined ? turns.length - 1 : turns.findIndex(turn => turn.id === id);
  return index < 0 ? undefined : first + index;
}

/** @throws UserError `inspector.absent` */
export async function turnAt(channel: Turns, place: number): Promise<Turn> {
  while (channel.conversation.first > place) {
    if (!(await channel.history.loadEarlier())) {
      break;
    }
  }
  const turn = loaded(channel)[place - channel.conversation.first];
  if (!turn) {
    throw new UserError('inspector.absent', l10n.t('This turn is no longer in the conversation.'));
  }
  return turn;
}

function loaded({ conversation: { turns, open } }: Turns): readonly Turn[] {
  return open ? [...turns, open] : turns;
}
