import type { JsonObject } from '../../base/json';
import type { ConversationEvent, Notice } from '../../contract/events';
import type { MessageId, SessionId, ToolCallId, TurnId } from '../../contract/ids';
import type { ToolCall } from '../../contract/tools';
import { blocksOf, type ContentBlock, textOf } from '../../protocol/blocks';
import type {
  AssistantFrame,
  ResultFrame,
  SystemFrame,
  SystemFrames,
  UserFrame,
} from '../../protocol/frameSchemas';
import type { Frame } from '../../protocol/frames';
import { readStreamPart, type StreamEventFrame } from '../../protocol/streamEvents';
import { toPermissionMode } from '../choices';
import { BlockTracker, type WholeBlock, wholeBlock } from './blockTracker';
import { given } from './given';
import { rateLimitWarning } from './rateLimits';
import { TodoList } from './todoList';
import { ToolTracker } from './toolTracker';
import { type ReportedError, turnOutcome } from './turnOutcome';
import { UsageMeter } from './usageMeter';
import { readUserText } from './userText';

export interface TranslatorOptions {
  readonly cwd: string;
  /** US dollars that earlier processes of the conversation have cost. */
  readonly costBase?: number;
}

/** Synthetic messages that stand for nothing; the last one is stored when a session is resumed. */
const placeholders: ReadonlySet<string> = new Set(['', '(no content)', 'No response requested.']);

/** A synthetic message waits for its turn's result, which says whether it is an error or an answer. */
interface Synthetic extends ReportedError {
  readonly command: string | undefined;
}

/**
 * Turns the frames of one CLI process into conversation events. Here, and only here, the dialects of
 * its versions end. Stateful: one translator for each process, frames in the order of the wire.
 */
export class FrameTranslator {
  private readonly blocks = new BlockTracker();
  private readonly tools: ToolTracker;
  private readonly todos = new TodoList();
  private readonly usage: UsageMeter;
  private readonly warned = new Set<string>();
  private readonly blockIdsOfFrame = new Map<string, string[]>();
  private session: string | undefined;
  private cwd: string;
  private isOpen = false;
  private hasSaid = false;
  private sawInterruption = false;
  private synthetic: Synthetic[] = [];
  private compaction: { tokensBefore: number | undefined } | undefined;
  private promptsWaiting = 0;
  /** Since 2.1.260 a turn names the messages that it answers. */
  private namesPrompts = false;
  private turnCount = 0;

  constructor(options: TranslatorOptions) {
    this.cwd = options.cwd;
    this.tools = new ToolTracker(options.cwd);
    this.usage = new UsageMeter(options.costBase ?? 0);
  }

  get sessionId(): SessionId | undefined {
    return this.session as SessionId | undefined;
  }

  /** US dollars of this and earlier processes: the next process's `costBase`. */
  get costUsd(): number {
    return this.usage.costUsd;
  }

  setCwd(cwd: string): void {
    this.cwd = cwd;
    this.tools.setCwd(cwd);
  }

  /** A message was written to the CLI: a turn that begins now is the person's. */
  promptSent(): void {
    this.promptsWaiting += 1;
  }

  /** The CLI asks for permission: the call waits. */
  permissionAsked(
    toolId: string,
    tool: string,
    input: JsonObject,
    now: number,
  ): ConversationEvent[] {
    return this.tools.asked(toolId, tool, input, now);
  }

  /** @param input what the person has made of the call, absent when unchanged */
  permissionGiven(toolId: string, input: JsonObject | undefined, now: number): ConversationEvent[] {
    return this.tools.allowed(toolId, input, now);
  }

  permissionDenied(toolId: string, now: number): ConversationEvent[] {
    return this.tools.denied(toolId, now);
  }

  /** `tool_response` of a PostToolUse hook: what subagents' results and 2.0.36 leave out. */
  toolResponded(toolId: string, response: unknown): void {
    this.tools.responded(toolId, response);
  }

  callOf(toolId: string): ToolCall | undefined {
    return this.tools.callOf(toolId);
  }

  /** The process is gone: what ran in its background does not run any more. */
  processEnded(now: number): ConversationEvent[] {
    return [...this.flushCompaction(now), ...this.tools.endAll(now)];
  }

  /** A line that should be a frame and cannot be read. */
  malformed(type: string, error: string, now: number): ConversationEvent[] {
    return [{ type: 'unknown', what: `${type}: ${error}`, at: now }];
  }

