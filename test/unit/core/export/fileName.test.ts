import { expect, test } from 'vitest';
import { fileName } from '../../../../src/core/export/fileName';

const at = Date.UTC(2026, 10, 21, 12);

test.each([
  ['Fix the parser', 'Fix the parser 2026-11-21.md'],
  ['../../etc/passwd', 'etc passwd 2026-11-21.md'],
  ['a:b*c?"<d>|\n\u202e', 'a b c d 2026-11-21.md'],
  ['...', 'Conversation 2026-11-21.md'],
  ['', 'Conversation 2026-11-21.md'],
  [`${'x'.repeat(80)}`, `${'x'.repeat(60)} 2026-11-21.md`],
])('a conversation named %j is exported as %j', (title, name) => {
  expect(fileName(title, at, 'md')).toBe(name);
});
