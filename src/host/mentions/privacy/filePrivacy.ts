import { realpath } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import * as l10n from '@vscode/l10n';
import { messageOf, UserError } from '../../../base/errors';
import type { Log } from '../../../base/log';
import { mayHoldSecrets } from '../../../base/secretFiles';
import type { ReadRules } from '../../../cli/permissions/readRules';
import type { GitProgram } from '../../../node/git/gitProgram';
import { findRepositoryOf } from '../../../node/git/repository';
import { isWithin } from '../../../node/isWithin';
import { AllowedPaths } from '../../agentTools/read/text/allowedPaths';
import { shown } from '../rows/mentionRow';
import { hides } from './excludeGlob';

/** Milliseconds for one call of git. */
const gitTime = 3_000;

/** Conversation that a mention is for. */
export interface MentionPlace {
  readonly cwd: string;
}

export interface FilePrivacyOptions {
  /** Returns the user's rules on reading for agents in `cwds` that were given `others` as well. */
  readonly readRules: (cwds: readonly string[], others: readonly string[]) => ReadRules;
  readonly git: Pick<GitProgram, 'read'>;
  workspaceFolders(): readonly string[];
  /** Globs of `files.exclude` and `search.exclude` that are on in a folder. */
  excludes(folder: string): readonly string[];
  readonly log: Log;
}

/**
 * Decides which files mentions may tell of: those in the conversation's folders that are neither
 * secret nor ignored by git, excluded by settings or denied by the user's rules.
 */
export class FilePrivacy {
  constructor(private readonly options: FilePrivacyOptions) {}

  /** Roots and rules of a conversation; computed each time, as both may change. */
  pathsOf({ cwd }: MentionPlace): AllowedPaths {
    const roots = [...new Set([cwd, ...this.options.workspaceFolders()])];
    return new AllowedPaths(cwd, roots, this.options.readRules([cwd], roots));
  }

  /**
   * Returns those of the absolute paths that may be told of, whether or not the files exist.
   * @throws UserError `settings.unreadable`
   */
  async open(
    paths: readonly string[],
    place: MentionPlace,
    signal: AbortSignal,
  ): Promise<ReadonlySet<string>> {
    const allowed = this.pathsOf(place);
    const readable = [...(await allowed.allReadable(paths))];
    /** Real paths of those that are left, by the paths. */
    const harmless = new Map<string, string>();
    for (const path of readable) {
      const real = await realpath(path).catch(() => path);
      const isSecret = mayHoldSecrets(path) || mayHoldSecrets(real);
      const isExcluded = async (name: string) => this.isExcluded(name, allowed.roots);
      if (!isSecret && !(await isExcluded(path)) && !(await isExcluded(real))) {
        harmless.set(path, real);
      }
    }
    const ignored = await this.ignored([...new Set([...harmless].flat())], signal);
    const isOpen = ([path, real]: [string, string]) => !ignored.has(path) && !ignored.has(real);
    return new Set([...harmless].filter(isOpen).map(([path]) => path));
  }

  /**
   * Returns the absolute path of a file that may be told of.
   * @throws UserError `mention.withheld`
   */
  async locate(path: string, place: MentionPlace, signal: AbortSignal): Promise<string> {
    const absolute = await this.pathsOf(place)
      .resolve(path)
      .catch(() => undefined);
    if (absolute === undefined || !(await this.open([absolute], place, signal)).has(absolute)) {
      throw new UserError(
        'mention.withheld',
        l10n.t(
          '{0} is not shared: it is private, ignored, or outside of the folders. Remove its mention.',
          shown(path, 200),
        ),
      );
    }
    return absolute;
  }

  private async isExcluded(path: string, roots: readonly string[]): Promise<boolean> {
    for (const root of roots) {
      if (await isWithin(root, path)) {
        const way = relative(root, path).split(sep).join('/');
        if (this.options.excludes(root).some(glob => hides(glob, way))) {
          return true;
        }
      }
    }
    return false;
  }

  /** Asks git about all files of a repository at once; without an answer, all are ignored. */
  private async ignored(paths: readonly string[], signal: AbortSignal): Promise<Set<string>> {
    const ignored = new Set<string>();
    const byRoot = new Map<string, Map<string, string>>();
    for (const path of paths) {
      const found = await findRepositoryOf(path);
      if (found) {
        const files = byRoot.get(found.root) ?? new Map<string, string>();
        byRoot.set(found.root, files.set(found.file, path));
      }
    }
    for (const [root, files] of byRoot) {
      for (const file of await this.ask(root, [...files.keys()], signal)) {
        ignored.add(files.get(file) ?? file);
      }
    }
    return ignored;
  }

  private async ask(
    cwd: string,
    files: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const limits = AbortSignal.any([signal, AbortSignal.timeout(gitTime)]);
    try {
      const args = ['check-ignore', '-z', '--stdin'];
      const input = files.map(file => `${file}\0`).join('');
      const text = await this.options.git.read({ args, cwd, input, signal: limits });
      return text.split('\0').filter(file => file !== '');
    } catch (error) {
      // Without a match, git fails without a word.
      if (error instanceof UserError && error.code === 'git.failed' && error.detail === '') {
        return [];
      }
      this.options.log.debug('git does not tell what it ignores', { error: messageOf(error) });
      return files;
    }
  }
}
