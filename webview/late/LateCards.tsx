import type { Item, ToolItem, Turn } from '../../src/contract/conversation';
import type { MessageId, TurnId } from '../../src/contract/ids';
import type { DraftContentsProps } from '../composer/attachments/DraftContents';
import type { SuggestingProps } from '../composer/suggestions/suggestingProps';
import { promptName } from '../store/phases';
import {
  type ClosedGate,
  type CommandAnswer,
  type FrontChipProps,
  type InvisibleNoticeProps,
  type ModelOptionsProps,
  type SentShellProps,
  type SentWithProps,
  useCards,
} from './cardRegistry';

export function LateToolCard(props: { readonly item: ToolItem; readonly turn: Turn }) {
  const cards = useCards();
  return cards ? <cards.CallCard {...props} /> : <p class="muted">{props.item.call.title}</p>;
}

export function LatePromptCard(props: { readonly item: Extract<Item, { kind: 'ask' }> }) {
  const cards = useCards();
  return cards ? (
    <cards.AskCard {...props} />
  ) : (
    <p class="muted">{promptName(props.item.prompt)}</p>
  );
}

export function LateTurnFooter(props: { readonly turn: Turn; readonly isLast: boolean }) {
  const cards = useCards();
  return cards ? <cards.TurnFooter {...props} /> : null;
}

export function LateRewindTools(props: { readonly messageId: MessageId }) {
  const cards = useCards();
  return cards ? <cards.RewindTools {...props} /> : null;
}

export function LateCopyTurn(props: { readonly turnId: TurnId }) {
  const cards = useCards();
  return cards ? <cards.CopyTurn {...props} /> : null;
}

export function LateQueueList() {
  const cards = useCards();
  return cards ? <cards.QueueList /> : null;
}

export function LateDraftContents(props: DraftContentsProps) {
  const cards = useCards();
  return cards ? <cards.DraftContents {...props} /> : null;
}

export function LateSentWith(props: SentWithProps) {
  const cards = useCards();
  return cards ? <cards.SentWith {...props} /> : null;
}

export function LateSentShell(props: SentShellProps) {
  const cards = useCards();
  return cards ? <cards.SentShell {...props} /> : null;
}

export function LateShellLines() {
  const cards = useCards();
  return cards ? <cards.ShellLines /> : null;
}

export function LateShellHint(props: { readonly id: string }) {
  const cards = useCards();
  return cards ? <cards.ShellHint {...props} /> : null;
}

export function LateFrontChip(props: FrontChipProps) {
  const cards = useCards();
  return cards ? <cards.FrontChip {...props} /> : null;
}

export function LateInvisibleNotice(props: InvisibleNoticeProps) {
  const cards = useCards();
  return cards ? <cards.InvisibleNotice {...props} /> : null;
}

export function LateSuggesting(props: SuggestingProps) {
  const cards = useCards();
  return cards ? <cards.Suggesting {...props} /> : null;
}

export function LateCommandNotice(props: { readonly notice: CommandAnswer }) {
  const cards = useCards();
  return cards ? <cards.CommandNotice {...props} /> : <p class="muted">{props.notice.text}</p>;
}

export function LateModelOptions(props: ModelOptionsProps) {
  const cards = useCards();
  return cards ? <cards.ModelOptions {...props} /> : null;
}

export function LateFolderLabel() {
  const cards = useCards();
  return cards ? <cards.FolderLabel /> : null;
}

export function LateDockLines() {
  const cards = useCards();
  return cards ? <cards.DockLines /> : null;
}

export function LateGate(props: { readonly gate: ClosedGate }) {
  const cards = useCards();
  return cards ? <cards.AppGate {...props} /> : null;
}
