import { expect, it } from 'vitest';
import { bestPassages } from '../../../../../src/core/codeIndex/search/bestPassages';
import { queryWords } from '../../../../../src/core/codeIndex/search/query';
import { TermTable } from '../../../../../src/core/codeIndex/text/termTable';

const text = `import { seal } from 'seal';

/** Feeds a walrus. */
export function feed(fish: Fish) {
  const walrus = find();
  walrus.eat(fish);
}

export class Zoo {
  open() {
    unlock();
    greet();
  }

  feedAll() {
    for (const walrus of this.walruses) {
      feed(walrus.fish);
    }
  }
}
`;

function search(question: string) {
  const words = queryWords(question);
  const rarities = words.map(({ terms }) => terms.map(() => 1));
  return bestPassages('src/zoo.ts', text, words, rarities, new TermTable());
}

it('returns the function with its comment, the reason, and the lines that say most', () => {
  const [first] = search('feed the walrus');
  expect(first).toMatchObject({
    ...{ from: 2, to: 6, title: 'export function feed(fish: Fish) {' },
    reasons: [
      { word: 'feed', fields: ['definition', 'comment'] },
      { word: 'walrus', fields: ['comment', 'code'] },
    ],
  });
  expect(first?.excerpt.map(({ text: line }) => line)).toEqual([
    '/** Feeds a walrus. */',
    'const walrus = find();',
    'walrus.eat(fish);',
  ]);
});

it('returns a method rather than all of its class, and nothing twice', () => {
  const ranges = search('open unlock').map(({ from, to }) => [from + 1, to + 1]);
  expect(ranges).toEqual([[10, 13]]);
});

it('returns nothing for a file that has only its name in common', () => {
  expect(search('zoo animals')[0]?.title).toBe('export class Zoo {');
  expect(search('giraffe')).toEqual([]);
});

it('does not compare each passage of a large file with each occurrence of a word', () => {
  const words = queryWords('walrus');
  const rarities = words.map(({ terms }) => terms.map(() => 1));
  const large = 'function f() {\n  walrus(walrus, walrus, walrus);\n}\n'.repeat(20_000);
  const found = bestPassages('a.ts', large, words, rarities, new TermTable());
  expect(found.map(({ from }) => from)).toEqual([0, 3, 6]);
});
