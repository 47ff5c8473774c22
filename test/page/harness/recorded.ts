import { isObject, type JsonObject } from '../../../src/base/json';
import type { CliVersion } from '../../../src/cli/launch/version';
import { toPermissionRequest } from '../../../src/cli/permissions/permissionPrompt';
import { FrameTranslator } from '../../../src/cli/translate/frameTranslator';
import type { Conversation } from '../../../src/contract/conversation';
import type { ConversationEvent } from '../../../src/contract/events';
import type { ChannelId, MessageId, PromptId } from '../../../src/contract/ids';
import type { CallPrompt, PromptOutcome } from '../../../src/contract/prompts';
import { blocksOf, readContent, textOf } from '../../../src/protocol/blocks';
import { parseLine } from '../../../src/protocol/frames';
import { emptyConversation } from '../../../src/transcript/emptyConversation';
import { fold } from '../../../src/transcript/fold';
import { processesOf, type Row, recordingOf } from '../../support/recordings/recording';
import { type ChatPage, loseFocus } from './chatPage';

const epoch = Date.UTC(2026, 10, 21, 2);
const cwd = '/workspace';
const played = new Map<string, readonly ConversationEvent[]>();
let shown = 1;

/**
 * Events that a recorded run of the real CLI sends to the page, including prompts and their ends.
 */
export function recordedEvents(version: string, scenario: string): readonly ConversationEvent[] {
  const key = `${version}/${scenario}`;
  const known = played.get(key);
  if (known) {
    return known;
  }
  const { rows } = recordingOf('recorded', version, scenario);
  const events = processesOf(rows).flatMap(part => new Player(version).play(part));
  played.set(key, events);
  return events;
}

/** Combines several runs into one visible turn; the scripted API restarts its ids in each run. */
export function recordedTogether(
  runs: readonly (readonly [version: string, scenario: string])[],
): ConversationEvent[] {
  const events = runs.flatMap(([version, scenario], index) => {
    const text = JSON.stringify(recordedEvents(version, scenario));
    return JSON.parse(text.replaceAll('_scripted_', `_${index}_`)) as ConversationEvent[];
  });
  const start = events.findIndex(event => event.type === 'turn.started');
  const end = events.findLastIndex(event => event.type === 'turn.ended');
  return events.filter(
    ({ type }, index) =>
      index === start || index === end || (type !== 'turn.started' && type !== 'turn.ended'),
  );
}

/** Returns each prompt of one kind with the events before it, in the order of the prompts. */
export function promptsIn(events: readonly ConversationEvent[]): {
  readonly prompt: CallPrompt;
  readonly before: ConversationEvent[];
  readonly opened: ConversationEvent;
}[] {
  return events.flatMap((event, index) =>
    event.type === 'prompt.opened' && event.prompt.kind !== 'elicitation'
      ? [{ prompt: event.prompt, before: events.slice(0, index), opened: event }]
      : [],
  );
}

export function folded(events: readonly ConversationEvent[]): Conversation {
  return events.reduce((state, event) => fold(state, event), emptyConversation);
}

/**
 * Shows another conversation in the page, which is faster than opening a page, and waits for it.
 */
export async function show(
  { page, host }: Pick<ChatPage, 'page' | 'host'>,
  events: readonly ConversationEvent[],
): Promise<void> {
  host.calls.length = 0;
  host.conversation = folded(events);
  host.channelId = `channel-${++shown}` as ChannelId;
  host.seq = 0;
  host.view = { expanded: [] };
  // A unique draft identifies each conversation.
  const mark = `draft ${shown}`;
  host.draft = { text: mark, images: [] };
  host.send('page.changed', host.pageInit());
  await page.waitForFunction(text => {
    const box = document.querySelector('[aria-label="Message"]');
    return (box instanceof HTMLTextAreaElement ? box.value : box?.textContent) === text;
  }, mark);
  await loseFocus(page);
}

