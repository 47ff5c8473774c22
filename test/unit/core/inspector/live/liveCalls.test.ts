import { describe, expect, it } from 'vitest';
import type { InspectedCall } from '../../../../../src/contract/inspector/callRows';
import type { ModelCall } from '../../../../../src/contract/modelCalls';
import { liveCalls } from '../../../../../src/core/inspector/live/liveCalls';
import { StreamRate } from '../../../../../src/core/inspector/live/streamRate';
import { MadeConversation, made, tokens } from '../../../../support/inspector/madeConversation';

const minutes = 60_000;
const mark = (ttl: '5m' | '1h') => ({ place: { part: 'messages' as const, index: 0 }, ttl });

function flying(more: Partial<ModelCall> = {}): InspectedCall {
  const call: ModelCall = {
    ...{ id: 99, kind: 'main', rule: 'clientTools', stream: true, retry: 0, startedAt: made },
    ...more,
  };
  return { key: 'flying', source: 'gateway', call, unknown: [], hasBodies: false };
}

describe('Live calls', () => {
  it('count what is in flight, with a speed only then', () => {
    const c = new MadeConversation();
    c.main();
    const { calls } = c.history();
    const at = made + 20 * minutes;
    expect(liveCalls(calls, 40, at)).toEqual({ inFlight: 0 });
    expect(liveCalls([...calls, flying()], 40, at)).toEqual({ inFlight: 1, tokensPerSecond: 40 });
    expect(liveCalls([flying()], undefined, at)).toEqual({ inFlight: 1 });
  });

  it('tell when a failed call is made again, until it is', () => {
    const c = new MadeConversation();
    c.failed(0, { rateLimits: { 'retry-after': '30' } });
    const { calls } = c.history();
    const end = made + 200;
    expect(liveCalls(calls, undefined, end + 1_000).retryAt).toBe(end + 30_000);
    expect(liveCalls(calls, undefined, end + 30_000)).toEqual({ inFlight: 0 });
    const again = flying({ startedAt: end + 5_000, retry: 1 });
    expect(liveCalls([...calls, again], undefined, end + 6_000)).toEqual({ inFlight: 1 });
    // A subagent that works does not answer for the conversation.
    const other = flying({ kind: 'subagent', startedAt: end + 5_000 });
    expect(liveCalls([...calls, other], undefined, end + 6_000).retryAt).toBe(end + 30_000);
    c.failed(0);
    expect(liveCalls(c.history().calls, undefined, end + 6_000)).not.toHaveProperty('retryAt');
  });

  it('count down to a cold cache, from the last use', () => {
    const c = new MadeConversation();
    c.main({ usage: tokens({ cacheRead: 80_000, cacheWritten5m: 4_000, output: 9 }) });
    c.call({ kind: 'title', usage: tokens({ input: 10 }) });
    const used = made + 850;
    const clock = (now: number, more: readonly InspectedCall[] = []) =>
      liveCalls([...c.history().calls, ...more], undefined, now).cache;
    expect(clock(made + 9_000)).toEqual({ coldAt: used + 5 * minutes, tokens: 84_000 });
    expect(clock(used + 5 * minutes - 1)).toBeDefined();
    expect(clock(used + 5 * minutes)).toBeUndefined();
    // A call that is being answered has used it again.
    const running = flying({ startedAt: made + minutes, firstByteAt: made + minutes + 500 });
    expect(clock(made + 2 * minutes, [running])?.coldAt).toBe(made + 6 * minutes + 500);
    expect(
      clock(made + 2 * minutes, [flying({ kind: 'subagent', firstByteAt: 1e15 })])?.coldAt,
    ).toBe(used + 5 * minutes);
  });

  it('take the shortest lifetime that the request has, or else the usage tells', () => {
    const coldAfter = (more: Parameters<MadeConversation['main']>[0], isMarked = true) => {
      const c = new MadeConversation();
      c.main(more);
      const calls = c.history().calls.map(inspected => {
        const { cache: _, ...call } = inspected.call;
        return isMarked ? inspected : { ...inspected, call };
      });
      const cache = liveCalls(calls, undefined, made + 3_000).cache;
      return cache && cache.coldAt - made - 850;
    };
    const long = tokens({ cacheRead: 9, cacheWritten1h: 9 });
    expect(coldAfter({ usage: long }, false)).toBe(60 * minutes);
    expect(coldAfter({ usage: tokens({ cacheRead: 9 }) }, false)).toBe(5 * minutes);
    expect(coldAfter({ usage: long })).toBe(5 * minutes);
    expect(coldAfter({ usage: tokens({ input: 900 }) })).toBeUndefined();
    const c = new MadeConversation();
    c.main();
    const marked = (...ttls: ('5m' | '1h')[]) =>
      c.history().calls.map(one => ({
        ...one,
        call: { ...one.call, cache: { breakpoints: ttls.map(mark) } },
      }));
    const cold = (calls: InspectedCall[]) =>
      liveCalls(calls, undefined, made + 3_000).cache?.coldAt;
    expect(cold(marked('1h', '1h'))).toBe(made + 850 + 60 * minutes);
    expect(cold(marked('1h', '5m'))).toBe(made + 850 + 5 * minutes);
  });

  it('have no clock after a compaction, until the next call', () => {
    const c = new MadeConversation();
    c.main();
    c.call({ kind: 'compaction', usage: tokens({ cacheRead: 18_000 }) });
    expect(liveCalls(c.history().calls, undefined, c.now).cache).toBeUndefined();
    c.main({ usage: tokens({ cacheWritten5m: 7_000 }) });
    expect(liveCalls(c.history().calls, undefined, c.now).cache?.tokens).toBe(7_000);
  });
});

describe('The speed of answers', () => {
  const streaming = (id: number, streamed: number): ModelCall => ({
    ...{ id, kind: 'main', rule: 'clientTools', stream: true, retry: 0, startedAt: made, streamed },
  });

  it('is that of all calls over the last seconds', () => {
    const rate = new StreamRate();
    expect(rate.perSecond(made)).toBeUndefined();
    for (let step = 1; step <= 40; step += 1) {
      rate.note(streaming(1, step * 35), made + step * 250);
      rate.note(streaming(2, step * 35), made + step * 250);
    }
    // 70 characters each quarter of a second are 20 tokens.
    expect(rate.perSecond(made + 10_000)).toBe(80);
    rate.end(1);
    for (let step = 41; step <= 80; step += 1) {
      rate.note(streaming(2, step * 35), made + step * 250);
    }
    expect(rate.perSecond(made + 20_000)).toBe(40);
    expect(rate.perSecond(made + 26_000)).toBeUndefined();
    rate.end(2);
    expect(rate.perSecond(made + 20_000)).toBeUndefined();
  });

  it('takes each character once, and says nothing too early', () => {
    const rate = new StreamRate();
    rate.note(streaming(1, 350), made);
    expect(rate.perSecond(made + 400)).toBeUndefined();
    rate.note(streaming(1, 350), made + 500);
    rate.note(streaming(1, 100), made + 600);
    expect(rate.perSecond(made + 1_000)).toBe(100);
  });
});
