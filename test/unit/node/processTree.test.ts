import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProcessTree } from '../../../src/node/processTree';
import type { PipedProcess } from '../../../src/node/spawnProcess';
import { endAtOnce } from '../../../src/node/stopLadder';
import { FakeClock } from './fakeClock';
import { isRunning, nextLine, startScript, until } from './startScript';

const children: PipedProcess[] = [];
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'no-programs-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const child of children.splice(0)) {
    await new ProcessTree(child.pid, 'linux', () => !child.exit).kill();
    await child.exited;
  }
  await rm(folder, { recursive: true });
});

/** Starts a process that ignores SIGTERM and has a child in its group. */
async function startFamily(): Promise<{ child: PipedProcess; member: number }> {
  const child = await startScript(
    `process.on('SIGTERM', () => {});
    const member = require('node:child_process').spawn(process.execPath,
      ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    console.log(member.pid); setInterval(() => {}, 1000);`,
    { platform: 'darwin' },
  );
  children.push(child);
  return { child, member: Number(await nextLine(child)) };
}

/** Makes `ps` fail from now on, as it does on a machine that is too busy. */
function failPs(): void {
  vi.stubEnv('PATH', folder);
}

describe('When the processes cannot be listed', () => {
  it('all processes and their groups are killed when the extension host ends', async () => {
    const families = [await startFamily(), await startFamily()];
    failPs();
    const clock = new FakeClock();
    const ended = endAtOnce(
      families.map(({ child }) => child),
      { clock },
    );
    clock.advance(500);
    await ended;
    await endsOf(families);
  });

  it('a process and its group are killed when it is disposed of', async () => {
    const family = await startFamily();
    failPs();
    family.child.dispose();
    await endsOf([family]);
  });

  it('a process and its group are killed in an orderly end, too', async () => {
    const family = await startFamily();
    failPs();
    await family.child.tree.kill();
    await endsOf([family]);
  });

  it('nothing is signalled once the process has ended', async () => {
    const { child } = await startFamily();
    const tree = new ProcessTree(child.pid, 'darwin', () => false);
    failPs();
    tree.terminateSync();
    tree.killSync();
    await tree.kill();
    expect(isRunning(child.pid)).toBe(true);
  });
});

async function endsOf(families: readonly { child: PipedProcess; member: number }[]): Promise<void> {
  for (const { child, member } of families) {
    await child.exited;
    await until(() => !isRunning(member));
  }
}
