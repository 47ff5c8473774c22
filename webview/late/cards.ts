import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Gate } from '../../src/contract/calls';
import type { Item, ToolItem, Turn } from '../../src/contract/conversation';
import type { MessageId, TurnId } from '../../src/contract/ids';

export type ClosedGate = Exclude<Gate, { kind: 'open' }>;

/** What comes in a chunk of its own, so that the first paint waits for less; `app/allCards` has it. */
export interface Cards {
  readonly CallCard: ComponentType<{ readonly item: ToolItem; readonly turn: Turn }>;
  readonly AskCard: ComponentType<{ readonly item: Extract<Item, { kind: 'ask' }> }>;
  readonly TurnFooter: ComponentType<{ readonly turn: Turn; readonly isLast: boolean }>;
  readonly RewindTools: ComponentType<{ readonly messageId: MessageId }>;
  readonly CopyTurn: ComponentType<{ readonly turnId: TurnId }>;
  readonly QueueList: ComponentType;
  readonly PlaceLabel: ComponentType;
  readonly DockLines: ComponentType;
  readonly AppGate: ComponentType<{ readonly gate: ClosedGate }>;
}

let loaded: Cards | undefined;
let loading: Promise<Cards> = new Promise(() => undefined);

/** Names the chunk, once and before the first paint: what is drawn earlier goes on without cards. */
export function provideCards(cards: Promise<Cards>): void {
  loading = cards.then(all => {
    loaded = all;
    return all;
  });
}

/** The cards; undefined for the moment in which they are still on their way. */
export function useCards(): Cards | undefined {
  const [cards, setCards] = useState(loaded);
  useEffect(() => {
    if (!cards) {
      void loading.then(setCards);
    }
  }, [cards]);
  return cards;
}
