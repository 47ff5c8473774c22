import { expect, test } from 'vitest';
import { fitting } from '../../../../src/host/changeSets/fitting';
import { splitDiff } from '../../../../src/host/changeSets/splitDiff';

const change = (path: string, ...lines: string[]) =>
  [`diff --git a/${path} b/${path}`, 'index 1..2 100644', `--- a/${path}`, `+++ b/${path}`]
    .concat('@@ -1 +1 @@', ...lines, '')
    .join('\n');

test('files are split at their heads, whatever their lines say', () => {
  // Git knows only the first of these ends of lines.
  const ends = ['\n', '\r', '\u2028', '\u2029'].map(
    end => `+${end === '\n' ? '' : end}diff --git a/y b/y`,
  );
  const diff = change('a.ts', '-diff --git a/x b/x', ...ends) + change('b.ts', '+b');
  expect(splitDiff(diff).map(({ path }) => path)).toEqual(['a.ts', 'b.ts']);
  expect(
    splitDiff(diff)
      .map(({ text }) => text)
      .join(''),
  ).toBe(diff);
});

test('the name is the one after the change', () => {
  const names = (text: string) => splitDiff(text).map(({ path }) => path);
  const deleted = 'diff --git a/x y b/x y\ndeleted file mode 100644\n--- a/x y\t\n+++ /dev/null\n';
  expect(names(deleted)).toEqual(['x y']);
  const renamed = 'diff --git a/x b/"y"\nsimilarity index 100%\nrename from x\nrename to y z\n';
  expect(names(renamed)).toEqual(['y z']);
  const binary = 'diff --git a/x b.bin b/x b.bin\nBinary files a/x b.bin and b/x b.bin differ\n';
  expect(names(binary)).toEqual(['x b.bin']);
  const quoted = 'diff --git "a/\\303\\244\\n" "b/\\303\\244\\n"\nnew file mode 100644\n';
  expect(names(quoted)).toEqual(['ä\n']);
  expect(names('--- a/x\n+++ b/x\n')).toEqual([]);
});

test('files are taken while they fit, and a large one makes no room for none', () => {
  const file = (path: string, length: number) => ({ path, text: 'x'.repeat(length) });
  const files = [file('a', 4), file('huge', 9), file('b', 5), file('c', 3), file('d', 1)];
  const { taken, tooLarge } = fitting(files, { file: 8, all: 10 });
  expect(taken.map(({ path }) => path)).toEqual(['a', 'b', 'd']);
  expect(tooLarge).toEqual(['huge', 'c']);
});
