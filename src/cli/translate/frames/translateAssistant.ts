import * as l10n from '@vscode/l10n';
import type { ConversationEvent } from '../../../contract/events';
import type { ToolCallId } from '../../../contract/ids';
import { blocksOf, type ContentBlock } from '../../../protocol/blocks';
import type { AssistantFrame } from '../../../protocol/frameSchemas';
import { type BlockPlace, type WholeBlock, wholeBlock } from '../state/blockTracker';
import type { TranslatorState } from '../state/translatorState';
import { translateToolResult } from './translateToolResult';

/** Translates whole blocks from the model or in its name, of the main thread or a subagent. */
export function translateAssistant(
  frame: AssistantFrame,
  state: TranslatorState,
  now: number,
): ConversationEvent[] {
  const { message, uuid } = frame;
  const { blocks, synthetic, turn } = state;
  const parent = parentOf(frame);
  const isMain = parent === undefined;
  const events = blocks.supersede(frame.supersedes ?? []);
  if (message.model === '<synthetic>' && isMain) {
    synthetic.hold(frame);
    state.stops.explained();
    return [...events, ...turn.begin(now), ...blocks.dropDead()];
  }
  const messageId = message.id ?? uuid ?? 'message';
  if (isMain) {
    events.push(
      ...turn.begin(now),
      ...synthetic.flush(now),
      ...state.stops.message(messageId, now),
      ...blocks.dropDead(messageId),
      ...state.usage.request(message.usage),
      ...otherModel(message.model, state, now),
    );
  }
  state.turnUsage.message(messageId, message.usage, isMain);
  if (isMain) {
    state.stops.stopped(message.stop_reason);
  } else {
    events.push(...state.tasks.answered(parent, message.model));
  }
  for (const [index, block] of blocksOf(message.content).entries()) {
    const place = { messageId, key: `${uuid ?? messageId}:${index}`, frameId: uuid };
    events.push(...translateBlock(block, frame, place, state, now));
  }
  return events;
}

/** Says that another model has answered than the one that was asked. */
function otherModel(
  answering: string | undefined,
  { turn, usage }: TranslatorState,
  now: number,
): ConversationEvent[] {
  const other = usage.otherModel(answering);
  return other
    ? turn.notice(
        { kind: 'info', text: l10n.t('Answered by {0}, not by {1}.', other.model, other.asked) },
        now,
      )
    : [];
}

function translateBlock(
  block: ContentBlock,
  frame: AssistantFrame,
  place: BlockPlace,
  state: TranslatorState,
  now: number,
): ConversationEvent[] {
  switch (block.type) {
    case 'text':
      return textEvents({ kind: 'text', text: block.text }, frame, place, state, now);
    case 'thinking': {
      const durationMs = frame.thinking_duration_ms;
      const thinking = { kind: 'thinking' as const, text: block.thinking, durationMs };
      return textEvents(thinking, frame, place, state, now);
    }
    case 'redacted_thinking': {
      const durationMs = frame.thinking_duration_ms;
      const thinking = { kind: 'thinking' as const, text: '', isRedacted: true, durationMs };
      return textEvents(thinking, frame, place, state, now);
    }
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use': {
      state.blocks.confirmTool(block.id);
      const { id, name: tool, input } = block;
      const call = { id, tool, input, parent: parentOf(frame), title: titleOf(id, frame) };
      return state.tools.whole(call, now);
    }
    case 'tool_result':
      return translateToolResult(block, undefined, undefined, state, now);
    default: {
      const wire: unknown = block.type === 'other' ? block.wire : block;
      return [{ type: 'unknown', what: `block ${JSON.stringify(wire)}`, at: now }];
    }
  }
}

/** Translates text and thinking, which are never streamed for a subagent. */
function textEvents(
  block: WholeBlock,
  frame: AssistantFrame,
  place: BlockPlace,
  { blocks, turn }: TranslatorState,
  now: number,
): ConversationEvent[] {
  const parent = parentOf(frame);
  if (parent !== undefined) {
    return wholeBlock(place.messageId, place.key, block, now, parent as ToolCallId);
  }
  turn.hasText ||= block.kind === 'text';
  return blocks.whole(place, block, now);
}

function parentOf(frame: AssistantFrame): string | undefined {
  return frame.parent_tool_use_id ?? undefined;
}

/** Returns the display name that an MCP server gives itself and its tool. */
function titleOf(toolId: string, frame: AssistantFrame): string | undefined {
  const meta = frame.tool_use_meta.find(one => one.id === toolId);
  return meta?.server_display_name && meta.display_name
    ? `${meta.server_display_name}: ${meta.display_name}`
    : undefined;
}
