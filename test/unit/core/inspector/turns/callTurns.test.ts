import { describe, expect, it } from 'vitest';
import { CallTurns } from '../../../../../src/core/inspector/turns/callTurns';
import { retryWaits } from '../../../../../src/core/inspector/turns/retryWaits';
import { lengthOf, union, without } from '../../../../../src/core/inspector/turns/spans';
import { MadeConversation } from '../../../../support/inspector/madeConversation';

describe('Turns of calls', () => {
  it('are those during which they start, whoever calls and however the turns are numbered', () => {
    const c = new MadeConversation().from(-2);
    c.call({ kind: 'warmup' });
    c.turn(() => {
      c.main();
      c.call({ kind: 'subagent' });
    });
    c.call({ kind: 'promptSuggestion' });
    c.pause(1_000);
    c.turn(() => c.main());
    c.turn(() => {
      c.main();
      // A background subagent that goes on after the end of its turn.
      c.call({ kind: 'subagent', takes: 90_000 });
    });
    expect(c.history().calls.map(({ turn }) => turn)).toEqual([
      ...[undefined, -2, -2, undefined, -1, 0, 0],
    ]);
  });

  it('begin and end with their own moments; an open one goes on', () => {
    const turns = new CallTurns([
      { turn: 1, startedAt: 300 },
      { turn: 0, startedAt: 100, endedAt: 200 },
    ]);
    const at = [99, 100, 200, 201, 299, 300, 9_000].map(time => turns.turnAt(time));
    expect(at).toEqual([undefined, 0, 0, undefined, undefined, 1, 1]);
    // A turn without an end is over when the next one begins.
    const lost = new CallTurns([
      { turn: 0, startedAt: 100 },
      { turn: 1, startedAt: 200, endedAt: 250 },
      { turn: 2, startedAt: 250, endedAt: 300 },
    ]);
    expect([150, 249, 250].map(time => lost.turnAt(time))).toEqual([0, 1, 2]);
    expect(new CallTurns([]).turnAt(5)).toBeUndefined();
  });

  it('are as given where a history has none, as in an imported file', () => {
    const c = new MadeConversation();
    c.turn(() => c.main());
    const [call] = c.history().calls;
    expect(call?.turn).toBe(0);
    const other = new MadeConversation();
    other.main();
    expect(other.history().calls[0]).not.toHaveProperty('turn');
  });
});

describe('Waits for retries', () => {
  it('lie between a failed attempt and the next one of the same caller', () => {
    const c = new MadeConversation();
    c.turn(() => {
      c.failed(1_000);
      c.failed(500, { kind: 'subagent', agent: { id: 'a' } });
      c.failed(2_000, { retry: 1 });
      c.call({ kind: 'subagent', agent: { id: 'a' }, retry: 1 });
      c.main({ retry: 2 });
      c.main({ retry: 4 });
      c.main();
    });
    const waits = retryWaits(c.history().calls);
    expect(waits.map(({ failed, next, from, to }) => [failed.key, next.key, to - from])).toEqual([
      ['k1', 'k3', 1_700],
      ['k2', 'k4', 2_700],
      ['k3', 'k5', 5_000],
    ]);
  });
});

describe('Waits of subagents', () => {
  it('are told apart, and no attempt may be missing in between', () => {
    const c = new MadeConversation();
    const [a, b] = [{ id: 'a' }, { id: 'b' }];
    c.failed(100, { kind: 'subagent', agent: a });
    c.failed(100, { kind: 'subagent', agent: b });
    c.call({ kind: 'subagent', agent: a, retry: 1 });
    c.call({ kind: 'subagent', agent: b, retry: 1 });
    c.failed(100);
    c.main({ retry: 2 });
    const waits = retryWaits(c.history().calls);
    expect(waits.map(({ failed, next }) => [failed.key, next.key])).toEqual([
      ['k1', 'k3'],
      ['k2', 'k4'],
    ]);
  });
});

describe('Stretches of time', () => {
  it('are joined, and taken out of one another', () => {
    const joined = union([
      [5, 9],
      [1, 3],
      [2, 4],
      [9, 10],
      [20, 20],
    ]);
    expect(joined).toEqual([
      [1, 4],
      [5, 10],
    ]);
    expect(lengthOf(joined)).toBe(8);
    expect(
      union([
        [1, 10],
        [2, 3],
      ]),
    ).toEqual([[1, 10]]);
    expect(without([[0, 30]], joined)).toEqual([
      [0, 1],
      [4, 5],
      [10, 30],
    ]);
    expect(without(joined, [[0, 30]])).toEqual([]);
    expect(without(joined, [])).toEqual(joined);
    expect(
      without(
        [
          [0, 10],
          [10, 20],
        ],
        [[5, 15]],
      ),
    ).toEqual([
      [0, 5],
      [15, 20],
    ]);
  });
});
