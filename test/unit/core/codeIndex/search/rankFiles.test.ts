import { expect, it } from 'vitest';
import { queryWords } from '../../../../../src/core/codeIndex/search/query';
import { rankFiles } from '../../../../../src/core/codeIndex/search/rankFiles';
import { SegmentBuilder } from '../../../../../src/core/codeIndex/store/segmentBuilder';
import { fileTerms } from '../../../../../src/core/codeIndex/text/fileTerms';
import { TermTable } from '../../../../../src/core/codeIndex/text/termTable';

function rank(files: Readonly<Record<string, string>>, question: string, under = ''): string[] {
  const builder = new SegmentBuilder();
  const table = new TermTable();
  const filler = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [`filler/f${at}.ts`, `other${at}();\n`.repeat(8)]),
  );
  for (const [path, text] of Object.entries({ ...files, ...filler })) {
    const { weights, length } = fileTerms(path, text, table);
    builder.add({ path, time: 1, size: text.length, length }, weights);
  }
  const roots = [{ root: '/r', segments: [builder.build()], under }];
  return rankFiles(roots, queryWords(question), 10).files.map(({ path }) => path);
}

it('counts a definition more than a mention, and a name of a file most', () => {
  const files = {
    'a.ts': 'call(walrus);',
    'b.ts': 'function walrus() {\n}',
    'walrus.ts': 'call(other);',
  };
  expect(rank(files, 'walrus')).toEqual(['walrus.ts', 'b.ts', 'a.ts']);
});

it('prefers a file with all words to one with a word often', () => {
  const files = {
    'walrus.ts': 'walrus();\n'.repeat(3),
    'b.ts': `walrus(penguin);\n${'seal();\n'.repeat(12)}`,
  };
  expect(rank(files, 'walrus penguin')).toEqual(['b.ts', 'walrus.ts']);
});

it('finds other words for the same, after the word itself', () => {
  const files = { 'a.ts': 'removeWalrus();', 'b.ts': 'deleteWalrus();' };
  expect(rank(files, 'delete walrus')).toEqual(['b.ts', 'a.ts']);
});

it('puts tests, documents and examples last unless they are asked for', () => {
  const text = 'function walrus() {\n}';
  const files = { 'a.test.ts': text, 'src/a.ts': text, 'README.md': 'A walrus.' };
  expect(rank(files, 'walrus')[0]).toBe('src/a.ts');
  expect(rank(files, 'tests of walrus')[0]).toBe('a.test.ts');
});

it('searches a folder or file alone', () => {
  const files = { 'src/a.ts': 'walrus();', 'srcs/a.ts': 'walrus();', 'b.ts': 'walrus();' };
  expect(rank(files, 'walrus', 'src')).toEqual(['src/a.ts']);
  expect(rank(files, 'walrus', 'b.ts')).toEqual(['b.ts']);
});
