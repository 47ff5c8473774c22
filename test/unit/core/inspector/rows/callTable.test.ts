import { describe, expect, it } from 'vitest';
import {
  type CallColumn,
  type CallView,
  callColumns,
  callFacts,
  type InspectedCall,
} from '../../../../../src/contract/inspector/callRows';
import type { CallHistory } from '../../../../../src/contract/inspector/recordedCall';
import type { ModelCall } from '../../../../../src/contract/modelCalls';
import { inspectedHistory } from '../../../../../src/core/inspector/history/inspectedHistory';
import { findRow, rowPage, sumsOf } from '../../../../../src/core/inspector/rows/callTable';
import { MadeConversation, made, tokens } from '../../../../support/inspector/madeConversation';

const view = (more: Partial<CallView> = {}): CallView => ({
  sort: { column: 'startedAt', isDescending: false },
  ...more,
});

const keys = (history: CallHistory, more: Partial<CallView> = {}) =>
  rowPage(history, view(more), 0, 100).rows.map(({ key }) => key);

/** k1 title, k2 fails, k3 repeats it with a tool, k4 a subagent, k5 loses its cache, k6 in flight. */
function varied(): CallHistory {
  const c = new MadeConversation();
  c.call({ kind: 'title', model: 'claude-haiku-4-5', usage: tokens({ input: 40, output: 5 }) });
  c.turn(() => {
    c.failed(5_000);
    c.uses('Bash', {}, { retry: 1 });
    c.call({
      ...{ kind: 'subagent', agent: { name: 'Explore', id: 'a1' } },
      ...{ model: 'claude-next-9', usage: tokens({ input: 7, output: 900 }) },
    });
  });
  c.turn(() => c.main({ loses: { lost: 700 }, stopReason: 'max_tokens' }));
  const history = c.history();
  const flying: ModelCall = {
    ...{ id: 6, kind: 'main', rule: 'clientTools', stream: true, retry: 0 },
    startedAt: made + 900_000,
  };
  return inspectedHistory({
    ...history,
    calls: [
      ...history.calls,
      { key: 'k6', source: 'gateway', call: flying, unknown: [], hasBodies: true },
    ],
  });
}

