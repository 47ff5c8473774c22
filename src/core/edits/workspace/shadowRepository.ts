import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../../base/errors';
import { readBoundedText } from '../../../node/boundedFile';
import { makeFolder } from '../../../node/durableFolder';
import type { GitProgram } from '../../../node/git/gitProgram';
import { BlobReader } from './blobReader';
import { NulSplitter } from './nulSplitter';
import { UserGitFiles } from './userGitFiles';
import type { WorkTree } from './workTree';

/** `new` files are not in the index, `changed` and `deleted` ones are. */
export type FileState = 'new' | 'changed' | 'deleted';

/** Earlier content of a file. */
export interface StoredBlob {
  /** Git object name (hash). */
  readonly name: string;
  readonly isExecutable: boolean;
}

/** Keeps bytes unchanged in both directions; overrides every `.gitattributes`. */
const attributes = '* -text -filter -ident !eol !working-tree-encoding\n';

const config = [
  'core.bare=false',
  'core.autocrlf=false',
  'core.safecrlf=false',
  // The executable bit does not count as content.
  'core.fileMode=false',
  'core.splitIndex=false',
  'core.longPaths=true',
  // Data lost in a power cut is rebuilt.
  'core.fsync=none',
  'core.looseCompression=1',
  'gc.auto=0',
].flatMap(entry => ['-c', entry]);

/** Characters of paths on one command line, of which Windows allows 32 KB. */
const longestPaths = 8 * 1024;

/** States by their tag in `git ls-files -t`. */
const states: Readonly<Record<string, FileState>> = { '?': 'new', C: 'changed', R: 'deleted' };

/**
 * Private git directory for a work tree. Its index holds the files as of the last update. Paths are
 * relative to the work tree, with `/`. Methods that take a signal throw the errors of
 * `GitProgram.run`.
 */
export class ShadowRepository {
  private readonly sources: UserGitFiles;

  constructor(
    private readonly git: GitProgram,
    /** Absolute path of a folder that only this class uses. */
    private readonly folder: string,
    private readonly tree: WorkTree,
  ) {
    this.sources = new UserGitFiles(git, folder, tree);
  }

  /** Creates the git directory, or makes it usable again after any damage. */
  async prepare(signal: AbortSignal): Promise<void> {
    await this.unlock();
    if (!(await exists(join(this.folder, 'HEAD')))) {
      await makeFolder(this.folder);
      const init = ['init', '--quiet', '--bare', '--template=', this.folder];
      await this.git.run({ args: init, cwd: this.folder, env: this.environment(), signal });
    }
    await mkdir(join(this.folder, 'info'), { recursive: true });
    await mkdir(join(this.folder, 'objects', 'info'), { recursive: true });
    await writeFile(join(this.folder, 'info', 'attributes'), attributes);
    await writeFile(join(this.folder, 'info', 'exclude'), await this.sources.excludes(signal));
    await writeFile(join(this.folder, 'objects', 'info', 'alternates'), await this.alternates());
  }

  /**
   * Whether the user's configuration or index has changed since `prepare`, so that other files may
   * be ignored or tracked. Starts no program.
   */
  isOutdated(): Promise<boolean> {
    return this.sources.haveChanged();
  }

  /** Removes the lock left by an aborted git. Call only while no git runs. */
  async unlock(): Promise<void> {
    await rm(join(this.folder, 'index.lock'), { force: true });
  }