  translate(frame: Frame, now: number): ConversationEvent[] {
    if (frame.type === 'stream_event') {
      return this.streamEvent(frame, now);
    }
    return [...this.adoptSession(frame), ...this.dispatch(frame, now)];
  }

  private dispatch(frame: Exclude<Frame, StreamEventFrame>, now: number): ConversationEvent[] {
    switch (frame.type) {
      case 'assistant':
        return [...this.flushCompaction(now), ...this.assistant(frame, now)];
      case 'user':
        return this.user(frame, now);
      case 'result':
        return [...this.flushCompaction(now), ...this.result(frame, now)];
      case 'system':
        return this.system(frame, now);
      case 'tool_progress':
        return this.tools.heartbeat(
          frame.tool_use_id,
          frame.parent_tool_use_id ?? undefined,
          (frame.elapsed_time_seconds ?? 0) * 1000,
        );
      case 'rate_limit_event': {
        const warning = rateLimitWarning(frame.rate_limit_info, this.warned, now);
        return warning === undefined ? [] : this.notice({ kind: 'warning', text: warning }, now);
      }
      case 'conversation_reset':
        return this.reset(frame.new_conversation_id);
      case 'command_lifecycle':
        this.namesPrompts = true;
        return [];
      default:
        return [];
    }
  }

  private adoptSession(frame: Exclude<Frame, StreamEventFrame>): ConversationEvent[] {
    const id = 'session_id' in frame ? frame.session_id : undefined;
    // The reset names the session that it ends.
    if (typeof id !== 'string' || id === this.session || frame.type === 'conversation_reset') {
      return [];
    }
    this.session = id;
    return [{ type: 'session.changed', sessionId: id as SessionId }];
  }

  private streamEvent(frame: StreamEventFrame, now: number): ConversationEvent[] {
    const part = readStreamPart(frame);
    switch (part.kind) {
      case 'delta': {
        if (part.of !== 'input') {
          return this.blocks.delta(part.index, part.text);
        }
        const id = this.blocks.toolAt(part.index);
        return id === undefined ? [] : this.tools.inputDelta(id, part.text, now);
      }
      case 'messageStart':
        return [
          ...this.flushCompaction(now),
          ...this.ensureTurn(now),
          ...this.dropTools(this.blocks.messageStart(part.id)),
          ...this.usage.request(part.usage),
        ];
      case 'blockStart':
        return this.blockStart(part.index, part.block, now);
      case 'blockStop':
        return this.blocks.blockStop(part.index, now);
      default:
        return [];
    }
  }

  private blockStart(index: number, block: JsonObject, now: number): ConversationEvent[] {
    const events = this.blocks.blockStart(index, block, now);
    const id = this.blocks.toolAt(index);
    return id === undefined || typeof block.name !== 'string'
      ? events
      : [...events, ...this.tools.start(id, block.name, now)];
  }

  private assistant(frame: AssistantFrame, now: number): ConversationEvent[] {
    const { message } = frame;
    const parent = frame.parent_tool_use_id ?? undefined;
    const superseded = this.supersede(frame.supersedes);
    if (message.model === '<synthetic>' && parent === undefined) {
      this.holdSynthetic(frame);
      return [...superseded, ...this.ensureTurn(now), ...this.dropDead()];
    }
    const id = message.id ?? frame.uuid ?? 'message';
    const events: ConversationEvent[] = [...superseded];
    if (parent === undefined) {
      events.push(...this.ensureTurn(now), ...this.flushSynthetic(now));
      events.push(...this.dropTools(this.blocks.dropDead(id)));
      events.push(...this.usage.request(message.usage));
    }
    for (const [index, block] of blocksOf(message.content).entries()) {
      const key = `${frame.uuid ?? id}:${index}`;
      events.push(...this.assistantBlock(frame, block, id, key, parent, now));
    }
    return events;
  }

