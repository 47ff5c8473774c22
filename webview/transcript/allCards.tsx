import type { Item, ToolItem, Turn } from '../../src/contract/conversation';
import { AppGate } from '../appGate';
import { PlaceLabel } from '../composer/PlaceLabel';
import { ReviewLine } from '../composer/ReviewLine';
import { PromptCard } from '../prompts/PromptCard';
import { ToolCard } from '../tools/ToolCard';
import { RewindTools } from './RewindTools';
import { TurnFooter } from './TurnFooter';

export { AppGate, PlaceLabel, ReviewLine, RewindTools, TurnFooter };

/** A call of a tool, as a card. */
export function CallCard(props: { readonly item: ToolItem; readonly turn: Turn }) {
  return <ToolCard {...props} />;
}

/** What waits for the person, as a card. */
export function AskCard(props: { readonly item: Extract<Item, { kind: 'ask' }> }) {
  return <PromptCard {...props} />;
}
