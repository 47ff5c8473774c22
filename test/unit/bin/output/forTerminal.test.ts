import { expect, it } from 'vitest';
import { forTerminal } from '../../../../src/bin/output/forTerminal';

it('spells out what would act on a terminal, and leaves lines and tabs', () => {
  expect(forTerminal('a\r\n\tb\nc — é 👩‍💻')).toBe('a\r\n\tb\nc — é 👩‍💻');
  expect(forTerminal('\u001B[2J\u0007\r\u009B\u202E\u2066')).toBe(
    String.raw`\u001b[2J\u0007\u000d\u009b\u202e\u2066`,
  );
});
