import { asString, isObject, type JsonObject } from '../../../base/json';
import { omitUndefined } from '../../../base/omitUndefined';
import type { Location } from '../../../contract/content';
import type { ConversationEvent } from '../../../contract/events';
import type { ToolCallId } from '../../../contract/ids';
import type { ToolCall, ToolContent, ToolStatus } from '../../../contract/tools';
import type { ToolUse } from '../../../protocol/agentSource';
import { absolutePath } from '../text/absolutePath';
import { oneLine } from '../text/foreignText';
import type { AcpDiff, AcpKind, AcpLocation, AcpToolCall, CallPart } from '../wire/toolCall';
import { callContent } from './callContent';
import { familyOf } from './callFamily';
import { readCallInput } from './callInput';
import { callTitle } from './callTitle';
import type { Terminals } from './terminals';

/** Facts that a call shares with the others of its session. */
export interface CallSurroundings {
  readonly cwd: string;
  readonly terminals: Pick<Terminals, 'get'>;
}

/** Ends of a call for which the agent has no status. */
export type CallEnd = 'denied' | 'interrupted';

/** Call of an agent, merged from everything that was said about it. */
export class AcpCall {
  parent: ToolCallId | undefined;
  private kind: AcpKind = 'other';
  private title = '';
  private name = '';
  private toolName = '';
  /** opencode's title is at first the name of the tool. */
  private firstTitle = '';
  private status: NonNullable<AcpToolCall['status']> = 'pending';
  private parts: readonly CallPart[] = [];
  private locations: readonly AcpLocation[] = [];
  private input: JsonObject = {};
  private raw: unknown;
  private response: unknown;
  private end: CallEnd | undefined;
  /** Rendered state; comparing texts again for each update would be slow. */
  private shown: ToolCall | undefined;

  constructor(
    readonly id: ToolCallId,
    private readonly around: CallSurroundings,
  ) {}

  /** Merges what a message says; absent members are as before. */
  take(wire: AcpToolCall): void {
    this.kind = wire.kind ?? this.kind;
    this.title = wire.title === undefined ? this.title : oneLine(wire.title, 500);
    this.firstTitle ||= this.title;
    this.name = wire.name === undefined ? this.name : oneLine(wire.name);
    this.parts = wire.content ?? this.parts;
    this.locations = wire.locations ?? this.locations;
    this.input = inputOf(wire.rawInput) ?? this.input;
    this.raw = wire.rawOutput ?? this.raw;
    // Claude Code's adapter has a member of its own, others name the tool directly.
    const claude = wire._meta?.claudeCode;
    const own = isObject(claude) ? claude.toolName : wire._meta?.toolName;
    this.toolName = oneLine(asString(own) ?? this.toolName);
    if (isObject(claude)) {
      this.response = claude.toolResponse ?? this.response;
    }
    if (wire.status !== undefined) {
      this.status = wire.status;
      // A call that was thought to be over goes on.
      const goesOn = wire.status === 'in_progress' || wire.status === 'completed';
      this.end = goesOn ? undefined : this.end;
    }
    this.shown = undefined;
  }

  /** Ends the call, if the agent has not: it was denied, or its turn is over. */
  endAs(end: CallEnd): void {
    this.end = end;
    this.shown = undefined;
  }

  wait(): void {
    this.status = 'pending';
    this.end = undefined;
    this.shown = undefined;
  }

  run(): void {
    if (this.status === 'pending') {
      this.status = 'in_progress';
      this.shown = undefined;
    }
  }

  /** Shows the newest output of a terminal. */
  refresh(): void {
    this.shown = undefined;
  }

  get isSettled(): boolean {
    const { status } = this;
    return status === 'completed' || status === 'failed' || this.end !== undefined;
  }

  get hasFailed(): boolean {
    return this.status === 'failed';
  }

  hasTerminal(id: string): boolean {
    return this.parts.some(part => part.type === 'terminal' && part.terminalId === id);
  }

  get diffs(): readonly AcpDiff[] {
    return this.parts.filter(part => part.type === 'diff');
  }

  /** Agent's own name of the tool, for rules and logs. */
  get tool(): string {
    return this.toolName || this.name || this.kind;
  }

  get wireInput(): JsonObject {
    return this.input;
  }

  updated(at: number): ConversationEvent {
    return { type: 'tool.updated', call: this.toCall(), at };
  }

  toCall(): ToolCall {
    this.shown ??= this.render();
    return this.shown;
  }

