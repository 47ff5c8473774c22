import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../../../src/node/isAlive';
import type { CliBinary } from './cliBinary';
import type { IsolatedHome } from './isolatedHome';

/** Milliseconds that a closed terminal has to end; the newest take far less. */
const timeToEnd = 3_000;
/** Milliseconds: less than a test may take, so that its failure shows the screen. */
const patience = 50_000;

/** The CLI as a user uses it, in a terminal of its own that `script` makes (Linux). */
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

  /** Its own process, as the CLI notes it. */
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

  /** Types a message and sends it. */
  async say(text: string): Promise<void> {
    this.script.stdin?.write(text);
    await this.until(text.split(' ')[0] ?? text);
    this.script.stdin?.write('\r');
  }

  /** Types keys as they are. */
  press(keys: string): void {
    this.script.stdin?.write(keys);
  }

  /** Presses keys until it shows this word: a screen that is drawn anew may miss them. */
  async insist(keys: string, word: string): Promise<void> {
    const since = this.position;
    const again = setInterval(() => this.press(keys), 1_000);
    try {
      this.press(keys);
      await this.until(word, since);
    } finally {
      clearInterval(again);
    }
  }

  /** How much it has shown: what is looked for may be asked to come after this. */
  get position(): number {
    return this.shown.length;
  }

  /** Whether it has shown this word since the start, or since a position. */
  hasShown(word: string, since = 0): boolean {
    return this.shown.includes(word, since);
  }

  /** Resolves when it has shown this word since the start, or since a position. */
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

  /** Closes the terminal: the CLI ends as it does then. Old ones live on without one. */
  async close(): Promise<void> {
    const leaders = await this.leaders();
    this.script.kill('SIGKILL');
    await this.ended;
    for (const end = Date.now() + timeToEnd; leaders.some(isAlive) && Date.now() < end; ) {
      await new Promise(resolve => setTimeout(resolve, 50));
    }
    for (const leader of leaders) endGroup(leader);
  }

  /** Ends the CLI at once, so that it can tidy up nothing. */
  async kill(): Promise<void> {
    for (const leader of await this.leaders()) endGroup(leader);
    await this.ended;
  }

  /** What runs in the terminal; each leads a group of its own. */
  private async leaders(): Promise<number[]> {
    const { pid } = this.script;
    const below = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
    return below.split(' ').filter(Boolean).map(Number);
  }
}

function endGroup(leader: number): void {
  if (isAlive(leader)) process.kill(-leader, 'SIGKILL');
}
