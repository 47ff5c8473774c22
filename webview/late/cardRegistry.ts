import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Gate } from '../../src/contract/calls';
import type { Item, ToolItem, Turn } from '../../src/contract/conversation';
import type { Notice } from '../../src/contract/events';
import type { MessageId, TurnId } from '../../src/contract/ids';
import type { Mention, SentContext } from '../../src/contract/mentions';
import type { DraftContentsProps } from '../composer/attachments/DraftContents';
import type { SuggestingProps } from '../composer/suggestions/suggestingProps';

export type ClosedGate = Exclude<Gate, { kind: 'open' }>;

/** Content that went with a message. */
export interface SentWithProps {
  readonly messageId: MessageId;
  readonly text: string;
  readonly context: readonly SentContext[];
  readonly mentions: readonly Mention[] | undefined;
}

/** Shell lines whose output went with a message. */
export interface SentShellProps {
  readonly context: readonly SentContext[];
  /** Key of the message. */
  readonly id: string;
}

/** Answer of a command that the agent runs by itself. */
export type CommandAnswer = Extract<Notice, { kind: 'commandOutput' | 'terminalOnly' }>;

export interface ModelOptionsProps {
  /** Requests to open the list of effort or of thinking. */
  readonly effort: number | undefined;
  readonly thinking: number | undefined;
}

/** Chip of the active editor. */
export interface FrontChipProps {
  /** Moves the focus to the message box, as the chip is gone. */
  readonly onRemoved: () => void;
}

/** Invisible characters of a message that is about to be sent. */
export interface InvisibleNoticeProps {
  readonly found: readonly string[];
  readonly onRemove: () => void;
  readonly onSend: () => void;
}

/** Components loaded in a separate chunk (`app/cardChunk`) to speed up the first paint. */
export interface Cards {
  readonly CallCard: ComponentType<{ readonly item: ToolItem; readonly turn: Turn }>;
  readonly AskCard: ComponentType<{ readonly item: Extract<Item, { kind: 'ask' }> }>;
  readonly TurnFooter: ComponentType<{ readonly turn: Turn; readonly isLast: boolean }>;
  readonly RewindTools: ComponentType<{ readonly messageId: MessageId }>;
  readonly CopyTurn: ComponentType<{ readonly turnId: TurnId }>;
  readonly QueueList: ComponentType;
  readonly DraftContents: ComponentType<DraftContentsProps>;
  readonly SentWith: ComponentType<SentWithProps>;
  readonly SentShell: ComponentType<SentShellProps>;
  readonly ShellLines: ComponentType;
  readonly ShellHint: ComponentType<{ readonly id: string }>;
  readonly FrontChip: ComponentType<FrontChipProps>;
  readonly InvisibleNotice: ComponentType<InvisibleNoticeProps>;
  readonly Suggesting: ComponentType<SuggestingProps>;
  readonly CommandNotice: ComponentType<{ readonly notice: CommandAnswer }>;
  readonly ModelOptions: ComponentType<ModelOptionsProps>;
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
