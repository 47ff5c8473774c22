import { applyPatch as applyUnified, createPatch } from 'diff';
import { describe, expect, test } from 'vitest';
import { applyPatch } from '../../../../src/cli/patches/applyPatch';
import { insertEdit } from '../../../../src/cli/patches/insertEdit';
import { readPatch } from '../../../../src/cli/patches/readPatch';

const patch = (...lines: string[]) => ['*** Update File: a.ts', ...lines].join('\n');
const apply = (text: string, ...lines: string[]) => applyPatch(readPatch(patch(...lines)), text);

const code = ['class A {', '  add() {', '    return 1;', '  }', '}', 'class B {', '  add() {'];
const text = [...code, '    return 1;', '  }', '}', ''].join('\n');

const errorOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'applied';
};

describe('large files', () => {
  test('of more lines than a call may have arguments are changed', () => {
    const many = 'x\n'.repeat(300_000);
    expect(apply(`${many}one\n`, '-one', '+two')).toBe(`${many}two\n`);
  });

  test('and patches whose comparison would block the editor for a minute are refused', () => {
    const unchanged = Array.from({ length: 8_000 }, () => ' x');
    const run = () => apply('x\n'.repeat(80_000), ...unchanged, '-y');
    expect(errorOf(run)).toMatch(/too large to be compared/);
    const anchors = Array.from({ length: 8_000 }, (_, at) => ['@@ one', `+${at}`]).flat();
    const far = `${'x\n'.repeat(80_000)}${'one\n'.repeat(4_000)}`;
    expect(errorOf(() => apply(far, ...anchors))).toMatch(/no line is/);
  });
});

test('lines that all files repeat are found by their number alone', () => {
  const many = 'x\n'.repeat(60_000);
  const edit = insertEdit({ path: 'a.ts', newText: 'y', startLine: 20_001, endLine: 50_000 });
  expect(edit.after(many)).toBe(`${'x\n'.repeat(20_000)}y\n${'x\n'.repeat(10_000)}`);
});

