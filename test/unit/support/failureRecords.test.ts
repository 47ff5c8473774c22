import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { expect, test, vi } from 'vitest';

test('each part of a failure record is kept, and a missing one says why', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-records-'));
  vi.stubEnv('TANDEM_TEST_RESULTS', folder);
  vi.spyOn(console, 'error').mockReturnValue();
  vi.resetModules();
  const { recordFailure } = await import('../../support/failureRecords');
  try {
    const task = { fullName: 'test/page/a.test.ts > it: "shows" all', meta: {} };
    const path = await recordFailure(task, {
      'screenshot.png': Promise.resolve(new Uint8Array([1, 2])),
      'logs/a.log': 'one',
      'scene.txt': Promise.resolve('Focus: body'),
      'page.html': Promise.reject(new Error('no page')),
    });
    const expected = join(folder, 'test-page-a.test.ts-it-shows-all');
    expect(resolve(path)).toBe(expected);
    expect(task.meta).toEqual({
      record: relative(process.cwd(), expected),
      scene: 'Focus: body',
    });
    const entries = await readdir(expected, { recursive: true });
    expect(entries.sort()).toEqual([
      'logs',
      'logs/a.log',
      'page.html.missing.txt',
      'scene.txt',
      'screenshot.png',
    ]);
    expect(await readFile(join(expected, 'page.html.missing.txt'), 'utf8')).toBe('Error: no page');
  } finally {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    await rm(folder, { recursive: true, force: true });
  }
});
