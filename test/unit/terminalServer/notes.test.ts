import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type IdeBed, ideBed } from '../../support/ide/ideBed';
import { IdeTestClient } from '../../support/ide/ideTestClient';
import { FakeClock } from '../node/fakeClock';

let bed: IdeBed;
let clock: FakeClock;

beforeEach(async () => {
  clock = new FakeClock();
  bed = await ideBed({ clock });
});

afterEach(() => bed.server.dispose());

/** Connects a client that is ready for notifications. */
async function connect(pid?: number): Promise<IdeTestClient> {
  const client = await IdeTestClient.connect(bed.address, pid);
  clock.advance(750);
  return client;
}

const range = { start: { line: 1, character: 0 }, end: { line: 2, character: 3 } };

/** Returns all notifications of one method that a client has received. */
async function told(client: IdeTestClient, method: string) {
  await client.ask('ping');
  return client.heard.filter(message => message.method === method).map(({ params }) => params);
}

describe('a selection', () => {
  it('is sent to every client, once', async () => {
    const clients = [await connect(), await connect()];
    const note = { path: '/workspace/a b.ts', text: 'x', range };
    bed.server.selectionChanged(note);
    bed.server.selectionChanged({ ...note });
    for (const client of clients) {
      expect(await told(client, 'selection_changed')).toEqual([
        {
          text: 'x',
          filePath: '/workspace/a b.ts',
          fileUrl: 'file:///workspace/a%20b.ts',
          selection: { ...range, isEmpty: false },
        },
      ]);
    }
  });

  it('may be sent as a file without text', async () => {
    const client = await connect();
    const { start } = range;
    bed.server.selectionChanged({
      path: '/workspace/.env',
      text: '',
      range: { start, end: start },
    });
    expect(await told(client, 'selection_changed')).toMatchObject([
      { text: '', filePath: '/workspace/.env', selection: { isEmpty: true } },
    ]);
  });

  it('is sent to a client that connects later, the newest only', async () => {
    bed.server.selectionChanged({ path: '/workspace/old.ts', text: '', range });
    bed.server.selectionChanged({ path: '/workspace/new.ts', text: '', range });
    const client = await connect();
    expect(await told(client, 'selection_changed')).toMatchObject([
      { filePath: '/workspace/new.ts' },
    ]);
  });

  it('is cleared when it is gone, and not sent if there was none', async () => {
    const client = await connect();
    bed.server.selectionChanged(undefined);
    expect(await told(client, 'selection_changed')).toEqual([]);
    bed.server.selectionChanged({ path: '/workspace/a.ts', text: 'x', range });
    bed.server.selectionChanged(undefined);
    expect((await told(client, 'selection_changed')).at(-1)).toMatchObject({ selection: null });
  });

  it('is truncated if it is very long', async () => {
    const client = await connect();
    bed.server.selectionChanged({ path: '/workspace/a.ts', text: 'x'.repeat(1 << 20), range });
    const [params] = await told(client, 'selection_changed');
    expect(JSON.stringify(params).length).toBeLessThan(11_000);
  });

  it('is not sent to a client that has not introduced itself', async () => {
    const client = await IdeTestClient.open(bed.address);
    bed.server.selectionChanged({ path: '/workspace/a.ts', text: 'x', range });
    expect(await told(client, 'selection_changed')).toEqual([]);
  });
});

it('keeps selections and mentions until a new client listens', async () => {
  const client = await IdeTestClient.connect(bed.address);
  for (const path of ['/workspace/a.ts', '/workspace/b.ts']) {
    bed.server.selectionChanged({ path, text: '', range });
    expect(bed.server.mention({ path })).toBe('sent');
  }
  expect(await told(client, 'at_mentioned')).toEqual([]);
  expect(await told(client, 'selection_changed')).toEqual([]);
  // A second introduction changes nothing.
  client.tell('notifications/initialized');
  client.tell('ide_connected', { pid: 1 });
  await client.ask('ping');
  clock.advance(750);
  expect(await told(client, 'at_mentioned')).toMatchObject([
    { filePath: '/workspace/a.ts' },
    { filePath: '/workspace/b.ts' },
  ]);
  expect(await told(client, 'selection_changed')).toMatchObject([{ filePath: '/workspace/b.ts' }]);
});

describe('a mention', () => {
  const mention = { path: '/workspace/a.ts', lines: { start: 0, end: 3 } };
  const params = { filePath: '/workspace/a.ts', lineStart: 0, lineEnd: 3 };

  it('goes to the given client, without keys for missing lines', async () => {
    const first = await connect(1);
    const second = await connect(2);
    const id = bed.server.connections.find(({ pid }) => pid === 1)?.id;
    expect(bed.server.mention(mention, id)).toBe('sent');
    expect(bed.server.mention({ path: '/workspace/a.ts' }, id)).toBe('sent');
    expect(await told(first, 'at_mentioned')).toEqual([params, { filePath: '/workspace/a.ts' }]);
    expect(await told(second, 'at_mentioned')).toEqual([]);
  });

  it('goes to the most recently active client', async () => {
    const clients = [await connect(1), await connect(2)];
    for (const client of clients) {
      clock.advance(5);
      await client.ask('ping');
      expect(bed.server.mention(mention)).toBe('sent');
      expect(await told(client, 'at_mentioned')).toEqual([params]);
    }
  });

  it('waits for the next client, and goes to that one only', async () => {
    expect(bed.server.mention(mention)).toBe('queued');
    expect(bed.server.mention({ path: '/workspace/b.ts' })).toBe('queued');
    clock.advance(59_000);
    const first = await connect(1);
    const second = await connect(2);
    expect(await told(first, 'at_mentioned')).toEqual([params, { filePath: '/workspace/b.ts' }]);
    expect(await told(second, 'at_mentioned')).toEqual([]);
  });

  it('waits while its client reconnects', async () => {
    const client = await connect(1);
    const id = bed.server.connections[0]?.id;
    await client.close();
    await bed.until(() => bed.server.connections.length === 0);
    expect(bed.server.mention(mention, id)).toBe('queued');
    const again = await connect(1);
    expect(await told(again, 'at_mentioned')).toEqual([params]);
  });

  it('waits no longer than a minute', async () => {
    bed.server.mention(mention);
    clock.advance(60_000);
    bed.server.mention({ path: '/workspace/b.ts' });
    expect(await told(await connect(), 'at_mentioned')).toEqual([{ filePath: '/workspace/b.ts' }]);
  });

  it('is dropped once sixteen newer ones are waiting', async () => {
    for (let index = 0; index < 20; index += 1) bed.server.mention({ path: `/workspace/${index}` });
    expect(await told(await connect(), 'at_mentioned')).toEqual(
      Array.from({ length: 16 }, (_, index) => ({ filePath: `/workspace/${index + 4}` })),
    );
  });
});
