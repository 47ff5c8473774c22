import { expect, it } from 'vitest';
import { editorMatches } from '../../../../../../src/cli/translate/tools/editorMatches';
import type { FoundPassage } from '../../../../../../src/core/codeIndex/search/findPassages';
import { codeListing } from '../../../../../../src/host/agentTools/read/text/codeListing';

const passage: FoundPassage = {
  ...{ root: '/r', path: 'src/zoo.ts', from: 2, to: 6, head: 3, score: 9 },
  title: 'export function feed(fish: Fish) {',
  reasons: [
    { word: 'feed', fields: ['definition', 'comment'] },
    { word: 'walrus', fields: ['name'] },
  ],
  excerpt: [{ line: 2, text: '/** Feeds a walrus. */' }],
};
const state = { known: 12, left: 0, isCut: false };
const show = (_: string, path: string) => path;

it('lists places with their lines, their reason and an excerpt', () => {
  const text = codeListing('feed "it"', { passages: [passage], ...state }, show);
  expect(text).toBe(`1 place for "feed \\"it\\""
src/zoo.ts
  3-7: export function feed(fish: Fish) { [feed (definition, comment); walrus (file name)]
    3| /** Feeds a walrus. */`);
  // The card shows the places, not the excerpts.
  expect(editorMatches('code_search', text, '/r')).toEqual([
    {
      type: 'matches',
      heading: '1 place for "feed \\"it\\""',
      matches: [
        {
          path: '/r/src/zoo.ts',
          line: 3,
          text: 'export function feed(fish: Fish) {',
          reason: 'feed (definition, comment); walrus (file name)',
        },
      ],
      ...{ total: 1, truncated: false },
    },
  ]);
});

it('says what is missing, and what to do', () => {
  const search = (passages: readonly FoundPassage[], of: Partial<typeof state>) =>
    codeListing('a', { passages, ...state, ...of }, show)
      .split('\n')
      .slice(1);
  expect(search([], {})).toEqual([
    '(Say it in other words, or in words that the code or its comments may use.)',
  ]);
  expect(search([], { left: 30 })).toEqual([
    '(Indexing is under way: 12 of 42 files so far. Ask again for the rest.)',
  ]);
  expect(search([passage], { isCut: true }).at(-1)).toContain('too many files');
});

it('names no argument that the tool lacks if there is no room for all places', () => {
  const excerpt = [1, 2, 3].map(line => ({ line, text: 'x'.repeat(400) }));
  const passages = Array.from({ length: 30 }, () => ({ ...passage, excerpt }));
  const last = codeListing('a', { passages, ...state }, show)
    .split('\n')
    .at(-1);
  expect(last).toMatch(/^\(1 to \d+ of 30\. Narrow the question/);
});

it('keeps names and lines with control characters on one line', () => {
  const hostile = { ...passage, path: 'a\n  1-2: b', title: 'x\u2028y\u202ez', excerpt: [] };
  const lines = codeListing('a', { passages: [hostile], ...state }, show).split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toBe('a   1-2: b');
});