describe('Rows of calls', () => {
  it('show what is known, and leave the rest out', () => {
    const history = varied();
    const [title, failed, , subagent, lossy, flying] = rowPage(history, view(), 0, 10).rows;
    expect(title).toEqual({
      ...{ key: 'k1', source: 'gateway', kind: 'title', model: 'claude-haiku-4-5' },
      ...{ startedAt: made, firstToken: 900, duration: 3_000, isInFlight: false, status: 200 },
      ...{ usage: tokens({ input: 40, output: 5 }), stopReason: 'end_turn', retry: 0 },
      ...{ tools: [], unknown: [], hasBodies: false },
      cost: { usd: expect.closeTo(65e-6, 12), basis: 'list' },
    });
    expect(failed).toMatchObject({ turn: 0, status: 529, error: { type: 'overloaded_error' } });
    expect(failed).not.toHaveProperty('firstToken');
    expect(failed).not.toHaveProperty('cost');
    expect(subagent).toMatchObject({ agent: 'Explore', turn: 0 });
    expect(subagent).not.toHaveProperty('cost');
    expect(lossy).toMatchObject({ lost: 700, turn: 1 });
    expect(flying).toMatchObject({ isInFlight: true, hasBodies: true });
    expect(flying).not.toHaveProperty('duration');
  });

  it('have no times where a transcript has none', () => {
    const c = new MadeConversation();
    c.main();
    const calls = c
      .history()
      .calls.map((call): InspectedCall => ({ ...call, source: 'transcript', unknown: callFacts }));
    const history = inspectedHistory({ calls, turns: [], tools: [] });
    const [row] = rowPage(history, view(), 0, 1).rows;
    expect(row).toMatchObject({ unknown: callFacts, startedAt: made });
    expect(row).not.toHaveProperty('duration');
    expect(row).not.toHaveProperty('firstToken');
    c.main({ takes: 9_000 });
    const [, known] = c.history().calls;
    const mixed = inspectedHistory({ ...history, calls: [...calls, ...(known ? [known] : [])] });
    for (const isDescending of [true, false]) {
      expect(keys(mixed, { sort: { column: 'duration', isDescending } })).toEqual(['k2', 'k1']);
    }
  });

  it.each<[string, Partial<CallView>, string[]]>([
    ['a kind', { kinds: ['title', 'subagent'] }, ['k1', 'k4']],
    ['no kind at all', { kinds: [] }, []],
    ['a model', { model: 'claude-next-9' }, ['k4']],
    ['a turn', { turn: 0 }, ['k2', 'k3', 'k4']],
    ['failures', { only: 'failed' }, ['k2']],
    ['retries', { only: 'retried' }, ['k3']],
    ['lost caches', { only: 'cacheLost' }, ['k5']],
    ['calls in flight', { only: 'inFlight' }, ['k6']],
    ['several at once', { turn: 1, only: 'cacheLost', search: 'MAX' }, ['k5']],
    ['a tool', { search: 'bash' }, ['k3']],
    ['an agent', { search: ' explore  SUBAGENT ' }, ['k4']],
    ['an error', { search: 'overloaded 529' }, ['k2']],
    ['an id', { search: 'req_4' }, ['k4']],
    ['words of two calls', { search: 'bash explore' }, []],
    ['no words', { search: '  ' }, ['k1', 'k2', 'k3', 'k4', 'k5', 'k6']],
    ['the label of a kind', { search: 'conversation sonnet' }, ['k2', 'k3', 'k5']],
    ['characters of patterns', { search: '.*' }, []],
  ])('are filtered by %s', (_, more, expected) => {
    const history = varied();
    expect(keys(history, more)).toEqual(expected);
    const page = rowPage(history, view(more), 0, 1);
    expect(page).toMatchObject({ total: expected.length, all: 6, from: 0 });
  });

  it.each<[CallColumn, string[], string[]]>([
    ['startedAt', ['k1', 'k2', 'k3', 'k4', 'k5', 'k6'], ['k6', 'k5', 'k4', 'k3', 'k2', 'k1']],
    ['who', ['k2', 'k3', 'k5', 'k6', 'k4', 'k1'], ['k1', 'k4', 'k2', 'k3', 'k5', 'k6']],
    ['model', ['k1', 'k4', 'k2', 'k3', 'k5', 'k6'], ['k2', 'k3', 'k5', 'k4', 'k1', 'k6']],
    ['output', ['k1', 'k3', 'k5', 'k4', 'k2', 'k6'], ['k4', 'k3', 'k5', 'k1', 'k2', 'k6']],
    ['cost', ['k1', 'k3', 'k5', 'k2', 'k4', 'k6'], ['k5', 'k3', 'k1', 'k2', 'k4', 'k6']],
    ['retry', ['k1', 'k2', 'k4', 'k5', 'k6', 'k3'], ['k3', 'k1', 'k2', 'k4', 'k5', 'k6']],
    ['duration', ['k2', 'k1', 'k3', 'k4', 'k5', 'k6'], ['k1', 'k3', 'k4', 'k5', 'k2', 'k6']],
  ])('are sorted by %s, unknown ones last, equal ones oldest first', (column, up, down) => {
    const history = varied();
    expect(keys(history, { sort: { column, isDescending: false } })).toEqual(up);
    expect(keys(history, { sort: { column, isDescending: true } })).toEqual(down);
  });

  it('are complete in every order, and found where they are', () => {
    const history = varied();
    for (const column of callColumns) {
      for (const isDescending of [true, false]) {
        const sorted = keys(history, { sort: { column, isDescending } });
        expect([...sorted].sort()).toEqual(['k1', 'k2', 'k3', 'k4', 'k5', 'k6']);
        const sort = { sort: { column, isDescending } };
        const places = sorted.map(key => findRow(history, view(sort), key));
        expect(places).toEqual([0, 1, 2, 3, 4, 5]);
      }
    }
    expect(findRow(history, view({ turn: 1 }), 'k1')).toBeUndefined();
    expect(findRow(history, view(), 'constructor')).toBeUndefined();
  });

  it('come in pages, whatever part is asked for', () => {
    const history = varied();
    const part = (from: number, count: number) => {
      const page = rowPage(history, view(), from, count);
      return [page.from, page.rows.map(({ key }) => key)];
    };
    expect(part(1, 2)).toEqual([1, ['k2', 'k3']]);
    expect(part(5, 9)).toEqual([5, ['k6']]);
    expect(part(99, 9)).toEqual([6, []]);
    expect(part(-3, 1)).toEqual([0, ['k1']]);
    expect(part(Number.NaN, Number.NaN)).toEqual([0, []]);
    const c = new MadeConversation();
    for (let call = 0; call < 600; call += 1) c.main();
    expect(rowPage(c.history(), view(), 0, 1e9).rows).toHaveLength(500);
  });

  it('are added up over the whole view', () => {
    const { sums } = rowPage(varied(), view({ turn: 0 }), 0, 1);
    expect(sums).toMatchObject({ failed: 1, retries: 1, usage: { output: 1_200 } });
    expect(sums.usd).toBeGreaterThan(0);
    const unpriced = rowPage(varied(), view({ model: 'claude-next-9' }), 0, 1).sums;
    expect(unpriced).not.toHaveProperty('usd');
  });

  it('are as exact as the least exact cost', () => {
    const basisOf = (...bases: ('reported' | 'list')[]) => {
      const { calls } = varied();
      const priced = calls.slice(0, bases.length).map((one, at) => ({
        ...one,
        cost: { usd: 1, basis: bases[at] ?? 'list' },
      }));
      return sumsOf(priced).basis;
    };
    expect(basisOf('reported', 'reported')).toBe('reported');
    expect(basisOf('reported', 'list')).toBe('list');
    expect(basisOf('list', 'reported')).toBe('list');
    expect(sumsOf([])).not.toHaveProperty('basis');
  });

  it('do not count calls that Tandem has sent again', () => {
    const c = new MadeConversation();
    c.main();
    const history = c.history();
    const { sums } = rowPage(history, view({}), 0, 1);
    const again = history.calls.map(call => ({ ...call, key: 'again', source: 'replay' as const }));
    const both = rowPage({ ...history, calls: [...history.calls, ...again] }, view({}), 0, 9);
    expect(both.rows).toHaveLength(2);
    expect(both.sums).toEqual(sums);
  });

  it('follow the history: a new one has rows of its own', () => {
    const c = new MadeConversation();
    c.main();
    const before = c.history();
    expect(keys(before)).toEqual(['k1']);
    c.main();
    expect(keys(c.history())).toEqual(['k1', 'k2']);
    expect(keys(before)).toEqual(['k1']);
  });
});
