import { describe, expect, it } from 'vitest';
import { hasInvisible, visiblePieces } from '../../../../webview/tools/parts/invisible';

function shown(text: string): string {
  return visiblePieces(text)
    .map(piece => ('mark' in piece ? `[${piece.mark}]` : piece.text))
    .join('');
}

describe('visiblePieces', () => {
  it.each([
    'npm test -- --run',
    'if true; then\n  echo "a"\n\tb\nfi\n',
    'echo "ünïcödé 日本語 😀 مرحبا"',
    `${' '.repeat(16)}deep = indentation`,
    'a\n\n\nb',
  ])('leaves %j as it is', text => {
    expect(shown(text)).toBe(text);
    expect(hasInvisible(text)).toBe(false);
  });

  it.each([
    ['a zero-width space', 'rm\u200b -rf', 'rm[U+200B] -rf'],
    ['an override of direction', 'a\u202egpj.exe', 'a[U+202E]gpj.exe'],
    ['a no-break space', 'rm\u00a0-rf', 'rm[U+00A0]-rf'],
    ['a tag character', 'a\u{e0041}b', 'a[U+E0041]b'],
    ['a filler', 'a\u3164b', 'a[U+3164]b'],
    ['an escape', 'a\u001b[8mb', 'a[U+001B][8mb'],
    ['a lone carriage return', 'safe\rrm -rf', 'safe[U+000D]rm -rf'],
    ['padding with blanks', `ls${' '.repeat(300)}; rm -rf ~`, 'ls[300 spaces]; rm -rf ~'],
    ['padding with tabs', `ls${'\t'.repeat(40)}; rm -rf ~`, 'ls[40 blanks]; rm -rf ~'],
    ['a few tabs', 'ls\t\t\t\t; rm', 'ls[4 tabs]; rm'],
    ['padding of a line of its own', `a\n${' '.repeat(200)}b`, 'a\n[200 spaces]b'],
    ['empty lines', `# fine${'\n'.repeat(60)}rm -rf ~`, '# fine\n[59 empty lines]\nrm -rf ~'],
  ])('marks %s', (_what, text, marked) => {
    expect(shown(text)).toBe(marked);
    expect(hasInvisible(text)).toBe(true);
  });

  it('takes Windows line ends for line ends', () => {
    expect(shown('a\r\nb')).toBe('a\nb');
  });

  it('names what it marks', () => {
    expect(visiblePieces('\u202e')).toEqual([
      { mark: 'U+202E', title: 'right-to-left override (U+202E)' },
    ]);
  });

  it('takes a time that is linear in the length', () => {
    const text = `${' '.repeat(100_000)}\t${'\n \t'.repeat(50_000)}x`;
    expect(visiblePieces(text).length).toBeLessThan(20);
  });
});
