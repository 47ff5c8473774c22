import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { UserError } from '../../../../base/errors';
import { isOnUnknownShare } from '../../../../base/networkPath';
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
    private readonly platform: NodeJS.Platform = process.platform,
  ) {}

  /**
   * Returns the absolute form of a path from the agent.
   * @throws UserError `file.outside`
   */
  async resolve(path: string): Promise<string> {
    const absolute = isAbsolute(path) ? resolve(path) : resolve(this.cwd, path);
    if (this.isElsewhere(path) || !(await this.contains(absolute))) {
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

  /** Returns whether lines of a file may be shown. */
  async mayRead(path: string): Promise<boolean> {
    return this.readable(path).then(
      () => true,
      () => false,
    );
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
    if (this.isElsewhere(path)) {
      return false;
    }
    const real = await realOrNearest(path);
    for (const root of this.roots) {
      const way = relative(await realOrNearest(root), real);
      if (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)) {
        return true;
      }
    }
    return false;
  }

  private isElsewhere(path: string): boolean {
    return isOnUnknownShare(path, this.roots, this.platform);
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
