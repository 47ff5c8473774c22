import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Gate } from '../../src/contract/calls';
import type { Item, ToolItem, Turn } from '../../src/contract/conversation';
import type { MessageId, TurnId } from '../../src/contract/ids';

export type ClosedGate = Exclude<Gate, { kind: 'open' }>;

/** Components loaded in a separate chunk (`app/cardChunk`) to speed up the first paint. */
export interface Cards {
  readonly CallCard: ComponentType<{ readonly item: ToolItem; readonly turn: Turn }>;
  readonly AskCard: ComponentType<{ readonly item: Extract<Item, { kind: 'ask' }> }>;
  readonly TurnFooter: ComponentType<{ readonly turn: Turn; readonly isLast: boolean }>;
  readonly RewindTools: ComponentType<{ readonly messageId: MessageId }>;
  readonly CopyTurn: ComponentType<{ readonly turnId: TurnId }>;
  readonly QueueList: ComponentType;
  readonly FolderLabel: ComponentType;
  readonly DockLines: ComponentType;
  readonly AppGate: ComponentType<{ readonly gate: ClosedGate }>;
}

let loaded: Cards | undefined;
let loading: Promise<Cards> = new Promise(() => undefined);

/** Sets the chunk to load. Components rendered before this call stay without cards. */
export function provideCards(cards: Promise<Cards>): void {
  loading = cards.then(all => {
    loaded = all;
    return all;
  });
}

/** @returns the cards, or undefined while the chunk is loading */
export function useCards(): Cards | undefined {
  const [cards, setCards] = useState(loaded);
  useEffect(() => {
    if (!cards) {
      void loading.then(setCards);
    }
  }, [cards]);
  return cards;
}
