import type { InspectedCall } from '../../../contract/inspector/callRows';
import type { RateLimit } from '../../../contract/inspector/overview';
import type { ModelCall } from '../../../contract/modelCalls';

const mostLimits = 30;
/** Dates outside of these years are no dates of a reset. */
const [earliest, latest] = [Date.UTC(2020, 0), Date.UTC(2100, 0)];

/** Milliseconds. The longest limit is one of seven days; more is no time to wait for. */
const longestWait = 8 * 24 * 60 * 60_000;

type Facts = Omit<RateLimit, 'name' | 'at'>;

/** Limits as the newest answers report them, by their names in the headers. */
export function rateLimits(calls: readonly InspectedCall[]): RateLimit[] {
  const limits = new Map<string, RateLimit>();
  const newestFirst = calls
    .flatMap(({ call }) => (call.rateLimits ? [call] : []))
    .sort((one, other) => timeOf(other) - timeOf(one));
  const headers = new HeaderNames();
  for (const call of newestFirst) {
    for (const [name, facts] of newLimitsOf(call, limits, headers)) {
      if (limits.size < mostLimits) {
        limits.set(name, { name, ...facts, at: timeOf(call) });
      }
    }
  }
  // Older answers may have asked to wait; what counts is whether the newest does.
  const [newest] = newestFirst;
  const at = newest && retryTime(newest);
  return [
    ...limits.values(),
    ...(newest && at !== undefined
      ? [{ name: 'retry-after', resetsAt: at, at: timeOf(newest) }]
      : []),
  ];
}

/** Returns when the API wants a call to be made again, in milliseconds since 1970. */
export function retryTime(call: ModelCall): number | undefined {
  const value = call.rateLimits?.['retry-after'];
  const seconds = numberOf(value);
  const at = call.endedAt ?? timeOf(call);
  const time = seconds === undefined ? dateOf(value) : at + Math.max(0, seconds) * 1000;
  return time !== undefined && time - at <= longestWait ? time : undefined;
}

/** Returns the limits of a call that no newer one has reported: thousands report the same ones. */
function newLimitsOf(
  { rateLimits: reported = {} }: ModelCall,
  known: ReadonlyMap<string, unknown>,
  headers: HeaderNames,
): (readonly [string, Facts])[] {
  const found = new Map<string, Facts>();
  for (const header of Object.keys(reported)) {
    const { name, member } = headers.read(header) ?? {};
    if (name === undefined || member === undefined || known.has(name)) {
      continue;
    }
    const facts = factOf(member, reported[header] ?? '');
    if (facts) {
      found.set(name, { ...found.get(name), ...facts });
    }
  }
  return [...found].map(([name, facts]) => [name, withShare(facts)] as const);
}

interface LimitHeader {
  readonly name: string;
  readonly member: string;
}

/** Takes names of headers apart, each once. */
class HeaderNames {
  private readonly known = new Map<string, LimitHeader | undefined>();

  read(header: string): LimitHeader | undefined {
    if (!this.known.has(header)) {
      const [, name, member] =
        /^(.{1,60})-(limit|remaining|utilization|reset|status)$/.exec(header) ?? [];
      const isLimit = name !== undefined && member !== undefined;
      this.known.set(header, isLimit ? { name, member } : undefined);
    }
    return this.known.get(header);
  }
}

function factOf(member: string, value: string): Facts | undefined {
  const number = numberOf(value);
  switch (member) {
    case 'limit':
      return number === undefined ? undefined : { limit: number };
    case 'remaining':
      return number === undefined ? undefined : { remaining: number };
    case 'utilization':
      return number === undefined ? undefined : { used: Math.min(1, Math.max(0, number)) };
    case 'reset': {
      const resetsAt = dateOf(value);
      return resetsAt === undefined ? undefined : { resetsAt };
    }
    default:
      return { status: value.slice(0, 60) };
  }
}

function withShare(facts: Facts): Facts {
  const { limit, remaining, used } = facts;
  return used === undefined && limit !== undefined && limit > 0 && remaining !== undefined
    ? { ...facts, used: Math.min(1, Math.max(0, 1 - remaining / limit)) }
    : facts;
}

function numberOf(value: string | undefined): number | undefined {
  const number = value === undefined || value.trim() === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** Some headers have seconds since 1970, others a date. */
function dateOf(value: string | undefined): number | undefined {
  const seconds = numberOf(value);
  const at = seconds === undefined ? Date.parse(value ?? '') : seconds * 1000;
  return at > earliest && at < latest ? at : undefined;
}

function timeOf({ firstByteAt, startedAt }: ModelCall): number {
  return firstByteAt ?? startedAt;
}
