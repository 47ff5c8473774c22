import type { Conversation } from '../../contract/conversation';
import type { TurnPosition } from '../../contract/turnPosition';
import { endOf } from '../../transcript/selectors';

/** A message of the user, and where the conversation has it. */
export interface PromptRow {
  readonly key: string;
  readonly place: TurnPosition;
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Lists the user's loaded messages, newest first. */
export function promptRows(conversation: Conversation): readonly PromptRow[] {
  const { first, turns, open } = conversation;
  const numbered = [
    ...turns.map((turn, index) => ({ turn, place: first + index })),
    ...(open ? [{ turn: open, place: endOf(conversation) }] : []),
  ];
  return numbered
    .flatMap(({ turn, place }) =>
      turn.items.flatMap((item): PromptRow[] => {
        if (item.kind !== 'prompt') {
          return [];
        }
        const { key, at } = item;
        const text = typeof item.text === 'string' ? item.text : item.text.preview;
        return [{ key, place: { turn: place, group: key }, text, at }];
      }),
    )
    .toReversed();
}
