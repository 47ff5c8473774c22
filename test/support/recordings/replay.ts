import { isObject, type JsonObject } from '../../../src/base/json';
import { FrameTranslator } from '../../../src/cli/translate/frameTranslator';
import type { Conversation } from '../../../src/contract/conversation';
import type { ConversationEvent } from '../../../src/contract/events';
import type { MessageId } from '../../../src/contract/ids';
import { blocksOf, readContent, textOf } from '../../../src/protocol/blocks';
import { parseLine } from '../../../src/protocol/frames';
import { toImage } from '../../../src/protocol/wireImage';
import { emptyConversation } from '../../../src/transcript/emptyConversation';
import { fold } from '../../../src/transcript/fold';
import type { Row } from './recording';

export interface Replay {
  readonly conversation: Conversation;
  /** Conversations ended by /clear. */
  readonly cleared: readonly Conversation[];
  readonly events: readonly ConversationEvent[];
  /** Events that the fold rejected, unreadable lines, and unknown types. */
  readonly faults: readonly string[];
}

const epoch = Date.UTC(2026, 10, 21, 2);

/** Feeds a process's lines to a translator, as a channel does, and folds the events. */
export function replay(rows: readonly Row[], cwd = '/workspace'): Replay {
  const translator = new FrameTranslator({ cwd });
  const asked = new Map<string, string>();
  const cleared: Conversation[] = [];
  const all: ConversationEvent[] = [];
  const faults: string[] = [];
  let conversation = emptyConversation;
  for (const [index, row] of rows.entries()) {
    const now = epoch + row.t;
    const events =
      row.dir === 'in'
        ? fromHost(translator, row.frame, asked, index, now)
        : fromCli(translator, row.frame, asked, faults, now);
    for (const event of events) {
      all.push(event);
      if (event.type === 'conversation.cleared') {
        cleared.push(conversation);
      }
      conversation = fold(conversation, event, what => faults.push(what));
    }
  }
  return { conversation, cleared, events: all, faults };
}

function fromCli(
  translator: FrameTranslator,
  wire: JsonObject,
  asked: Map<string, string>,
  faults: string[],
  now: number,
): ConversationEvent[] {
  const line = parseLine(JSON.stringify(wire));
  switch (line.kind) {
    case 'unknown':
      faults.push(`unknown ${line.type}`);
      return [];
    case 'noise':
      faults.push(`noise ${line.text}`);
      return [];
    case 'invalid':
      faults.push(`invalid ${line.type}: ${line.error}`);
      return [];
    case 'frame':
      break;
  }
  const { frame } = line;
  if (frame.type !== 'control_request') {
    return translator.translate(frame, now);
  }
  const { request } = frame;
  if (request.subtype === 'hook_callback') {
    const input = isObject(request.input) ? request.input : {};
    if (input.hook_event_name === 'PostToolUse') {
      return translator.toolResponded(String(request.tool_use_id), input.tool_response, now);
    }
    return [];
  }
  if (request.subtype !== 'can_use_tool') {
    return [];
  }
  const toolId = String(request.tool_use_id);
  asked.set(frame.request_id, toolId);
  const input = isObject(request.input) ? request.input : {};
  const agent = typeof request.agent_id === 'string' ? request.agent_id : undefined;
  return translator.permissionAsked(toolId, String(request.tool_name), input, now, agent);
}

function fromHost(
  translator: FrameTranslator,
  wire: JsonObject,
  asked: Map<string, string>,
  index: number,
  now: number,
): ConversationEvent[] {
  if (wire.type === 'user' && isObject(wire.message)) {
    const blocks = blocksOf(readContent(wire.message.content));
    translator.promptSent();
    const images = blocks.flatMap(block => {
      const image =
        block.type === 'image' ? toImage(block.source.media_type, block.source.data) : undefined;
      return image ? [image] : [];
    });
    const messageId = (wire.uuid ?? `message-${index}`) as MessageId;
    return [{ type: 'prompt.sent', messageId, at: now, text: textOf(blocks), images }];
  }
  const envelope = isObject(wire.response) ? wire.response : {};
  const answer = isObject(envelope.response) ? envelope.response : {};
  const toolId = asked.get(String(envelope.request_id));
  if (toolId === undefined) {
    return [];
  }
  if (answer.behavior === 'allow') {
    const { updatedInput } = answer;
    const isChanged = isObject(updatedInput) && Object.keys(updatedInput).length > 0;
    return translator.permissionGiven(toolId, isChanged ? updatedInput : undefined, now);
  }
  return answer.behavior === 'deny' ? translator.permissionDenied(toolId, now) : [];
}
