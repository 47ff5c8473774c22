import { describe, expect, it } from 'vitest';
import { overview, overviewOf } from '../../../../../src/core/inspector/overview/overview';
import { rateLimits } from '../../../../../src/core/inspector/overview/rateLimits';
import {
  MadeConversation,
  made,
  sizes,
  tokens,
} from '../../../../support/inspector/madeConversation';

describe('An overview', () => {
  it('is the same in steps, between which others have their turn', async () => {
    const c = new MadeConversation();
    for (let at = 0; at < 20; at += 1) c.turn(() => c.main({ loses: { lost: 5_000 } }));
    const history = c.history();
    const expected = overview({ ...history });
    let pauses = 0;
    const pause = async () => {
      pauses += 1;
    };
    const [one, other] = await Promise.all([
      overviewOf(history, pause),
      overviewOf(history, pause),
    ]);
    expect(one).toEqual(expected);
    expect(other).toBe(one);
    expect(overview(history)).toBe(one);
    expect(pauses).toBeGreaterThan(10);
    expect(await overviewOf(history, () => expect.fail('Nothing is made again.'))).toBe(one);
  });

  it('sums up turns: tokens, cost, and time that is counted once', () => {
    const c = new MadeConversation().from(-1);
    c.call({ kind: 'warmup', usage: tokens({ input: 5 }) });
    c.turn(() => {
      c.failed(1_000, { takes: 500 });
      c.uses('Bash', {}, { retry: 1, takes: 2_000 });
      c.main({ takes: 1_000 });
    });
    c.turn(() => {
      const at = c.now;
      for (const agent of ['a', 'b']) {
        c.call({
          ...{ kind: 'subagent', agent: { id: agent }, startedAt: at, takes: 4_000 },
          usage: tokens({ output: 10 }),
        });
      }
    });
    c.turn(() => {
      c.call({ kind: 'subagent', takes: 1_500, startedAt: c.now + 100 });
      c.failed(1_000, { startedAt: c.now - 1_600, takes: 200 });
      c.main({ retry: 1, takes: 500 });
    });
    const { turns } = overview(c.history());
    expect(turns[2]).toMatchObject({ from: 1, calls: 3, modelMs: 2_100, retryMs: 1_000 });
    expect(turns.slice(0, 2)).toMatchObject([
      { from: -1, to: -1, calls: 3, modelMs: 3_500, retryMs: 1_000, toolMs: 400 },
      { from: 0, to: 0, calls: 2, modelMs: 4_000, retryMs: 0, toolMs: 0 },
    ]);
    expect(turns[0]?.usage.output).toBe(600);
    expect(turns[1]?.usd).toBeCloseTo(20 * 15e-6, 10);
  });

  it('has at most a hundred turns, in which nothing is lost', () => {
    const c = new MadeConversation();
    for (let turn = 0; turn < 250; turn += 1) {
      c.turn(() => c.main({ usage: tokens({ output: 1 }), takes: 1_000 }));
    }
    const { turns } = overview(c.history());
    expect(turns).toHaveLength(84);
    expect(turns[0]).toMatchObject({ from: 0, to: 2, calls: 3, modelMs: 3_000 });
    expect(turns.at(-1)).toMatchObject({ from: 249, to: 249 });
    expect(turns.reduce((sum, { usage }) => sum + usage.output, 0)).toBe(250);
    expect(turns.reduce((sum, { usd = 0 }) => sum + usd, 0)).toBeCloseTo(250 * 15e-6, 10);
  });

  it('sums up kinds, those with most tokens first', () => {
    const c = new MadeConversation('claude-next-9');
    c.call({ kind: 'title', usage: tokens({ input: 30 }) });
    c.main({ usage: tokens({ cacheRead: 100, output: 1 }) });
    c.main({ usage: tokens({ cacheRead: 200 }) });
    c.call({ kind: 'countTokens' });
    expect(overview(c.history()).kinds).toEqual([
      { kind: 'main', calls: 2, usage: tokens({ cacheRead: 300, output: 1 }) },
      { kind: 'title', calls: 1, usage: tokens({ input: 30 }) },
      { kind: 'countTokens', calls: 1, usage: tokens() },
    ]);
  });

  it('follows what fills the context, with the first and the last request', () => {
    const c = new MadeConversation();
    c.call({ kind: 'subagent', usage: tokens({ input: 5 }) });
    c.main({ sizes: sizes({ servers: { a: 8_000, b: 400 }, messages: 4_000 }) });
    const [sample] = overview(c.history()).context;
    expect(sample).toEqual({
      ...{ key: 'k2', at: made + 3_000, system: 3_000, ownTools: 10_000, serverTools: 2_100 },
      ...{ messages: 1_000, media: 0 },
    });
    for (let call = 0; call < 333; call += 1) c.main();
    const { context } = overview(c.history());
    expect(context).toHaveLength(100);
    expect([context[0]?.key, context.at(-1)?.key]).toEqual(['k2', 'k335']);
    expect(new Set(context.map(({ key }) => key)).size).toBe(100);
  });

  it('of nothing is empty', () => {
    expect(overview({ calls: [], turns: [], tools: [] })).toEqual({
      ...{ turns: [], kinds: [], context: [], limits: [], findings: [] },
    });
  });
});

