import { describe, expect, test } from 'vitest';
import { UserError } from '../../../../src/base/errors';
import { silentLog } from '../../../../src/base/log';
import type { ConversationEvent } from '../../../../src/contract/events';
import type { BlobId, MessageId, ToolCallId, TurnId } from '../../../../src/contract/ids';
import { ConversationStore } from '../../../../src/core/conversation/conversationStore';
import { systemClock } from '../../../../src/node/systemClock';
import type { OlderFacts, StoredPage, StoredSession } from '../../../../src/protocol/storedSession';

const long = 'long '.repeat(10_000);

function turn(name: string, text = name): ConversationEvent[] {
  const at = 1;
  const turnId = `turn:${name}` as never;
  return [
    { type: 'turn.started', turnId, at, origin: 'person' },
    { type: 'prompt.sent', messageId: name as MessageId, at, text, images: [] },
    { type: 'tool.updated', at, call: callOf(name) },
    { type: 'turn.ended', at, outcome: { kind: 'completed' } },
  ];
}

function callOf(name: string) {
  const id = `tool:${name}` as ToolCallId;
  const shown = { tool: 'Bash', title: 'Bash', locations: [], content: [] };
  return { ...shown, id, family: 'bash' as const, status: 'done' as const };
}

/** A session of these turns, one per page; the last is the tail. */
class Pages implements StoredSession {
  readonly tail: StoredPage;
  readonly firstText = 'the first';
  reads: string[] = [];
  isGone = false;

  constructor(
    private readonly names: readonly string[],
    private readonly facts: OlderFacts = { texts: [] },
    private readonly text = (name: string) => name,
  ) {
    this.tail = this.pageAt(names.length - 1);
  }

  async page({ key }: { key: string }): Promise<StoredPage> {
    if (this.isGone) {
      throw new UserError('session.unreadable', 'It is gone.');
    }
    this.reads.push(key);
    return this.pageAt(this.names.indexOf(key));
  }

  older(): Promise<OlderFacts> {
    return Promise.resolve(this.facts);
  }

  private pageAt(index: number): StoredPage {
    const name = this.names[index] ?? '';
    const before = this.names[index - 1];
    const events = turn(name, this.text(name));
    return { place: { key: name }, events, ...(before ? { before: { key: before } } : {}) };
  }
}

function begin(session: Pages, complete: ConversationEvent[] = []) {
  const store = new ConversationStore(1, systemClock, silentLog, async () => complete);
  const posted: { epoch: number; events: readonly ConversationEvent[] }[] = [];
  const page = store.attach({ post: message => posted.push(message) });
  store.restore(session, session.tail.events);
  return { store, posted, page };
}

const names = ({ current }: ConversationStore) => current.turns.map(({ id }) => id.slice(5));

test('a turn whose id the agent has used before gets one of its own, in the page as well', () => {
  const store = new ConversationStore(1, systemClock, silentLog, async () => []);
  const posted: ConversationEvent[] = [];
  store.attach({ post: ({ events }) => posted.push(...events) });
  for (const text of ['one', 'two', 'three']) {
    const [start, ...rest] = turn(text);
    store.apply([{ ...start, turnId: 'turn:same' } as ConversationEvent, ...rest]);
  }
  store.page();
  const ids = store.current.turns.map(({ id }) => id);
  expect(ids).toEqual(['turn:same', 'turn:same-2', 'turn:same-3']);
  const shown = posted.flatMap(event => (event.type === 'turn.started' ? [event.turnId] : []));
  expect(shown).toEqual(ids);
  store.dispose();
});

