import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { Clock } from '../../../base/clock';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { messageOf } from '../../../base/errors';
import type { Log } from '../../../base/log';
import type { Environment } from '../../../node/environment';
import { GitProgram } from '../../../node/git/gitProgram';
import { raceTimeout } from '../../../node/raceTimeout';
import { claimFolder } from './claimedFolder';
import type { CommandBaseline } from './commandBaseline';
import type { CommandChanges } from './commandChanges';
import type { ManyPaths } from './manyPaths';
import { ShadowRepository } from './shadowRepository';
import { WatchedTree, type WatchLimits } from './watchedTree';
import { contains, findWorkTree, spellRoot, type WorkTree } from './workTree';

export interface WorkspaceWatchOptions {
  /** Absolute path of our own folder, created when first needed. */
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly env?: Environment;
  readonly platform?: NodeJS.Platform;
  /** Folder that is never compared as a whole. */
  readonly home?: string;
  readonly limits?: Partial<WatchLimits>;
  readonly many?: ManyPaths | undefined;
}

const megabyte = 1024 * 1024;

const defaultLimits: WatchLimits = {
  passTime: 900,
  warmUpTime: 60_000,
  file: 10 * megabyte,
  pass: 200 * megabyte,
  newFiles: 5_000,
  store: 500 * megabyte,
};

/** Milliseconds allowed in addition to a pass. */
const margin = 100;

type Begun = { readonly tree: WatchedTree; readonly baseline: CommandBaseline };

/**
 * Finds changes made by commands by comparing the workspace before and after them. Requires git,
 * and writes nothing to the user's repository. Failures become a sentence in the result.
 */
export class WorkspaceWatch implements Disposable {
  private readonly git: GitProgram;
  private readonly limits: WatchLimits;
  private readonly store = new DisposableStore();
  /** Work trees by root. */
  private readonly trees = new Map<string, { work: WorkTree; tree: Promise<WatchedTree> }>();
  /** Work trees that are ready, by root. */
  private readonly ready = new Map<string, WatchedTree>();
  /** Commands by the caller's id. */
  private readonly commands = new Map<string, Begun | string>();

  constructor(private readonly options: WorkspaceWatchOptions) {
    const { env = process.env, platform = process.platform } = options;
    this.git = this.store.add(new GitProgram({ env, platform }));
    this.limits = { ...defaultLimits, ...options.limits };
  }

  /**
   * Reads a folder's work tree in the background, so that the first command need not wait. Call
   * again in each turn, to resume suspended tracking. Starts no program if little has changed.
   * Never rejects.
   */
  async warmUp(cwd: string): Promise<void> {
    try {
      const found = await this.treeOf(cwd);
      if (typeof found !== 'string') {
        await found.tree.warmUp();
      }
    } catch (error) {
      this.options.log.warn(`${cwd} could not be read`, error);
    }
  }

  /** Notes a file that has changed, by whomever, so that many changes are read ahead. */
  noteChange(path: string): void {
    for (const [root, tree] of this.ready) {
      if (contains(root, path)) {
        tree.noteChange();
      }
    }
  }

  /**
   * Marks the state; await it before a command runs. Takes one second at most. Never rejects.
   * @param id command id, for `after`
   * @param cwd absolute path; its entire work tree is compared
   */
  async before(id: string, cwd: string): Promise<void> {
    const begun = this.begin(cwd).catch((error: unknown) =>
      l10n.t('Changes by this command are not tracked: {0}', messageOf(error)),
    );
    const found = await raceTimeout(begun, this.limits.passTime + margin, this.options.clock);
    if (found === undefined) {
      void begun.then(late => typeof late === 'string' || late.tree.forget(late.baseline));
    }
    this.forget(id);
    this.commands.set(
      id,
      found ?? l10n.t('Changes by this command are not tracked: it took too long.'),
    );
  }

  /** Returns changes since `before`, once per id. Takes one second at most. Never rejects. */
  async after(id: string): Promise<CommandChanges> {
    const command = this.commands.get(id);
    this.commands.delete(id);
    if (command === undefined || typeof command === 'string') {
      const reason =
        command ?? l10n.t('Changes by this command are not tracked: its start was not seen.');
      return { kind: 'untracked', reason };
    }
    return command.tree.end(command.baseline);
  }

  /** Drops a command that was denied or whose channel is closed. */
  forget(id: string): void {
    const command = this.commands.get(id);
    this.commands.delete(id);
    if (command !== undefined && typeof command !== 'string') {
      command.tree.forget(command.baseline);
    }
  }

  /** Ends running work immediately. */
  dispose(): void {
    this.store.dispose();
    this.commands.clear();
  }

  private async begin(cwd: string): Promise<Begun | string> {
    const found = await this.treeOf(cwd);
    if (typeof found === 'string') {
      return found;
    }
    const { tree, root } = found;
    const baseline = await tree.begin(await spellRoot(root, cwd));
    return typeof baseline === 'string' ? baseline : { tree, baseline };
  }

  /** @returns a sentence if there is no watched tree */
  private async treeOf(cwd: string): Promise<{ tree: WatchedTree; root: string } | string> {
    if ((await this.git.find()) === undefined) {
      return l10n.t('Changes by commands are not tracked: Git is not installed.');
    }
    const work = await findWorkTree(cwd, this.options.home ?? homedir());
    if (typeof work === 'string') {
      return l10n.t('Changes by commands are not tracked: {0}', work);
    }
    const known = this.knownTree(work);
    if (known) {
      return { tree: await known.tree, root: known.work.root };
    }
    const tree = this.createTree(work);
    this.trees.set(work.root, { work, tree });
    tree.catch(() => this.trees.delete(work.root));
    return { tree: await tree, root: work.root };
  }

  /** Finds a watched tree; a folder without repository uses a surrounding watched folder. */
  private knownTree({ root, repository }: WorkTree) {
    const around = [...this.trees.values()].find(
      ({ work }) => !repository && !work.repository && contains(work.root, root),
    );
    return this.trees.get(root) ?? around;
  }

  private async createTree(work: WorkTree): Promise<WatchedTree> {
    const { folder, clock, log, many } = this.options;
    const name = createHash('sha256').update(work.root).digest('hex').slice(0, 16);
    const claimed = this.store.add(await claimFolder(folder, name));
    const path = join(await realpath(folder), basename(claimed.path));
    const shadow = new ShadowRepository(this.git, path, work);
    const { limits } = this;
    const tree = this.store.add(
      new WatchedTree({ root: work.root, shadow, limits, many, clock, log }),
    );
    this.ready.set(work.root, tree);
    return tree;
  }
}
