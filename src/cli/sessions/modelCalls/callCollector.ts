import { omitUndefined } from '../../../base/omitUndefined';
import { callFacts, type InspectedCall } from '../../../contract/inspector/callRows';
import type { CallUsage, ModelCall } from '../../../contract/modelCalls';
import { type CallLine, readCallLine } from './callLine';

/** Calls of a conversation that are kept; the oldest go first. */
const mostCalls = 20_000;

type Answer = Extract<CallLine, { readonly kind: 'answer' }>;

interface Open {
  readonly first: Answer;
  readonly agentId: string | undefined;
  readonly startedAt: number;
  endedAt: number;
  usage: CallUsage | undefined;
  stopReason: string | undefined;
  readonly blocks: Map<string, number>;
  readonly tools: Map<string, number>;
}

/** Makes calls of the lines of a conversation's files. A message of several lines is one call. */
export class CallCollector {
  private readonly open = new Map<string, Open>();
  /** Time of the last line of each thread: of the conversation, and of each subagent. */
  private readonly times = new Map<string, number>();
  private readonly kinds = new Map<string, string>();
  private readonly starting = new Map<string, string>();
  private unreadable = 0;
  private omitted = 0;

  /** Takes a line. @param agentId subagent whose file it is; absent in the conversation's own */
  line(text: string, agentId: string | undefined): void {
    const line = readCallLine(text);
    switch (line.kind) {
      case 'answer':
        this.answer(line, line.agentId ?? agentId);
        break;
      case 'input':
        this.note(threadOf(line, agentId), line.at);
        if (line.started) {
          const kind = this.starting.get(line.started.callId);
          this.starting.delete(line.started.callId);
          this.kinds.set(line.started.agentId, kind ?? '');
        }
        break;
      case 'bad':
        this.badLine();
        break;
      case 'other':
        break;
    }
  }

  badLine(): void {
    this.unreadable += 1;
  }

  /** @returns calls oldest first, and how many lines could not be read */
  result(): { calls: InspectedCall[]; unreadable: number; omitted: number } {
    const calls = [...this.open.values()]
      .map((open, at) => this.callOf(open, at + 1))
      .sort((one, other) => one.call.startedAt - other.call.startedAt);
    return { calls, unreadable: this.unreadable, omitted: this.omitted };
  }

  private answer(line: Answer, agentId: string | undefined): void {
    const thread = threadOf(line, agentId);
    const last = this.times.get(thread);
    const at = line.at ?? last ?? 0;
    const known = this.open.get(line.id);
    const open = known ?? this.begin(line, agentId, Math.min(last ?? at, at));
    // Earlier lines of a message were written before its usage was final.
    open.usage = line.usage ?? open.usage;
    open.stopReason = line.stopReason ?? open.stopReason;
    open.endedAt = Math.max(open.endedAt, at);
    for (const name of line.blocks) {
      add(open.blocks, name);
    }
    for (const name of line.tools) {
      add(open.tools, name);
    }
    for (const [callId, kind] of line.starts) {
      this.starting.set(callId, kind);
    }
    this.note(thread, line.at);
  }

  private begin(first: Answer, agentId: string | undefined, startedAt: number): Open {
    const open: Open = {
      first,
      agentId,
      startedAt,
      endedAt: startedAt,
      usage: undefined,
      stopReason: undefined,
      blocks: new Map(),
      tools: new Map(),
    };
    this.open.set(first.id, open);
    const [oldest] = this.open.keys();
    if (this.open.size > mostCalls && oldest !== undefined) {
      this.open.delete(oldest);
      this.omitted += 1;
    }
    return open;
  }

  private note(thread: string, at: number | undefined): void {
    if (at !== undefined) {
      this.times.set(thread, at);
    }
  }

  private callOf(open: Open, id: number): InspectedCall {
    const { first, agentId, startedAt, endedAt, usage, stopReason, blocks, tools } = open;
    const isSubagent = agentId !== undefined || first.isSidechain;
    const name = (agentId && this.kinds.get(agentId)) || undefined;
    const call: ModelCall = {
      id,
      kind: isSubagent ? 'subagent' : 'main',
      rule: 'noRule',
      ...(isSubagent ? { agent: omitUndefined({ id: agentId, name }) } : {}),
      stream: true,
      startedAt,
      endedAt,
      end: 'complete',
      retry: 0,
      answer: {
        blocks: Object.fromEntries(blocks),
        tools: Object.fromEntries(tools),
        citations: 0,
        pings: 0,
      },
      ...omitUndefined({
        sessionId: first.sessionId,
        model: first.model,
        effort: first.effort,
        usage,
        stopReason,
        requestId: first.requestId,
        messageId: first.error ? undefined : first.id,
        error: first.error && {
          where: 'http' as const,
          ...omitUndefined({ type: first.error.type, message: first.error.message }),
        },
      }),
    };
    return { key: first.id, source: 'transcript', call, unknown: callFacts, hasBodies: false };
  }
}

/** Older versions write subagents into the file of the conversation, several at a time. */
function threadOf(
  { isSidechain, agentId }: { isSidechain: boolean; agentId: string | undefined },
  ofFile: string | undefined,
): string {
  return agentId ?? ofFile ?? (isSidechain ? 'sidechain' : '');
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
