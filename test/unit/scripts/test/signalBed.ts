import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { isAlive } from '../../../../src/node/isAlive';
import { readProcessTableSync } from '../../../../src/node/processTable';
import { type FixtureProject, fixtureProject } from './fixtureProject';

/** Far longer than any step takes, even on a busy machine. */
export const longest = 120_000;
const patience = { timeout: longest / 2, interval: 50 };

/** A test that hangs, with a child process and an orphaned process in a separate session. */
const hangs = `
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { renameSync, writeFileSync } from 'node:fs';
import { test } from 'vitest';
const idle = 'setInterval(() => {}, 1e6)';
const orphan = \`
  const child = require('node:child_process').spawn(process.execPath, ['-e', '\${idle}'], { detached: true, stdio: 'ignore' });
  child.unref();
  console.log(child.pid);
\`;
test('hangs', async () => {
  const child = spawn(process.execPath, ['-e', idle], { env: {}, detached: true, stdio: 'ignore' });
  const parent = spawn(process.execPath, ['-e', orphan]);
  const [text] = await once(parent.stdout, 'data');
  const pids = [process.pid, process.ppid, child.pid, Number(text)];
  writeFileSync('hangs.tmp', JSON.stringify({ pids, temp: process.env.TMPDIR, usage: process.env.TANDEM_TEST_CPU_USAGE }));
  renameSync('hangs.tmp', 'hangs.json');
  await new Promise(() => {});
}, 1e8);
`;

/** Processes of one `npm test`, from outermost to innermost. */
type Link = 'npm' | 'run.mjs' | 'test.ts';

/** `npm test` in a project whose only test hangs. */
export class HangingRun {
  private constructor(
    private readonly project: FixtureProject,
    private readonly npm: ChildProcess,
    readonly ended: Promise<number>,
    private readonly seen: {
      readonly pids: readonly number[];
      readonly temp: string;
      /** File of the step's CPU group, where there is one. */
      readonly usage?: string;
    },
  ) {}

  static async start(): Promise<HangingRun> {
    const project = await fixtureProject({ 'test/hangs.test.ts': hangs });
    const { root } = project;
    const npm = spawn('npm', ['test'], {
      cwd: root,
      env: { ...process.env, TANDEM_TEST_ROOT: root },
      stdio: 'ignore',
      // A separate process group, as created by a shell with job control.
      detached: true,
    });
    const ended = new Promise<number>((resolve, reject) => {
      npm.once('error', reject);
      npm.once('exit', (code, signal) =>
        resolve(signal ? 128 + constants.signals[signal] : (code ?? 0)),
      );
    });
    const note = join(root, 'hangs.json');
    await expect.poll(() => existsSync(note), patience).toBe(true);
    return new HangingRun(project, npm, ended, JSON.parse(readFileSync(note, 'utf8')));
  }

  /** Sends a signal to the group, like a terminal, or to one process of the chain. */
  send(signal: NodeJS.Signals, to: Link | 'group'): void {
    const pid = this.npm.pid ?? 0;
    process.kill(to === 'group' ? -pid : this.pidOf(to), signal);
  }

  /** Rejects if processes, folders or CPU groups of the run remain. */
  async leavesNothing(): Promise<void> {
    const { pids, temp, usage } = this.seen;
    await expect.poll(() => pids.filter(isAlive), patience).toEqual([]);
    await expect.poll(() => existsSync(temp), patience).toBe(false);
    await expect.poll(() => usage !== undefined && existsSync(usage), patience).toBe(false);
  }

  async dispose(): Promise<void> {
    for (const pid of this.seen.pids.filter(isAlive)) process.kill(pid, 'SIGKILL');
    await this.project.dispose();
  }

  private pidOf(link: Link): number {
    const marks = { npm: 'npm', 'run.mjs': 'run.mjs', 'test.ts': join('scripts', 'test.ts') };
    const group = readProcessTableSync('linux').filter(row => row.group === this.npm.pid);
    const found = group.find(({ pid }) => {
      const [program = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      const isShell = program.endsWith('sh');
      return link === 'npm'
        ? pid === this.npm.pid
        : !isShell && args.some(arg => arg.endsWith(marks[link]));
    });
    if (!found) throw new Error(`No ${link} among ${JSON.stringify(group)}`);
    return found.pid;
  }
}