  private assistantBlock(
    frame: AssistantFrame,
    block: ContentBlock,
    messageId: string,
    key: string,
    parent: string | undefined,
    now: number,
  ): ConversationEvent[] {
    const whole = toWholeBlock(block, frame.thinking_duration_ms);
    if (whole) {
      return this.wholeBlock(frame, whole, messageId, key, parent, now);
    }
    if (
      block.type === 'tool_use' ||
      block.type === 'server_tool_use' ||
      block.type === 'mcp_tool_use'
    ) {
      this.blocks.confirmTool(block.id);
      const meta = frame.tool_use_meta.find(one => one.id === block.id);
      const title =
        meta?.server_display_name && meta.display_name
          ? `${meta.server_display_name}: ${meta.display_name}`
          : undefined;
      return this.tools.whole(block.id, block.name, block.input, parent, title, now);
    }
    if (block.type === 'tool_result') {
      return this.toolResult(
        block,
        { structured: undefined, decision: undefined, nonExecution: undefined },
        now,
      );
    }
    const wire: unknown = block.type === 'other' ? block.wire : block;
    return [{ type: 'unknown', what: `block ${JSON.stringify(wire)}`, at: now }];
  }

  private wholeBlock(
    frame: AssistantFrame,
    block: WholeBlock,
    messageId: string,
    key: string,
    parent: string | undefined,
    now: number,
  ): ConversationEvent[] {
    if (parent !== undefined) {
      return wholeBlock(messageId, key, block, now, parent as ToolCallId);
    }
    const { events, blockId } = this.blocks.whole(messageId, key, block, now);
    if (frame.uuid !== undefined) {
      this.blockIdsOfFrame.set(frame.uuid, [
        ...(this.blockIdsOfFrame.get(frame.uuid) ?? []),
        blockId,
      ]);
    }
    this.hasSaid ||= block.kind === 'text';
    return events;
  }

  private user(frame: UserFrame, now: number): ConversationEvent[] {
    const blocks = blocksOf(frame.message.content);
    const results = blocks.filter(block => block.type === 'tool_result');
    const events = results.flatMap(block => {
      const meta = frame.tool_result_meta.find(one => one.id === block.tool_use_id);
      const facts = {
        // With several results in one frame nobody can tell whose it is.
        structured: results.length === 1 ? frame.tool_use_result : undefined,
        decision: meta?.permission_decision?.decision,
        nonExecution: meta?.non_execution_kind,
      };
      return this.toolResult(block, facts, now);
    });
    return [...events, ...this.userText(frame, textOf(blocks), now)];
  }

  private userText(frame: UserFrame, text: string, now: number): ConversationEvent[] {
    // The prompt of a subagent is the input of its call.
    if (text === '' || frame.parent_tool_use_id) {
      return [];
    }
    const read = readUserText(text);
    switch (read.kind) {
      case 'interruption':
        this.sawInterruption = true;
        return [];
      case 'summary':
        return this.flushCompaction(now, read.text);
      case 'commandOutput':
        return this.notice({ kind: 'commandOutput', text: read.text }, now);
      case 'hidden':
        return [];
      case 'text':
        return frame.isReplay || frame.isSynthetic || frame.isMeta
          ? []
          : this.notice({ kind: 'info', text: read.text }, now);
    }
  }

  private toolResult(
    block: Parameters<ToolTracker['result']>[0],
    facts: Parameters<ToolTracker['result']>[1],
    now: number,
  ): ConversationEvent[] {
    const outcome = this.tools.result(block, facts, now);
    if (!outcome) {
      const what = `result of the unknown call ${block.tool_use_id}: ${textOf(block.content)}`;
      return [{ type: 'unknown', what, at: now }];
    }
    const { events, finished } = outcome;
    const todos = finished && !finished.isSubagent ? this.todos.apply(finished) : undefined;
    return todos ? [...events, { type: 'todos.changed', todos }] : events;
  }

