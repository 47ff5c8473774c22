import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newestServerLog } from '../../../../src/cli/servers/serverLog';

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'tandem-logs-')));
});
afterEach(() => rm(root, { recursive: true, force: true }));

it.each([
  ['linux', { HOME: 'h' }, 'h/.cache/claude-cli-nodejs'],
  ['linux', { HOME: 'h', XDG_CACHE_HOME: 'x' }, 'x/claude-cli-nodejs'],
  ['darwin', { HOME: 'h' }, 'h/Library/Caches/claude-cli-nodejs'],
  ['win32', { LOCALAPPDATA: 'l' }, 'l/claude-cli-nodejs/Cache'],
] as const)('finds the newest log of a server on %s', async (platform, names, folder) => {
  const env = Object.fromEntries(Object.entries(names).map(([name, at]) => [name, join(root, at)]));
  const cwd = join(root, 'w');
  const logs = join(root, folder, cwd.replace(/[^A-Za-z0-9]/g, '-'), 'mcp-logs-plugin-a-b');
  await mkdir(cwd);
  await mkdir(logs, { recursive: true });
  for (const day of ['2026-11-22', '2026-11-23', '2026-11-21']) {
    await writeFile(join(logs, `${day}T10-00-00-000Z.jsonl`), '');
  }
  const found = await newestServerLog('plugin:a:b', cwd, env, platform);
  expect(found).toBe(join(logs, '2026-11-23T10-00-00-000Z.jsonl'));
  expect(await newestServerLog('plugin:a', cwd, env, platform)).toBeUndefined();
});
