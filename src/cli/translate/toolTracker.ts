import { isObject, type JsonObject } from '../../base/json';
import type { ConversationEvent } from '../../contract/events';
import type { ToolCallId } from '../../contract/ids';
import type { AgentProgress, ToolCall, ToolContent, ToolStatus } from '../../contract/tools';
import { type ToolResultBlock, textOf } from '../../protocol/blocks';
import { readToolResult } from '../../protocol/toolResults';
import { given } from './given';
import { StreamingJson } from './streamingJson';
import { failureStatus, isBoilerplate } from './toolStatus';
import { isLaunch } from './tools/agents';
import { contentOf, errorText, imagesOf } from './tools/resultBlocks';
import type { ToolResult, ToolSpec } from './tools/toolSpec';
import { specOf } from './tools/toolTable';

interface Entry {
  readonly id: ToolCallId;
  readonly tool: string;
  readonly spec: ToolSpec;
  readonly parent: ToolCallId | undefined;
  title: string;
  /** The input so far: only finished strings while it is being written. */
  input: JsonObject;
  isWhole: boolean;
  status: ToolStatus;
  content: readonly ToolContent[];
  reader: StreamingJson | undefined;
  target: string | undefined;
  /** The tool's answer as a hook has told it. */
  response: unknown;
  isDenied: boolean;
  /** The CLI reports how its task goes on. */
  hasTask: boolean;
  isBackground: boolean;
}

/** What the frame around a tool result knows of it. */
export interface ResultFacts {
  readonly structured: unknown;
  readonly decision: string | undefined;
  readonly nonExecution: string | undefined;
}

export interface FinishedCall {
  readonly tool: string;
  readonly input: JsonObject;
  readonly structured: unknown;
  readonly text: string;
  readonly isSubagent: boolean;
}

export interface TaskReport {
  readonly toolId: string | undefined;
  readonly taskId: string;
}

/** The tool calls that are under way, from the first letter of their input to their end. */
export class ToolTracker {
  private readonly entries = new Map<string, Entry>();
  private readonly tasks = new Map<string, string>();

  constructor(private cwd: string) {}

  setCwd(cwd: string): void {
    this.cwd = cwd;
  }

  /** The input of a call begins to stream. */
  start(id: string, tool: string, now: number): ConversationEvent[] {
    const entry = this.enter(id, tool, undefined);
    entry.reader = new StreamingJson();
    return [this.updated(entry, now)];
  }

  inputDelta(id: string, json: string, now: number): ConversationEvent[] {
    const entry = this.entries.get(id);
    if (!entry?.reader || entry.isWhole) {
      return [];
    }
    const events: ConversationEvent[] = [];
    for (const { key, text, isEnd } of entry.reader.push(json)) {
      const before = entry.input[key];
      entry.input[key] = typeof before === 'string' ? before + text : text;
      const argument = entry.spec.drafts?.[key];
      if (argument !== undefined && text !== '') {
        events.push({ type: 'tool.delta', toolId: entry.id, argument, text });
      }
      if (isEnd && this.findTarget(entry)) {
        events.push(this.updated(entry, now));
      }
    }
    return events;
  }

  /** The whole input. It may differ from what was streamed: the CLI adds defaults and plans. */
  whole(
    id: string,
    tool: string,
    input: JsonObject,
    parent: string | undefined,
    title: string | undefined,
    now: number,
  ): ConversationEvent[] {
    const entry = this.entries.get(id) ?? this.enter(id, tool, parent);
    if (title !== undefined) {
      entry.title = title;
    }
    this.setInput(entry, input);
    if (entry.status === 'pending') {
      entry.status = 'running';
    }
    return [this.updated(entry, now)];
  }

  /** A request for permission; with it the input is whole, and the call waits. */
  asked(id: string, tool: string, input: JsonObject, now: number): ConversationEvent[] {
    const entry = this.entries.get(id) ?? this.enter(id, tool, undefined);
    // The request leaves out a plan that is in no file (2.1.329); the person still wants to read it.
    this.setInput(entry, entry.spec.family === 'plan' ? { ...entry.input, ...input } : input);
    entry.status = 'pending';
    return [this.updated(entry, now)];
  }

  allowed(id: string, input: JsonObject | undefined, now: number): ConversationEvent[] {
    const entry = this.entries.get(id);
    if (!entry || isSettled(entry.status)) {
      return [];
    }
    if (input) {
      this.setInput(entry, input);
    }
    entry.status = 'running';
    return [this.updated(entry, now)];
  }

