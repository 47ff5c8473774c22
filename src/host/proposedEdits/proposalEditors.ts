import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import { Sequencer } from '../../base/sequencer';
import { raceTimeout } from '../../node/raceTimeout';
import { systemClock } from '../../node/systemClock';
import { Steady } from '../commands/steady';
import { ContextKey } from '../contextKey';
import { ProposalDocuments, type ProposalPair } from './proposalDocuments';
import { allTabs, closeTabs, openTab, type Placement, proposalOf, tabsOf } from './proposalTabs';

/** Milliseconds after which the next tab stops waiting for one that is opening or closing. */
const turnLimit = 10_000;
/** Milliseconds: a tab moved to another group closes in one group and opens in the other. */
const moveTime = 100;

/** A proposal shown in an editor. */
export interface EditorProposal extends Disposable {
  /** Undefined until loaded. */
  readonly pair: ProposalPair | undefined;
  /** Title of its tab. */
  readonly title: string;
  /** @throws UserError when the proposal cannot be shown */
  load(): Promise<ProposalPair>;
  /** Checks whether the file has changed meanwhile. */
  refresh(): Promise<void>;
  /** Called when the user has closed the last tab of the proposal. */
  tabsClosed?(): void;
}

export interface ProposalEditorsOptions {
  readonly clock: Clock;
  readonly log: Log;
}

/** Tabs of all proposals in a window, from chats and terminals alike. */
export class ProposalEditors implements Disposable {
  private readonly store = new DisposableStore();
  readonly documents = this.store.add(new ProposalDocuments());
  private readonly isProposal = new ContextKey('tandem:isProposal');
  private readonly waiting = new Set<EditorProposal>();
  /** Proposals with a tab: only those can be closed by the user. */
  private readonly shown = new Set<EditorProposal>();
  private current: EditorProposal | undefined;
  private readonly steady: Steady<EditorProposal>;
  /** Serializes opening and closing of tabs, because each depends on where the previous tab is. */
  private readonly tabChanges: Sequencer;

  static create(log: Log): ProposalEditors {
    return new ProposalEditors({ clock: systemClock, log });
  }

  constructor(private readonly options: ProposalEditorsOptions) {
    this.steady = new Steady(options.clock);
    // A hanging task, such as a formatter on save, delays the next one for this long at most.
    this.tabChanges = new Sequencer(task => raceTimeout(task, turnLimit, options.clock));
    const { tabGroups } = vscode.window;
    this.store.add(tabGroups.onDidChangeTabs(({ opened, closed }) => this.onTabs(opened, closed)));
    this.store.add(tabGroups.onDidChangeTabGroups(() => this.onTabs([], [])));
    // Closes tabs restored after a reload; their prompts are asked again.
    this.onTabs(allTabs(), []);
  }

  /** Proposal in the active editor. */
  get active(): EditorProposal | undefined {
    return this.current;
  }

  /** Proposal that a command without a document is about: the active one, or else the oldest. */
  get front(): EditorProposal | undefined {
    return this.current ?? this.waiting.values().next().value;
  }

  /** False just after another proposal has come to the front: a key may be meant for the former. */
  get isFrontSteady(): boolean {
    return this.steady.has(this.front);
  }

  /** Returns whether an editor shows the proposal, with or without the focus. */
  isVisible({ pair }: EditorProposal): boolean {
    return pair !== undefined && tabsOf(pair.right).some(tab => tab.isActive);
  }

  /** Finds the proposal of a document; accepts whatever a menu passes to its command. */
  at(target: unknown): EditorProposal | undefined {
    if (!(target instanceof vscode.Uri)) {
      return undefined;
    }
    const wanted = target.toString();
    return [...this.waiting].find(
      ({ pair }) => pair?.right.toString() === wanted || pair?.left.toString() === wanted,
    );
  }

  add(proposal: EditorProposal): void {
    this.waiting.add(proposal);
    this.steady.note(this.front);
  }

  /** Reads the file and opens the diff, unless the proposal has been removed meanwhile. */
  show(proposal: EditorProposal, placement: Placement): Promise<void> {
    return this.tabChanges.queue(async () => {
      if (!this.waiting.has(proposal)) {
        return;
      }
      const pair = await proposal.load();
      // The user may have answered while the file was read.
      if (this.waiting.has(proposal)) {
        await openTab(pair, proposal.title, placement);
        this.shown.add(proposal);
        this.publishActive();
      }
    });
  }

  /** Closes the proposal's tabs without notifying it, then disposes of it. Never rejects. */
  async remove(proposal: EditorProposal): Promise<void> {
    if (!this.waiting.delete(proposal)) {
      return;
    }
    this.shown.delete(proposal);
    this.publishActive();
    await this.tabChanges.queue(async () => {
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
    // Closing a dirty tab would prompt the user; it is closed at the next start.
    void vscode.window.tabGroups.close(tabs.filter(tab => !tab.isDirty));
    for (const proposal of this.waiting) {
      proposal.dispose();
    }
    this.waiting.clear();
    this.shown.clear();
    this.store.dispose();
  }

  private onTabs(opened: readonly vscode.Tab[], closed: readonly vscode.Tab[]): void {
    for (const tab of opened) {
      const right = proposalOf(tab);
      if (right && !this.at(right)) {
        void this.closeOrphanedTabs(right);
      }
    }
    for (const tab of closed) {
      const proposal = this.at(proposalOf(tab));
      if (proposal && this.shown.has(proposal)) {
        const timer = this.options.clock.setTimeout(() => {
          this.store.release(timer);
          this.checkClosed(proposal);
        }, moveTime);
        this.store.add(timer);
      }
    }
    this.publishActive();
  }

  private checkClosed(proposal: EditorProposal): void {
    const isOpen = proposal.pair && tabsOf(proposal.pair.right).length > 0;
    if (!isOpen && this.shown.delete(proposal)) {
      proposal.tabsClosed?.();
    }
  }

  private async closeOrphanedTabs(right: vscode.Uri): Promise<void> {
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
      // Not every file system reports changes. A failure is reported when the user answers.
      void active?.refresh().catch(() => undefined);
    }
    this.steady.note(this.front);
  }
}
