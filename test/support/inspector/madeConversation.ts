import type { InspectedCall } from '../../../src/contract/inspector/callRows';
import type { CallHistory, ToolRun, TurnFacts } from '../../../src/contract/inspector/recordedCall';
import {
  type CacheComparison,
  type CallUsage,
  inputTokens,
  type ModelCall,
} from '../../../src/contract/modelCalls';
import { inspectedHistory } from '../../../src/core/inspector/history/inspectedHistory';

/** Time at which made conversations begin. */
export const made = Date.UTC(2026, 10, 26, 9);

export const tokens = (more: Partial<CallUsage> = {}): CallUsage => ({
  ...{ input: 0, output: 0, cacheRead: 0, cacheWritten5m: 0, cacheWritten1h: 0 },
  ...more,
});

interface MadeCall extends Partial<Omit<ModelCall, 'cache'>> {
  /** Milliseconds until the first token, and in total. */
  readonly firstToken?: number;
  readonly takes?: number;
  /** Tokens lost from the cache, compared with the previous call of the conversation. */
  readonly loses?: Partial<CacheComparison> & { readonly lost: number };
}

/**
 * Constructs the history of a conversation call by call, on a clock of its own. Without further
 * words a call is a healthy one: it reads what the one before has cached, and adds a little.
 */
export class MadeConversation {
  now = made;
  private cached = 18_000;
  private place = 0;
  private id = 0;
  private readonly calls: InspectedCall[] = [];
  private readonly turns: TurnFacts[] = [];
  private readonly tools: ToolRun[] = [];

  constructor(private readonly model = 'claude-sonnet-4-5-20250929') {}

  /** Begins at another place, as when earlier turns have been loaded. */
  from(place: number): this {
    this.place = place;
    return this;
  }

  turn(write: () => void, facts: Partial<TurnFacts> = {}): this {
    const startedAt = this.now;
    this.now += 10;
    const at = this.turns.length;
    this.turns.push({ turn: this.place, startedAt });
    write();
    this.turns[at] = { turn: this.place, startedAt, endedAt: this.now, ...facts };
    this.place += 1;
    this.now += 20_000;
    return this;
  }

  pause(ms: number): this {
    this.now += ms;
    return this;
  }

  /** Adds a call of the conversation itself. Returns its key. */
  main(more: MadeCall = {}): string {
    const lost = more.loses?.lost ?? 0;
    const added = 600;
    const usage =
      more.usage ??
      tokens({
        output: 300,
        cacheRead: this.cached - lost,
        cacheWritten5m: lost + added,
      });
    const key = this.call({ kind: 'main', usage, ...more });
    if (!more.error) {
      this.cached = inputTokens(usage) - usage.input;
    }
    return key;
  }

  /** Adds any call. Returns its key. */
  call({ firstToken = 900, takes = 3_000, loses, ...more }: MadeCall = {}): string {
    this.id += 1;
    const key = `k${this.id}`;
    const startedAt = more.startedAt ?? this.now;
    const previous = this.calls.findLast(({ call }) => call.kind === (more.kind ?? 'main'));
    const since: CacheComparison | undefined = loses && {
      previous: previous?.call.id ?? 0,
      elapsed: startedAt - (previous?.call.startedAt ?? startedAt),
      expected: 18_000,
      options: [],
      expired: [],
      ...loses,
    };
    const call: ModelCall = {
      id: this.id,
      kind: 'main',
      rule: 'clientTools',
      model: this.model,
      stream: true,
      status: 200,
      startedAt,
      ...(more.error
        ? {}
        : { firstByteAt: startedAt + firstToken - 50, firstTokenAt: startedAt + firstToken }),
      endedAt: startedAt + takes,
      end: 'complete',
      stopReason: 'end_turn',
      requestId: `req_${this.id}`,
      messageId: `msg_${this.id}`,
      retry: 0,
      sizes: sizes(),
      cache: {
        breakpoints: [{ place: { part: 'messages', index: 0 }, ttl: '5m' }],
        ...(since ? { since } : {}),
      },
      ...more,
    };
    this.calls.push({ key, source: 'gateway', call, unknown: [], hasBodies: false });
    this.now = Math.max(this.now, startedAt + takes);
    return key;
  }

  /** Adds a call that the API refuses, and waits before whatever comes next. */
  failed(wait: number, more: MadeCall = {}): string {
    const { usage: _, ...rest } = more;
    const key = this.call({
      ...{ kind: 'main', status: 529, takes: 200 },
      ...{ error: { where: 'http', type: 'overloaded_error', message: 'Overloaded' } },
      ...rest,
    });
    this.now += wait;
    return key;
  }

  /** Adds a main call that calls a tool, and the tool's run. */
  uses(name: string, more: Partial<ToolRun> = {}, call: MadeCall = {}): string {
    const answer = { blocks: { tool_use: 1 }, tools: { [name]: 1 }, citations: 0, pings: 0 };
    const key = this.main({ stopReason: 'tool_use', answer, ...call });
    const startedAt = this.now - 20;
    this.tools.push({
      ...{ id: `t${this.tools.length + 1}`, name, turn: this.place, startedAt },
      ...{ endedAt: this.now + 400, isFailed: false, resultLength: 500 },
      ...more,
    });
    this.now += 450;
    return key;
  }

  history(more: Partial<CallHistory> = {}): CallHistory {
    const { calls, turns, tools } = this;
    return inspectedHistory({ calls, turns, tools, ...more });
  }
}

/** Sizes of a request of some 18,000 tokens. */
export function sizes(
  more: { servers?: Readonly<Record<string, number>>; reminders?: number; messages?: number } = {},
): NonNullable<ModelCall['sizes']> {
  const { servers = {}, reminders, messages = 20_000 } = more;
  return {
    system: 12_000,
    tools: [
      { bytes: 40_000, tools: [{ name: 'Bash', bytes: 40_000 }] },
      ...Object.entries(servers).map(([server, bytes]) => ({
        server,
        bytes,
        tools: [{ name: `mcp__${server}__do`, bytes }],
      })),
    ],
    messages,
    ...(reminders === undefined ? {} : { reminders }),
    media: { count: 0, bytes: 0, estimatedTokens: 0 },
    tokensPerByte: 0.25,
    basis: 'usage',
  };
}
