import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SessionId } from '../../../../src/contract/ids';

/** Ends of paths to which nothing can be moved. */
const blocked = vi.hoisted(() => new Set<string>());
vi.mock('../../../../src/node/moveTo', async original => {
  const real = await original<typeof import('../../../../src/node/moveTo')>();
  return {
    ...real,
    moveTo: (from: string, to: string) =>
      [...blocked].some(end => to.endsWith(end))
        ? Promise.reject(new Error(`no place for ${to}`))
        : real.moveTo(from, to),
  };
});

// Files of one worker share modules: these are loaded with the mocks, and not left behind.
vi.resetModules();
const { SessionTrash } = await import('../../../../src/cli/sessions/sessionTrash');
afterAll(() => {
  vi.doUnmock('../../../../src/node/moveTo');
  vi.resetModules();
});

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-trash-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a restore that fails keeps all that it can in the trash, and says why it failed', async () => {
  const trash = new SessionTrash(join(folder, 'trash'));
  const entry = {
    ...{ id: '00000000-0000-4000-8000-000000000001', sessionId: 's' as SessionId, title: 't' },
    ...{ removedAt: 1, moved: ['a', 'b', 'c'].map(name => join(folder, 'store', name)) },
  };
  const place = join(folder, 'trash', entry.id);
  await mkdir(place, { recursive: true });
  await Promise.all(['a', 'b', 'c'].map(name => writeFile(join(place, name), name)));
  blocked.add(join('store', 'a')).add(join(entry.id, 'b'));
  await expect(trash.restore(entry)).rejects.toThrow(/no place for .*store.a$/);
  expect((await readdir(place)).sort()).toEqual(['a', 'c']);
});
