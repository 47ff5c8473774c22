import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { silentLog } from '../../../../src/base/log';
import { SessionFileWatch } from '../../../../src/cli/sessions/sessionFileWatch';
import { FakeClock } from '../../node/fakeClock';

const patience = { timeout: 5_000, interval: 20 };

let projects: string;

beforeEach(async () => {
  projects = await mkdtemp(join(tmpdir(), 'tandem-projects-'));
});

afterEach(() => rm(projects, { recursive: true, force: true }));

test('a folder that is removed and recreated is watched again', async () => {
  const folder = join(projects, '-workspace');
  const path = join(folder, 'one.jsonl');
  await mkdir(folder);
  const clock = new FakeClock();
  const touched = new Set<string>();
  const watch = new SessionFileWatch(
    {
      onTouched: paths => {
        for (const one of paths) touched.add(one);
      },
      // Like the index, which then lists all folders.
      onDoubt: () => watch.follow(projects, [folder]),
    },
    clock,
    silentLog,
    'linux',
  );
  watch.follow(projects, [folder]);

  await rm(folder, { recursive: true });
  await mkdir(folder);
  // The previous watcher never reports again, however long the test waits.
  const isTouched = async () => {
    await writeFile(path, '');
    clock.advance(1_000);
    expect(touched).toContain(path);
  };
  await vi.waitFor(isTouched, patience);
  watch.dispose();
});
