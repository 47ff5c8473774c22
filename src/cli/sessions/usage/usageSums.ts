import type { CallUsage } from './usageLine';

/** Sum over calls to the model. */
export interface UsageSum extends CallUsage {
  readonly calls: number;
}

/** Sum of one day, project, model, agent or conversation. */
export interface NamedSum extends UsageSum {
  /**
   * ISO date in local time; path of a working folder; model; name of a subagent or one of
   * `agentKeys`; id of a conversation.
   */
  readonly key: string;
}

/** Sum of one conversation. */
interface ConversationSum extends NamedSum {
  readonly project: string;
  /** Time of the last call, milliseconds since 1970. */
  readonly lastAt: number;
}

/** Names of agents that have none. No subagent can be called so. */
export const agentKeys = { main: '', unnamed: ' ' } as const;

/** The smallest sums: all calls that have all of these in common. */
export interface UsageEntry extends UsageSum {
  /** ISO date in local time. */
  readonly day: string;
  readonly project: string;
  readonly model: string;
  readonly agent: string;
  readonly conversation: string;
}

export interface UsageSums {
  readonly total: UsageSum;
  /** In order of time. */
  readonly days: readonly NamedSum[];
  /** The others: most tokens first. */
  readonly projects: readonly NamedSum[];
  readonly models: readonly NamedSum[];
  readonly agents: readonly NamedSum[];
  readonly conversations: readonly ConversationSum[];
}

/** Call with all that it is counted by. */
export interface PlacedCall extends CallUsage {
  /** Minutes since 1970. */
  readonly minute: number;
  readonly project: string;
  readonly model: string;
  readonly agent: string;
  readonly conversation: string;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Returns all tokens of a sum. */
function allTokens(sum: CallUsage): number {
  return sum.input + sum.output + sum.written5m + sum.written1h + sum.cacheRead;
}

/** Adds calls up by day, project, model, agent and conversation. */
export function sumUp(calls: Iterable<PlacedCall>): UsageSums {
  const total = emptySum();
  const days = new SumTable();
  const projects = new SumTable();
  const models = new SumTable();
  const agents = new SumTable();
  const conversations = new SumTable();
  const places = new Map<string, { project: string; minute: number }>();
  const dayOf = localDays();
  for (const call of calls) {
    add(total, call);
    days.add(dayOf(call.minute), call);
    projects.add(call.project, call);
    models.add(call.model, call);
    agents.add(call.agent, call);
    conversations.add(call.conversation, call);
    const { project, minute } = places.get(call.conversation) ?? call;
    places.set(call.conversation, { project, minute: Math.max(minute, call.minute) });
  }
  return {
    total,
    days: days.all.sort((a, b) => (a.key < b.key ? -1 : 1)),
    projects: projects.largest(),
    models: models.largest(),
    agents: agents.largest(),
    conversations: conversations.largest().map(sum => {
      const { project = '', minute = 0 } = places.get(sum.key) ?? {};
      return { ...sum, project, lastAt: minute * 60_000 };
    }),
  };
}

/** Returns the smallest sums, in order of time. */
export function entriesOf(calls: Iterable<PlacedCall>): UsageEntry[] {
  const entries = new Map<string, Mutable<UsageEntry>>();
  const dayOf = localDays();
  for (const call of calls) {
    const { project, model, agent, conversation } = call;
    const day = dayOf(call.minute);
    const key = JSON.stringify([day, project, model, agent, conversation]);
    let entry = entries.get(key);
    if (!entry) {
      entry = { day, project, model, agent, conversation, ...emptySum() };
      entries.set(key, entry);
    }
    add(entry, call);
  }
  return [...entries.values()].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}

class SumTable {
  private readonly sums = new Map<string, Mutable<NamedSum>>();
  private last: Mutable<NamedSum> | undefined;

  add(key: string, call: CallUsage): void {
    // Calls of a file mostly follow one another with the same keys.
    let sum = this.last?.key === key ? this.last : this.sums.get(key);
    if (!sum) {
      sum = { key, ...emptySum() };
      this.sums.set(key, sum);
    }
    this.last = sum;
    add(sum, call);
  }

  get all(): NamedSum[] {
    return [...this.sums.values()];
  }

  largest(): NamedSum[] {
    return this.all.sort((a, b) => allTokens(b) - allTokens(a));
  }
}

function emptySum(): Mutable<UsageSum> {
  return {
    calls: 0,
    input: 0,
    output: 0,
    written5m: 0,
    written1h: 0,
    cacheRead: 0,
    webSearches: 0,
  };
}

function add(sum: Mutable<UsageSum>, call: CallUsage): void {
  sum.calls += 1;
  sum.input += call.input;
  sum.output += call.output;
  sum.written5m += call.written5m;
  sum.written1h += call.written1h;
  sum.cacheRead += call.cacheRead;
  sum.webSearches += call.webSearches;
}

/** Offsets of time zones are multiples of this many minutes. */
const quarter = 15;

/** Returns a function from a minute to its day in local time, which is slow to find. */
function localDays(): (minute: number) => string {
  const known = new Map<number, string>();
  return minute => {
    const slot = Math.floor(minute / quarter);
    let day = known.get(slot);
    if (day === undefined) {
      day = isoDay(new Date(slot * quarter * 60_000));
      known.set(slot, day);
    }
    return day;
  };
}

/** Returns the local day of a time as an ISO date. */
export function isoDay(time: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const year = String(time.getFullYear()).padStart(4, '0');
  return `${year}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}
