import type { CallRow } from '../../../src/contract/inspector/callRows';
import type { CallFinding, Overview, Timeline } from '../../../src/contract/inspector/overview';
import type { ModelCallKind } from '../../../src/contract/modelCalls';
import { sumOf } from './rowsOfView';
import { callsPerTurn, sampleStart } from './sampleCalls';

export const findings: readonly CallFinding[] = [
  {
    ...{ id: 'cache-24', kind: 'cacheChanged', weight: 'warning', turn: 2 },
    ...{
      calls: ['call-22', 'call-24'],
      usd: 0.1382,
      tokens: 20_480,
      name: 'mcp__docs__search',
      subject: 'tools',
    },
  },
  {
    ...{ id: 'retry-1', kind: 'retryWait', weight: 'warning', turn: 1 },
    ...{ calls: ['call-15', 'call-16'], ms: 40_000, times: 1 },
  },
  {
    ...{ id: 'server-docs', kind: 'unusedServer', weight: 'info' },
    ...{ calls: ['call-48'], tokens: 21_000, times: 48, subject: 'docs', usd: 0.0021 },
  },
  {
    ...{ id: 'read-1', kind: 'repeatedRead', weight: 'info', turn: 3 },
    ...{ calls: ['call-30', 'call-31', 'call-34'], times: 6, subject: 'src/orders/query.ts' },
  },
];

/** Pictures of rows, as the host makes them. */
export function overviewOf(rows: readonly CallRow[], found = findings): Overview {
  const turns = [...new Set(rows.map(({ turn = 0 }) => turn))].slice(-60);
  const kinds = [...new Set(rows.map(({ kind }) => kind))];
  const now = Date.now();
  return {
    turns: turns.map(turn => {
      const own = rows.filter(row => row.turn === turn);
      return {
        ...{ from: turn, to: turn, calls: own.length, usage: sumOf(own) },
        usd: own.reduce((sum, { cost }) => sum + (cost?.usd ?? 0), 0),
        modelMs: own.reduce((sum, { duration = 0 }) => sum + duration, 0),
        ...{ retryMs: turn % 4 === 1 ? 8_000 : 1_200, toolMs: 9_000 + (turn % 5) * 4_000 },
      };
    }),
    kinds: kinds.map((kind: ModelCallKind) => {
      const own = rows.filter(row => row.kind === kind);
      return {
        ...{ kind, calls: own.length, usage: sumOf(own) },
        usd: own.reduce((sum, { cost }) => sum + (cost?.usd ?? 0), 0),
      };
    }),
    context: turns.map((turn, at) => ({
      ...{ key: `call-${turn * callsPerTurn}`, at: sampleStart + turn * 90_000, system: 4_200 },
      ...{ ownTools: 11_800, serverTools: at > 2 ? 21_000 : 6_400, media: at > 4 ? 1_600 : 0 },
      messages: 2_000 + at * 1_900,
    })),
    limits: [
      { name: 'unified-5h', used: 0.42, status: 'allowed', resetsAt: now + 752_000, at: now },
      { name: 'unified-7d', used: 0.91, status: 'allowed_warning', resetsAt: now + 9e7, at: now },
      { name: 'requests', limit: 4_000, remaining: 3_990, used: 0.0025, at: now },
      { name: 'input-tokens', limit: 2_000_000, remaining: 460_000, used: 0.77, at: now },
      { name: 'priority-new', remaining: 12, at: now },
    ],
    findings: found,
  };
}

/** A turn with tools, a subagent beside them, and a retry. */
export function timelineOf(turn: number, last: number): Timeline {
  const from = sampleStart + turn * 90_000;
  const call = (at: number, label: string, start: number, first: number, end: number) => ({
    ...({ kind: 'call', key: `call-${turn * callsPerTurn + at}`, label, isFailed: false } as const),
    ...{ from: from + start, firstToken: from + first, to: from + end },
  });
  const tool = (id: string, label: string, start: number, end: number) => ({
    ...({ kind: 'tool', id, label, isFailed: false, from: from + start, to: from + end } as const),
  });
  return {
    ...{ turn, from, to: from + 48_000, omitted: 0 },
    ...(turn > 0 ? { previous: turn - 1 } : {}),
    ...(turn < last ? { next: turn + 1 } : {}),
    spans: [
      call(0, 'Conversation', 0, 1_400, 6_200),
      tool('t1', 'Task', 6_300, 24_000),
      { ...call(2, 'Subagent', 6_500, 7_900, 14_000), agent: 'explorer' },
      { ...tool('t2', 'Grep', 14_100, 14_900), agent: 'explorer' },
      { ...tool('t3', 'Read', 14_200, 15_600), agent: 'explorer', isFailed: true },
      { ...call(3, 'Subagent', 15_700, 16_600, 23_600), agent: 'explorer' },
      call(4, 'Conversation', 24_200, 26_100, 31_000),
      { ...call(5, 'Conversation', 31_100, 31_600, 31_600), isFailed: true },
      {
        kind: 'retryWait',
        key: `call-${turn * callsPerTurn + 5}`,
        from: from + 31_600,
        to: from + 39_000,
      },
      call(6, 'Conversation', 39_000, 40_300, 44_000),
      tool('t4', 'Bash', 44_100, 46_500),
      call(8, 'Conversation', 46_600, 47_500, 48_000),
    ],
  };
}
