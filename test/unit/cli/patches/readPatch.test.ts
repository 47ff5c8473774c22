import { describe, expect, test } from 'vitest';
import { readPatch } from '../../../../src/cli/patches/readPatch';

const envelope = (...lines: string[]) =>
  ['*** Begin Patch', '*** Update File: src/a.ts', ...lines, '*** End Patch'].join('\n');

const codeOf = (text: string) => {
  try {
    readPatch(text);
    return 'read';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

describe('the form *** Begin Patch', () => {
  test('has hunks with anchors, without numbers', () => {
    expect(
      readPatch(envelope('@@ class A', '@@ add()', ' one', '-two', '+2', '', '@@', '+three')),
    ).toEqual({
      path: 'src/a.ts',
      isNew: false,
      hunks: [
        {
          anchors: ['class A', 'add()'],
          lines: [
            { sign: ' ', text: 'one' },
            { sign: '-', text: 'two' },
            { sign: '+', text: '2' },
            { sign: ' ', text: '' },
          ],
        },
        { anchors: [], lines: [{ sign: '+', text: 'three' }] },
      ],
    });
  });

  test('may come in a fence, with Windows line ends, numbers, or without its own ends', () => {
    const hunk = { anchors: [], lines: [{ sign: '+', text: 'x' }] };
    const plain = { path: 'src/a.ts', isNew: false, hunks: [hunk] };
    expect(readPatch(`\`\`\`diff\n${envelope('@@', '+x')}\n\`\`\`\n`)).toEqual(plain);
    expect(readPatch(envelope('@@', '+x').replaceAll('\n', '\r\n'))).toEqual(plain);
    expect(readPatch('*** Update File: src/a.ts\n@@\n+x\n\n')).toEqual(plain);
    expect(readPatch(envelope('@@ -3,0 +4 @@ function f', '+x'))).toEqual({
      ...plain,
      // Without old lines, the number is that of the line before, as in git.
      hunks: [{ ...hunk, line: 4 }],
    });
    expect(readPatch(envelope('+x', '*** End of File'))).toEqual({
      ...plain,
      hunks: [{ ...hunk, isAtEnd: true }],
    });
  });

  test('creates a file, also an empty one', () => {
    const create = (...lines: string[]) =>
      readPatch(['*** Begin Patch', '*** Add File: b c.txt', ...lines, '*** End Patch'].join('\n'));
    expect(create('+one', '', '+two')).toMatchObject({ path: 'b c.txt', isNew: true });
    expect(create('+one', '', '+two').hunks[0]?.lines.map(({ text }) => text)).toEqual([
      ...['one', '', 'two'],
    ]);
    expect(create()).toEqual({ path: 'b c.txt', isNew: true, hunks: [] });
  });
});

describe('a unified diff', () => {
  const head = '--- a/src/a.ts\n+++ b/src/a.ts\n';

  test('has numbers, and names with or without prefixes', () => {
    const body = '@@ -2,2 +2,2 @@\n one\n-two\n+2\n';
    const expected = {
      path: 'src/a.ts',
      isNew: false,
      hunks: [
        {
          anchors: [],
          line: 2,
          lines: [
            { sign: ' ', text: 'one' },
            { sign: '-', text: 'two' },
            { sign: '+', text: '2' },
          ],
        },
      ],
    };
    expect(readPatch(head + body)).toEqual(expected);
    expect(readPatch(`diff --git a/src/a.ts b/src/a.ts\n${head}${body}`)).toEqual(expected);
    expect(readPatch(`--- src/a.ts\n+++ src/a.ts\n${body}`)).toEqual(expected);
  });

  test('creates a file from nowhere', () => {
    const text =
      '--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+one\n\\ No newline at end of file\n';
    expect(readPatch(text)).toEqual({
      path: 'new.txt',
      isNew: true,
      hunks: [
        {
          ...{ anchors: [], line: 1, endsBare: true, isAtEnd: true },
          lines: [{ sign: '+', text: 'one' }],
        },
      ],
    });
  });

  test('with wrong numbers is refused with a hint', () => {
    expect(codeOf(`${head}@@ -2,5 +2,2 @@\n one\n-two\n+2\n`)).toMatch(
      /cannot be read.*needs no numbers/s,
    );
  });
});

test.each([
  ['', /names no file/],
  ['hello', /names no file/],
  ['@@ -1 +1 @@\n-a\n+b\n', /lacks the lines/],
  [envelope(), /adds and removes no lines in src\/a.ts/],
  [envelope('@@', ' one'), /adds and removes no lines/],
  [envelope('@@', '?one'), /Line 3 begins with neither/],
  ['*** Begin Patch\n+one\n*** End Patch', /belongs to no file|names no file/],
  ['*** Begin Patch\n*** Delete File: a.ts\n*** End Patch', /deletes a\.ts.*use the shell/],
  [envelope('*** Move to: b.ts', '+x'), /moves src\/a\.ts/],
  ['*** Begin Patch\n*** Add File: a.ts\n-x\n*** End Patch', /new file a\.ts begins with "\+"/],
  [envelope('+x', '*** Update File: b.ts', '+y'), /2 files \(src\/a\.ts, b\.ts\).*each file/],
  ['--- a/a.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n', /deletes a\.ts/],
  ['--- a/a.ts\n+++ b/b.ts\n@@ -1 +1 @@\n-a\n+b\n', /moves a\.ts/],
  [
    'diff --git a/a.png b/a.png\nindex 1..2 100644\nBinary files a/a.png and b/a.png differ\n',
    /not text|lacks the lines/,
  ],
  ['x'.repeat(1_000_001), /too long/],
])('%j is refused', (text, reason) => {
  expect(codeOf(text)).toMatch(reason);
});

test('names with long runs of spaces are read in one go', () => {
  const name = `a${' '.repeat(400_000)}b`;
  expect(readPatch(`*** Update File:  ${name}  \n-x\n`).path).toBe(name);
});

test('an error names the first of many files', () => {
  const many = Array.from({ length: 9 }, (_, at) => `*** Update File: ${at}.ts\n-x\n`).join('');
  expect(() => readPatch(many)).toThrow(/changes 9 files \(0\.ts, 1\.ts, .*4\.ts, …\)/);
});