/**
 * Plays a channel: turns frames into events, requests into prompts, and answers into their ends.
 */
class Player {
  private readonly translator = new FrameTranslator({ cwd });
  private readonly asked = new Map<string, { toolId: string; prompt: CallPrompt }>();
  private now = epoch;

  constructor(private readonly version: string) {}

  play(rows: readonly Row[]): ConversationEvent[] {
    return rows.flatMap((row, index) => {
      this.now = epoch + row.t;
      return row.dir === 'in' ? this.fromHost(row.frame, index) : this.fromCli(row.frame);
    });
  }

  private fromCli(wire: JsonObject): ConversationEvent[] {
    const { translator, now } = this;
    const line = parseLine(JSON.stringify(wire));
    if (line.kind !== 'frame') {
      return [];
    }
    const { frame } = line;
    if (frame.type === 'control_cancel_request') {
      return this.close(frame.request_id, 'withdrawn');
    }
    if (frame.type !== 'control_request') {
      return translator.translate(frame, now);
    }
    const { request } = frame;
    const input = isObject(request.input) ? request.input : {};
    if (request.subtype === 'hook_callback' && input.hook_event_name === 'PostToolUse') {
      return translator.toolResponded(String(request.tool_use_id), input.tool_response, this.now);
    }
    return request.subtype === 'can_use_tool' ? this.ask(frame.request_id, request, input) : [];
  }

  private ask(id: string, request: JsonObject, input: JsonObject): ConversationEvent[] {
    const toolId = String(request.tool_use_id);
    const tool = String(request.tool_name);
    const events = this.translator.permissionAsked(
      toolId,
      tool,
      input,
      this.now,
      typeof request.agent_id === 'string' ? request.agent_id : undefined,
    );
    const call = this.translator.callOf(toolId);
    if (!call) {
      throw new Error(`The recorded request ${id} asks about no call.`);
    }
    const { prompt } = toPermissionRequest({
      ...{ tool, input, call, cwd },
      agentId: request.agent_id as string | undefined,
      reason: request.decision_reason as string | undefined,
      blockedPath: request.blocked_path as string | undefined,
      suggestions: Array.isArray(request.permission_suggestions)
        ? request.permission_suggestions
        : [],
      version: this.version as CliVersion,
    });
    const named = { ...prompt, id: id as PromptId };
    this.asked.set(id, { toolId, prompt: named });
    return [...events, { type: 'prompt.opened', prompt: named, at: this.now }];
  }

  private close(id: string, outcome: PromptOutcome): ConversationEvent[] {
    const known = this.asked.get(id);
    this.asked.delete(id);
    return known ? [{ type: 'prompt.closed', promptId: known.prompt.id, outcome }] : [];
  }

  private fromHost(wire: JsonObject, index: number): ConversationEvent[] {
    const { translator, now } = this;
    if (wire.type === 'user' && isObject(wire.message)) {
      translator.promptSent();
      const text = textOf(blocksOf(readContent(wire.message.content)));
      const messageId = (wire.uuid ?? `message-${index}-${now}`) as MessageId;
      return [{ type: 'prompt.sent', messageId, at: now, text, images: [] }];
    }
    const envelope = isObject(wire.response) ? wire.response : {};
    const answer = isObject(envelope.response) ? envelope.response : {};
    const id = String(envelope.request_id);
    const known = this.asked.get(id);
    if (!known) {
      return [];
    }
    const { toolId, prompt } = known;
    if (answer.behavior !== 'allow') {
      return [...this.close(id, 'denied'), ...translator.permissionDenied(toolId, now)];
    }
    const changed =
      isObject(answer.updatedInput) && Object.keys(answer.updatedInput).length > 0
        ? answer.updatedInput
        : undefined;
    return [
      ...this.close(id, prompt.kind === 'question' ? 'answered' : 'allowed'),
      ...translator.permissionGiven(toolId, changed, now),
    ];
  }
}