describe('a hunk', () => {
  test('is found by its unchanged lines', () => {
    expect(apply('one\ntwo\nthree\n', ' one', '-two', '+2', ' three')).toBe('one\n2\nthree\n');
    expect(apply('one\ntwo\n', ' two', '+three')).toBe('one\ntwo\nthree\n');
    expect(apply('one\ntwo\n', '-one', '-two')).toBe('');
    expect(apply('', '+one')).toBe('one\n');
  });

  test('is found after its anchors, and each after the one before', () => {
    const now = apply(text, '@@ class B {', '-    return 1;', '+    return 2;');
    expect(now).toBe(text.replace(/1(?=[^1]*$)/, '2'));
    expect(apply('a\nx\nb\nx\n', '@@ a', '-x', '+1', '@@ b', '-x', '+2')).toBe('a\n1\nb\n2\n');
    expect(apply('a\nb\n', '@@ a', '+between')).toBe('a\nbetween\nb\n');
  });

  test('may be at the end, and goes there without lines to look for', () => {
    expect(apply('x\ny\nx\n', '-x', '+z', '*** End of File')).toBe('x\ny\nz\n');
    expect(apply('x\n', '@@', '+y')).toBe('x\ny\n');
  });

  test('may differ in spaces at the ends of lines, which stay as they are', () => {
    expect(apply('one  \ntwo\t\nthree\n', ' one', '-two', '+2')).toBe('one  \n2\nthree\n');
  });

  test('that fits at several places is refused with their lines', () => {
    expect(errorOf(() => apply(text, '-    return 1;', '+    return 2;'))).toMatchInlineSnapshot(
      `"Nothing was written. The patch is not for a.ts as it is now: hunk 1 fits at more than one place: lines 3, 8. Add more unchanged lines around the change, or a line "@@ <a line that comes before>"."`,
    );
  });

  test('that fits nowhere is refused with the lines that are most like it', () => {
    expect(
      errorOf(() => apply(text, ' class B {', '   add(x) {', '-    return 1;', '+    return 2;')),
    ).toMatchInlineSnapshot(`
        "Nothing was written. The patch is not for a.ts as it is now: hunk 1 does not fit. Its lines that must be there are not:
          | class B {
          |   add(x) {
          |     return 1;
        The nearest lines are:
          6: class B {
          7:   add() {
          8:     return 1;
          9:   }
          10: }"
      `);
    expect(errorOf(() => apply(text, '@@ class C {', '+x'))).toMatch(
      /no line is\n {2}\| class C \{\nThe nearest lines are:\n {2}1: class A \{/,
    );
    expect(errorOf(() => apply('a\n', '-zzz', '+y'))).toMatch(/No line of the file is like them/);
    // The second hunk comes after the first.
    expect(errorOf(() => apply('a\nb\n', '-b', '+c', '@@', '-a', '+d'))).toMatch(
      /hunk 2 does not fit. Its lines that must be there are not after line 2/,
    );
  });
});

describe('line ends', () => {
  test('are those of the file, and mixed ones stay', () => {
    expect(apply('one\r\ntwo\r\nthree\n', '-two', '+2', '+3')).toBe('one\r\n2\r\n3\r\nthree\n');
    expect(apply('one\ntwo\r\nthree\n', '-one', '+1')).toBe('1\ntwo\r\nthree\n');
  });

  test('at the end of the file stay as they are', () => {
    expect(apply('one\ntwo', '-one', '+1')).toBe('1\ntwo');
    expect(apply('one\ntwo', ' two', '+three')).toBe('one\ntwo\nthree');
    expect(apply('one\r\ntwo', ' two', '+three')).toBe('one\r\ntwo\r\nthree');
    expect(apply('\uFEFFone\r\ntwo\r\n', '-one', '+1')).toBe('\uFEFF1\r\ntwo\r\n');
  });

  test('at the end of the file are as a unified diff says', () => {
    const both = (before: string, after: string) =>
      applyPatch(readPatch(createPatch('a.ts', before, after)), before);
    expect(both('a\nb', 'a\nb\n')).toBe('a\nb\n');
    expect(both('a\nb\n', 'a\nb')).toBe('a\nb');
    expect(both('a\nb', 'a\nc')).toBe('a\nc');
  });
});

test('unified diffs are applied as the library applies them', () => {
  const random = numbers(7);
  for (let round = 0; round < 300; round += 1) {
    const before = lines(random, 30);
    const after = changed(random, before);
    const unified = createPatch('a.ts', before, after, '', '', { context: round % 4 });
    if (before !== after) {
      const now = applyPatch(readPatch(unified), before);
      expect(now, unified).toBe(after);
      expect(now).toBe(applyUnified(before, unified));
    }
  }
});

test('a unified diff whose numbers are off goes to the nearest place', () => {
  const unified = '--- a.ts\n+++ a.ts\n@@ -9,1 +9,1 @@\n-    return 1;\n+    return 2;\n';
  expect(applyPatch(readPatch(unified), text)).toBe(text.replace(/1(?=[^1]*$)/, '2'));
});

test('a hunk that only adds lines is off by as much as the one before', () => {
  const unified = '--- a.ts\n+++ a.ts\n@@ -1 +1 @@\n-a\n+A\n@@ -2,0 +3 @@\n+c\n';
  expect(applyPatch(readPatch(unified), 'new\nnew\na\nb\nd\n')).toBe('new\nnew\nA\nb\nc\nd\n');
  expect(apply('a\nb\nd\n', '@@ -2,0 +3 @@', '+c')).toBe('a\nb\nc\nd\n');
});

test('a patch of a long file takes no time', () => {
  const long = Array.from({ length: 100_000 }, (_, index) => `line ${index % 50}`).join('\n');
  expect(errorOf(() => apply(long, ' line 1', ' line 3', '-line 4'))).toContain('nearest lines');
});

/** A small generator of numbers, the same in each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

function lines(random: () => number, most: number): string {
  const all = Array.from(
    { length: Math.floor(random() * most) },
    () => `l${Math.floor(random() * 6)}`,
  );
  return all.length === 0 ? '' : `${all.join('\n')}${random() < 0.8 ? '\n' : ''}`;
}

function changed(random: () => number, before: string): string {
  const all = before.split('\n');
  const kept = all.filter(() => random() < 0.85);
  const added = kept.flatMap(line =>
    random() < 0.15 ? [line, `n${Math.floor(random() * 9)}`] : [line],
  );
  return added.join('\n');
}