  denied(id: string, now: number): ConversationEvent[] {
    const entry = this.entries.get(id);
    if (!entry) {
      return [];
    }
    entry.isDenied = true;
    entry.status = 'denied';
    return [this.updated(entry, now)];
  }

  /** What a PostToolUse hook has seen; results of subagents and of 2.0.36 do not say it. */
  responded(id: string, response: unknown): void {
    const entry = this.entries.get(id);
    if (entry) {
      entry.response = response;
    }
  }

  /** `undefined` for a call that was never seen. */
  result(
    block: ToolResultBlock,
    facts: ResultFacts,
    now: number,
  ): { events: ConversationEvent[]; finished: FinishedCall | undefined } | undefined {
    const entry = this.entries.get(block.tool_use_id);
    if (!entry) {
      return undefined;
    }
    const result: ToolResult = {
      content: block.content,
      text: textOf(block.content),
      structured: facts.structured ?? entry.response,
      input: entry.input,
      cwd: this.cwd,
    };
    if (block.is_error) {
      entry.status = failureStatus({ ...facts, text: result.text, isDenied: entry.isDenied });
      entry.content = failureContent(entry.spec, result);
    } else {
      entry.content = entry.spec.content?.(result) ?? contentOf(block.content);
      entry.isBackground = goesOn(entry, result);
      entry.status = entry.isBackground ? 'running' : doneStatus(result.structured);
    }
    const events = [this.updated(entry, now), ...agentTotals(entry, result.structured)];
    const { tool, input } = entry;
    const { structured, text } = result;
    const isSubagent = entry.parent !== undefined;
    const finished =
      entry.status === 'done' ? { tool, input, structured, text, isSubagent } : undefined;
    entry.response = undefined;
    return { events, finished };
  }

  taskStarted({ taskId, toolId }: TaskReport): ConversationEvent[] {
    const entry = toolId === undefined ? undefined : this.entries.get(toolId);
    if (!entry || toolId === undefined) {
      return [];
    }
    this.tasks.set(taskId, toolId);
    entry.hasTask = true;
    return this.progress(entry, { status: 'running' });
  }

  taskProgress(report: TaskReport, progress: AgentProgress): ConversationEvent[] {
    const entry = this.entryOfTask(report);
    return entry ? this.progress(entry, { status: 'running', ...progress }) : [];
  }

  /** A task has ended; the call of a foreground one still gets its result. */
  taskEnded(
    report: TaskReport,
    status: string | undefined,
    summary: string | undefined,
    totals: AgentProgress,
    now: number,
  ): ConversationEvent[] {
    const entry = this.entryOfTask(report);
    this.tasks.delete(report.taskId);
    if (!entry) {
      return [];
    }
    const ended = status === 'failed' || status === 'stopped' ? status : 'completed';
    const events = this.progress(entry, { ...totals, status: ended });
    if (!entry.isBackground) {
      return events;
    }
    entry.status = ended === 'completed' ? 'done' : ended === 'failed' ? 'failed' : 'interrupted';
    // Of a task that was stopped there is nothing but its description.
    if (summary && ended !== 'stopped') {
      const type = entry.spec.family === 'agent' ? 'markdown' : 'text';
      entry.content = [...entry.content, { type, text: summary }];
    }
    const orphans = [...this.entries.values()].filter(
      one => !isSettled(one.status) && this.rootOf(one) === entry,
    );
    this.entries.delete(entry.id);
    return [...events, this.updated(entry, now), ...this.interrupt(orphans, now)];
  }

  heartbeat(id: string, parent: string | undefined, elapsedMs: number): ConversationEvent[] {
    const entry = this.entries.get(id) ?? this.entries.get(parent ?? '');
    return entry ? [{ type: 'tool.progress', toolId: entry.id, progress: {}, elapsedMs }] : [];
  }

  discard(id: string): void {
    this.entries.delete(id);
  }

  /** Listed in a result as refused; what was interrupted is listed there, too. */
  listedAsDenied(ids: readonly string[], now: number): ConversationEvent[] {
    return ids.flatMap(id =>
      this.entries.get(id)?.status === 'failed' ? this.denied(id, now) : [],
    );
  }

  /** A call without a result when its turn ends gets none any more, unless it runs in the background. */
  endTurn(now: number): ConversationEvent[] {
    const open = [...this.entries.values()].filter(entry => !isSettled(entry.status));
    const events = this.interrupt(
      open.filter(entry => !this.rootOf(entry).isBackground),
      now,
    );
    for (const entry of [...this.entries.values()]) {
      if (isSettled(entry.status)) {
        this.entries.delete(entry.id);
      }
    }
    return events;
  }

