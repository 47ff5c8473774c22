import { expect, it } from 'vitest';
import { longestResult, withinBudget } from '../../../../src/host/toolsForOthers/tokenBudget';

const lines = Array.from({ length: 400 }, (_, index) => `line ${index} of a text`).join('\n');
const note = '(The rest is left out. Ask for less at a time.)';

/** Counts like a tokenizer that is uneven: digits are dear. */
const countTokens = async (text: string) =>
  Math.ceil(text.length / 4) + (text.match(/\d/g)?.length ?? 0);

it('leaves alone what fits, with and without a budget', async () => {
  expect(await withinBudget(lines)).toBe(lines);
  expect(await withinBudget(lines, { tokenBudget: 10_000, countTokens })).toBe(lines);
  expect(await withinBudget(lines, { tokenBudget: 0, countTokens })).toBe(lines);
});

it.each([1_000, 300, 60])('cuts to %i tokens at the end of a line, and says so', async budget => {
  const shown = await withinBudget(lines, { tokenBudget: budget, countTokens });
  expect(await countTokens(shown)).toBeLessThanOrEqual(budget);
  expect(await countTokens(shown)).toBeGreaterThan(budget / 2);
  expect(shown.endsWith(`of a text\n${note}`)).toBe(true);
});

it('fits even if the counter never agrees', async () => {
  const never = async () => 1_000;
  expect((await withinBudget(lines, { tokenBudget: 90, countTokens: never })).length).toBe(30);
});

it('bounds a text without a budget', async () => {
  const shown = await withinBudget('x'.repeat(longestResult + 1));
  expect(shown.length).toBeLessThanOrEqual(longestResult);
  expect(shown.endsWith(note)).toBe(true);
});
