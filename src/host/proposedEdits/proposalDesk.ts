import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import { systemClock } from '../../node/systemClock';
import { within } from '../../node/within';
import { ContextKey } from '../contextKey';
import { ProposalDocuments, type ProposalPair } from './proposalDocuments';
import { allTabs, closeTabs, openTab, type Placement, proposalOf, tabsOf } from './proposalTabs';

/** Milliseconds after which the next tab no longer waits for one that is being opened or closed. */
const turnLimit = 10_000;
/** Milliseconds: a tab that is moved to another group closes in one and opens in the other. */
const moveTime = 100;

/** A proposal that lies on the desk. */
export interface DeskProposal extends Disposable {
  /** Undefined until it was loaded. */
  readonly pair: ProposalPair | undefined;
  /** Of its tab. */
  readonly title: string;
  /** @throws UserError when it cannot be shown */
  load(): Promise<ProposalPair>;
  /** Looks whether the file has changed meanwhile. */
  refresh(): Promise<void>;
  /** The user has closed its last tab. */
  tabsClosed?(): void;
}

export interface ProposalDeskOptions {
  readonly clock: Clock;
  readonly log: Log;
}

/** The tabs of all proposals of a window, whoever makes them: chats and terminals. */
export class ProposalDesk implements Disposable {
  private readonly store = new DisposableStore();
  readonly documents = this.store.add(new ProposalDocuments());
  private readonly isProposal = new ContextKey('tandem:isProposal');
  private readonly waiting = new Set<DeskProposal>();
  /** Those with a tab: only what was open can be closed. */
  private readonly shown = new Set<DeskProposal>();
  private current: DeskProposal | undefined;
  /** Tabs are opened and closed one after the other: each looks where the last one is. */
  private work: Promise<unknown> = Promise.resolve();

  static create(log: Log): ProposalDesk {
    return new ProposalDesk({ clock: systemClock, log });
  }

  constructor(private readonly options: ProposalDeskOptions) {
    const { tabGroups } = vscode.window;
    this.store.add(tabGroups.onDidChangeTabs(({ opened, closed }) => this.onTabs(opened, closed)));
    this.store.add(tabGroups.onDidChangeTabGroups(() => this.onTabs([], [])));
    // Left from before a reload; the prompt they belong to is asked again.
    this.onTabs(allTabs(), []);
  }

  /** The proposal in the active editor. */
  get active(): DeskProposal | undefined {
    return this.current;
  }

  /** Which proposal a document belongs to; takes what a menu passes to its command. */
  at(target: unknown): DeskProposal | undefined {
    if (!(target instanceof vscode.Uri)) {
      return undefined;
    }
    const wanted = target.toString();
    return [...this.waiting].find(
      ({ pair }) => pair?.right.toString() === wanted || pair?.left.toString() === wanted,
    );
  }

  add(proposal: DeskProposal): void {
    this.waiting.add(proposal);
  }

  /** Reads the file and opens the diff; does neither for what was removed meanwhile. */
  show(proposal: DeskProposal, placement: Placement): Promise<void> {
    return this.inTurn(async () => {
      if (!this.waiting.has(proposal)) {
        return;
      }
      const pair = await proposal.load();
      // It may have been answered while the file was read.
      if (this.waiting.has(proposal)) {
        await openTab(pair, proposal.title, placement);
        this.shown.add(proposal);
        this.publishActive();
      }
    });
  }

  /** Closes its tabs, which tells nobody, and disposes of it. Never rejects. */
  async remove(proposal: DeskProposal): Promise<void> {
    if (!this.waiting.delete(proposal)) {
      return;
    }
    this.shown.delete(proposal);
    this.publishActive();
    await this.inTurn(async () => {
      try {
        if (proposal.pair) {
          await closeTabs(proposal.pair.right, this.options.log);
        }
      } catch (error) {
        this.options.log.warn(`A proposal was not closed: ${messageOf(error)}`);
      } finally {
        proposal.dispose();
      }
    });
  }

  dispose(): void {
    const tabs = [...this.waiting].flatMap(({ pair }) => (pair ? tabsOf(pair.right) : []));
    // What is dirty would ask; it is closed at the next start.
    void vscode.window.tabGroups.close(tabs.filter(tab => !tab.isDirty));
    for (const proposal of this.waiting) {
      proposal.dispose();
    }
    this.waiting.clear();
    this.shown.clear();
    this.store.dispose();
  }

  private inTurn<T>(task: () => Promise<T>): Promise<T> {
    const result = this.work.then(task);
    // A failure is its caller's, and what hangs (a formatter on saving) holds up itself alone.
    this.work = within(result, turnLimit, this.options.clock).catch(() => undefined);
    return result;
  }

  private onTabs(opened: readonly vscode.Tab[], closed: readonly vscode.Tab[]): void {
    for (const tab of opened) {
      const right = proposalOf(tab);
      if (right && !this.at(right)) {
        void this.closeLeftover(right);
      }
    }
    for (const tab of closed) {
      const proposal = this.at(proposalOf(tab));
      if (proposal && this.shown.has(proposal)) {
        const timer = this.options.clock.setTimeout(() => {
          this.store.release(timer);
          this.lookClosed(proposal);
        }, moveTime);
        this.store.add(timer);
      }
    }
    this.publishActive();
  }

  private lookClosed(proposal: DeskProposal): void {
    const isOpen = proposal.pair && tabsOf(proposal.pair.right).length > 0;
    if (!isOpen && this.shown.delete(proposal)) {
      proposal.tabsClosed?.();
    }
  }

  private async closeLeftover(right: vscode.Uri): Promise<void> {
    this.options.log.info(`Closes a proposal from before the reload: ${right.path}`);
    try {
      await closeTabs(right, this.options.log);
    } catch (error) {
      this.options.log.warn(`A proposal was not closed: ${messageOf(error)}`);
    }
  }

  private publishActive(): void {
    const active = this.at(proposalOf(vscode.window.tabGroups.activeTabGroup.activeTab));
    this.isProposal.set(active !== undefined);
    if (active !== this.current) {
      this.current = active;
      // Not every file system tells of changes. A failure is told when the user answers.
      void active?.refresh().catch(() => undefined);
    }
  }
}
