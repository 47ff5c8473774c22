import { expect, test } from 'vitest';
import { titleFromText } from '../../../src/base/titleFromText';

test.each([
  [undefined, undefined],
  [' \n\t ', undefined],
  ['Add a flag', 'Add a flag'],
  ['  Add\n\n a   flag ', 'Add a flag'],
  ['x'.repeat(60), 'x'.repeat(60)],
  ['x'.repeat(61), `${'x'.repeat(60)}…`],
  [`${'x'.repeat(59)} y`, `${'x'.repeat(59)}…`],
  ['修正', '修正'],
  ['\u200b\u00ad\u3000', undefined],
  // Characters outside of the basic plane are not cut in two.
  ['😀'.repeat(61), `${'😀'.repeat(60)}…`],
])('%j becomes the title %j', (text, title) => {
  expect(titleFromText(text)).toBe(title);
});

test('a message of many megabytes costs no more than its beginning', () => {
  expect(titleFromText(`${' '.repeat(300)}start ${'x'.repeat(5_000_000)}`)).toMatch(/^start x+…$/);
});
