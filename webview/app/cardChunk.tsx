import type { Item, ToolItem, Turn } from '../../src/contract/conversation';
import { FolderLabel } from '../composer/FolderLabel';
import { QueueList } from '../composer/QueueList';
import { ReviewLine } from '../composer/ReviewLine';
import { TaskLine } from '../composer/TaskLine';
import { PromptCard } from '../prompts/PromptCard';
import { ToolCard } from '../tools/ToolCard';
import { CopyTurn } from '../transcript/CopyTurn';
import { RewindTools } from '../transcript/RewindTools';
import { TurnFooter } from '../transcript/TurnFooter';
import { AppGate } from './AppGate';

export { AppGate, CopyTurn, FolderLabel, QueueList, RewindTools, TurnFooter };

/** Lines above the message box: running tasks and changes to review. */
export function DockLines() {
  return (
    <>
      <TaskLine />
      <ReviewLine />
    </>
  );
}

/** Card for a tool call. */
export function CallCard(props: { readonly item: ToolItem; readonly turn: Turn }) {
  return <ToolCard {...props} />;
}

/** Card for a prompt that waits for the user. */
export function AskCard(props: { readonly item: Extract<Item, { kind: 'ask' }> }) {
  return <PromptCard {...props} />;
}
