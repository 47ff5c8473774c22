import type { Item, ToolItem, Turn } from '../../src/contract/conversation';
import { useCards } from './cards';

export function LateToolCard(props: { readonly item: ToolItem; readonly turn: Turn }) {
  const cards = useCards();
  return cards ? <cards.CallCard {...props} /> : <p class="muted">{props.item.call.title}</p>;
}

export function LatePromptCard(props: { readonly item: Extract<Item, { kind: 'ask' }> }) {
  const cards = useCards();
  return cards ? <cards.AskCard {...props} /> : <p class="muted">{props.item.prompt.call.title}</p>;
}
