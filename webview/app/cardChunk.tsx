import type { Item, ToolItem, Turn } from '../../src/contract/conversation';
import { DraftContents } from '../composer/attachments/DraftContents';
import { DictateButton } from '../composer/dictation/DictateButton';
import { DictationStrip } from '../composer/dictation/DictationStrip';
import { FolderLabel } from '../composer/FolderLabel';
import { FrontChip } from '../composer/FrontChip';
import { InvisibleNotice } from '../composer/InvisibleNotice';
import { LiveMeter } from '../composer/LiveMeter';
import { Suggesting } from '../composer/lists/Suggesting';
import { ModelOptions } from '../composer/ModelOptions';
import { OptionPickers } from '../composer/options/OptionPickers';
import { QueueList } from '../composer/QueueList';
import { ReviewLine } from '../composer/ReviewLine';
import { ShellHint } from '../composer/ShellHint';
import { TaskLine } from '../composer/TaskLine';
import { PromptCard } from '../prompts/PromptCard';
import { SentShell } from '../shell/SentShell';
import { ShellLines } from '../shell/ShellLines';
import { SideQuestions } from '../sideQuestions/SideQuestions';
import { ToolCard } from '../tools/ToolCard';
import { CopyTurn } from '../transcript/CopyTurn';
import { NoticeRow } from '../transcript/NoticeRow';
import { RewindTools } from '../transcript/RewindTools';
import { SentWith } from '../transcript/SentWith';
import { TurnFooter } from '../transcript/TurnFooter';
import { AppGate } from './AppGate';

export {
  AppGate,
  CopyTurn,
  DictateButton,
  DictationStrip,
  DraftContents,
  FolderLabel,
  FrontChip,
  InvisibleNotice,
  LiveMeter,
  ModelOptions,
  NoticeRow,
  OptionPickers,
  QueueList,
  RewindTools,
  SentShell,
  SentWith,
  ShellHint,
  ShellLines,
  Suggesting,
  TurnFooter,
};

/** Lines above the message box: running tasks and changes to review. */
export function DockLines() {
  return (
    <>
      <SideQuestions />
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
