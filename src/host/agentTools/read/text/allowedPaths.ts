import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { UserError } from '../../../../base/errors';
import { isSecretFile } from '../../../../base/secretFiles';
import { shownPath } from '../../tool/shownPath';

/** Checks that paths lie in the folders of a conversation, with symlinks resolved. */
export class AllowedPaths {
  /**
   * @param cwd base of relative paths
   * @param roots absolute paths; `cwd` is one of them
   */
  constructor(
    readonly cwd: string,
    readonly roots: readonly string[],
  ) {}

  /**
   * Returns the absolute form of a path from the agent.
   * @throws UserError `file.outside`
   */
  async resolve(path: string): Promise<string> {
    const absolute = isAbsolute(path) ? resolve(path) : resolve(this.cwd, path);
    if (!(await this.contains(absolute))) {
      throw new UserError(
        'file.outside',
        `${path} is outside of the folders of this conversation (${this.roots.join(', ')}).`,
      );
    }
    return absolute;
  }

  /**
   * Works like `resolve`, for a file whose text is read.
   * @throws UserError `file.outside`, `file.secret`
   */
  async readable(path: string): Promise<string> {
    const absolute = await this.resolve(path);
    const real = await realpath(absolute).catch(() => absolute);
    if (isSecretFile(absolute) || isSecretFile(real)) {
      throw new UserError(
        'file.secret',
        `${path} holds secrets by its name and is not read by the editor's tools.`,
      );
    }
    return absolute;
  }

  async mayRead(path: string): Promise<boolean> {
    return this.readable(path).then(
      () => true,
      () => false,
    );
  }

  /**
   * Returns whether text of a document may be shown. User settings, outputs and old versions of
   * files may hold secrets.
   */
  async mayShow({ scheme, fsPath }: { scheme: string; fsPath: string }): Promise<boolean> {
    const isInFile = scheme === 'file' || scheme === 'vscode-notebook-cell';
    return scheme === 'untitled' || (isInFile && (await this.mayRead(fsPath)));
  }

  /**
   * Returns a path relative to the conversation's folder if it lies inside, else absolute; with
   * forward slashes.
   */
  show(path: string): string {
    return shownPath(this.cwd, path);
  }

  /** @param path absolute */
  async contains(path: string): Promise<boolean> {
    const real = await realOrNearest(path);
    for (const root of this.roots) {
      const way = relative(await realOrNearest(root), real);
      if (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)) {
        return true;
      }
    }
    return false;
  }
}

/** Resolves symlinks in the existing part of a path: a missing file may lie behind a link. */
async function realOrNearest(path: string): Promise<string> {
  const real = await realpath(path).catch(() => undefined);
  const parent = dirname(path);
  if (real !== undefined || parent === path) {
    return real ?? path;
  }
  return join(await realOrNearest(parent), relative(parent, path));
}
