import { expect, it } from 'vitest';
import { searchPattern } from '../../../../../src/cli/sessions/search/searchPattern';
import type { SearchHit } from '../../../../../src/cli/sessions/search/searchSessions';
import { type Excerpt, TextSearch } from '../../../../../src/cli/sessions/search/textSearch';
import type { SessionId } from '../../../../../src/contract/ids';
import type { SessionRow } from '../../../../../src/host/sessions/sessionRow';
import { searchConversations } from '../../../../../src/host/toolsForOthers/reading/searchConversations';
import type { SharedContext } from '../../../../../src/host/toolsForOthers/tool/sharedTool';

const row = (id: string, title: string, more: Partial<SessionRow> = {}): SessionRow => ({
  ...{ id: id as SessionId, title, state: 'idle', at: Date.UTC(2026, 10, 26, 4, 5) },
  ...{ isPinned: false, isArchived: false, isUnread: false, ...more },
});
const hit = (id: string, text: string, by: SearchHit['by'] = 'person'): SearchHit => ({
  ...{ id: id as SessionId, path: '/x', offset: 0, by },
  excerpt: { text, start: 0, end: 1 },
});

/** Cuts a text as the search does. */
function excerptOf(said: string, query: string): Excerpt {
  const found = new TextSearch(searchPattern(query));
  const excerpt = found.push(said) ?? found.end();
  if (!excerpt) {
    throw new Error('Not found.');
  }
  return excerpt;
}

/** Runs the tool on these conversations and places; returns its words, and how many it has read. */
async function search(
  input: object,
  rows: readonly SessionRow[],
  hits: readonly SearchHit[],
  signal = new AbortController().signal,
) {
  let read = 0;
  const features = {
    conversations: async () => rows,
    async *searchText() {
      for (const one of hits) {
        read += 1;
        yield one;
      }
    },
  };
  const context = { features } as unknown as SharedContext;
  const { content, isError } = await searchConversations
    .make(context)
    .run({ ...input }, { signal });
  const [part] = content;
  return { text: part?.type === 'text' ? part.text : '', isError, read };
}

it('lists titles, and what was said, under each conversation', async () => {
  const rows = [
    row('a', 'Fix the quokka'),
    row('b', 'Other', { agent: 'Gemini', branch: 'main' }),
    row('c', 'Quokka'),
  ];
  const hits = [
    hit('b', 'the quokka said'),
    hit('b', 'a quokka heard', 'agent'),
    hit('a', 'an old quokka title', 'title'),
    hit('z', 'a quokka of another project'),
  ];
  const { text } = await search({ query: 'quokka' }, rows, hits);
  expect(text).toBe(
    [
      '4 places with "quokka" in 3 conversations of 3',
      'Fix the quokka (2026-11-26 04:05, session a)',
      '  title',
      'Quokka (2026-11-26 04:05, session c)',
      '  title',
      'Other (2026-11-26 04:05, session b, with Gemini, branch main)',
      '  user: the quokka said',
      '  agent: a quokka heard',
    ].join('\n'),
  );
  expect((await search({ query: 'Quokka' }, rows, [])).text).toContain('1 place with');
});

it('masks secrets, and shows no control characters', async () => {
  const hits = [hit('a', 'my key is sk-ant-0123456789abcdef \u001b[31m quokka')];
  const { text } = await search({ query: 'quokka' }, [row('a', 'x\u202ey')], hits);
  expect(text).toContain('my key is ***');
  expect(text).not.toMatch(/0123456789|(?!\n)\p{Cc}|\u202e/u);
});

const [key, keyLine] = [
  `sk-ant-${'aB3'.repeat(60)}`,
  'MIIEpAIBAAKCAQEAx7/q9Zb2+vV0tG3hY8kLmN5oPrSdTuWx1y4z6A7B8C9D0E==',
];

it.each<[string, string, string]>([
  ['the key before it is cut', `the key ${key} quokka`, 'quokka'],
  ['the key after it is cut', `quokka ${'x '.repeat(30)}${key}`, 'quokka'],
  ['the name before it is cut', `password: hunter2aB3${' -'.repeat(35)} quokka`, 'quokka'],
  ['it is among the lines of a key', `${`${keyLine}\n`.repeat(9)}quokka\n${keyLine}`, 'quokka'],
])('shows no part of a key where %s', async (_, said, query) => {
  const found = excerptOf(said, query);
  const { text } = await search({ query }, [row('a', 'x')], [{ ...hit('a', ''), excerpt: found }]);
  expect(text).toContain('1 place with');
  expect(text).toMatch(/user: .*quokka/);
  expect(text).not.toMatch(/aB3|q9Zb2|MIIE/);
});

it.each([
  [`the key ${key} quokka`, 'B3aB3aB3'],
  [`the key ${key} quokka`, 'sk-ant-aB'],
  [keyLine, 'q9Zb2'],
])('finds nothing in a key, which could be asked for letter by letter: %s', async (said, query) => {
  const found = excerptOf(said, query);
  const { text } = await search(
    { query },
    [row('a', `Use ${key}`)],
    [{ ...hit('a', ''), excerpt: found }],
  );
  expect(text).toContain('0 places');
});

it('shows words with other space between them', async () => {
  const found = excerptOf('a quokka\n  jumps', 'quokka\n  jumps');
  const { text } = await search(
    { query: 'quokka\n  jumps' },
    [row('a', 'x')],
    [{ ...hit('a', ''), excerpt: found }],
  );
  expect(text).toContain('user: a quokka jumps');
});

it('shows a long place whole', async () => {
  const query = 'quokka '.repeat(28).trim();
  const found = excerptOf(`${'before '.repeat(20)}${query}${' after'.repeat(20)}`, query);
  const { text } = await search({ query }, [row('a', 'x')], [{ ...hit('a', ''), excerpt: found }]);
  expect(text).toMatch(new RegExp(`user: .*${query} after`));
});

it('leaves names, paths and hashes as they are', async () => {
  const said = `quokka src/host/toolsForOthers/reading/searchConversations2.ts ${'0af9'.repeat(10)} end`;
  const { text } = await search({ query: 'quokka' }, [row('a', 'x')], [hit('a', said)]);
  expect(text).toContain(said);
});

it('reads no further than its limit', async () => {
  const hits = Array.from({ length: 50 }, () => hit('a', 'quokka'));
  const { text, read } = await search({ query: 'quokka', limit: 3 }, [row('a', 'x')], hits);
  expect(text).toMatch(/^3 places .*; there may be more\n/);
  expect(read).toBe(3);
  const titles = [row('a', 'quokka'), row('b', 'quokka')];
  expect((await search({ query: 'quokka', limit: 2 }, titles, hits)).read).toBe(0);
});

it.each([{}, { query: 'ab' }, { query: '   a   ' }, { query: 'x'.repeat(201) }, { query: 7 }])(
  'refuses %j',
  async input => {
    expect(await search(input, [], [])).toMatchObject({ isError: true, read: 0 });
  },
);
