import { describe, expect, it } from 'vitest';
import { callColumns, type InspectedCall } from '../../../../../src/contract/inspector/callRows';
import type { CallHistory } from '../../../../../src/contract/inspector/recordedCall';
import { findingText } from '../../../../../src/contract/labels/findingText';
import type { ModelCall } from '../../../../../src/contract/modelCalls';
import { inspectedHistory } from '../../../../../src/core/inspector/history/inspectedHistory';
import { liveCalls } from '../../../../../src/core/inspector/live/liveCalls';
import { overview } from '../../../../../src/core/inspector/overview/overview';
import { rowPage } from '../../../../../src/core/inspector/rows/callTable';
import { timeline } from '../../../../../src/core/inspector/timeline/timeline';
import { MadeConversation, made } from '../../../../support/inspector/madeConversation';

const numbers = [0, -1, -1e15, 1e308, 1e15, 0.5, made, Number.NaN, Number.POSITIVE_INFINITY];
const texts = [
  '',
  '__proto__',
  'constructor',
  '\u202e',
  '<b>',
  'x'.repeat(10_000),
  'mcp____',
  '\n',
];

/** Repeatable random numbers below a bound. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Replaces some numbers and texts at any depth, as a file from elsewhere may. */
function spoiled<T>(value: T, random: (below: number) => number): T {
  if (typeof value === 'number') {
    return (random(6) === 0 ? numbers[random(numbers.length)] : value) as T;
  }
  if (typeof value === 'string') {
    return (random(12) === 0 ? texts[random(texts.length)] : value) as T;
  }
  if (Array.isArray(value)) {
    return value.map(item => spoiled(item, random)) as T;
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, spoiled(member, random)]),
    ) as T;
  }
  return value;
}

function askAll(history: CallHistory): string {
  const revision = inspectedHistory(history);
  const pictures = overview(revision);
  const rows = callColumns.map(column =>
    rowPage(revision, { sort: { column, isDescending: true }, search: 'a' }, -5, 1e9),
  );
  const turns = [undefined, 0, -1, Number.NaN].map(turn => timeline(revision, turn));
  const live = numbers.map(now => liveCalls(revision.calls, 5, now));
  const sentences = pictures.findings.map(findingText);
  return JSON.stringify([pictures, rows, turns, live, sentences]);
}

describe('A history from elsewhere', () => {
  it('is shown, whatever numbers and texts it has', () => {
    const random = generator(11);
    for (let round = 0; round < 40; round += 1) {
      const c = new MadeConversation();
      for (let turn = 0; turn < 4; turn += 1) {
        c.turn(() => {
          c.call({ kind: 'title', rateLimits: { 'requests-reset': 'x', 'retry-after': '-1' } });
          c.failed(20_000);
          c.main({ retry: 1, loses: { lost: 30_000, cause: 'changed', options: ['model'] } });
          c.uses('Read', { path: '/a', range: '', changed: ['/b'], resultLength: 90_000 });
          c.call({ kind: 'compaction' });
          c.main();
        });
      }
      const { calls, turns, tools } = c.history({ contextWindow: 100 });
      const history = spoiled({ calls, turns, tools, contextWindow: 100 }, random);
      expect(askAll(history).length).toBeLessThan(2_000_000);
    }
  });

  it('has calls that are hardly calls', () => {
    const bare = (more: object): InspectedCall => ({
      ...{ key: 'k', source: 'import', unknown: [], hasBodies: false },
      call: {
        id: 1,
        kind: 'main',
        rule: 'noRule',
        stream: true,
        startedAt: 0,
        retry: 0,
        ...more,
      } as ModelCall,
    });
    const calls = [
      bare({}),
      bare({
        endedAt: -5,
        usage: { input: 0, output: 0, cacheRead: 0, cacheWritten5m: 0, cacheWritten1h: 0 },
      }),
      bare({
        agent: {},
        error: { where: 'http' },
        answer: { blocks: {}, tools: {}, citations: 0, pings: 0 },
      }),
    ];
    expect(askAll({ calls, turns: [], tools: [] })).toContain('"calls":3');
    expect(askAll({ calls: [], turns: [], tools: [] })).toContain('"total":0');
  });
});
