import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { UserError } from '../../../base/errors';
import type { GitProgram } from '../../../node/git/gitProgram';
import { findRepository } from '../../../node/git/repository';
import type { FilePrivacy, MentionPlace } from '../privacy/filePrivacy';

/** Maximum number of files, and UTF-16 units of their paths, whose changes are read. */
const mostFiles = 500;
const longestPaths = 24_000;

const unquoted = ['-c', 'core.quotePath=false', '-c', 'color.ui=false'];

/** Options for all calls. A repository's settings may name a work tree whose files are not its own. */
function optionsFor(root: string): readonly string[] {
  return [`--work-tree=${root}`, ...unquoted];
}

export type ReadGit = (...args: readonly string[]) => Promise<string>;

/** Changes of the files that may be told of, and the names of the others. */
export interface Patch {
  readonly text: string;
  /** Paths as shown, of files whose changes are withheld. */
  readonly withheld: readonly string[];
  /** Number of files beyond the limit. */
  readonly more: number;
}

/** Reads the repository of a conversation's folder for mentions. Starts no program of it. */
export class GitReader {
  constructor(
    private readonly git: Pick<GitProgram, 'read'>,
    readonly privacy: FilePrivacy,
  ) {}

  /** Returns a function that runs git at the root, or undefined without a repository. */
  async at(
    { cwd }: MentionPlace,
    signal: AbortSignal,
  ): Promise<{ readonly root: string; readonly read: ReadGit } | undefined> {
    const found = await findRepository(cwd);
    if (!found) {
      return undefined;
    }
    const { root } = found;
    const read: ReadGit = (...args) =>
      this.git.read({ args: [...optionsFor(root), ...args], cwd: root, signal });
    return { root, read };
  }

  /**
   * Runs git at the root of a repository.
   * @throws UserError `git.tooLong` if it writes more than `mostBytes`
   */
  bounded(
    args: readonly string[],
    root: string,
    signal: AbortSignal,
    mostBytes: number,
  ): Promise<string> {
    return this.git.read({ args: [...optionsFor(root), ...args], cwd: root, signal }, mostBytes);
  }

  /** @throws UserError `mention.gone` without a repository */
  async require(place: MentionPlace, signal: AbortSignal) {
    const found = await this.at(place, signal);
    if (!found) {
      throw new UserError(
        'mention.gone',
        l10n.t('{0} is not in a Git repository. Remove its mention.', place.cwd),
      );
    }
    return found;
  }

  /**
   * Reads changes of files, without those that may not be told of.
   * @param names relative to the root, with forward slashes
   * @param show returns the changes of the given pathspecs
   */
  async patch(
    names: readonly string[],
    { root, place, signal }: { root: string; place: MentionPlace; signal: AbortSignal },
    show: (pathspecs: readonly string[]) => Promise<string>,
  ): Promise<Patch> {
    const unique = [...new Set(names)];
    const open = await this.privacy.open(
      unique.map(name => join(root, name)),
      place,
      signal,
    );
    const readable = unique.filter(name => open.has(join(root, name)));
    const withheld = unique.filter(name => !open.has(join(root, name)));
    const shown: string[] = [];
    let length = 0;
    for (const name of readable) {
      length += name.length;
      if (shown.length >= mostFiles || length > longestPaths) {
        break;
      }
      shown.push(name);
    }
    const text = shown.length === 0 ? '' : await show(shown.map(name => `:(literal,top)${name}`));
    return { text, withheld, more: readable.length - shown.length };
  }
}

/** Says what a patch leaves out, in lines that go in front of it. */
export function leftOut({ withheld, more }: Patch): string[] {
  const names = withheld.slice(0, 50).join(', ');
  const rest = withheld.length > 50 ? ', …' : '';
  return [
    ...(withheld.length > 0
      ? [l10n.t('Left out, as they are private or ignored: {0}', `${names}${rest}`)]
      : []),
    ...(more > 0 ? [l10n.t('{0} more files are left out.', String(more))] : []),
  ];
}

/** Splits output of `-z`. */
export function splitNul(text: string): string[] {
  return text.split('\0').filter(part => part !== '');
}
