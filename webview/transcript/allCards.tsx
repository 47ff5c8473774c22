import type { Item, ToolItem, Turn } from '../../src/contract/conversation';
import { PromptCard } from '../prompts/PromptCard';
import { ToolCard } from '../tools/ToolCard';

/** A call of a tool, as a card. */
export function CallCard(props: { readonly item: ToolItem; readonly turn: Turn }) {
  return <ToolCard {...props} />;
}

/** What waits for the person, as a card. */
export function AskCard(props: { readonly item: Extract<Item, { kind: 'ask' }> }) {
  return <PromptCard {...props} />;
}
