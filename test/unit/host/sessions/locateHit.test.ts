import { appendFile, mkdtemp, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../../../../src/base/log';
import { openStoredSession } from '../../../../src/cli/sessions/openSession';
import { type SearchHit, searchSessions } from '../../../../src/cli/sessions/search/searchSessions';
import { sessionPath } from '../../../../src/cli/sessions/sessionFile';
import { sessionFolder } from '../../../../src/cli/sessions/sessionFolder';
import { longestQuery } from '../../../../src/contract/find';
import type { SessionId } from '../../../../src/contract/ids';
import { ConversationStore } from '../../../../src/core/conversation/conversationStore';
import { locateHit } from '../../../../src/host/sessions/locateHit';
import { manyTurns } from '../../../page/harness/story';
import { writeBigSession } from '../../../support/bigSession';
import { assistant, user } from '../../../support/fixtures/hostileSessions';
import { FakeClock } from '../../node/fakeClock';

const id = '00000000-0000-4000-8000-000000000000' as SessionId;
const never = new AbortController().signal;
const stores: ConversationStore[] = [];
let root: string;
let path: string;
let count: number;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'tandem-hits-'));
  path = sessionPath(await sessionFolder('/workspace', { CLAUDE_CONFIG_DIR: root }), id);
  const timestamp = new Date(Date.UTC(2025, 0, 1)).toISOString();
  count = await writeBigSession(path, {
    bytes: 12 * 1024 * 1024,
    before: [
      user('root', null, 'the very first', { timestamp }),
      assistant('root-answer', 'root', undefined, { timestamp }),
      user('left', 'root-answer', 'said on a branch that was left', {
        timestamp: new Date(Date.UTC(2026, 0, 1) + 200 * 60_000).toISOString(),
      }),
    ],
    root: 'root-answer',
  });
});

afterAll(async () => {
  for (const store of stores) store.dispose();
  await rm(root, { recursive: true });
});

/** Opens the session like a channel, with only the newest turns. */
async function open() {
  const session = await openStoredSession(id, '/workspace', { CLAUDE_CONFIG_DIR: root });
  if (!session) throw new Error('It is not there');
  const store = new ConversationStore(1, new FakeClock(), silentLog, async () => []);
  stores.push(store);
  store.restore(session, session.tail.events);
  return {
    get conversation() {
      return store.current;
    },
    loadEarlier: () => store.loadEarlier(),
  };
}

async function search(needle: string): Promise<SearchHit> {
  const { size } = await stat(path);
  for await (const hit of searchSessions({ needle, sessions: [{ id, path, size }] })) {
    return hit;
  }
  throw new Error(`${needle} is nowhere`);
}

const turnAt = ({ conversation }: Awaited<ReturnType<typeof open>>, place: number) =>
  conversation.turns[place - conversation.first];

test.each([
  ['a reply', 'answer 100', { kind: 'text', text: 'answer 100' }],
  ['a message', 'prompt 101', { kind: 'prompt', text: 'prompt 101' }],
  ['a tool call', 'part102/file3.ts', { kind: 'tool', call: { id: '00000102-tool3' } }],
])(
  '%s far back is found where it is shown, loading no more than necessary',
  async (_, words, item) => {
    const channel = await open();
    const atFirst = channel.conversation.turns.length;
    const done: number[] = [];
    const found = await locateHit(channel, await search(words), never, part => done.push(part));
    const { items = [] } = turnAt(channel, found?.position.turn ?? Number.NaN) ?? {};
    const shown = items.find(one => found?.key === (one.kind === 'tool' ? one.call.id : one.key));
    expect(items[found?.index ?? -1]).toBe(shown);
    expect(shown).toMatchObject(item);
    expect(channel.conversation.turns.length).toBeGreaterThan(atFirst);
    expect(channel.conversation.turns.length).toBeLessThan(count - 80);
    expect(done.length).toBeGreaterThan(2);
    expect(done).toEqual([...done].sort((a, b) => a - b));
  },
);

test('a hit on an abandoned branch loads no older turns', async () => {
  const channel = await open();
  const hit = await search('a branch that was left');
  expect(await locateHit(channel, hit, never)).toBeUndefined();
  expect(channel.conversation.turns.length).toBeLessThan(count - 150);
});

test('a cancelled search stops loading turns', async () => {
  const channel = await open();
  const leaving = new AbortController();
  const hit = await search('the very first');
  const found = await locateHit(channel, hit, leaving.signal, () => leaving.abort());
  expect(found).toBeUndefined();
  expect(channel.conversation.turns.length).toBeLessThan(count - 50);
});

test('tool output is found at its call', async () => {
  const channel = await open();
  const { size } = await stat(path);
  onTestFinished(() => truncate(path, size));
  const marked = user(
    'late-result',
    'late-call',
    [{ type: 'tool_result', tool_use_id: 'late', content: 'a word like marzipan' }],
    {},
  );
  await appendFile(
    path,
    [
      user('late-prompt', null, 'more'),
      assistant('late-call', 'late-prompt', [
        { type: 'tool_use', id: 'late', name: 'Bash', input: { command: 'x' } },
      ]),
      marked,
    ]
      .map(line => `${JSON.stringify(line)}\n`)
      .join(''),
  );
  const hit = await search('marzipan');
  expect(hit).toMatchObject({ by: 'tool', toolId: 'late', uuid: 'late-result' });
  // The previously opened conversation lacks the appended lines.
  expect(await locateHit(channel, { ...hit, timestamp: undefined }, never)).toBeUndefined();
  expect(await locateHit(await open(), hit, never)).toMatchObject({ key: 'late' });
});

test('a hit that is longer than a text to find goes without the text', async () => {
  const [turn] = manyTurns(1);
  const [prompt] = turn?.items ?? [];
  if (!turn || prompt?.kind !== 'prompt') throw new Error('A turn begins with a message');
  const text = 'x'.repeat(longestQuery + 1);
  const conversation = { first: 0, turns: [{ ...turn, items: [{ ...prompt, text }] }] };
  const pages = {
    conversation: { ...conversation, hasEarlier: false, open: undefined },
    loadEarlier: async () => false,
  };
  const locate = (end: number) => {
    const excerpt = { text, start: 0, end };
    return locateHit(pages, { by: 'person', uuid: prompt.messageId, excerpt }, never);
  };
  expect(await locate(longestQuery)).toMatchObject({ text: text.slice(1) });
  expect(await locate(text.length)).toEqual({
    ...{ key: prompt.key, index: 0, position: { turn: 0, group: prompt.key } },
  });
});