  private system(frame: SystemFrame, now: number): ConversationEvent[] {
    switch (frame.subtype) {
      case 'init':
        return this.init(frame, now);
      case 'status':
        return this.status(frame, now);
      case 'compact_boundary': {
        const flushed = this.flushCompaction(now);
        this.compaction = { tokensBefore: frame.compact_metadata?.pre_tokens };
        return flushed;
      }
      case 'api_retry':
        return [...this.dropDead(), ...this.retrying(frame, now)];
      case 'task_started':
        return this.tools.taskStarted({ taskId: frame.task_id, toolId: frame.tool_use_id });
      case 'task_progress': {
        const progress = given({ ...totalsOf(frame.usage), lastTool: frame.last_tool_name });
        return this.tools.taskProgress(taskOf(frame), progress);
      }
      case 'task_notification':
        return this.tools.taskEnded(
          taskOf(frame),
          frame.status,
          frame.summary,
          totalsOf(frame.usage),
          now,
        );
      case 'session_title_changed':
        return [{ type: 'session.changed', title: frame.title }];
      case 'permission_denied':
        return this.tools.denied(frame.tool_use_id, now);
      case 'informational': {
        const kind = frame.level === 'warning' || frame.level === 'error' ? 'warning' : 'info';
        return this.notice({ kind, text: frame.content }, now);
      }
      case 'notification':
        // Keys of the terminal do nothing here.
        return this.notice(
          { kind: 'info', text: frame.text.replace(/ · ctrl\+\w to .*$/, '') },
          now,
        );
      case 'local_command_output':
        return this.notice({ kind: 'commandOutput', text: frame.content }, now);
      case 'task_updated':
      case 'session_state_changed':
        return [];
    }
  }

  private init(frame: SystemFrames['init'], now: number): ConversationEvent[] {
    const named =
      frame.user_message_uuids ?? (frame.user_message_uuid ? [frame.user_message_uuid] : []);
    this.namesPrompts ||= named.length > 0;
    if (frame.cwd !== undefined) {
      this.setCwd(frame.cwd);
    }
    if (frame.model !== undefined) {
      this.usage.model = frame.model;
    }
    const mode = toPermissionMode(frame.permissionMode);
    const isPersons = named.length > 0 || (this.promptsWaiting > 0 && !this.namesPrompts);
    return [
      given({
        type: 'session.changed' as const,
        sessionId: frame.session_id as SessionId,
        cwd: frame.cwd,
        agentVersion: frame.claude_code_version,
      }),
      { type: 'settings.changed', settings: given({ mode, model: frame.model }) },
      ...this.startTurn(now, frame.uuid, isPersons ? 'person' : 'agent', named),
    ];
  }

  private status(frame: SystemFrames['status'], now: number): ConversationEvent[] {
    const mode = toPermissionMode(frame.permissionMode);
    return [
      ...(mode ? [{ type: 'settings.changed' as const, settings: { mode } }] : []),
      ...(frame.status === 'compacting' ? this.notice({ kind: 'compacting' }, now) : []),
      ...(frame.compact_result === 'failed'
        ? this.notice({ kind: 'warning', text: frame.compact_error ?? 'Compacting failed' }, now)
        : []),
    ];
  }

  private retrying(frame: SystemFrames['api_retry'], now: number): ConversationEvent[] {
    const notice = given({
      kind: 'retrying' as const,
      attempt: frame.attempt,
      maxAttempts: frame.max_retries,
      delayMs: frame.retry_delay_ms,
      status: frame.error_status ?? undefined,
    });
    return [{ type: 'notice', notice, at: now }];
  }

  private result(frame: ResultFrame, now: number): ConversationEvent[] {
    const reported = this.synthetic.at(-1);
    const outcome = turnOutcome(frame, reported, this.sawInterruption);
    const isInterrupted = outcome.kind === 'interrupted';
    const denied = frame.permission_denials.map(one => one.tool_use_id);
    const cost = this.usage.result(frame);
    const events: ConversationEvent[] = [
      ...(isInterrupted ? this.blocks.keepPartial(now) : this.dropDead()),
      ...this.closingWords(frame, outcome.kind === 'error', now),
      ...this.tools.listedAsDenied(denied, now),
      ...this.tools.endTurn(now),
      ...cost.events,
      given({
        type: 'turn.ended' as const,
        at: now,
        outcome,
        durationMs: frame.duration_ms,
        costUsd: cost.turnUsd,
      }),
    ];
    this.closeTurn();
    return events;
  }

  /** What was answered without the model: by a command of the CLI, or by no one. */
  private closingWords(frame: ResultFrame, isError: boolean, now: number): ConversationEvent[] {
    if (isError) {
      this.synthetic = this.synthetic.filter(one => one.text.trim() !== frame.result?.trim());
      return this.flushSynthetic(now);
    }
    const events = this.flushSynthetic(now, frame.local_command);
    const text = frame.result ?? '';
    return this.hasSaid || text === '' || frame.terminal_reason === 'hook_stopped'
      ? events
      : [...events, ...this.commandOutput(text, frame.local_command, now)];
  }

