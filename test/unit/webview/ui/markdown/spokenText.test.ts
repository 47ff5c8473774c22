import { expect, it } from 'vitest';
import { spokenText } from '../../../../../webview/ui/markdown/spokenText';

it.each<[string, string, string]>([
  [
    'emphasis and code',
    '**Done**: *all* of `parse()` is ~~old~~ new.',
    'Done: all of parse() is old new.',
  ],
  [
    'links and pictures',
    'See [the docs](https://a.b/c) and ![a chart](x.png).',
    'See the docs and a chart.',
  ],
  ['headings and rules', '## Result\n\n---\n\nIt works.', 'Result\nIt works.'],
  ['lists and tasks', '- one\n- [x] **two**\n  1. three\n', 'one\ntwo\nthree'],
  ['quotes', '> Said *so*', 'Said so'],
  ['code', '```ts\nconst a = 1;\n```', 'const a = 1;'],
  ['tables', '| a | b |\n| - | - |\n| `1` | **2** |', 'a, b\n1, 2'],
  ['references and escapes', 'a &amp; b \\*c\\*', 'a & b *c*'],
  ['text like marks', '2 * 3 * 4 and a_b_c', '2 * 3 * 4 and a_b_c'],
  ['HTML', 'a <b> c', 'a <b> c'],
])('reads %s without marks', (_name, markdown, text) => {
  expect(spokenText(markdown)).toBe(text);
});

it('survives nesting that no lexer can handle', () => {
  expect(spokenText('> '.repeat(5_000))).toContain('>');
  expect(spokenText(`${'['.repeat(20_000)}a`)).toContain('a');
});
