import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toContextText } from '../../../../../src/cli/frames/contextText';
import { ContextFrame } from '../../../../../src/cli/sessions/search/contextFrame';

/** Pushes a text in parts of some length. */
function through(frame: ContextFrame, text: string, length: number): string {
  let read = '';
  for (let at = 0; at < text.length; at += length) {
    read += frame.push(text.slice(at, at + length));
  }
  return read + frame.end();
}

it('removes heading and end of content, in parts of any length', () => {
  const frame = new ContextFrame();
  fc.assert(
    fc.property(
      fc.string(),
      fc.string(),
      fc.integer({ min: 1, max: 80 }),
      (text, title, length) => {
        const plain = text.replaceAll('<', '');
        const written = toContextText({ kind: 'text', title, text: plain });
        expect(through(frame, written, length)).toBe(plain);
      },
    ),
  );
});

it('passes other text unchanged', () => {
  const frame = new ContextFrame();
  const texts = fc.constantFrom(
    '<tandem',
    '<tandem-context kind=',
    'a\n</tandem-context>',
    '',
    'x',
  );
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 9 }), (text, length) => {
      expect(through(frame, text, length)).toBe(text);
    }),
  );
});
