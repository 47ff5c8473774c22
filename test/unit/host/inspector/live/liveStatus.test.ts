import { beforeEach, expect, it } from 'vitest';
import type { LiveCalls } from '../../../../../src/contract/inspector/inspector';
import { LiveStatus, liveStatusTexts } from '../../../../../src/host/inspector/live/liveStatus';
import { FakeClock } from '../../../node/fakeClock';

let clock: FakeClock;
let live: LiveCalls | undefined;
let isEnabled: boolean;
let shown: (string | undefined)[];
let status: LiveStatus;

beforeEach(() => {
  clock = new FakeClock();
  [live, isEnabled, shown] = [undefined, true, []];
  status = new LiveStatus({
    isEnabled: () => isEnabled,
    live: () => live,
    show: texts => shown.push(texts?.text),
    clock,
  });
});

it('counts down until the cache is cold, and then rests', () => {
  live = { inFlight: 0, cache: { coldAt: 2_000, tokens: 1_000 } };
  status.look();
  clock.advance(1_000);
  clock.advance(1_000);
  expect(shown).toEqual([
    '$(history) cache 0:02',
    '$(history) cache 0:01',
    '$(history) cache cold',
  ]);
  expect(clock.waiting).toEqual([]);
});

it('is hidden where it is switched off or nothing is observed, and needs no timer there', () => {
  live = { inFlight: 0, cache: { coldAt: 2_000, tokens: 1_000 } };
  isEnabled = false;
  status.look();
  isEnabled = true;
  live = undefined;
  status.look();
  expect(shown).toEqual([undefined, undefined]);
  expect(clock.waiting).toEqual([]);
});

it.each<[string, LiveCalls, string | undefined]>([
  ['a retry', { inFlight: 0, retryAt: 72_000 }, '$(sync) retry 1:12'],
  ['calls', { inFlight: 2 }, '$(pulse) 2 calls'],
  ['a stream', { inFlight: 1, tokensPerSecond: 41.6 }, '$(pulse) 1 call · 42 tokens/s'],
  ['nothing', { inFlight: 0 }, undefined],
])('shows %s', (_, calls, text) => {
  expect(liveStatusTexts(calls, 0)?.text).toBe(text);
});

it('says all that is known in its tooltip', () => {
  const cache = { coldAt: 60_000, tokens: 84_000 };
  expect(liveStatusTexts({ inFlight: 1, retryAt: 5_000, cache }, 0)?.tooltip).toBe(
    [
      'The failed call will be retried in 0:05.',
      'The cache goes cold in 1:00. 84,000 tokens must be written again after that.',
      '1 call is running.',
    ].join('\n'),
  );
});
