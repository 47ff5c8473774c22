import { realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { inParallel } from '../../../base/inParallel';
import type { GitProgram } from '../../../node/git/gitProgram';
import { findRepository } from '../../../node/git/repository';

/** Milliseconds for one question to git. */
const gitTime = 10_000;
/** Files whose times are looked at together. */
const statsAtATime = 32;

/** Most files of a folder that are looked at. */
const mostListed = 20_000;

interface FileListParts {
  readonly git: Pick<GitProgram, 'read'>;
  /** Lists the files of a folder that is in no repository, at most so many. */
  find(folder: string, most: number): Promise<readonly string[]>;
}

/** Lists files for runs, as absolute paths: those of a folder, and those that have changed. */
export class FileList {
  constructor(private readonly parts: FileListParts) {}

  /** Returns the files below a folder that git does not ignore, in the order of their paths. */
  async below(folder: string): Promise<readonly string[]> {
    const repository = await findRepository(folder);
    if (!repository) {
      return [...(await this.parts.find(folder, mostListed))].sort();
    }
    const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const asked = this.ask(repository.root, folder, args, path => path);
    // A machine without git has repositories, too.
    const paths = await asked.catch(() => this.parts.find(folder, mostListed));
    return (await this.existing(paths.slice(0, mostListed))).map(({ path }) => path);
  }

  /** Returns the files below folders with changes that are not committed; none without git. */
  async changed(folders: readonly string[]): Promise<readonly string[]> {
    const found: string[] = [];
    for (const folder of folders) {
      const repository = await findRepository(folder);
      if (repository) {
        const args = ['status', '--porcelain', '-z', '--untracked-files=all', '--no-renames'];
        // Two letters and a blank stand before the path.
        found.push(...(await this.ask(repository.root, folder, args, line => line.slice(3))));
      }
    }
    return (await this.existing([...new Set(found)].sort())).map(({ path }) => path);
  }

  /**
   * Returns the files below folders that were written after a time, in milliseconds since 1970.
   * @param isOwn tells files whose writing does not count
   */
  async writtenSince(
    folders: readonly string[],
    since: number,
    isOwn: (path: string, writtenAt: number) => boolean,
  ): Promise<readonly string[]> {
    const lists = await Promise.all(folders.map(folder => this.below(folder)));
    const files = await this.existing([...new Set(lists.flat())]);
    return files
      .filter(({ path, writtenAt }) => writtenAt > since && !isOwn(path, writtenAt))
      .map(({ path }) => path);
  }

  /** Leaves out what is no regular file (any more). Keeps the order. */
  private async existing(paths: readonly string[]) {
    const times = new Map<string, number>();
    await inParallel(paths, statsAtATime, async path => {
      const found = await stat(path).catch(() => undefined);
      if (found?.isFile()) {
        times.set(path, found.mtimeMs);
      }
    });
    return paths.flatMap(path => {
      const writtenAt = times.get(path);
      return writtenAt === undefined ? [] : [{ path, writtenAt }];
    });
  }

  /** Asks git for paths below a folder; returns them as the folder is spelled, each once. */
  private async ask(
    root: string,
    folder: string,
    args: readonly string[],
    pathIn: (line: string) => string,
  ): Promise<readonly string[]> {
    const real = await realpath(folder);
    const text = await this.parts.git.read({
      args: [...args, '--', pathspecOf(root, real)],
      cwd: root,
      signal: AbortSignal.timeout(gitTime),
    });
    const lines = text.split('\0').filter(line => line !== '');
    const paths = lines.map(line => join(folder, relative(real, join(root, pathIn(line)))));
    return [...new Set(paths)];
  }
}

function pathspecOf(root: string, folder: string): string {
  const way = relative(root, folder).split(sep).join('/');
  return way === '' ? ':(top)' : `:(top,literal)${way}`;
}
