import { describe, expect, it } from 'vitest';
import type { CallHistory } from '../../../../../src/contract/inspector/recordedCall';
import { callCosts } from '../../../../../src/core/inspector/cost/callCosts';
import { ratesOf } from '../../../../../src/core/inspector/cost/callRates';
import { MadeConversation, tokens } from '../../../../support/inspector/madeConversation';

const usage = tokens({ input: 1_000, output: 100, cacheRead: 10_000, cacheWritten1h: 500 });
/** With the prices of Sonnet 4.5. */
const listed = (1_000 * 3 + 100 * 15 + 10_000 * 0.3 + 500 * 6) / 1e6;

function costs(history: CallHistory) {
  return Object.fromEntries(callCosts(history));
}

describe('Costs of calls', () => {
  it('are list prices while the agent has reported none', () => {
    const c = new MadeConversation();
    c.turn(() => {
      c.main({ usage });
      c.main({ usage, model: 'claude-next-9' });
      c.call({ kind: 'countTokens', usage });
      c.failed(0);
    });
    const found = costs(c.history());
    expect(Object.keys(found)).toEqual(['k1']);
    expect(found.k1?.basis).toBe('list');
    expect(found.k1?.usd).toBeCloseTo(listed, 10);
  });

  it('share what the agent has reported, by weighed tokens', () => {
    const c = new MadeConversation();
    c.turn(
      () => {
        c.main({ usage });
        c.call({ kind: 'subagent', usage: tokens({ output: 700 }) });
      },
      { costUsd: 0.63 },
    );
    const found = costs(c.history());
    // The weights are 10,500 (as dollars in millionths) and 10,500.
    expect(found.k1).toMatchObject({ basis: 'reported' });
    expect(found.k1?.usd).toBeCloseTo(0.315, 10);
    expect(found.k2?.usd).toBeCloseTo(0.315, 10);
  });

  it('share by the usual weights where one model has no price, and by prices among several', () => {
    const next = 'claude-next-9';
    const one = new MadeConversation(next);
    one.turn(
      () => {
        one.main({ usage: tokens({ input: 300 }) });
        one.main({ usage: tokens({ output: 100, cacheRead: 1_000, cacheWritten5m: 80 }) });
      },
      { costUsd: 1 },
    );
    expect(costs(one.history())).toEqual({
      k1: { usd: 0.3, basis: 'reported' },
      k2: { usd: 0.7, basis: 'reported' },
    });
    const several = new MadeConversation();
    several.turn(
      () => {
        several.main({ usage: tokens({ input: 1_000 }) });
        several.call({ kind: 'title', model: 'claude-haiku-4-5', usage: tokens({ input: 3_000 }) });
      },
      { costUsd: 0.5 },
    );
    expect(costs(several.history())).toEqual({
      k1: { usd: 0.25, basis: 'reported' },
      k2: { usd: 0.25, basis: 'reported' },
    });
    // Nobody knows how the models compare.
    const mixed = new MadeConversation();
    mixed.turn(
      () => {
        mixed.main({ usage: tokens({ input: 1_000 }) });
        mixed.call({ kind: 'title', model: next, usage: tokens({ input: 3_000 }) });
      },
      { costUsd: 0.5 },
    );
    expect(costs(mixed.history())).toEqual({ k1: { usd: 0.003, basis: 'list' } });
  });

  it('count calls between two turns to the report of the next one', () => {
    const c = new MadeConversation();
    c.call({ kind: 'title', usage: tokens({ input: 100 }) });
    c.turn(() => c.main({ usage: tokens({ input: 100 }) }), { costUsd: 0.2 });
    c.call({ kind: 'promptSuggestion', usage: tokens({ input: 300 }) });
    c.turn(() => c.main({ usage: tokens({ input: 100 }) }), { costUsd: 0.8 });
    c.call({ kind: 'promptSuggestion', usage: tokens({ input: 1_000 }) });
    const found = costs(c.history());
    const usd = ['k1', 'k2', 'k3', 'k4'].map(key => found[key]?.usd);
    for (const [at, expected] of [0.1, 0.1, 0.6, 0.2].entries()) {
      expect(usd[at]).toBeCloseTo(expected, 10);
    }
    expect(found.k5).toEqual({ usd: 0.003, basis: 'list' });
  });

  it('of a main call are in the report of its turn, even if its end was seen later', () => {
    const c = new MadeConversation();
    c.turn(() => c.main({ usage: tokens({ input: 100 }) }), { costUsd: 0.2 });
    c.turn(() => c.main({ usage: tokens({ input: 100 }) }), { costUsd: 0.8 });
    const { calls: priced, ...history } = c.history();
    const calls = priced.map(({ cost: _, ...call }) => call);
    const [first, second] = history.turns.map(turn => ({
      ...turn,
      endedAt: (turn.endedAt ?? 0) - 5,
    }));
    const turns = first && second ? [first, second] : [];
    const found = costs({ ...history, calls, turns });
    expect([found.k1?.usd, found.k2?.usd]).toEqual([0.2, 0.8]);
    // The report of the first turn is unknown, as that of a stored one.
    const { costUsd: _, ...stored } = first ?? { turn: 0, startedAt: 0 };
    const later = costs({ ...history, calls, turns: second ? [stored, second] : [] });
    expect(later.k1?.basis).toBe('list');
    expect(later.k2).toEqual({ usd: 0.8, basis: 'reported' });
  });

  it('leave out what calls cost that were not observed', () => {
    const c = new MadeConversation();
    c.turn(() => c.main({ usage: tokens({ input: 1_000 }) }), {
      costUsd: 0.9,
      tokens: { input: 2_000, output: 200, cacheRead: 0, cacheWritten: 0 },
    });
    // The others have cost twice as much: 1,000 tokens of input and 200 of output.
    expect(costs(c.history()).k1?.usd).toBeCloseTo(0.3, 10);
  });

  it('keep the cost that a call came with only where nothing better is known', () => {
    const c = new MadeConversation('claude-next-9');
    c.turn(() => c.main({ usage }));
    const history = c.history();
    const withCost = (basis: 'reported' | 'list') =>
      history.calls.map(call => ({ ...call, cost: { usd: 7, basis } }));
    expect(costs({ ...history, calls: withCost('reported') }).k1?.usd).toBe(7);
    const reported = history.turns.map(turn => ({ ...turn, costUsd: 2 }));
    expect(costs({ ...history, calls: withCost('reported'), turns: reported }).k1?.usd).toBe(2);
    expect(costs({ ...history, calls: withCost('list') }).k1).toBeUndefined();
  });

  it('are the sum of the rates of their tokens', () => {
    const c = new MadeConversation();
    c.turn(() => c.main({ usage }), { costUsd: 2 * listed });
    const [call] = c.history().calls;
    const rates = call && ratesOf(call);
    expect(rates?.input).toBeCloseTo(6e-6, 12);
    expect(rates?.cacheRead).toBeCloseTo(0.6e-6, 12);
    expect(call && ratesOf({ ...call, cost: { usd: 0, basis: 'list' } })?.output).toBe(0);
  });
});