  private holdSynthetic(frame: AssistantFrame): void {
    const text = textOf(frame.message.content);
    if (!placeholders.has(text)) {
      this.synthetic.push({
        text,
        error: frame.error,
        status: frame.api_error_status,
        command: frame.local_command_run?.command,
      });
    }
  }

  private flushSynthetic(now: number, command?: string): ConversationEvent[] {
    const held = this.synthetic;
    this.synthetic = [];
    return held.flatMap(one =>
      one.error === undefined
        ? this.commandOutput(one.text, one.command ?? command, now)
        : this.notice({ kind: 'warning', text: one.text }, now),
    );
  }

  private commandOutput(
    text: string,
    command: string | undefined,
    now: number,
  ): ConversationEvent[] {
    return this.notice(given({ kind: 'commandOutput' as const, command, text }), now);
  }

  private flushCompaction(now: number, summary?: string): ConversationEvent[] {
    if (!this.compaction && summary === undefined) {
      return [];
    }
    const tokensBefore = this.compaction?.tokensBefore;
    this.compaction = undefined;
    return this.notice(given({ kind: 'compacted' as const, summary, tokensBefore }), now);
  }

  private notice(notice: Notice, now: number): ConversationEvent[] {
    this.hasSaid = true;
    return [{ type: 'notice', notice, at: now }];
  }

  private supersede(frames: readonly string[] | undefined): ConversationEvent[] {
    return (frames ?? []).flatMap(uuid => {
      const ids = this.blockIdsOfFrame.get(uuid) ?? [];
      this.blockIdsOfFrame.delete(uuid);
      return ids.map(blockId => ({ type: 'block.discarded' as const, blockId }));
    });
  }

  private dropDead(): ConversationEvent[] {
    return this.dropTools(this.blocks.dropDead());
  }

  private dropTools(events: ConversationEvent[]): ConversationEvent[] {
    for (const event of events) {
      if (event.type === 'tool.discarded') {
        this.tools.discard(event.toolId);
      }
    }
    return events;
  }

  private ensureTurn(now: number): ConversationEvent[] {
    const isPersons = this.promptsWaiting > 0 && !this.namesPrompts;
    return this.startTurn(now, undefined, isPersons ? 'person' : 'agent');
  }

  private startTurn(
    now: number,
    id: string | undefined,
    origin: 'person' | 'agent',
    prompts: readonly string[] = [],
  ): ConversationEvent[] {
    if (this.isOpen) {
      return [];
    }
    this.isOpen = true;
    this.turnCount += 1;
    if (origin === 'person') {
      this.promptsWaiting = 0;
    }
    const turnId = (id ?? `${this.session ?? 'turn'}:${this.turnCount}`) as TurnId;
    const messageIds = prompts.length > 0 ? (prompts as readonly MessageId[]) : undefined;
    return [given({ type: 'turn.started' as const, turnId, at: now, origin, messageIds })];
  }

  private closeTurn(): void {
    this.isOpen = false;
    this.hasSaid = false;
    this.sawInterruption = false;
    this.synthetic = [];
    this.blockIdsOfFrame.clear();
    this.blocks.reset();
  }

  private reset(session: string | undefined): ConversationEvent[] {
    this.tools.clear();
    this.todos.clear();
    this.usage.clear();
    this.closeTurn();
    this.session = session ?? this.session;
    return [
      { type: 'conversation.cleared' },
      ...(session === undefined
        ? []
        : [{ type: 'session.changed' as const, sessionId: session as SessionId }]),
    ];
  }
}

function toWholeBlock(block: ContentBlock, durationMs: number | undefined): WholeBlock | undefined {
  switch (block.type) {
    case 'text':
      return { kind: 'text', text: block.text };
    case 'thinking':
      return { kind: 'thinking', text: block.thinking, durationMs };
    case 'redacted_thinking':
      return { kind: 'thinking', text: '', isRedacted: true, durationMs };
    default:
      return undefined;
  }
}

function taskOf(frame: { task_id: string; tool_use_id?: string | undefined }) {
  return { taskId: frame.task_id, toolId: frame.tool_use_id };
}

function totalsOf(
  usage:
    | {
        total_tokens?: number | undefined;
        tool_uses?: number | undefined;
        duration_ms?: number | undefined;
      }
    | undefined,
) {
  return given({
    tokens: usage?.total_tokens,
    toolUses: usage?.tool_uses,
    durationMs: usage?.duration_ms,
  });
}
