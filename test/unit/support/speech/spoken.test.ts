import { expect, it } from 'vitest';
import { noisy, sentences, wordErrors } from '../../../support/speech/spoken';

it.each([
  ['add a red flag', 'Add a red flag.', 0, 4],
  ['add a red flag', 'add red flags now', 3, 4],
  ['add a red flag', '', 4, 4],
  ['add', 'please add a', 2, 1],
])('counts the word errors of %j, heard as %j', (said, heard, errors, words) => {
  expect(wordErrors(said, heard)).toEqual({ errors, words });
});

it('adds as much noise as it is told', () => {
  const power = (samples: Int16Array) =>
    samples.reduce((sum, one) => sum + one * one, 0) / samples.length;
  const signal = Int16Array.from({ length: 50_000 }, (_, at) => (at % 2 === 0 ? 3_000 : -3_000));
  const noise = noisy(signal, 10).map((sample, at) => sample - (signal[at] ?? 0));
  expect(10 * Math.log10(power(signal) / power(noise))).toBeCloseTo(10, 0);
});

it('has forty sentences', () => {
  expect(new Set(sentences).size).toBe(40);
});
