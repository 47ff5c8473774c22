import { basename } from 'node:path';
import type { SessionHead } from '../../acp/sessions/sessionHead';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter, type Event } from '../../base/emitter';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import { Throttled } from '../../base/throttled';
import type { ListedSession } from '../../cli/sessions/listedSession';
import type { SessionId } from '../../contract/ids';
import type { FolderGrouping } from './folderGrouping';
import { type GroupBy, type GroupFolder, groupByFolder, groupByTime } from './grouping';
import { type GroupNode, type NodeChange, type SessionNode, SessionNodes } from './sessionNodes';
import { type HolderKind, type OpenSession, type SessionRow, sessionRows } from './sessionRow';
import { ageText } from './shortTexts';

/** Sources of the list. All must be fast, because each refresh queries them. */
export interface ListSources {
  readonly store: {
    readonly all: readonly ListedSession[];
    /** Conversations with other agents. */
    readonly foreign: readonly SessionHead[];
    readonly onChanged: Event<void>;
    refresh(): Promise<unknown>;
  };
  readonly marks: {
    isPinned(id: SessionId): boolean;
    isUnread(id: SessionId): boolean;
    readonly onChanged: Event<void>;
  };
  /** Sessions that this window has open. */
  open(): readonly OpenSession[];
  /** Sessions that terminals and other windows have open. */
  elsewhere(): Promise<ReadonlyMap<SessionId, HolderKind>>;
  /** Fires when anything else that rows depend on may have changed. */
  readonly onChanged: Event<void>;
  workspaceFolders(): readonly string[];
  groupBy(): GroupBy;
  scope(): 'workspace' | 'all';
  /** Whether the user wants to see conversations with this agent; undefined: Claude Code. */
  isShown(agent: string | undefined): boolean;
  readonly language: string;
}

/** Milliseconds during which changes are collected before the list is rebuilt. */
const pause = 150;
/** Milliseconds between reports of conversations that wait. */
const attentionPause = 50;
/** Milliseconds between updates of the ages, which are shown in minutes. */
const ageing = 60_000;

/** The list of conversations, rebuilt only while it is visible. */
export class SessionList implements Disposable {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<NodeChange>());
  private readonly attentionChanged = this.store.add(new Emitter<void>());
  /** The channel of an agent that works changes many times a second. */
  private readonly attention: Throttled;
  private readonly nodes = new SessionNodes();
  private isVisible = false;
  private isStale = true;
  private timer: Disposable | undefined;
  private making: Promise<void> | undefined;
  private opened: Promise<unknown> | undefined;
  private everything: readonly SessionRow[] = [];

  /** Fires with the nodes to redraw. */
  readonly onChanged = this.changed.event;
  /** Fires when `waiting` may have changed, even while the list is hidden. */
  readonly onAttention = this.attentionChanged.event;

  constructor(
    private readonly sources: ListSources,
    private readonly grouping: FolderGrouping,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    const tell = () => this.attentionChanged.fire();
    this.attention = this.store.add(new Throttled(tell, attentionPause, clock));
    for (const event of [sources.store.onChanged, sources.marks.onChanged, sources.onChanged]) {
      this.store.add(event(() => this.invalidate()));
    }
  }

  get groups(): readonly GroupNode[] {
    return this.nodes.roots;
  }

  /** Rows of all folders, newest first, as of the last rebuild. */
  get rows(): readonly SessionRow[] {
    return this.everything;
  }

  /** Returns the name of a row's folder if that is none of this window. */
  otherFolderOf({ cwd }: SessionRow): string | undefined {
    const { folder = '', isWorkspace = true } = cwd ? this.grouping.groupFolderOf(cwd) : {};
    return isWorkspace ? undefined : basename(folder);
  }

  /** Number of open conversations that wait for the user. */
  get waiting(): number {
    return this.sources.open().filter(({ attention }) => attention === 'needsInput').length;
  }

  node(id: SessionId): SessionNode | undefined {
    return this.nodes.node(id);
  }

  /** Resolves when all stored sessions have been listed once and the list is up to date. */
  async ready(): Promise<void> {
    this.opened ??= this.sources.store.refresh().catch((error: unknown) => {
      this.log.error('The stored conversations could not be listed', { error: messageOf(error) });
    });
    await this.opened;
    await this.making;
    await (this.isStale ? this.make() : this.making);
  }

  /** Looks again for stored sessions and repositories, including changes by other processes. */
  async refresh(): Promise<void> {
    this.grouping.forget();
    this.opened = undefined;
    this.isStale = true;
    await this.ready();
  }

  /** Resolves when the visible list is up to date, after the user has changed something. */
  async showNow(): Promise<void> {
    if (this.isVisible && this.isStale) {
      await this.ready();
    }
  }

  setVisible(isVisible: boolean): void {
    this.isVisible = isVisible;
    this.timer?.dispose();
    this.timer = undefined;
    if (isVisible) {
      // Ages have grown, even if nothing else has changed.
      this.isStale = true;
      this.schedule(0);
    }
  }

  /** Marks the list as outdated. If visible, it is rebuilt soon, once for many changes. */
  invalidate(): void {
    this.attention.request();
    if (this.isVisible && !this.isStale) {
      this.timer?.dispose();
      this.schedule(pause);
    }
    this.isStale = true;
  }

  dispose(): void {
    this.timer?.dispose();
    this.store.dispose();
  }

  private schedule(delay: number): void {
    this.timer = this.clock.setTimeout(() => {
      this.timer = undefined;
      this.isStale = true;
      void this.ready().finally(() => {
        if (this.isVisible && !this.timer && !this.store.isDisposed) {
          this.schedule(this.isStale ? pause : ageing);
        }
      });
    }, delay);
  }

  private make(): Promise<void> {
    this.making ??= this.makeOnce()
      .catch((error: unknown) =>
        this.log.error('The list of conversations could not be made', { error: messageOf(error) }),
      )
      .finally(() => {
        this.making = undefined;
      });
    return this.making;
  }

  private async makeOnce(): Promise<void> {
    const { store, marks, language } = this.sources;
    this.isStale = false;
    const elsewhere = await this.sources.elsewhere();
    const rows = sessionRows({
      stored: store.all,
      foreign: store.foreign,
      open: this.sources.open(),
      elsewhere,
      isPinned: id => marks.isPinned(id),
      isUnread: id => marks.isUnread(id),
    });
    const cwds = rows.flatMap(({ cwd }) => cwd ?? []);
    await this.grouping.learn(this.sources.workspaceFolders(), cwds);
    this.everything = rows;
    const homeOf = ({ cwd }: SessionRow): GroupFolder | undefined =>
      cwd === undefined ? undefined : this.grouping.groupFolderOf(cwd);
    const isAll = this.sources.scope() === 'all';
    const shown = rows.filter(
      row => this.sources.isShown(row.agent) && (isAll || homeOf(row)?.isWorkspace === true),
    );
    const now = this.clock.now();
    const groups =
      this.sources.groupBy() === 'folder' ? groupByFolder(shown, homeOf) : groupByTime(shown, now);
    const change = this.nodes.update(groups, ({ at }) => ageText(at, now, language));
    if (change && !this.store.isDisposed) {
      this.changed.fire(change);
    }
  }
}
