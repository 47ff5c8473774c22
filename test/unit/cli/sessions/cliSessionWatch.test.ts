import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CliSessionWatch } from '../../../../src/cli/sessions/cliSessionWatch';
import type { SessionId } from '../../../../src/contract/ids';
import { processStartTime } from '../../../../src/node/processIdentity';

const id = '11111111-2222-4333-8444-555555555555' as SessionId;
let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-watch-'));
  await mkdir(join(folder, 'sessions'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Lists who has the session, which this process seems to hold: it descends from no agent. */
async function holders(entrypoint: string, wrapper?: unknown): Promise<readonly number[]> {
  const { pid, platform } = process;
  const procStart = (await processStartTime(pid, platform))?.split('/').at(-1);
  const entry = { pid, sessionId: id, procStart, startedAt: Date.now(), entrypoint };
  await writeFile(join(folder, 'sessions', `${pid}.json`), JSON.stringify(entry));
  const env = { CLAUDE_CONFIG_DIR: folder };
  const watch = new CliSessionWatch(async () => ({ env, ...(wrapper ? { wrapper } : {}) }));
  try {
    const found = await watch.foreignProcesses(new Set([id]), new Set([1_000_000]));
    return found.map(one => one.pid);
  } finally {
    watch.dispose();
  }
}

it('finds a process that is none of ours', async () => {
  expect(await holders('sdk-ts')).toEqual([process.pid]);
});

it('takes an embedded process for ours if a wrapper such as ssh starts those', async () => {
  expect(await holders('sdk-ts', {})).toEqual([]);
  expect(await holders('cli', {})).toEqual([process.pid]);
});
