import { expect, it } from 'vitest';
import { importsIn } from '../../../../src/cli/memory/importsIn';
import { isCostly } from '../../../../src/cli/memory/lexingCost';

/** As Claude Code 2.1.329 has been seen to do. */
it.each([
  ['# Head @./a.md', ['./a.md']],
  ['See @a.md and @b/c.md.', ['a.md', 'b/c.md.']],
  ['**@a.md** *@b.md* [@c.md](@d.md) ![@e.md](x)', ['a.md', 'b.md', 'c.md']],
  ['`@a.md` (@b.md) "@c.md" x@d.md \\@e.md ~~@f.md~~', []],
  ['```\n@a.md\n```\n\n    @b.md\n\n~~~\n@c.md\n~~~\n', []],
  ['| @a.md | x |\n| - | - |\n| @b.md | y |\n\n> @c.md', ['a.md', 'b.md', 'c.md']],
  ['- [ ] @a.md\n  - @b.md\n\n1. @c.md', ['a.md', 'b.md', 'c.md']],
  ['<!-- @a.md --> @b.md\n\ntext <!-- @c.md --> @d.md <b>@e.md</b>', ['b.md', 'd.md', 'e.md']],
  ['<div>\n@a.md\n</div>\n\n[ref]: @b.md', []],
  ['@a\\ b.md @c.md#part @c.md#other @~/d.md @/e @/ @~', ['a b.md', 'c.md', '~/d.md', '/e']],
  ['@ü.md @$a.md @%b @"c.md" @.d @_e @-f', ['.d', '_e', '-f']],
  ['@a.md\r\n@b.md\tx', ['a.md', 'b.md']],
])('finds imports in %j', async (text, paths) => {
  expect(await importsIn(text)).toEqual(paths);
});

it.each([
  ['emphasis', '*a_'],
  ['emphasis in links', '[*a_]('],
  ['emphasis with quotation marks', "**a'"],
  ['quotes in quotes', '> '],
  ['lists in lists', '- > '],
  ['numbered lists', '1. '],
  ['comments', '<!--\n'],
  ['a long list', '* * * a\n'],
])('searches hostile text at once, and still finds imports: %s', async (_name, unit) => {
  const text = `@a.md **@b.md**\n\n\`\`\`\n@no.md\n\`\`\`\n\n${unit.repeat(180_000 / unit.length)}\n`;
  expect(await importsIn(text)).toEqual(['a.md', 'b.md']);
});

it('leaves out what is too long to be searched', async () => {
  expect(await importsIn(`@a.md ${'['.repeat(200_000)}`)).toEqual([]);
});

it('does not lex an item of many lines, each of which the lexer reads to the end', () => {
  expect(isCostly(`- a\n${'b\n'.repeat(5_000)}`)).toBe(true);
  expect(isCostly(`- a\n${'b\n\n'.repeat(5_000)}`)).toBe(false);
});
