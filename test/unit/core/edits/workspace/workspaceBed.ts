import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { silentLog } from '../../../../../src/base/log';
import type {
  CommandChanges,
  FoundChange,
} from '../../../../../src/core/edits/workspace/commandChanges';
import {
  WorkspaceWatch,
  type WorkspaceWatchOptions,
} from '../../../../../src/core/edits/workspace/workspaceWatch';
import { findExecutable } from '../../../../../src/node/executable';
import { systemClock } from '../../../../../src/node/systemClock';
import { removeFolder } from '../../../../support/removeFolder';
import { FakeClock } from '../../../node/fakeClock';
import { until } from '../../../node/startScript';

/** Limits for tests about other subjects: a pass must not be late on a busy machine. */
const patient = { passTime: 25_000 };

interface HangingGit {
  readonly env: NodeJS.ProcessEnv;
  /** Path of a file with the words at which git hangs. */
  readonly hangAt: string;
  /** Pids of all processes that have hung. */
  readonly pids: () => number[];
  readonly clock: FakeClock;
  /** Advances the clock by this many ms at each hang, until the work is done. */
  outlast<T>(time: number, work: Promise<T>): Promise<T>;
}

/** A work tree on disk, a storage folder, and their workspace watch. */
export class WorkspaceBed {
  readonly root: string;
  readonly home: string;
  readonly storage: string;
  private readonly watches: WorkspaceWatch[] = [];
  private commands = 0;

  private constructor(readonly top: string) {
    this.root = join(top, 'work');
    this.home = join(top, 'home');
    this.storage = join(top, 'storage');
  }

  static async create(): Promise<WorkspaceBed> {
    const bed = new WorkspaceBed(realpathSync(await mkdtemp(join(tmpdir(), 'watch-'))));
    await mkdir(bed.root);
    await mkdir(bed.home);
    return bed;
  }

  async dispose(): Promise<void> {
    for (const watch of this.watches) {
      watch.dispose();
    }
    await removeFolder(this.top);
  }

  get env(): NodeJS.ProcessEnv {
    const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
    return {
      ...Object.fromEntries(inherited),
      HOME: this.home,
      XDG_CONFIG_HOME: join(this.home, '.config'),
    };
  }

  watch({ limits, ...options }: Partial<WorkspaceWatchOptions> = {}): WorkspaceWatch {
    const watch = new WorkspaceWatch({
      folder: this.storage,
      clock: systemClock,
      log: silentLog,
      env: this.env,
      home: this.home,
      ...options,
      limits: { ...patient, ...limits },
    });
    this.watches.push(watch);
    return watch;
  }

  at(path: string): string {
    return join(this.root, path);
  }

  async write(path: string, content: string | Uint8Array): Promise<void> {
    await mkdir(dirname(this.at(path)), { recursive: true });
    await writeFile(this.at(path), content);
  }

  remove(path: string): void {
    rmSync(this.at(path), { recursive: true });
  }

  /** Runs the user's git. */
  git(...args: string[]): string {
    const author = ['-c', 'user.name=A', '-c', 'user.email=a@b.c', '-c', 'commit.gpgSign=false'];
    const all = [...author, '-c', 'init.defaultBranch=main', ...args];
    return execFileSync('git', all, { cwd: this.root, env: this.env, stdio: 'pipe' }).toString();
  }

  /** Runs a command like an agent. */
  shell(command: string): void {
    execFileSync('sh', ['-c', command], { cwd: this.root, env: this.env, stdio: 'pipe' });
  }

  async commit(files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
    for (const [path, content] of Object.entries(files)) {
      await this.write(path, content);
    }
    this.git('init', '-q');
    this.git('add', '-A');
    this.git('commit', '-q', '--allow-empty', '-m', 'first');
  }

  async during(
    watch: WorkspaceWatch,
    command: () => unknown,
    cwd = this.root,
  ): Promise<CommandChanges> {
    this.commands += 1;
    const id = `command-${this.commands}`;
    await watch.before(id, cwd);
    await command();
    return watch.after(id);
  }

  /** Returns path → [before, after] as texts, relative to the work tree. */
  texts(changes: CommandChanges): Record<string, [string | undefined, string | undefined]> {
    const text = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString('utf8');
    return Object.fromEntries(
      found(changes).map(({ path, before, after }) => [
        relative(this.root, path),
        [text(before), text(after)],
      ]),
    );
  }

