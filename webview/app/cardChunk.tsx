import type { Item, ToolItem, Turn } from '../../src/contract/conversation';
import { PromptCard } from '../cards/PromptCard';
import { ToolCard } from '../cards/ToolCard';
import { DraftContents } from '../composer/attachments/DraftContents';
import { ContextMeter } from '../composer/ContextMeter';
import { DictateButton } from '../composer/dictation/DictateButton';
import { DictationStrip } from '../composer/dictation/DictationStrip';
import { FrontChip } from '../composer/FrontChip';
import { InvisibleNotice } from '../composer/InvisibleNotice';
import { Suggesting } from '../composer/lists/Suggesting';
import { EffortMenu, ModelMenu } from '../composer/models/ModelMenu';
import { OptionPickers } from '../composer/options/OptionPickers';
import { QueueList } from '../composer/QueueList';
import { ShellHint } from '../composer/ShellHint';
import { StatusActions } from '../composer/StatusActions';
import { DockStrip } from '../composer/strip/DockStrip';
import { StripPanel } from '../composer/strip/StripPanel';
import { SentShell } from '../shell/SentShell';
import { ShellLines } from '../shell/ShellLines';
import { SideQuestions } from '../sideQuestions/SideQuestions';
import { CopyTurn } from '../transcript/CopyTurn';
import { NoticeRow } from '../transcript/NoticeRow';
import { RewindTools } from '../transcript/RewindTools';
import { SentWith } from '../transcript/SentWith';
import { ThinkingBlock } from '../transcript/ThinkingBlock';
import { TurnFooter } from '../transcript/TurnFooter';
import { TurnHeading } from '../transcript/TurnHeading';
import { UnknownRow } from '../transcript/UnknownRow';
import { PickerList } from '../ui/PickerList';
import { AppGate } from './AppGate';
import { warmUp } from './warmUp';

export {
  AppGate,
  ContextMeter,
  CopyTurn,
  DictateButton,
  DictationStrip,
  DockStrip,
  DraftContents,
  EffortMenu,
  FrontChip,
  InvisibleNotice,
  ModelMenu,
  NoticeRow,
  OptionPickers,
  PickerList,
  QueueList,
  RewindTools,
  SentShell,
  SentWith,
  ShellHint,
  ShellLines,
  StatusActions,
  Suggesting,
  ThinkingBlock,
  TurnFooter,
  TurnHeading,
  UnknownRow,
  warmUp,
};

/** Panels above the queue: questions beside the conversation, and the open strip. */
export function DockPanels() {
  return (
    <>
      <SideQuestions />
      <StripPanel />
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
