import { describe, expect, it } from 'vitest';
import { listPrice } from '../../../../../src/core/inspector/cost/listPrices';

/** Dollars for a million tokens: input, output, cache reads, and writes for 5 minutes and 1 hour. */
const prices: readonly (readonly [string, number, number, number, number, number])[] = [
  ['claude-haiku-5-5', 0.1, 0.5, 0.01, 0.125, 0.2],
  ['claude-haiku-4-5-20251001', 1, 5, 0.1, 1.25, 2],
  ['claude-3-5-haiku-20241022', 0.8, 4, 0.08, 1, 1.6],
  ['claude-sonnet-5-5[1m]', 2, 10, 0.1, 2.5, 4],
  ['claude-sonnet-5', 2, 10, 0.2, 2.5, 4],
  ['claude-sonnet-4-20250514', 3, 15, 0.3, 3.75, 6],
  ['claude-sonnet-4-0', 3, 15, 0.3, 3.75, 6],
  ['claude-3-7-sonnet-latest', 3, 15, 0.3, 3.75, 6],
  ['claude-opus-5-5', 4, 20, 0.2, 5, 8],
  ['claude-opus-4-8', 5, 25, 0.5, 6.25, 10],
  ['us.anthropic.claude-opus-4-5-20251101-v1:0', 5, 25, 0.5, 6.25, 10],
  ['claude-opus-4-1@20250805', 15, 75, 1.5, 18.75, 30],
  ['anthropic/claude-fable-5-2', 8, 40, 0.2, 10, 16],
  ['claude-mythos-5-1', 10, 50, 0.25, 12.5, 20],
  ['claude-fable-5', 10, 50, 1, 12.5, 20],
];

describe('List prices', () => {
  it.each(prices)('of %s', (model, ...expected: number[]) => {
    const price = listPrice(model, 1_000);
    expect(price).toBeDefined();
    const { input, output, cacheRead, cacheWritten5m, cacheWritten1h } = price ?? {};
    for (const [at, value] of [
      input,
      output,
      cacheRead,
      cacheWritten5m,
      cacheWritten1h,
    ].entries()) {
      expect(value).toBeCloseTo(expected[at] ?? Number.NaN, 10);
    }
  });

  it('are higher for long prompts of one model', () => {
    expect(listPrice('claude-haiku-5-5', 100_000)?.input).toBe(0.1);
    expect(listPrice('claude-haiku-5-5', 100_001)).toMatchObject({ input: 0.5, output: 2.5 });
    expect(listPrice('claude-opus-5-5', 900_000)?.input).toBe(4);
  });

  it.each([
    undefined,
    '',
    'claude-opus-6',
    'claude-opus-4-55',
    'claude-sonnet',
    'gpt-opus-4-5',
    'opus-4-5',
    'claude-constructor',
    'claude-__proto__',
    `claude-${'opus-'.repeat(10_000)}4`,
  ])('of %s are unknown', model => {
    expect(listPrice(model, 10)).toBeUndefined();
  });
});