describe('A stored conversation', () => {
  test('starts with its tail and numbers earlier turns downwards', async () => {
    const { store } = begin(new Pages(['a', 'b', 'c']));
    expect(names(store)).toEqual(['c']);
    expect(store.page()).toMatchObject({ first: 0, hasEarlier: true });
    expect(store.firstText).toBe('the first');
    expect(await store.earlier(0)).toMatchObject({ first: -1, hasEarlier: true });
    store.apply(turn('live'));
    expect(await store.earlier(-1)).toMatchObject({ first: -2, hasEarlier: false });
    expect(await store.earlier(-2)).toMatchObject({ turns: [], hasEarlier: false });
    expect(names(store)).toEqual(['a', 'b', 'c', 'live']);
  });

  test('reads a page once for concurrent requests', async () => {
    const session = new Pages(['a', 'b', 'c']);
    const { store } = begin(session);
    await Promise.all([store.earlier(0), store.earlier(0), store.loadEarlier()]);
    expect(session.reads).toEqual(['b']);
  });

  test('adds file updates to earlier turns as they load, without posting events', async () => {
    const update = { toolId: 'tool:b' as ToolCallId, path: '/f', added: 1, removed: 0 };
    const { store, posted } = begin(new Pages(['a', 'b', 'c']), [
      { type: 'file.updated', update: { ...update, status: 'updated' } },
    ]);
    const { turns } = await store.earlier(0);
    expect(turns[0]?.items.at(-1)).toMatchObject({ files: [{ path: '/f' }] });
    expect(posted.flatMap(({ events }) => events.map(({ type }) => type))).not.toContain(
      'file.updated',
    );
  });

  test('finds a message that is not loaded, and rejects an unknown id', async () => {
    const { store } = begin(new Pages(['a', 'b', 'c']));
    expect(await store.message('a' as MessageId)).toMatchObject({ text: 'a' });
    await expect(store.message('x' as MessageId)).rejects.toMatchObject({ code: 'message.absent' });
  });

  test('finds a turn that is not loaded, and rejects an unknown id', async () => {
    const { store } = begin(new Pages(['a', 'b', 'c']));
    expect(await store.turn('turn:a' as TurnId)).toMatchObject({ id: 'turn:a' });
    await expect(store.turn('turn:x' as TurnId)).rejects.toMatchObject({ code: 'message.absent' });
  });

  test('drops turns that no page shows, and reads them again on demand', async () => {
    const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const { store, page } = begin(new Pages(all));
    await store.message('a' as MessageId);
    page.dispose();
    expect(names(store)).toEqual(['d', 'e', 'f', 'g', 'h']);
    expect(store.page()).toMatchObject({ hasEarlier: true });
    expect(store.current.first).toBe(-4);
    await store.message('a' as MessageId);
    expect(names(store)).toEqual(all);
    expect(store.current).toMatchObject({ first: -7, hasEarlier: false });
  });

  test('prepends no earlier turns once the conversation is cleared', async () => {
    const { store } = begin(new Pages(['a', 'b']));
    const loading = store.loadEarlier();
    store.apply([{ type: 'conversation.cleared' }]);
    expect(await loading).toBe(false);
    expect(store.current).toMatchObject({ turns: [], hasEarlier: false });
    expect(await store.loadEarlier()).toBe(false);
  });

  test('includes the to-do list and texts from before the tail', async () => {
    const todos = [{ id: '1', text: 'x', status: 'pending' as const }];
    const { store, posted } = begin(new Pages(['a', 'b'], { texts: ['old'], todos }));
    await expect.poll(() => store.current.summary.todos).toEqual(todos);
    expect(store.texts).toEqual(['old', 'b']);
    expect(posted.flatMap(({ events }) => events)).toContainEqual({ type: 'todos.changed', todos });
  });

  test('drops long texts of earlier pages and reads them on demand', async () => {
    const session = new Pages(
      Array.from({ length: 500 }, (_, at) => `t${at}`),
      { texts: [] },
      () => long,
    );
    const { store } = begin(session);
    const { messages } = store;
    const ids: BlobId[] = [];
    while (await store.loadEarlier()) {
      const text = store.messages[0]?.text;
      ids.push(typeof text === 'object' ? text.blob : ('' as BlobId));
    }
    const reads = session.reads.length;
    const first = ids[0] ?? ('' as BlobId);
    expect(await store.blob(first)).toEqual({ kind: 'text', text: long });
    expect(session.reads.length).toBe(reads + 1);
    expect(await store.blob(first)).toEqual({ kind: 'text', text: long });
    expect(session.reads.length).toBe(reads + 1);
    expect(messages[0] && (await store.draftOf(messages[0])).text).toBe(long);
    expect(await store.blob('stored:0:9999:0' as BlobId)).toBeUndefined();
    expect(store.messages.at(-1)).toMatchObject({ text: { length: long.length } });
  });

  test('reports why earlier turns cannot be read, and allows a retry', async () => {
    const session = new Pages(['a', 'b']);
    const { store } = begin(session);
    session.isGone = true;
    await expect(store.earlier(0)).rejects.toMatchObject({ code: 'session.unreadable' });
    session.isGone = false;
    expect(await store.earlier(0)).toMatchObject({ first: -1 });
  });

  test('iterates over all turns, loading and releasing those not in memory', async () => {
    const { store } = begin(new Pages(['a', 'b', 'c']));
    store.apply(turn('live'));
    const all: string[] = [];
    for await (const one of store.turns()) {
      all.push(one.id.slice(5));
    }
    expect(all).toEqual(['a', 'b', 'c', 'live']);
    expect(names(store)).toEqual(['c', 'live']);
  });
});

