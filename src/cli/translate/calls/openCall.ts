import type { JsonObject } from '../../../base/json';
import { omitUndefined } from '../../../base/omitUndefined';
import type { ConversationEvent } from '../../../contract/events';
import type { ToolCallId } from '../../../contract/ids';
import type { AgentProgress, ToolCall, ToolContent, ToolStatus } from '../../../contract/tools';
import type { ToolSpec } from '../tools/toolSpec';
import { specOf } from '../tools/toolTable';
import type { SessionTracker } from './sessionTracker';
import { StreamingJson } from './streamingJson';

/** Effect of a result on its call. */
export interface CallOutcome {
  readonly status: ToolStatus;
  readonly content: readonly ToolContent[];
  /** Whether the call continues after its turn; the end of its task is reported separately. */
  readonly isBackground: boolean;
  /** Whether an interrupted call is known not to have begun. */
  readonly neverBegan?: boolean;
}

interface TaskEnding {
  readonly how: 'completed' | 'failed' | 'stopped';
  readonly summary: string | undefined;
}

/** A tool call in progress: its known facts, and the events that report it. */
export class OpenCall {
  readonly id: ToolCallId;
  readonly parent: ToolCallId | undefined;
  readonly spec: ToolSpec;
  title: string;
  status: ToolStatus = 'pending';
  content: readonly ToolContent[] = [];
  /** The tool's response as a hook reported it. */
  response: unknown;
  isDenied = false;
  private neverBegan = false;
  /** Whether the CLI reports the progress of its task. */
  hasTask = false;
  isBackground = false;
  /** End of its task, if it came before the result that says that the task goes on. */
  private earlyEnd: TaskEnding | undefined;
  /**
   * Task of the subagent that makes this call, if only a permission request has named it: the CLI
   * sends no frames of subagents below the second level.
   */
  unseenIn: string | undefined;
  private wire: JsonObject = {};
  private isWhole = false;
  /** Read once: a call is reported several times. */
  private known: ReturnType<ToolSpec['read']> | undefined;
  private reader: StreamingJson | undefined;
  private target: string | undefined;

  /** @param tool name that the agent uses for the tool */
  constructor(
    id: string,
    readonly tool: string,
    parent: string | undefined,
    private readonly session: SessionTracker,
  ) {
    this.id = id as ToolCallId;
    this.parent = parent as ToolCallId | undefined;
    this.spec = specOf(tool);
    this.title = this.spec.title?.() ?? tool;
  }

  /** Input as on the wire; while it is streamed, only its top-level strings so far. */
  get input(): JsonObject {
    return this.wire;
  }

  get isSettled(): boolean {
    return this.status !== 'pending' && this.status !== 'running';
  }

  /** Handles the end of its task; a call that waits for the task still gets a result. */
  taskEnded(end: TaskEnding): void {
    if (this.isBackground) {
      this.settle(end);
    } else {
      this.earlyEnd = end;
    }
  }

  /** Sets what its result says. */
  takeResult({ status, content, isBackground, neverBegan = false }: CallOutcome): void {
    this.status = status;
    this.neverBegan = neverBegan;
    this.content = content;
    this.isBackground = isBackground;
    this.response = undefined;
    if (isBackground && this.earlyEnd) {
      this.settle(this.earlyEnd);
    }
  }

  get isAgent(): boolean {
    return this.spec.family === 'agent';
  }

  /** Prepares for input in pieces. */
  beginInput(): void {
    this.reader = new StreamingJson();
  }

  inputDelta(json: string, now: number): ConversationEvent[] {
    const events: ConversationEvent[] = [];
    for (const { key, text, isEnd } of this.reader?.push(json) ?? []) {
      const before = this.wire[key];
      this.known = undefined;
      this.wire[key] = typeof before === 'string' ? before + text : text;
      const argument = this.spec.drafts?.[key];
      if (argument !== undefined && text !== '') {
        events.push({ type: 'tool.delta', toolId: this.id, argument, text });
      }
      if (isEnd && this.findTarget()) {
        events.push(this.updated(now));
      }
    }
    return events;
  }

  setInput(input: JsonObject): void {
    this.wire = input;
    this.isWhole = true;
    this.known = undefined;
    this.reader = undefined;
    this.target = this.spec.target?.(input, this.session.cwd);
  }

  interrupt(now: number): ConversationEvent {
    this.status = 'interrupted';
    return this.updated(now);
  }

  updated(now: number): ConversationEvent {
    return { type: 'tool.updated', call: this.toCall(), at: now };
  }

  /** Commands have tasks, too, but only a subagent's totals are worth showing. */
  progress(progress: AgentProgress): ConversationEvent[] {
    return this.isAgent ? [{ type: 'tool.progress', toolId: this.id, progress }] : [];
  }

  toCall(): ToolCall {
    const { id, tool, spec, parent, title, target, content, status } = this;
    const { input, rest } = this.readInput();
    const call = omitUndefined({
      id,
      family: spec.family,
      tool,
      title,
      target,
      parentToolId: parent,
      input,
      otherInput: Object.keys(rest).length > 0 ? rest : undefined,
      content,
      locations: spec.locations?.(this.wire, this.session.cwd) ?? [],
      status,
      neverBegan: (status === 'interrupted' && this.neverBegan) || undefined,
    });
    // The table pairs each family with its own input; the compiler cannot follow that here.
    return call as ToolCall;
  }

  private readInput(): ReturnType<ToolSpec['read']> {
    if (!this.isWhole) {
      return { input: undefined, rest: {} };
    }
    this.known ??= this.spec.read(this.wire);
    return this.known;
  }

  /** Whether the target has just become known. */
  private findTarget(): boolean {
    if (this.target !== undefined) {
      return false;
    }
    this.target = this.spec.target?.(this.wire, this.session.cwd);
    return this.target !== undefined;
  }

  private settle({ how, summary }: TaskEnding): void {
    this.isBackground = false;
    this.status = how === 'completed' ? 'done' : how === 'failed' ? 'failed' : 'interrupted';
    // The summary of a stopped task is only its description.
    if (summary && how !== 'stopped') {
      const type = this.isAgent ? 'markdown' : 'text';
      this.content = [...this.content, { type, text: summary }];
    }
  }
}
