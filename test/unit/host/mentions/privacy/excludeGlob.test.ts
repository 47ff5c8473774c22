import { expect, test } from 'vitest';
import { hides } from '../../../../../src/host/mentions/privacy/excludeGlob';

test.each([
  ['**/node_modules', 'node_modules/a.js', true],
  ['**/node_modules', 'x/node_modules/a.js', true],
  ['**/node_modules', 'my_node_modules/a.js', false],
  ['*.{map,snap}', 'a.snap', true],
  ['*.{map,snap}', 'x/a.snap', false],
  ['out', 'out/deep/a.js', true],
  ['out/**', 'outer/a.js', false],
  ['src/[a-c]?.ts', 'src/bx.ts', true],
  ['src/[!a-c]?.ts', 'src/bx.ts', false],
  ['a(b)+.ts', 'a(b)+.ts', true],
  ['{', 'a.ts', true],
  ['x'.repeat(3_000), 'a.ts', true],
  ['**/**/**/a', 'b/a', true],
  ['{*.a,*.b,*.c,*.d,*.e}', 'x.ts', false],
  // Trying these would never end.
  [`${'*a'.repeat(20)}b`, 'a'.repeat(200), true],
  [`${'**/'.repeat(30)}b`, `${'a/'.repeat(100)}c`, false],
])('the glob %s on %s: %s', (glob, path, isHidden) => {
  expect(hides(glob, path)).toBe(isHidden);
});
