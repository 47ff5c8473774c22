import { expect, it } from 'vitest';
import { HeardText } from '../../../../src/speech/recognize/heardText';

function heard(...lines: readonly string[]): string {
  const text = new HeardText();
  for (const line of lines) {
    text.add(line);
  }
  return text.text;
}

it.each([
  ['lines of text', ['add a flag', ' and test it '], 'add a flag and test it'],
  ['partial results, each replaced', ['{"partial":"add"}', '{"partial":"add a"}'], 'add a'],
  ['a final result after them', ['{"partial":"ad"}', '{"text":"add"}', '{"partial":"a"}'], 'add a'],
  [
    'results of PocketSphinx 5',
    ['{"b":0.1,"d":1.2,"p":1.0,"t":"go forward","w":[]}'],
    'go forward',
  ],
  ['times of whisper.cpp', ['[00:00:00.000 --> 00:00:02.000]   Add a flag.'], 'Add a flag.'],
  ['noises that are no words', ['[BLANK_AUDIO]', '++NOISE++ add <sil>', '[MUSIC PLAYING]'], 'add'],
  ['brackets that were said', ['call a[0] with [Tab]'], 'call a[0] with [Tab]'],
  ['nothing', ['', '{}', '{"text":""}'], ''],
  ['braces that are no JSON', ['{ return }'], '{ return }'],
  ['escape sequences and controls', ['\u001b[1mbo\u0000ld\u001b[0m', 'x\rnew'], 'bold new'],
  ['line breaks inside JSON', ['{"text":"one\\ntwo\\u0007"}'], 'one two'],
])('reads %s', (_, lines, text) => {
  expect(heard(...lines)).toBe(text);
});

it('reports whether a line has changed the text', () => {
  const text = new HeardText();
  expect(text.add('one')).toBe(true);
  expect(text.add('[BLANK_AUDIO]')).toBe(false);
  expect(text.add('{"partial":""}')).toBe(false);
});

it('is bounded, whatever is printed', () => {
  const lines = Array.from({ length: 3_000 }, () => 'long enough to be cut');
  expect(heard(...lines).length).toBeLessThanOrEqual(20_000);
  expect(heard(...lines, JSON.stringify({ partial: 'x'.repeat(50_000) })).length).toBeLessThan(
    20_002,
  );
});
