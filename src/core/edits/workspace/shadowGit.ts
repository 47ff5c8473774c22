import { join } from 'node:path';
import type { GitProgram } from '../../../node/git/gitProgram';
import type { WorkTree } from './workTree';

const config = [
  'core.bare=false',
  'core.autocrlf=false',
  'core.safecrlf=false',
  // The executable bit does not count as content.
  'core.fileMode=false',
  'core.splitIndex=false',
  'core.longPaths=true',
  // The cache misses what is created in the clock tick in which git has looked at a folder.
  'core.untrackedCache=false',
  'status.renames=false',
  'diff.renames=false',
  // Data lost in a power cut is rebuilt.
  'core.fsync=none',
  'core.looseCompression=1',
  'gc.auto=0',
].flatMap(entry => ['-c', entry]);

export interface ShadowRun {
  readonly onOutput?: (chunk: Buffer) => void;
  readonly input?: string | Uint8Array;
  /** Lets a command that only looks write what it has learned into the index. */
  readonly savesIndex?: boolean;
  /** Finds the user's objects, too, and stores none of them again. */
  readonly sharesObjects?: boolean;
}

/** Runs git in the private git directory of a work tree. */
export class ShadowGit {
  /** Folder with the user's objects, as `GIT_ALTERNATE_OBJECT_DIRECTORIES` takes it. */
  private shared = '';

  constructor(
    private readonly git: GitProgram,
    /** Absolute path of the git directory. */
    readonly folder: string,
    readonly tree: WorkTree,
  ) {}

  /** Throws the errors of `GitProgram.run`. */
  run(args: readonly string[], signal: AbortSignal, options: ShadowRun = {}): Promise<void> {
    const { root, repository } = this.tree;
    const { onOutput, input, savesIndex, sharesObjects } = options;
    return this.git.run({
      args: [
        `--git-dir=${this.folder}`,
        `--work-tree=${root}`,
        ...config,
        ...(repository
          ? ['-c', `core.excludesFile=${join(repository.commonFolder, 'info', 'exclude')}`]
          : []),
        ...args,
      ],
      cwd: root,
      env: {
        ...this.environment(),
        ...(savesIndex ? { GIT_OPTIONAL_LOCKS: '1' } : {}),
        ...(sharesObjects ? { GIT_ALTERNATE_OBJECT_DIRECTORIES: this.shared } : {}),
      },
      isOurs: true,
      signal,
      ...(onOutput ? { onOutput } : {}),
      ...(input === undefined ? {} : { input }),
    });
  }

  /** Whether the user's objects can be read. */
  get findsObjects(): boolean {
    return this.shared !== '';
  }

  /** @param objects absolute path of the folder with the user's objects, if they can be read */
  share(objects: string | undefined): void {
    const isPlain = objects !== undefined && !/[":;\\\n]/.test(objects);
    this.shared = isPlain ? objects : objects === undefined ? '' : JSON.stringify(objects);
  }

  /** Runs git like `run`; resolves with its output. */
  async read(args: readonly string[], signal: AbortSignal, input?: string): Promise<string> {
    const chunks: Buffer[] = [];
    const onOutput = (chunk: Buffer) => chunks.push(chunk);
    await this.run(args, signal, { onOutput, ...(input === undefined ? {} : { input }) });
    return Buffer.concat(chunks).toString('utf8');
  }

  /** Creates the git directory. */
  init(signal: AbortSignal): Promise<void> {
    const args = ['init', '--quiet', '--bare', '--template=', this.folder];
    return this.git.run({ args, cwd: this.folder, env: this.environment(), signal });
  }

  /** Runs a command that only looks at the user's repository, which there has to be. */
  async look(
    args: readonly string[],
    signal: AbortSignal,
    onOutput: (chunk: Buffer) => void,
  ): Promise<void> {
    const { root, repository } = this.tree;
    const gitFolder = repository?.gitFolder ?? '';
    await this.git.run({
      args: [`--git-dir=${gitFolder}`, `--work-tree=${root}`, ...args],
      cwd: root,
      env: this.emptyConfig(),
      signal,
      onOutput,
    });
  }

  private environment(): Record<string, string> {
    return {
      ...this.emptyConfig(),
      GIT_INDEX_FILE: join(this.folder, 'index'),
      GIT_OBJECT_DIRECTORY: join(this.folder, 'objects'),
    };
  }

  /** Hides the user's configuration. Before 2.32, git offers only HOME for this. */
  private emptyConfig(): Record<string, string> {
    const home = join(this.folder, 'no-home');
    return {
      HOME: home,
      XDG_CONFIG_HOME: home,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: join(home, '.gitconfig'),
    };
  }
}
