import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SessionStore } from '../../../../src/acp/sessions/sessionStore';
import { silentLog } from '../../../../src/base/log';
import type { SessionId } from '../../../../src/contract/ids';
import { ForeignSessions } from '../../../../src/host/sessions/foreignSessions';
import { FakeClock } from '../../node/fakeClock';

let folder = '';
let store: SessionStore;
let sessions: ForeignSessions;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-foreign-'));
  store = new SessionStore(folder, new FakeClock(), silentLog);
  const rename = (id: SessionId, title: string) => store.change(id, { title });
  const list = () => store.list();
  sessions = new ForeignSessions(
    { list, rename, delete: id => store.delete(id) },
    folder,
    silentLog,
  );
});
afterEach(async () => {
  sessions.dispose();
  await rm(folder, { recursive: true });
});

function create(): Promise<void> {
  const id = randomUUID() as string as SessionId;
  return store.create({ id, agent: 'Mine', cwd: '/work' });
}

test('a change is reported once, and an unchanged list not at all', async () => {
  let changes = 0;
  sessions.onChanged(() => {
    changes += 1;
  });
  await sessions.refresh();
  expect(changes).toBe(0);
  await create();
  await sessions.refresh();
  await sessions.refresh();
  expect([changes, sessions.all.length]).toEqual([1, 1]);
});

test('a conversation that another window stores appears by itself', async () => {
  sessions.watch();
  await sessions.refresh();
  await create();
  await expect.poll(() => sessions.all.length).toBe(1);
});
