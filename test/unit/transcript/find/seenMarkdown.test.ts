import { performance } from 'node:perf_hooks';
import { expect, it } from 'vitest';
import { SeenMarkdown } from '../../../../src/transcript/find/seenMarkdown';

const visibleText = (markdown: string) => new SeenMarkdown().read(markdown);

it.each([
  ['the **bold** word', 'the bold word'],
  ['*a* _b_ __c__ ~~d~~', 'a b c d'],
  ['snake_case_name and 2 * 3', 'snake_case_name and 2 * 3'],
  ['call `a_b*c*` now', 'call a_b*c* now'],
  ['``a `b` c``', 'a `b` c'],
  ['see [the _docs_](https://a.b/c_d) there', 'see the docs there'],
  ['an array[0] (of these)', 'an array[0] (of these)'],
  ['> quoted\n> twice', 'quoted\ntwice'],
  ['a \\* b', 'a * b'],
  ['1 &lt; 2 &amp;&amp; 3 &unknown;', '1 < 2 && 3 &unknown;'],
  ['before\n```ts\n  a **b** `c`\n```\nafter **x**', 'before\n  a **b** `c`\nafter x'],
  ['~~~\n```\n*a*\n~~~', '```\n*a*'],
  ['a ` b', 'a ` b'],
])('shows %j as %j', (markdown, seen) => {
  expect(visibleText(markdown)).toBe(seen);
});

it('goes on within a code block and a line', () => {
  const reader = new SeenMarkdown();
  const parts = ['a\n```\n**b**', ' c\n', '**d**\n```\n', '*e*', ' > f'];
  expect(parts.map(part => reader.read(part)).join('')).toBe('a\n**b** c\n**d**\ne > f');
});

it.each(['**', '`', '](', '[a](', '\\', '_a', '> ', '` `` ``` ', '&am', '~~~\n', '[', '&amp;'])(
  'takes no more than linear time for %j',
  part => {
    const time = (length: number) => {
      const text = part.repeat(length / part.length);
      const start = performance.now();
      visibleText(text);
      return performance.now() - start;
    };
    time(100_000);
    // Two million characters in a line; quadratic time would be minutes.
    expect(time(2_000_000)).toBeLessThan(2_000);
  },
);