  /** Nothing goes on without the process. */
  endAll(now: number): ConversationEvent[] {
    const open = [...this.entries.values()].filter(entry => !isSettled(entry.status));
    const events = this.interrupt(open, now);
    this.clear();
    return events;
  }

  /** The call as it is now, for a prompt that shows it. */
  callOf(id: string): ToolCall | undefined {
    const entry = this.entries.get(id);
    return entry && this.toCall(entry);
  }

  clear(): void {
    this.entries.clear();
    this.tasks.clear();
  }

  private enter(id: string, tool: string, parent: string | undefined): Entry {
    const spec = specOf(tool);
    const entry: Entry = {
      id: id as ToolCallId,
      tool,
      spec,
      parent: parent as ToolCallId | undefined,
      title: spec.title ?? tool,
      input: {},
      isWhole: false,
      status: 'pending',
      content: [],
      reader: undefined,
      target: undefined,
      response: undefined,
      isDenied: false,
      hasTask: false,
      isBackground: false,
    };
    this.entries.set(id, entry);
    return entry;
  }

  private setInput(entry: Entry, input: JsonObject): void {
    entry.input = input;
    entry.isWhole = true;
    entry.reader = undefined;
    entry.target = entry.spec.target?.(input, this.cwd);
  }

  /** Whether the target has just become known. */
  private findTarget(entry: Entry): boolean {
    if (entry.target !== undefined) {
      return false;
    }
    entry.target = entry.spec.target?.(entry.input, this.cwd);
    return entry.target !== undefined;
  }

  private interrupt(entries: readonly Entry[], now: number): ConversationEvent[] {
    return entries.map(entry => {
      entry.status = 'interrupted';
      return this.updated(entry, now);
    });
  }

  private rootOf(entry: Entry): Entry {
    let root = entry;
    for (let hops = 0; root.parent !== undefined && hops < 32; hops++) {
      const next = this.entries.get(root.parent);
      if (!next) {
        break;
      }
      root = next;
    }
    return root;
  }

  private entryOfTask({ taskId, toolId }: TaskReport): Entry | undefined {
    return this.entries.get(toolId ?? this.tasks.get(taskId) ?? '');
  }

  /** Commands have tasks, too; only a subagent's totals say something. */
  private progress(entry: Entry, progress: AgentProgress): ConversationEvent[] {
    return entry.spec.family === 'agent'
      ? [{ type: 'tool.progress', toolId: entry.id, progress }]
      : [];
  }

  private updated(entry: Entry, at: number): ConversationEvent {
    return { type: 'tool.updated', call: this.toCall(entry), at };
  }

  private toCall(entry: Entry): ToolCall {
    const { id, tool, spec, parent, title, target, content, status } = entry;
    const { input, rest } = entry.isWhole ? spec.read(entry.input) : { input: undefined, rest: {} };
    const call = given({
      id,
      family: spec.family,
      tool,
      title,
      target,
      parentToolId: parent,
      input,
      otherInput: Object.keys(rest).length > 0 ? rest : undefined,
      content,
      locations: spec.locations?.(entry.input, this.cwd) ?? [],
      status,
    });
    // The table pairs each family with its own input; the compiler cannot follow that here.
    return call as ToolCall;
  }
}

function isSettled(status: ToolStatus): boolean {
  return status !== 'pending' && status !== 'running';
}

/** Versions without task frames (up to 2.1.20) never tell of the end: there the start is all. */
function goesOn(entry: Entry, { structured }: ToolResult): boolean {
  if (entry.spec.family === 'agent') {
    return isLaunch(structured);
  }
  return entry.hasTask && readToolResult('bash', structured)?.backgroundTaskId !== undefined;
}

function doneStatus(structured: unknown): ToolStatus {
  return isObject(structured) && structured.interrupted === true ? 'interrupted' : 'done';
}

function failureContent(spec: ToolSpec, result: ToolResult): ToolContent[] {
  const special = spec.failure?.(result);
  if (special) {
    return special;
  }
  const text = errorText(result.text);
  return [
    ...(text === '' || isBoilerplate(text) ? [] : [{ type: 'error' as const, text }]),
    ...imagesOf(result.content),
  ];
}

function agentTotals(entry: Entry, structured: unknown): ConversationEvent[] {
  const parts = entry.spec.family === 'agent' ? readToolResult('agent', structured) : undefined;
  if (parts?.totalTokens === undefined) {
    return [];
  }
  const progress = given({
    status: 'completed' as const,
    tokens: parts.totalTokens,
    toolUses: parts.totalToolUseCount,
    durationMs: parts.totalDurationMs,
  });
  return [{ type: 'tool.progress', toolId: entry.id, progress }];
}
