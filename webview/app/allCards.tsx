import type { Item, ToolItem, Turn } from '../../src/contract/conversation';
import { PlaceLabel } from '../composer/PlaceLabel';
import { QueueList } from '../composer/QueueList';
import { ReviewLine } from '../composer/ReviewLine';
import { TaskLine } from '../composer/TaskLine';
import { PromptCard } from '../prompts/PromptCard';
import { ToolCard } from '../tools/ToolCard';
import { CopyTurn } from '../transcript/CopyTurn';
import { RewindTools } from '../transcript/RewindTools';
import { TurnFooter } from '../transcript/TurnFooter';
import { AppGate } from './AppGate';

export { AppGate, CopyTurn, PlaceLabel, QueueList, RewindTools, TurnFooter };

/** What is above the message box: what runs, and what waits to be reviewed. */
export function DockLines() {
  return (
    <>
      <TaskLine />
      <ReviewLine />
    </>
  );
}

/** A call of a tool, as a card. */
export function CallCard(props: { readonly item: ToolItem; readonly turn: Turn }) {
  return <ToolCard {...props} />;
}

/** What waits for the user, as a card. */
export function AskCard(props: { readonly item: Extract<Item, { kind: 'ask' }> }) {
  return <PromptCard {...props} />;
}
