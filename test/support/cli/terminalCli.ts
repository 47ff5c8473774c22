import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../../../src/node/isAlive';
import type { CliBinary } from './cliBinary';
import type { IsolatedHome } from './isolatedHome';

/** Milliseconds that a closed terminal has to end; the newest CLIs take far less. */
const timeToEnd = 3_000;
/** Milliseconds, less than a test's timeout, so that the failure shows the screen. */
const patience = 50_000;

/** The interactive CLI in its own terminal, created by `script` (Linux). */
export class TerminalCli {
  private shown = '';
  private readonly waiters = new Set<() => void>();
  private readonly ended: Promise<void>;

  private constructor(private readonly script: ChildProcess) {
    const take = (chunk: Buffer) => {
      this.shown += chunk.toString('utf8');
      const waiters = [...this.waiters];
      this.waiters.clear();
      for (const wake of waiters) wake();
    };
    script.stdout?.on('data', take);
    script.stderr?.on('data', take);
    this.ended = new Promise(resolve => script.once('close', () => resolve()));
  }

  static async start(
    binary: CliBinary,
    home: IsolatedHome,
    args: readonly string[],
  ): Promise<TerminalCli> {
    const words = [binary.command, ...binary.prefix, ...args].map(word => `'${word}'`).join(' ');
    const script = spawn('script', ['-qfc', `stty rows 40 cols 120; exec ${words}`, '/dev/null'], {
      cwd: home.workspace,
      env: { ...home.env, TERM: 'xterm-256color' },
    });
    return new TerminalCli(script);
  }

  /** Returns the pid of the CLI itself, as the CLI records it. */
  async pid(home: IsolatedHome, sessionId: string): Promise<number> {
    const folder = join(home.configDir, 'sessions');
    for (let tries = 0; tries < 200; tries += 1) {
      for (const name of await readdir(folder).catch(() => [])) {
        const text = await readFile(join(folder, name), 'utf8').catch(() => '');
        const isSession = text.includes(sessionId) && text.includes('"entrypoint":"cli"');
        if (name.endsWith('.json') && isSession) return Number.parseInt(name, 10);
      }
      await new Promise(resolve => setTimeout(resolve, 100));
    }
    throw new Error(`The terminal did not come up:\n${this.shown.slice(-2000)}`);
  }

  /**
   * Types and sends a message.
   * @param arrived repeats Enter until this resolves: on a busy machine, 2.0.36 may miss it
   */
  async say(text: string, arrived: Promise<unknown> = Promise.resolve()): Promise<void> {
    const since = this.position;
    this.script.stdin?.write(text);
    // Without the echo, the CLI would read text and Enter together, as pasted lines.
    await this.until(text.split(' ')[0] ?? text, since);
    await this.repeat('\r', arrived);
  }

  /** Types keys unchanged. */
  press(keys: string): void {
    this.script.stdin?.write(keys);
  }

  /**
   * Repeats the keys until the word appears, because a screen that is being redrawn may miss them.
   * @param undo keys that take back the ones before, which may only have been slow
   */
  async insist(keys: string, word: string, undo = ''): Promise<void> {
    const since = this.position;
    this.press(keys);
    const again = setInterval(() => this.press(undo + keys), 1_000);
    await this.until(word, since).finally(() => clearInterval(again));
  }

  private async repeat(keys: string, arrived: Promise<unknown>): Promise<void> {
    this.press(keys);
    const again = setInterval(() => this.press(keys), 1_000);
    await this.patiently(arrived).finally(() => clearInterval(again));
  }

  /** Length of the output so far; searches can start from this position. */
  get position(): number {
    return this.shown.length;
  }

  /** Returns whether this word has appeared since the start, or since a position. */
  hasShown(word: string, since = 0): boolean {
    return this.shown.includes(word, since);
  }

  /** Resolves when this word has appeared since the start, or since a position. */
  async until(word: string, since = 0): Promise<void> {
    while (!this.hasShown(word, since)) {
      await new Promise<void>((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`No "${word}":\n${this.shown}`)), patience);
        this.waiters.add(() => {
          clearTimeout(late);
          resolve();
        });
      });
    }
  }

  /** Waits for what the CLI was asked to do; a failure shows the screen. */
  async patiently<T>(work: Promise<T>): Promise<T> {
    let late: NodeJS.Timeout | undefined;
    const failure = new Promise<never>((_, reject) => {
      late = setTimeout(() => reject(new Error(`Nothing came:\n${this.shown}`)), patience);
    });
    try {
      return await Promise.race([work, failure]);
    } finally {
      clearTimeout(late);
    }
  }

  /** Closes the terminal, which ends the CLI. Old CLIs keep running without a terminal. */
  async close(): Promise<void> {
    const leaders = await this.leaders();
    this.script.kill('SIGKILL');
    await this.ended;
    for (const end = Date.now() + timeToEnd; leaders.some(isAlive) && Date.now() < end; ) {
      await new Promise(resolve => setTimeout(resolve, 50));
    }
    for (const leader of leaders) endGroup(leader);
  }

  /** Kills the CLI, so that it cannot clean up. */
  async kill(): Promise<void> {
    for (const leader of await this.leaders()) endGroup(leader);
    await this.ended;
  }

  /** Returns the processes in the terminal; each leads its own process group. */
  private async leaders(): Promise<number[]> {
    const { pid } = this.script;
    const below = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
    return below.split(' ').filter(Boolean).map(Number);
  }
}

function endGroup(leader: number): void {
  if (isAlive(leader)) process.kill(-leader, 'SIGKILL');
}
