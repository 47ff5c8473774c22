import { appendFile, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SessionStore } from '../../../../src/acp/sessions/sessionStore';
import { silentLog } from '../../../../src/base/log';
import type { ConversationEvent } from '../../../../src/contract/events';
import type { MessageId, SessionId, TurnId } from '../../../../src/contract/ids';
import { systemClock } from '../../../../src/node/systemClock';

const id = '11111111-2222-4333-8444-555555555555' as SessionId;
let folder: string;
let store: SessionStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-acp-'));
  store = new SessionStore(folder, systemClock, silentLog);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const head = { id, agent: 'scripted', agentSessionId: 's-1', cwd: '/w' };

function turn(number: number, ...pieces: string[]): ConversationEvent[] {
  return [
    { type: 'turn.started', turnId: `t${number}` as TurnId, at: number, origin: 'person' },
    {
      ...{ type: 'prompt.sent', messageId: `m${number}` as MessageId, at: number, images: [] },
      text: `prompt ${number}`,
    },
    { type: 'block.started', blockId: `b${number}`, source: 'm', kind: 'text', at: number },
    ...pieces.map(text => ({ type: 'block.delta', blockId: `b${number}`, text }) as const),
    { type: 'block.ended', blockId: `b${number}` },
    { type: 'turn.ended', at: number + 1, outcome: { kind: 'completed' } },
  ];
}

async function write(...events: ConversationEvent[]): Promise<void> {
  const writer = store.writer(id);
  writer.add(events);
  await writer.close();
}

describe('SessionStore', () => {
  it('keeps heads that are replaced as a whole, for the user only', async () => {
    await store.create(head);
    await Promise.all([
      store.change(id, { title: 'One' }),
      store.change(id, { costUsd: 0.5 }),
      store.change(id, { firstText: 'hello' }),
    ]);
    expect(await store.head(id)).toMatchObject({ title: 'One', costUsd: 0.5, firstText: 'hello' });
    expect(await store.list()).toHaveLength(1);
    const { mode } = await stat(join(folder, `${id}.head.json`));
    expect(mode & 0o077).toBe(0);
    await write(...turn(1));
    expect((await stat(join(folder, `${id}.jsonl`))).mode & 0o077).toBe(0);
    await store.delete(id);
    expect(await readdir(folder)).toEqual([]);
    await expect(store.delete(id)).rejects.toMatchObject({ code: 'session.absent' });
  });

  it('takes no name that leads elsewhere', async () => {
    const odd = '../../etc/passwd' as SessionId;
    expect(await store.head(odd)).toBeUndefined();
    expect(() => store.writer(odd)).toThrow();
    expect(await store.length(odd)).toBe(0);
    await expect(store.delete(odd)).rejects.toMatchObject({ code: 'session.absent' });
  });

  it('reads what was written, with pieces of text merged', async () => {
    await store.create(head);
    await write(...turn(1, 'a', 'b', 'c'));
    const session = await store.open(id);
    expect(session?.tail.before).toBeUndefined();
    expect(session?.tail.events).toContainEqual({
      type: 'block.delta',
      blockId: 'b1',
      text: 'abc',
    });
    expect(session?.tail.events).toHaveLength(6);
  });

  it('reads long logs in pages of whole turns, each the same every time', async () => {
    await store.create(head);
    const long = 'x'.repeat(300_000);
    for (let number = 1; number <= 6; number += 1) await write(...turn(number, long));
    const session = await store.open(id);
    const seen: string[] = [];
    let page = session?.tail;
    while (page && session) {
      const texts = page.events.flatMap(one => (one.type === 'prompt.sent' ? [one.text] : []));
      seen.unshift(...texts.map(String));
      expect(page.events[0]?.type).toBe('turn.started');
      expect((await session.page(page.place)).events).toEqual(page.events);
      page = page.before && (await session.page(page.before));
    }
    expect(seen).toEqual([1, 2, 3, 4, 5, 6].map(number => `prompt ${number}`));
    await expect(session?.page({ key: '17' })).rejects.toMatchObject({
      code: 'session.unreadable',
    });
    const { texts } = (await session?.older(new AbortController().signal)) ?? { texts: [] };
    expect(texts).toEqual([1, 2, 3, 4, 5].map(number => `prompt ${number}`));
  });

  it('gets over a torn last line, and goes on after it', async () => {
    await store.create(head);
    await write(...turn(1));
    await appendFile(join(folder, `${id}.jsonl`), '{"type":"turn.started","turnI');
    await write(...turn(2));
    const events = (await store.open(id))?.tail.events ?? [];
    expect(events.filter(({ type }) => type === 'prompt.sent')).toHaveLength(2);
  });

  it('closes a turn that was cut short', async () => {
    await store.create(head);
    await write(...turn(1).slice(0, 3));
    const last = (await store.open(id))?.tail.events.at(-1);
    expect(last).toMatchObject({ type: 'turn.ended', outcome: { kind: 'interrupted' } });
  });

  it('tells whether a message was stored since', async () => {
    await store.create(head);
    await write(...turn(1));
    const length = await store.length(id);
    expect(await store.hasPromptAfter(id, 0)).toBe(true);
    expect(await store.hasPromptAfter(id, length)).toBe(false);
    await write({ type: 'usage.changed', usage: { costUsd: 1 } });
    expect(await store.hasPromptAfter(id, length)).toBe(false);
    await write(...turn(2));
    expect(await store.hasPromptAfter(id, length)).toBe(true);
  });

  it('lists the others if a head is damaged', async () => {
    await store.create(head);
    await writeFile(join(folder, `22222222${id.slice(8)}.head.json`), '{"id":');
    await writeFile(join(folder, 'other.head.json'), '{}');
    expect((await store.list()).map(one => one.id)).toEqual([id]);
  });
});