describe('A reloaded conversation', () => {
  test('has new turns once, at indexes that no page has used', async () => {
    const { store, posted } = begin(new Pages(['a', 'b', 'c']));
    await store.loadEarlier();
    const grown = new Pages(['a', 'b', 'c', 'd']);
    store.replace(grown, grown.tail.events);
    expect(names(store)).toEqual(['d']);
    const { epoch, first } = store.page();
    expect(epoch).toBeGreaterThan(1);
    // Must differ from any place at which a page has another turn.
    expect(first).toBeGreaterThan(1);
    expect(posted.at(-1)).toMatchObject({ epoch });
    store.replace(grown, grown.tail.events);
    expect(names(store)).toEqual(['d']);
    expect(store.current.first).toBe(first);
    expect(store.page().epoch).toBeGreaterThan(epoch);
  });

  test('fires onApplied but not onNews', () => {
    const { store } = begin(new Pages(['a']));
    const applied: string[] = [];
    const news: string[] = [];
    store.onApplied(events => applied.push(...events.map(({ type }) => type)));
    store.onNews(events => news.push(...events.map(({ type }) => type)));
    const grown = new Pages(['a', 'b']);
    store.replace(grown, grown.tail.events);
    expect(applied).toContain('turn.ended');
    expect(news).toEqual([]);
    store.apply([{ type: 'usage.changed', usage: { costUsd: 1 } }]);
    expect(news).toEqual(['usage.changed']);
  });

  test('still serves long texts under the blob ids that pages already have', async () => {
    const textOf = (name: string) => long + name;
    const longTurns = (...names: string[]) => new Pages(names, { texts: [] }, textOf);
    const first = longTurns('a', 'b', 'c');
    const { store } = begin(first);
    await store.loadEarlier();
    store.apply(turn('d', textOf('d')));
    const blobs = store.messages.map(({ text }) => (typeof text === 'object' ? text.blob : ''));
    const grown = longTurns('a', 'b', 'c', 'd', 'e');
    store.replace(grown, grown.tail.events);
    await store.loadEarlier();
    const texts = await Promise.all(blobs.map(blob => store.blob(blob as BlobId)));
    expect(texts.map(kept => kept?.kind === 'text' && kept.text.at(-1))).toEqual(['b', 'c', 'd']);
  });

  test('continues a page load that was in progress', async () => {
    const { store } = begin(new Pages(['a', 'b', 'c']));
    const loading = store.loadEarlier();
    const grown = new Pages(['a', 'b', 'c', 'd']);
    store.replace(grown, grown.tail.events);
    expect(await loading).toBe(true);
    expect(names(store)).toEqual(['c', 'd']);
  });
});

describe('long live texts', () => {
  /** UTF-16 units. */
  const megabyte = 1024 * 1024;
  const outputOf = (index: number) => `${index} `.padEnd(megabyte, 'x');

  function updated(index: number): ConversationEvent {
    const content = [{ type: 'text' as const, text: outputOf(index) }];
    return { type: 'tool.updated', at: 1, call: { ...callOf(`live${index}`), content } };
  }

  function live(stored: () => Promise<StoredSession | undefined>) {
    const store = new ConversationStore(1, systemClock, silentLog, async () => [], stored);
    store.apply([{ type: 'turn.started', turnId: 'turn:1' as TurnId, at: 1, origin: 'person' }]);
    const blobOf = (index: number): BlobId => {
      const item = store.current.open?.items.find(one => one.key === `tool:tool:live${index}`);
      const part = item?.kind === 'tool' ? item.call.content[0] : undefined;
      const text = part?.type === 'text' ? part.text : '';
      return typeof text === 'string' ? ('' as BlobId) : text.blob;
    };
    return { store, blobOf };
  }

  test('leave the memory and are read again from the stored session', async () => {
    const opened: string[] = [];
    const pages = [updated(0), updated(1)];
    const session = {
      tail: { place: { key: '1' }, events: [updated(1)], before: { key: '0' } },
      page: async ({ key }: { key: string }) => ({
        place: { key },
        events: pages.slice(Number(key), Number(key) + 1),
      }),
      older: async () => ({ texts: [] }),
    };
    const { store, blobOf } = live(async () => {
      opened.push('session');
      return session;
    });
    for (let index = 0; index < 40; index++) {
      store.apply([updated(index)]);
    }
    expect(await store.blob(blobOf(39))).toEqual({ kind: 'text', text: outputOf(39) });
    expect(store.kept).toBeLessThanOrEqual(16 * megabyte);
    expect(opened).toEqual([]);
    expect(await store.blob(blobOf(0))).toEqual({ kind: 'text', text: outputOf(0) });
    expect(await store.blob(blobOf(0))).toEqual({ kind: 'text', text: outputOf(0) });
    expect(opened).toEqual(['session']);
    expect(store.kept).toBeLessThanOrEqual(16 * megabyte);
    expect(await store.blob(blobOf(2))).toBeUndefined();
  });

  test('are kept once, however often their call is reported', () => {
    const { store } = live(async () => undefined);
    for (let count = 0; count < 5; count++) {
      store.apply([updated(7)]);
    }
    expect(store.kept).toBe(megabyte);
  });
});