  /** Creates a git that hangs at commands with the words in the file `hangAt`. */
  async hangingGit(): Promise<HangingGit> {
    const real = await findExecutable('git', { env: process.env, platform: process.platform });
    const folder = join(this.top, 'bin');
    const [hangAt, pids] = [join(folder, 'hang'), join(folder, 'pids')];
    await mkdir(folder);
    await writeFile(hangAt, 'never');
    await writeFile(pids, '');
    await writeFile(
      join(folder, 'git'),
      `#!/bin/sh
case "$*" in *"$(cat '${hangAt}')"*)
  echo $$ >> '${pids}'
  sleep 1000 &
  echo $! >> '${pids}'
  wait;;
esac
exec '${real}' "$@"
`,
    );
    await chmod(join(folder, 'git'), 0o755);
    const readPids = () => readFileSync(pids, 'utf8').split('\n').filter(Boolean).map(Number);
    const clock = new FakeClock();
    /** Number of hung processes handled so far: the work may hang before it is awaited. */
    let known = 0;
    return {
      env: { ...this.env, PATH: `${folder}:${process.env.PATH}` },
      hangAt,
      pids: readPids,
      clock,
      async outlast(time, work) {
        let isDone = false;
        const done = work.finally(() => {
          isDone = true;
        });
        for (;;) {
          // Processes hang in pairs.
          await until(() => isDone || readPids().length >= known + 2);
          if (isDone) {
            return done;
          }
          // Another pair may have noted only one of its processes.
          known = 2 * Math.floor(readPids().length / 2);
          // Work that hung before it was awaited need not have set its timer yet.
          await until(() => isDone || clock.waiting.some(delay => delay <= time));
          clock.advance(time);
        }
      },
    };
  }

  /**
   * Creates a git that cannot put this file into an index.
   * @param meanwhile shell command that runs at so many first tries, after which git can do so
   */
  async refusingGit(
    path: string,
    meanwhile?: { readonly command: string; readonly tries: number },
  ): Promise<NodeJS.ProcessEnv> {
    const real = await findExecutable('git', { env: process.env, platform: process.platform });
    const folder = join(this.top, 'refusing');
    await mkdir(folder);
    await writeFile(join(folder, 'tries'), '');
    await writeFile(
      join(folder, 'git'),
      `#!/bin/sh
case "$*" in *--add*)
  cat > '${folder}/input'
  tries=$(wc -c < '${folder}/tries')
  if grep -qa '${path}' '${folder}/input' && [ "$tries" -lt ${meanwhile?.tries ?? 1_000} ]; then
    printf x >> '${folder}/tries'
    ${meanwhile?.command ?? ':'}
    echo 'error: it is bewitched' >&2
    echo 'fatal: Unable to process path ${path}' >&2
    exit 128
  fi
  exec '${real}' "$@" < '${folder}/input';;
esac
exec '${real}' "$@"
`,
    );
    await chmod(join(folder, 'git'), 0o755);
    return { ...this.env, PATH: `${folder}:${process.env.PATH}` };
  }

  /** Creates a git that knows no status for programs. */
  async refusingStatus(): Promise<NodeJS.ProcessEnv> {
    const real = await findExecutable('git', { env: process.env, platform: process.platform });
    const folder = join(this.top, 'old');
    await mkdir(folder);
    const script = `#!/bin/sh\ncase "$*" in *--porcelain*) exit 129;; esac\nexec '${real}' "$@"\n`;
    await writeFile(join(folder, 'git'), script);
    await chmod(join(folder, 'git'), 0o755);
    return { ...this.env, PATH: `${folder}:${process.env.PATH}` };
  }

  async readText(path: string): Promise<string> {
    return readFile(this.at(path), 'utf8');
  }
}

export function found(changes: CommandChanges): readonly FoundChange[] {
  if (changes.kind === 'untracked') {
    throw new Error(changes.reason);
  }
  return changes.changes;
}

export function notes(changes: CommandChanges): readonly string[] {
  return changes.kind === 'found' ? changes.notes : [changes.reason];
}

/** Returns a digest of every file below a folder. */
export function digests(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries.map(entry => {
      const path = join(entry.parentPath, entry.name);
      const content = entry.isFile() ? readFileSync(path) : Buffer.from('folder');
      return [relative(folder, path), createHash('sha256').update(content).digest('hex')];
    }),
  );
}
