import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { UserError } from '../../../base/errors';
import { readBoundedText } from '../../../node/boundedFile';
import { makeFolder } from '../../../node/durableFolder';
import type { GitProgram } from '../../../node/git/gitProgram';
import { BlobReader } from './blobReader';
import {
  type FileState,
  type ListedFiles,
  ListedStates,
  StatusStates,
  type StoredBlob,
} from './fileStates';
import { IndexTakeover } from './indexTakeover';
import { NulSplitter } from './nulSplitter';
import { ShadowGit } from './shadowGit';
import { ShadowHead } from './shadowHead';
import { UserGitFiles } from './userGitFiles';
import type { TakenIndex } from './userIndex';
import type { WorkTree } from './workTree';

/** Files that an index taken over does not know as they are. */
export interface TakenTree {
  readonly files: Map<string, FileState>;
  /** Those that the user's repository tracks. */
  readonly tracked: ReadonlySet<string>;
  /** Whether passes are as fast as they can be, without another refresh of the index. */
  readonly isFresh: boolean;
}

/** Keeps bytes unchanged in both directions; overrides every `.gitattributes`. */
const attributes = '* -text -filter -ident !eol !working-tree-encoding\n';

/** Characters of paths on one command line, of which Windows allows 32 KB. */
const longestPaths = 8 * 1024;

/**
 * Private git directory for a work tree. Its index holds the files as of the last update. Paths are
 * relative to the work tree, with `/`. Methods that take a signal throw the errors of
 * `GitProgram.run`.
 */
export class ShadowRepository {
  private readonly git: ShadowGit;
  private readonly head: ShadowHead;
  private readonly sources: UserGitFiles;
  private readonly takeover: IndexTakeover;

  constructor(
    git: GitProgram,
    /** Absolute path of a folder that only this class uses. */
    private readonly folder: string,
    private readonly tree: WorkTree,
  ) {
    this.git = new ShadowGit(git, folder, tree);
    this.head = new ShadowHead(this.git);
    this.sources = new UserGitFiles(git, folder, tree);
    this.takeover = new IndexTakeover(this.git, git);
  }

  /** Creates the git directory, or makes it usable again after any damage. */
  async prepare(signal: AbortSignal): Promise<void> {
    await this.unlock();
    if (!(await exists(join(this.folder, 'HEAD')))) {
      this.head.lose();
      await makeFolder(this.folder);
      await this.git.init(signal);
    }
    await mkdir(join(this.folder, 'info'), { recursive: true });
    await mkdir(join(this.folder, 'objects', 'info'), { recursive: true });
    await writeFile(join(this.folder, 'info', 'attributes'), attributes);
    await writeFile(join(this.folder, 'info', 'exclude'), await this.sources.excludes(signal));
    // Earlier versions found the user's objects by this file, even when they stored contents.
    await rm(join(this.folder, 'objects', 'info', 'alternates'), { force: true });
    this.git.share(await this.userObjects());
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
    const text = await this.git.read(['count-objects', '-v'], signal);
    const sizes = [...text.matchAll(/^(?:size|size-pack): (\d+)$/gm)];
    return sizes.reduce((sum, [, kilobytes]) => sum + Number(kilobytes) * 1024, 0);
  }

  /** Whether nothing is stored yet. */
  async isEmpty(): Promise<boolean> {
    return !(await exists(join(this.folder, 'index')));
  }

  /**
   * Takes the user's index over, so that only files are read that it knows nothing of. Call if
   * nothing is stored yet.
   * @param largest bytes of the largest file
   * @returns `undefined` if that is not safe; nothing is stored then, nor after an error
   */
  async takeOver(largest: number, signal: AbortSignal): Promise<TakenTree | undefined> {
    const commit = await this.userCommit(signal);
    const taken = commit && (await this.takeover.write(largest, signal));
    if (!taken) {
      return undefined;
    }
    let tree: TakenTree | undefined;
    try {
      await this.head.borrow(commit);
      tree = await this.compareTaken(taken, signal);
    } finally {
      if (!tree) {
        this.head.lose();
        await this.takeover.drop();
      }
    }
    return tree;
  }

  /** Lists all files that differ from the index, except ignored files and nested repositories. */
  async list(signal: AbortSignal): Promise<ListedFiles> {
    if (this.head.commit === 'none') {
      return this.listFiles(signal);
    }
    try {
      return await this.status(signal);
    } catch {
      signal.throwIfAborted();
      // The user's repository has lost the commit, or this git is too old.
      this.head.lose();
      return this.listFiles(signal);
    }
  }

  /** Whether listings have become long, because so much has changed since the commit in `HEAD`. */
  get isUntidy(): boolean {
    return this.head.isFar;
  }

  /**
   * Writes what a look at the work tree tells into the index, so that the next one is faster: times
   * of files that are as they were. No content goes into it.
   */
  async refresh(signal: AbortSignal): Promise<void> {
    try {
      if (this.head.isOutdated) {
        await this.head.renew(signal);
      }
      await this.status(signal, { savesIndex: true });
    } catch {
      signal.throwIfAborted();
      this.head.lose();
      await this.git.run(['update-index', '-q', '--refresh'], signal);
    }
  }

