import { expect, it } from 'vitest';
import { outputName } from '../../../../src/host/tasks/outputName';

it.each([
  ['npm run build', 'npm run build'],
  ['cat a/b?c#d\\e', 'cat a b c d e'],
  [`${'word '.repeat(12)}end`, `${'word '.repeat(11)}word…`],
  ['x'.repeat(70), `${'x'.repeat(60)}…`],
  [' / ', ''],
])('names the output of %j %j', (title, name) => {
  expect(outputName(title)).toBe(name);
});
