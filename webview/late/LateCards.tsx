import type { Item, ThinkingItem, ToolItem, Turn } from '../../src/contract/conversation';
import type { MessageId, TurnId } from '../../src/contract/ids';
import {
  type ClosedGate,
  cards,
  type NoticeRowProps,
  type SentShellProps,
  type SentWithProps,
} from './cardRegistry';

export function LateToolCard(props: { readonly item: ToolItem; readonly turn: Turn }) {
  const parts = cards.useParts();
  return parts ? <parts.CallCard {...props} /> : <p class="muted">{props.item.call.title}</p>;
}

export function LatePromptCard(props: { readonly item: Extract<Item, { kind: 'ask' }> }) {
  const parts = cards.useParts();
  return parts ? <parts.AskCard {...props} /> : null;
}

export function LateTurnFooter(props: { readonly turn: Turn; readonly isLast: boolean }) {
  const parts = cards.useParts();
  return parts ? <parts.TurnFooter {...props} /> : null;
}

export function LateThinkingBlock(props: { readonly item: ThinkingItem }) {
  const parts = cards.useParts();
  return parts ? <parts.ThinkingBlock {...props} /> : null;
}

export function LateUnknownRow(props: { readonly what: string }) {
  const parts = cards.useParts();
  return parts ? <parts.UnknownRow {...props} /> : null;
}

export function LateTurnHeading(props: { readonly turn: Turn }) {
  const parts = cards.useParts();
  return parts ? <parts.TurnHeading {...props} /> : null;
}

export function LateRewindTools(props: { readonly messageId: MessageId }) {
  const parts = cards.useParts();
  return parts ? <parts.RewindTools {...props} /> : null;
}

export function LateCopyTurn(props: { readonly turnId: TurnId }) {
  const parts = cards.useParts();
  return parts ? <parts.CopyTurn {...props} /> : null;
}

export function LateSentWith(props: SentWithProps) {
  const parts = cards.useParts();
  return parts ? <parts.SentWith {...props} /> : null;
}

export function LateSentShell(props: SentShellProps) {
  const parts = cards.useParts();
  return parts ? <parts.SentShell {...props} /> : null;
}

export function LateShellLines() {
  const parts = cards.useParts();
  return parts ? <parts.ShellLines /> : null;
}

export function LateNoticeRow(props: NoticeRowProps) {
  const parts = cards.useParts();
  return parts ? <parts.NoticeRow {...props} /> : null;
}

export function LateDockPanels() {
  const parts = cards.useParts();
  return parts ? <parts.DockPanels /> : null;
}

export function LateDockStrip() {
  const parts = cards.useParts();
  return parts ? <parts.DockStrip /> : null;
}

export function LateGate(props: { readonly gate: ClosedGate }) {
  const parts = cards.useParts();
  return parts ? <parts.AppGate {...props} /> : null;
}
