import type { ComponentType } from 'preact';
import type { Gate } from '../../src/contract/calls';
import type { Item, ThinkingItem, ToolItem, Turn } from '../../src/contract/conversation';
import type { MessageId, TurnId } from '../../src/contract/ids';
import type { Mention, SentContext } from '../../src/contract/mentions';
import type { HookNotice, Notice } from '../../src/contract/notices';
import { LateChunk } from './lateChunk';

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

/** Run of a hook. */
export interface HookRowProps {
  readonly itemKey: string;
  readonly notice: HookNotice;
}

/** Line about the conversation. `at`: when it came, in milliseconds since 1970. */
export interface NoticeRowProps {
  readonly itemKey: string;
  readonly at: number;
  readonly notice: Notice;
}

/** Components loaded in a separate chunk (`app/cardChunk`) to speed up the first paint. */
export interface Cards {
  readonly CallCard: ComponentType<{ readonly item: ToolItem; readonly turn: Turn }>;
  readonly AskCard: ComponentType<{ readonly item: Extract<Item, { kind: 'ask' }> }>;
  readonly TurnFooter: ComponentType<{ readonly turn: Turn; readonly isLast: boolean }>;
  readonly ThinkingBlock: ComponentType<{ readonly item: ThinkingItem }>;
  readonly UnknownRow: ComponentType<{ readonly what: string }>;
  readonly TurnHeading: ComponentType<{ readonly turn: Turn }>;
  readonly RewindTools: ComponentType<{ readonly messageId: MessageId }>;
  readonly CopyTurn: ComponentType<{ readonly turnId: TurnId }>;
  readonly SentWith: ComponentType<SentWithProps>;
  readonly SentShell: ComponentType<SentShellProps>;
  readonly ShellLines: ComponentType;
  readonly NoticeRow: ComponentType<NoticeRowProps>;
  readonly DockPanels: ComponentType;
  readonly DockStrip: ComponentType;
  readonly AppGate: ComponentType<{ readonly gate: ClosedGate }>;
}

export const cards = new LateChunk<Cards>();
