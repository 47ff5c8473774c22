import { describe, expect, it } from 'vitest';
import { grammars } from '../../../../../webview/ui/highlight/grammars';
import { highlightLines } from '../../../../../webview/ui/highlight/highlightLines';
import {
  type Language,
  languageOf,
  languageOfPath,
} from '../../../../../webview/ui/highlight/languages';

const all = (lines: readonly string[], language: Language) =>
  [...highlightLines(lines, language)].flat();

const classOf = (lines: readonly string[], language: Language, text: string) =>
  all(lines, language)
    .flat()
    .find(piece => piece[0].includes(text))?.[1];

const samples: readonly string[] = [
  'import { a } from "b"; // note',
  '',
  '  if (x < 1 && y > 2) { return `t ${x}`; }',
  '<p class="a">&amp; text</p>',
  'def f(a: int) -> str:',
  '# title',
  '- item: "value"',
];

describe('highlightLines', () => {
  it.each(Object.keys(grammars) as Language[])('preserves all text and lines: %s', language => {
    const found = all(samples, language);
    expect(found.map(line => line.map(piece => piece[0]).join(''))).toEqual(samples);
  });

  it('classifies tokens', () => {
    const code = ['const a = `x ${b + 1} y`; // note', 'class C {}'];
    expect(classOf(code, 'typescript', 'const')).toBe('hl-keyword');
    expect(classOf(code, 'typescript', '`x ')).toBe('hl-string');
    expect(classOf(code, 'typescript', '// note')).toBe('hl-comment');
    expect(classOf(code, 'typescript', '1')).toBe('hl-number');
    expect(classOf(['def main(): pass'], 'python', 'main')).toBe('hl-function');
  });

  it('carries comments and strings across chunk boundaries', () => {
    const comment = [
      '/*',
      ...Array.from({ length: 400 }, (_, line) => `const a${line} = 1;`),
      '*/',
    ];
    const code = Array.from({ length: 300 }, (_, line) => `const b${line} = 'x';`);
    const steps = [...highlightLines([...code, ...comment, ...code], 'typescript')];
    expect(steps.length).toBeGreaterThan(4);
    const lines = steps.flat();
    expect(lines.length).toBe(1002);
    expect(
      lines
        .slice(300, 702)
        .flat()
        .every(piece => piece[1] === 'hl-comment'),
    ).toBe(true);
    expect(lines[702]?.[0]).toEqual(['const', 'hl-keyword']);
  });

  it('leaves very long lines plain', () => {
    const line = `const a = '${'x'.repeat(6000)}';`;
    expect(all([line], 'javascript')).toEqual([[[line, '']]]);
  });
});

describe('languageOf', () => {
  it('knows names, aliases and decorated info strings', () => {
    expect(languageOf('tsx')).toBe('typescript');
    expect(languageOf('JS title="x"')).toBe('javascript');
    expect(languageOf('python,linenos')).toBe('python');
    expect(languageOf('html')).toBe('xml');
  });

  it('returns no language for unknown words', () => {
    expect(['', 'brainfuck', '__proto__', 'constructor'].map(languageOf)).toEqual(
      Array.from({ length: 4 }, () => undefined),
    );
  });

  it('uses the extension of a path', () => {
    expect(languageOfPath('/a.b/c.test.TS')).toBe('typescript');
    expect(languageOfPath('src/Makefile')).toBeUndefined();
  });
});
