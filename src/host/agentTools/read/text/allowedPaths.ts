import { realpath } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import { UserError } from '../../../../base/errors';
import { isOnUnknownShare } from '../../../../base/networkPath';
import { isSecretFile } from '../../../../base/secretFiles';
import type { ReadRules } from '../../../../cli/permissions/readRules';
import { pathBelow } from '../../../../node/pathBelow';
import { realOrNearest } from '../../../../node/realOrNearest';
import { shownPath } from '../../tool/shownPath';

/** Checks that paths lie in the folders of a conversation, with symlinks resolved. */
export class AllowedPaths {
  /**
   * @param cwd base of relative paths
   * @param roots absolute paths; `cwd` is one of them
   * @param denied files that the user's rules forbid to read
   */
  constructor(
    readonly cwd: string,
    readonly roots: readonly string[],
    private readonly denied: ReadRules,
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
   * @throws UserError `file.outside`, `file.secret`, `file.denied`, `settings.unreadable`
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
    if (await this.denies(absolute)) {
      throw new UserError(
        'file.denied',
        `The user's permission settings deny reading ${path}. Do not read it in another way.`,
      );
    }
    return absolute;
  }

  /**
   * Works like `readable`, for a file that is changed.
   * @throws UserError as `readable`
   */
  async editable(path: string): Promise<string> {
    const absolute = await this.readable(path);
    if (await this.denied.deny(absolute, 'edit')) {
      throw new UserError(
        'file.denied',
        `The user's permission settings deny editing ${path}. Do not change it in another way.`,
      );
    }
    return absolute;
  }

  /**
   * Returns whether the user's rules deny reading a file.
   * @param path absolute
   * @throws UserError `settings.unreadable`
   */
  denies(path: string): Promise<boolean> {
    return this.denied.deny(path);
  }

  /**
   * Returns those of the paths whose lines may be shown.
   * @throws UserError `settings.unreadable`, as leaving out all files would look like a result
   */
  async allReadable(paths: readonly string[]): Promise<ReadonlySet<string>> {
    const unique = [...new Set(paths)];
    const verdicts = await Promise.all(unique.map(path => this.verdict(path)));
    return new Set(unique.filter((_, index) => verdicts[index]));
  }

  private async verdict(path: string): Promise<boolean> {
    try {
      await this.readable(path);
      return true;
    } catch (error) {
      if (error instanceof UserError && error.code === 'settings.unreadable') {
        throw error;
      }
      return false;
    }
  }

  /** Returns whether lines of a file may be shown. */
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
    // A new document has a path only if it is to become a certain file.
    const isNew = scheme === 'untitled';
    return isNew && !isAbsolute(fsPath)
      ? true
      : (isNew || isInFile) && (await this.mayRead(fsPath));
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
      if (pathBelow(await realOrNearest(root), real) !== undefined) {
        return true;
      }
    }
    return false;
  }

  private isElsewhere(path: string): boolean {
    return isOnUnknownShare(path, this.roots, this.platform);
  }
}
