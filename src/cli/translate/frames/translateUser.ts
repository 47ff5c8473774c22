import type { ConversationEvent } from '../../../contract/events';
import { blocksOf, textOf } from '../../../protocol/blocks';
import type { UserFrame } from '../../../protocol/frameSchemas';
import { commandOutput } from '../state/syntheticMessages';
import type { TranslatorState } from '../state/translatorState';
import { translateToolResult } from './translateToolResult';
import { readUserText } from './userText';

/** Translates tool results, and text that the CLI sends in the user's name. */
export function translateUser(
  frame: UserFrame,
  state: TranslatorState,
  now: number,
): ConversationEvent[] {
  const blocks = blocksOf(frame.message.content);
  const results = blocks.filter(block => block.type === 'tool_result');
  // With several results in one frame, the structured result cannot be assigned.
  const structured = results.length === 1 ? frame.tool_use_result : undefined;
  const metas = new Map(frame.tool_result_meta.map(meta => [meta.id, meta]));
  const events = results.flatMap(block =>
    translateToolResult(block, structured, metas.get(block.tool_use_id), state, now),
  );
  return [...events, ...translateText(frame, textOf(blocks), state, now)];
}

function translateText(
  frame: UserFrame,
  text: string,
  { turn, compaction }: TranslatorState,
  now: number,
): ConversationEvent[] {
  // The prompt of a subagent is the input of its call.
  if (text === '' || frame.parent_tool_use_id) {
    return [];
  }
  const read = readUserText(text);
  switch (read.kind) {
    case 'interruption':
      turn.sawInterruption = true;
      return [];
    case 'summary':
      return compaction.end(read.text, now);
    case 'commandOutput':
      return turn.notice(commandOutput(read.text), now);
    case 'hidden':
      return [];
    case 'text':
      return frame.isReplay || frame.isSynthetic || frame.isMeta
        ? []
        : turn.notice({ kind: 'info', text: read.text }, now);
  }
}
