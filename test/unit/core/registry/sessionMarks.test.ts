import fs from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { silentLog } from '../../../../src/base/log';
import type { SessionId } from '../../../../src/contract/ids';
import { SessionMarks } from '../../../../src/core/registry/sessionMarks';
import { replaceOpen } from '../../../support/disk/replaceOpen';
import { removeFolder } from '../../../support/removeFolder';

const [a, b] = ['a' as SessionId, 'b' as SessionId];
let folder: string;
let open: SessionMarks[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'marks-'));
  open = [];
});

afterEach(async () => {
  for (const marks of open) marks.dispose();
  await removeFolder(folder);
});

async function windowOf() {
  const marks = new SessionMarks(join(folder, 'marks.json'), silentLog);
  open.push(marks);
  await marks.ready();
  return marks;
}

it('keeps marks that two windows set concurrently', async () => {
  const [one, two] = [await windowOf(), await windowOf()];
  await one.setPinned(a, true);
  await two.setUnread(a, true);
  await one.setPinned(b, true);
  const third = await windowOf();
  expect([third.isPinned(a), third.isUnread(a), third.isPinned(b)]).toEqual([true, true, true]);
});

it('keeps marks that two windows set at the same moment', async () => {
  const [one, two] = [await windowOf(), await windowOf()];
  const ids = Array.from({ length: 8 }, (_, index) => `${index}` as SessionId);
  await Promise.all(ids.map((id, index) => (index % 2 === 0 ? one : two).setPinned(id, true)));
  const third = await windowOf();
  expect(ids.filter(id => !third.isPinned(id))).toEqual([]);
});

it('writes a mark that could not be saved together with the next one', async () => {
  const one = await windowOf();
  const { open: original } = fs.promises;
  replaceOpen(async () => {
    throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
  });
  onTestFinished(() => replaceOpen(original));
  await one.setPinned(a, true);
  expect(one.isPinned(a)).toBe(true);
  replaceOpen(original);
  await one.setUnread(b, true);
  const second = await windowOf();
  expect([second.isPinned(a), second.isUnread(b)]).toEqual([true, true]);
});

it('forgets the marks of removed sessions', async () => {
  const one = await windowOf();
  await one.setPinned(a, true);
  await one.setUnread(a, true);
  await one.setUnread(b, true);
  await one.forget([a]);
  const { data } = JSON.parse(await readFile(join(folder, 'marks.json'), 'utf8'));
  expect(data).toEqual({ sessions: { b: { unread: true } } });
});

it('reports marks set in another window', async () => {
  const [one, two] = [await windowOf(), await windowOf()];
  const told = new Promise<void>(resolve => {
    two.onChanged(() => {
      if (two.isUnread(a)) resolve();
    });
  });
  await one.setUnread(a, true);
  await told;
});

it('stores nothing for a session without marks', async () => {
  const marks = await windowOf();
  await marks.setUnread(a, true);
  await marks.setUnread(a, false);
  const stored = JSON.parse(await readFile(join(folder, 'marks.json'), 'utf8'));
  expect(stored.data).toEqual({ sessions: {} });
});
