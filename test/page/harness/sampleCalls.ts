import type { CallRow } from '../../../src/contract/inspector/callRows';
import type { ModelCallKind } from '../../../src/contract/modelCalls';

/** When the calls of the sample begin, in milliseconds since 1970. */
export const sampleStart = Date.UTC(2026, 2, 4, 9, 12, 5);
/** Calls of a turn of the sample. */
export const callsPerTurn = 10;

/** Calls of one turn in their order: what a conversation with a subagent looks like. */
const pattern: readonly (readonly [ModelCallKind, string | undefined, string])[] = [
  ['main', undefined, 'claude-opus-5'],
  ['main', undefined, 'claude-opus-5'],
  ['subagent', 'explorer', 'claude-sonnet-5'],
  ['subagent', 'explorer', 'claude-sonnet-5'],
  ['main', undefined, 'claude-opus-5'],
  ['main', undefined, 'claude-opus-5'],
  ['main', undefined, 'claude-opus-5'],
  ['webFetch', undefined, 'claude-haiku-5'],
  ['main', undefined, 'claude-opus-5'],
  ['title', undefined, 'claude-haiku-5'],
];

/** Numbers that look measured, and are the same in each run. */
function noise(seed: number, most: number): number {
  return ((seed * 7919 + 104_729) % 9973) % most;
}

/** Call number `at` of a long conversation, with figures as the API has them. */
export function sampleRow(at: number): CallRow {
  const place = at % callsPerTurn;
  const [kind, agent, model] = pattern[place] ?? ['main', undefined, 'claude-opus-5'];
  const startedAt = sampleStart + at * 9_000 + noise(at, 3_000);
  const base: Omit<CallRow, 'isInFlight'> = {
    source: 'gateway',
    ...{ key: `call-${at}`, kind, model, startedAt },
    ...(agent === undefined ? {} : { agent }),
    ...{ turn: Math.floor(at / callsPerTurn), retry: 0, tools: [], unknown: [], hasBodies: true },
  };
  if (place === 5) {
    return {
      ...base,
      ...{ isInFlight: false, duration: 420 + noise(at, 300), status: 529 },
      error: { where: 'http', type: 'overloaded_error', message: 'Overloaded' },
    };
  }
  const context = 18_000 + (at % 200) * 620;
  const isLost = at % 50 === 24;
  const read = kind === 'title' || kind === 'webFetch' ? 0 : isLost ? 12_400 : context;
  const usage = {
    input: 4 + noise(at, 60),
    output: 90 + noise(at, 1_400),
    cacheRead: read,
    cacheWritten5m: isLost ? context - 12_400 : 300 + noise(at, 900),
    cacheWritten1h: 0,
  };
  const usd = usage.output * 25e-6 + usage.cacheRead * 5e-7 + usage.cacheWritten5m * 6.25e-6;
  const tools = place === 0 ? ['Bash'] : place === 4 ? ['Read', 'Grep'] : [];
  return {
    ...base,
    ...{ isInFlight: false, status: 200, usage, tools },
    firstToken: 700 + noise(at, 1_900),
    duration: 2_400 + noise(at, 14_000),
    stopReason: tools.length > 0 ? 'tool_use' : 'end_turn',
    cost: { usd, basis: kind === 'main' ? 'reported' : 'list' },
    ...(isLost ? { lost: context - 12_400 } : {}),
    ...(place === 6 ? { retry: 1 } : {}),
  };
}

export function sampleRows(count: number): CallRow[] {
  return Array.from({ length: count }, (_, at) => sampleRow(at));
}

/** Call that has begun to answer. */
export function rowInFlight(at: number): CallRow {
  const { key, source, kind, model = '', turn = 0, startedAt } = sampleRow(at);
  return {
    ...{ key, source, kind, model, turn, startedAt, isInFlight: true, status: 200 },
    ...{ firstToken: 800, retry: 0, tools: [], unknown: [], hasBodies: false },
  };
}

/** Call as the transcript of a conversation knows it. */
export function rowOfTranscript(at: number): CallRow {
  const { firstToken: _, duration: __, status: ___, ...row } = sampleRow(at);
  return {
    ...row,
    source: 'transcript',
    hasBodies: false,
    unknown: ['timing', 'retries', 'request', 'response', 'rateLimits'],
  };
}
