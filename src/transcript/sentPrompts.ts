import { availableText } from '../contract/content';
import type { Conversation } from '../contract/conversation';
import type { MessageId } from '../contract/ids';
import type { TurnPosition } from '../contract/turnPosition';
import { endOf } from './selectors';

/** A message of the user, and where the conversation has it. */
export interface SentPrompt {
  readonly messageId: MessageId;
  readonly key: string;
  readonly place: TurnPosition;
  /** All of a short text, the beginning of a long one. */
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Lists the user's loaded messages, oldest first. */
export function sentPrompts(conversation: Conversation): readonly SentPrompt[] {
  const { first, turns, open } = conversation;
  const numbered = [
    ...turns.map((turn, index) => ({ turn, number: first + index })),
    ...(open ? [{ turn: open, number: endOf(conversation) }] : []),
  ];
  return numbered.flatMap(({ turn, number }) =>
    turn.items.flatMap((item): SentPrompt[] => {
      if (item.kind !== 'prompt') {
        return [];
      }
      const { messageId, key, at } = item;
      const place = { turn: number, group: key };
      return [{ messageId, key, place, text: availableText(item.text), at }];
    }),
  );
}
