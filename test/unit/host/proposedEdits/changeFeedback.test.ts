import { expect, test } from 'vitest';
import { changeFeedback } from '../../../../src/host/proposedEdits/changeFeedback';

test("the user's edit of a proposal is reported as a unified diff", () => {
  expect(changeFeedback('/w/a.ts', 'one\ntwo\nthree\n', 'one\n2\nthree\n')).toBe(
    `The user edited your proposal for /w/a.ts before allowing it. What was written differs from what you proposed:
--- proposed
+++ written
@@ -1,3 +1,3 @@
 one
-two
+2
 three`,
  );
});

test('a change without visible line differences is described in words', () => {
  expect(changeFeedback('/w/a.ts', 'one\n', 'one\r\n')).toMatch(/Only line ends/);
});

test('a long diff is cut at a line and says so', () => {
  const proposed = Array.from({ length: 600 }, (_, index) => `proposed line ${index}\n`).join('');
  const words = changeFeedback(
    '/w/a.ts',
    proposed,
    `${proposed.replaceAll('proposed', 'written')}`,
  );
  expect(words.length).toBeLessThan(8_300);
  expect(words.split('\n').at(-2)).toMatch(/^[-+](proposed|written) line \d+$/);
  expect(words).toMatch(/The rest of the difference is left out: read the file\.\)$/);
});

test('a diff that is too long to compute is omitted', () => {
  const text = (word: string) => `${word.repeat(60_000)}\n`;
  expect(changeFeedback('/w/a.ts', text('ab'), text('cd'))).toMatch(/too long to be told: read/);
});