describe('Rate limits', () => {
  const limits = (...headers: readonly Readonly<Record<string, string>>[]) => {
    const c = new MadeConversation();
    for (const rateLimits of headers) c.main({ rateLimits });
    return rateLimits(c.history().calls);
  };

  it('are those of the newest answers, in either form', () => {
    const found = limits(
      {
        ...{ 'requests-limit': '50', 'requests-remaining': '49', 'tokens-limit': '1000' },
        'requests-reset': '2026-11-26T09:00:30Z',
        'retry-after': '30',
      },
      {
        ...{ 'requests-limit': '50', 'requests-remaining': '40' },
        ...{ 'unified-5h-utilization': '0.25', 'unified-5h-reset': '1795000000' },
        ...{ 'unified-5h-status': 'allowed', 'unified-representative-claim': 'five_hour' },
        'input-tokens-remaining': '900',
      },
    );
    const newest = made + 3_850;
    expect(found).toEqual([
      { name: 'requests', limit: 50, remaining: 40, used: expect.closeTo(0.2, 10), at: newest },
      {
        ...{ name: 'unified-5h', used: 0.25, status: 'allowed', at: newest },
        resetsAt: 1_795_000_000_000,
      },
      { name: 'input-tokens', remaining: 900, at: newest },
      { name: 'tokens', limit: 1000, at: made + 850 },
    ]);
  });

  it('tell when to try again while the newest answer does', () => {
    const [seconds] = limits({ 'retry-after': '30' });
    expect(seconds).toMatchObject({ name: 'retry-after', resetsAt: made + 33_000 });
    const [date] = limits({ 'retry-after': 'Thu, 26 Nov 2026 10:00:00 GMT' });
    expect(date?.resetsAt).toBe(Date.UTC(2026, 10, 26, 10));
    expect(limits({ 'retry-after': '30' }, { 'x-limit': '1' })).toHaveLength(1);
  });

  it('leave out what cannot be read', () => {
    const found = limits({
      ...{ 'requests-limit': 'many', 'requests-remaining': '', 'tokens-reset': '99999999999999' },
      ...{ 'a-utilization': '7', 'b-limit': '0', 'b-remaining': '3', 'retry-after': '1e9' },
    });
    expect(found).toMatchObject([
      { name: 'a', used: 1 },
      { name: 'b', limit: 0, remaining: 3 },
    ]);
    expect(found[1]).not.toHaveProperty('used');
    expect(limits({ 'retry-after': 'soon' }, { 'a-limit': '1' })).toHaveLength(1);
    expect(limits({ 'retry-after': 'soon' })).toEqual([]);
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`n${at}-limit`, '5']));
    expect(limits(many)).toHaveLength(30);
  });
});