  /** Deletes the git directory and everything stored in it. */
  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }

  /** @returns bytes of our own objects */
  async ownSize(signal: AbortSignal): Promise<number> {
    let text = '';
    await this.run(['count-objects', '-v'], signal, chunk => {
      text += chunk.toString('latin1');
    });
    const sizes = [...text.matchAll(/^(?:size|size-pack): (\d+)$/gm)];
    return sizes.reduce((sum, [, kilobytes]) => sum + Number(kilobytes) * 1024, 0);
  }

  /** Lists all files that differ from the index, except ignored files and nested repositories. */
  async list(signal: AbortSignal): Promise<Map<string, FileState>> {
    const files = new Map<string, FileState>();
    const splitter = new NulSplitter(field => {
      const state = states[field.charAt(0)];
      const path = field.slice(2);
      // Deleted files are listed as changed, too.
      if (state && !path.endsWith('/') && files.get(path) !== 'deleted') {
        files.set(path, state);
      }
    });
    const args = ['ls-files', '-z', '-t', '-o', '-m', '-d', '--exclude-standard'];
    await this.run(args, signal, chunk => splitter.push(chunk));
    return files;
  }

  /**
   * Reads the index content, by path, of files that differ from the index. May include other such
   * files. For a few, git reads the index only and does not look at the whole work tree again.
   */
  async blobsOf(
    changed: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, StoredBlob>> {
    const length = changed.reduce((sum, path) => sum + path.length + 1, 0);
    const blobs = length <= longestPaths ? await this.blobsAt(changed, signal) : undefined;
    // A system that spells a path differently on the command line finds fewer.
    return blobs?.size === changed.length ? blobs : this.blobsOfChanged(signal);
  }

  private async blobsAt(
    paths: readonly string[],
    signal: AbortSignal,
  ): Promise<Map<string, StoredBlob>> {
    const blobs = new Map<string, StoredBlob>();
    const splitter = new NulSplitter(field => {
      // "100644 <name> 0", a tab, then the path.
      const tab = field.indexOf('\t');
      const [mode, name = ''] = field.slice(0, tab).split(' ');
      blobs.set(field.slice(tab + 1), { name, isExecutable: mode === '100755' });
    });
    const args = ['--literal-pathspecs', 'ls-files', '-z', '--stage', '--', ...paths];
    await this.run(args, signal, chunk => splitter.push(chunk));
    return blobs;
  }

  private async blobsOfChanged(signal: AbortSignal): Promise<Map<string, StoredBlob>> {
    const blobs = new Map<string, StoredBlob>();
    let blob: StoredBlob | undefined;
    const splitter = new NulSplitter(field => {
      if (blob === undefined) {
        // Fields alternate: ":100644 100644 <before> <after> M", then the path.
        const [mode, , name = ''] = field.split(' ');
        blob = { name, isExecutable: mode === ':100755' };
      } else {
        blobs.set(field, blob);
        blob = undefined;
      }
    });
    const args = ['diff-files', '--raw', '-z', '--no-abbrev', '--no-renames'];
    await this.run(args, signal, chunk => splitter.push(chunk));
    return blobs;
  }

  /**
   * Updates the index for these files, including deleted ones.
   * @returns a path that git cannot read: nothing was updated
   */
  async update(paths: readonly string[], signal: AbortSignal): Promise<string | undefined> {
    // Records the mode with the content, for a file that is deleted and comes back.
    const noteMode = ['-c', 'core.fileMode=true'];
    const args = [...noteMode, 'update-index', '-z', '--add', '--remove', '--replace', '--stdin'];
    try {
      await this.run(args, signal, undefined, withNul(paths));
      return undefined;
    } catch (error) {
      const named = pathNamedBy(error);
      if (named === undefined || !paths.includes(named)) {
        throw error;
      }
      return named;
    }
  }

  /** Removes files from the index, whatever is now in their place. */
  async forget(paths: readonly string[], signal: AbortSignal): Promise<void> {
    const args = ['update-index', '-z', '--force-remove', '--stdin'];
    await this.run(args, signal, undefined, withNul(paths));
  }

  /**
   * Updates file times in the index, so that files written without a change are not reread each
   * time.
   */
  async refresh(signal: AbortSignal): Promise<void> {
    await this.run(['update-index', '-q', '--refresh'], signal);
  }

  /**
   * Reads the contents of blobs.
   * @param limit bytes of all blobs together
   * @returns bytes by object name, without blobs that are missing or beyond the limit
   */
  async contents(
    blobs: Iterable<string>,
    limit: number,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Uint8Array>> {
    const input = [...new Set(blobs)].map(blob => `${blob}\n`).join('');
    const reader = new BlobReader(limit);
    if (input !== '') {
      await this.run(['cat-file', '--batch'], signal, chunk => reader.push(chunk), input);
    }
    return reader.blobs;
  }

  /** Reads the paths in the index. */
  async remembered(signal: AbortSignal): Promise<Set<string>> {
    const paths = new Set<string>();
    const splitter = new NulSplitter(path => paths.add(path));
    await this.run(['ls-files', '-z'], signal, chunk => splitter.push(chunk));
    return paths;
  }

  /** Reads the paths that the user's repository tracks. */
  async tracked(signal: AbortSignal): Promise<Set<string>> {
    const { root, repository } = this.tree;
    const paths = new Set<string>();
    if (!repository) {
      return paths;
    }
    const splitter = new NulSplitter(path => paths.add(path));
    await this.git.run({
      args: [`--git-dir=${repository.gitFolder}`, `--work-tree=${root}`, ...['ls-files', '-z']],
      cwd: root,
      env: this.emptyConfig(),
      signal,
      onOutput: chunk => splitter.push(chunk),
    });
    return paths;
  }

  private run(
    args: readonly string[],
    signal: AbortSignal,
    onOutput?: (chunk: Buffer) => void,
    input?: string,
  ): Promise<void> {
    const { root, repository } = this.tree;
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
      env: this.environment(),
      isOurs: true,
      signal,
      ...(onOutput ? { onOutput } : {}),
      ...(input === undefined ? {} : { input }),
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

  /**
   * Lets git find the user's objects where they are, so that only new ones are stored. For each
   * object found, git renews the file's time, so that a later `git gc` spares it. Nothing else
   * there changes.
   */
  private async alternates(): Promise<string> {
    const { repository } = this.tree;
    if (!repository) {
      return '';
    }
    const objects = join(repository.commonFolder, 'objects');
    const settings = await readBoundedText(join(repository.commonFolder, 'config'), 1).catch(
      () => '',
    );
    // Object names of another length, or a path that the alternates file cannot hold.
    const isForeign = /^\s*objectformat\s*=\s*sha256/im.test(settings) || objects.includes('\n');
    return isForeign ? '' : `${objects}\n`;
  }
}

function withNul(paths: readonly string[]): string {
  return paths.map(path => `${path}\0`).join('');
}

/** Reads the path at which `git update-index` stopped. */
function pathNamedBy(error: unknown): string | undefined {
  const detail = error instanceof UserError ? (error.detail ?? '') : '';
  return /^fatal: Unable to process path (.+)/ims.exec(detail)?.[1];
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