  private async compareTaken(taken: TakenIndex, signal: AbortSignal): Promise<TakenTree> {
    const options = { savesIndex: true, comparesModes: sep === '/' };
    const [status, doubtful] = await Promise.allSettled([
      this.status(signal, options),
      this.takeover.doubtful(taken, signal),
    ]);
    if (status.status === 'rejected' || doubtful.status === 'rejected') {
      throw status.status === 'rejected'
        ? status.reason
        : (doubtful as PromiseRejectedResult).reason;
    }
    const { files, staged } = status.value;
    // Contents that are only staged are kept by us: the user's git may remove them at any time.
    const unsure = new Set([...doubtful.value, ...staged]);
    if (unsure.size > 0) {
      await this.forget([...unsure], signal);
    }
    for (const path of unsure) {
      if (files.get(path) === 'deleted') {
        files.delete(path);
      } else {
        files.set(path, 'new');
      }
    }
    for (const path of taken.left) {
      // Ignored, but tracked nevertheless.
      files.set(path, files.get(path) ?? 'new');
    }
    const known = [...files].filter(([, state]) => state !== 'new').map(([path]) => path);
    const tracked = new Set([...known, ...unsure, ...taken.left]);
    return { files, tracked, isFresh: taken.hasTrees };
  }

  /** Returns the name of the commit that the user has checked out. */
  private async userCommit(signal: AbortSignal): Promise<string | undefined> {
    if (!this.git.findsObjects) {
      return undefined;
    }
    const chunks: Buffer[] = [];
    const args = ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'];
    const onOutput = (chunk: Buffer) => chunks.push(chunk);
    await this.git.look(args, signal, onOutput).catch(() => signal.throwIfAborted());
    const name = Buffer.concat(chunks).toString('latin1').trim();
    return /^[0-9a-f]{40}$/.test(name) ? name : undefined;
  }

  private async listFiles(signal: AbortSignal): Promise<ListedFiles> {
    const states = new ListedStates();
    const args = ['ls-files', '-z', '-t', '-o', '-m', '-d', '--exclude-standard'];
    await this.git.run(args, signal, { onOutput: chunk => states.push(chunk) });
    return states;
  }

  /** Takes less time than `listFiles`: git looks at files in parallel. */
  private async status(
    signal: AbortSignal,
    { savesIndex = false, comparesModes = false } = {},
  ): Promise<StatusStates> {
    const states = new StatusStates();
    const args = [
      ...['-c', `core.fileMode=${comparesModes}`],
      ...['status', '--porcelain=v2', '-z', '--untracked-files=all'],
    ];
    const sharesObjects = this.head.commit === 'lent';
    const onOutput = (chunk: Buffer) => states.push(chunk);
    await this.git.run(args, signal, { savesIndex, sharesObjects, onOutput });
    this.head.note(states.staged.length);
    return states;
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
    await this.git.run(args, signal, { onOutput: chunk => splitter.push(chunk) });
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
    await this.git.run(args, signal, { onOutput: chunk => splitter.push(chunk) });
    return blobs;
  }

  /**
   * Updates the index for these files, including deleted ones.
   * @param sharesObjects relies on the user's repository to keep contents that it has
   * @returns a path that git cannot read: nothing was updated
   */
  async update(
    paths: readonly string[],
    sharesObjects: boolean,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    // Records the mode with the content, for a file that is deleted and comes back.
    const noteMode = ['-c', 'core.fileMode=true'];
    const args = [...noteMode, 'update-index', '-z', '--add', '--remove', '--replace', '--stdin'];
    try {
      await this.git.run(args, signal, { input: withNul(paths), sharesObjects });
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
    await this.git.run(args, signal, { input: withNul(paths) });
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
      const onOutput = (chunk: Buffer) => reader.push(chunk);
      await this.git.run(['cat-file', '--batch'], signal, { onOutput, input, sharesObjects: true });
    }
    return reader.blobs;
  }

  /** Reads the paths in the index. */
  async remembered(signal: AbortSignal): Promise<Set<string>> {
    const paths = new Set<string>();
    const splitter = new NulSplitter(path => paths.add(path));
    const onOutput = (chunk: Buffer) => splitter.push(chunk);
    await this.git.run(['ls-files', '-z'], signal, { onOutput });
    return paths;
  }

  /** Reads the paths that the user's repository tracks. */
  async tracked(signal: AbortSignal): Promise<Set<string>> {
    const { repository } = this.tree;
    const paths = new Set<string>();
    if (repository) {
      const splitter = new NulSplitter(path => paths.add(path));
      const onOutput = (chunk: Buffer) => splitter.push(chunk);
      await this.git.look(['ls-files', '-z'], signal, onOutput);
    }
    return paths;
  }

  /**
   * Returns the folder of the user's objects: what is committed need not be stored again. For each
   * object found, git renews the file's time, so that a later `git gc` spares it. Nothing else
   * there changes.
   */
  private async userObjects(): Promise<string | undefined> {
    const { repository } = this.tree;
    if (!repository) {
      return undefined;
    }
    const settings = await readBoundedText(join(repository.commonFolder, 'config'), 1).catch(
      () => '',
    );
    // Object names of another length.
    const isForeign = /^\s*objectformat\s*=\s*sha256/im.test(settings);
    return isForeign ? undefined : join(repository.commonFolder, 'objects');
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