  toUse(): ToolUse {
    const { cwd } = this.around;
    const { family } = this.toCall();
    const isEdit = isChange(this.kind) || ['edit', 'write', 'notebookEdit'].includes(family);
    const own = this.path();
    const paths = [
      ...this.diffs.map(({ path }) => absolutePath(path, cwd)),
      own,
      ...(isEdit ? this.places().map(({ path }) => path) : []),
      ...(this.kind === 'move' ? movedPaths(this.input, cwd) : []),
    ];
    const known = [...new Set(paths.filter(path => path !== undefined))];
    const edits = isEdit ? known : [];
    const isCommand = this.kind === 'execute' || family === 'bash';
    // A change of files that nobody names is found like that of a command.
    const isBlind = isEdit && edits.length === 0;
    return {
      toolId: this.id,
      tool: this.tool,
      input: this.input,
      cwd,
      edits,
      reads: family === 'read' || isEdit ? known : [],
      ...(isCommand || isBlind ? { command: { isBackground: this.isBackground() } } : {}),
      isSubagent: this.parent !== undefined,
    };
  }

  private render(): ToolCall {
    const { cwd, terminals } = this.around;
    const { kind, title, diffs } = this;
    const word = /^\w+$/.test(this.firstTitle) ? this.firstTitle : '';
    const variant = asString(this.input.variant) ?? '';
    const names = [this.toolName, this.name, variant, word].filter(name => name !== '');
    const wire = this.input;
    const path = this.path();
    const hasDiff = diffs.length > 0;
    const isNewFile = diffs.length === 1 && diffs[0]?.oldText === undefined;
    const family = familyOf({ names, kind, input: wire, isNewFile, hasDiff });
    const { input, rest } = readCallInput(family, { names, wire, cwd, path, diffs, title });
    const content = callContent({
      family,
      parts: this.parts,
      raw: this.raw,
      response: this.response,
      locations: this.locations,
      path,
      startLine: this.startLine(),
      hasFailed: this.hasFailed,
      terminals,
      cwd,
    });
    const name = this.toolName || this.name;
    const call = omitUndefined({
      id: this.id,
      family,
      tool: this.tool,
      ...callTitle({ family, kind, title, name, input, path, cwd }),
      parentToolId: this.parent,
      input,
      otherInput: Object.keys(rest).length > 0 ? rest : undefined,
      content: this.withoutRepeats(content),
      locations: this.places(),
      status: this.shownStatus(),
    });
    // Each reader returns the input of its own family; the compiler cannot follow that here.
    return call as ToolCall;
  }

  /** A result that only repeats the title says nothing more. */
  private withoutRepeats(content: readonly ToolContent[]): readonly ToolContent[] {
    return content.filter(
      one => !((one.type === 'markdown' || one.type === 'text') && one.text === this.title),
    );
  }

  private shownStatus(): ToolStatus {
    if (this.end !== undefined && this.status !== 'completed') {
      return this.end;
    }
    const byStatus = {
      pending: 'pending',
      in_progress: 'running',
      completed: 'done',
      failed: 'failed',
    } as const;
    return byStatus[this.status];
  }

  /** Places that a click opens. */
  private places(): readonly Location[] {
    const { cwd } = this.around;
    const wire = this.locations.flatMap(({ path, line }) => {
      const full = absolutePath(path, cwd);
      return full === undefined ? [] : [omitUndefined({ path: full, line: lineNumber(line) })];
    });
    const own = this.path();
    return wire.length > 0 || own === undefined ? wire : [{ path: own }];
  }

  /** The file that the call is about, as its input, its diff or its locations name it. */
  private path(): string | undefined {
    const { cwd } = this.around;
    const [named] = pathMembers.flatMap(name => asString(this.input[name]) ?? []);
    const [diff] = this.diffs;
    const [place] = this.locations;
    const first = [named, diff?.path, place?.path].find(one => one !== undefined && one !== '');
    return first === undefined ? undefined : absolutePath(first, cwd);
  }

  private startLine(): number {
    const { offset, line } = this.input;
    const [place] = this.locations;
    return [offset, line, place?.line].map(lineNumber).find(one => one !== undefined) ?? 1;
  }

  private isBackground(): boolean {
    const call = this.toCall();
    return call.family === 'bash' && call.input?.background === true;
  }
}

const pathMembers = [
  'file_path',
  'filePath',
  'absolute_path',
  'abs_path',
  'notebook_path',
  'target_file',
  'path',
];

function isChange(kind: AcpKind): boolean {
  return kind === 'edit' || kind === 'delete' || kind === 'move';
}

function movedPaths(input: JsonObject, cwd: string): (string | undefined)[] {
  return ['source', 'destination', 'from', 'to', 'old_path', 'new_path'].map(name => {
    const path = asString(input[name]);
    return path === undefined ? undefined : absolutePath(path, cwd);
  });
}

function lineNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

/** Agents send an object, or a text that is one; others are kept under a name. */
function inputOf(raw: unknown): JsonObject | undefined {
  if (raw === undefined || raw === null) {
    return undefined;
  }
  if (isObject(raw)) {
    return raw;
  }
  if (typeof raw === 'string' && raw.startsWith('{')) {
    try {
      const parsed: unknown = JSON.parse(raw);
      return isObject(parsed) ? parsed : { input: raw };
    } catch {
      return { input: raw };
    }
  }
  return raw === '' ? undefined : { input: raw };
}
