import * as vscode from 'vscode';
import type { Clock } from '../../../base/clock';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { messageOf, UserError } from '../../../base/errors';
import type { Log } from '../../../base/log';
import type { ChannelId, PromptId } from '../../../contract/ids';
import { within } from '../../../node/within';
import type { EditProposal, PermissionRequest } from '../../../protocol/agentSource';
import type { EditedInput, ProposalRoom } from '../../channels/ports';
import type { Settings } from '../../contributed';
import { Proposal } from './proposal';
import { ProposalDocuments } from './proposalDocuments';
import { allTabs, closeTabs, openTab, type Placement, proposalOf, tabsOf } from './proposalTabs';

/** Milliseconds after which the next tab no longer waits for one that is being opened or closed. */
const turnLimit = 10_000;
/** Errors that are about what the diff shows. */
const lookAgain: ReadonlySet<string> = new Set(['changed', 'conflict', 'notebook']);

export interface ProposalsOptions {
  /** Read anew for each proposal. */
  opening(): Settings['tandem.diff.open'];
  readonly clock: Clock;
  readonly log: Log;
}

/** The diff editors of all edits that wait for permission. Closing a tab answers nothing. */
export class Proposals implements ProposalRoom, Disposable {
  private readonly store = new DisposableStore();
  private readonly documents = this.store.add(new ProposalDocuments());
  private readonly activeChanged = this.store.add(new Emitter<PromptId | undefined>());
  private readonly waiting = new Map<PromptId, Proposal>();
  private active: PromptId | undefined;
  /** Tabs are opened and closed one after the other: each looks where the last one is. */
  private work: Promise<unknown> = Promise.resolve();

  /** Another proposal, or none, is in the active editor. */
  readonly onActiveChanged = this.activeChanged.event;

  constructor(private readonly options: ProposalsOptions) {
    const { tabGroups } = vscode.window;
    this.store.add(tabGroups.onDidChangeTabs(({ opened }) => this.onTabs(opened)));
    this.store.add(tabGroups.onDidChangeTabGroups(() => this.onTabs([])));
    // Left from before a reload; the prompt they belong to is asked again.
    this.onTabs(allTabs());
  }

  /** The proposal in the active editor. */
  get activePrompt(): PromptId | undefined {
    return this.active;
  }

  /** Which proposal a document belongs to; takes what a menu passes to its command. */
  promptAt(target: unknown): PromptId | undefined {
    if (!(target instanceof vscode.Uri)) {
      return undefined;
    }
    const wanted = target.toString();
    for (const [prompt, { pair }] of this.waiting) {
      if (pair?.right.toString() === wanted || pair?.left.toString() === wanted) {
        return prompt;
      }
    }
    return undefined;
  }

  open(
    _channel: ChannelId,
    prompt: PromptId,
    request: PermissionRequest,
    edit: EditProposal,
  ): void {
    const { clock, log } = this.options;
    const proposal = new Proposal(request, edit, this.documents, clock);
    this.waiting.set(prompt, proposal);
    const opening = this.options.opening();
    // Also where no diff is opened: that the file changes while the call waits is told.
    const opened = opening === 'never' ? proposal.load() : this.show(prompt, opening);
    opened.catch((error: unknown) => {
      log.warn(`The proposal for ${edit.path} is not shown: ${messageOf(error)}`);
    });
  }

  async reveal(prompt: PromptId): Promise<void> {
    if (!this.waiting.has(prompt)) {
      throw new UserError(
        'gone',
        vscode.l10n.t('This edit no longer waits, or was proposed before the window was reloaded.'),
      );
    }
    await this.show(prompt, 'focus');
  }

  async editedInput(prompt: PromptId): Promise<EditedInput | undefined> {
    try {
      return await this.waiting.get(prompt)?.editedInput();
    } catch (error) {
      if (error instanceof UserError && lookAgain.has(error.code)) {
        this.showAgain(prompt);
      }
      throw error;
    }
  }

  async close(prompt: PromptId): Promise<void> {
    const proposal = this.waiting.get(prompt);
    this.waiting.delete(prompt);
    this.publishActive();
    if (proposal) {
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
  }

  dispose(): void {
    const tabs = [...this.waiting.values()].flatMap(({ pair }) => (pair ? tabsOf(pair.right) : []));
    // What is dirty would ask; it is closed at the next start.
    void vscode.window.tabGroups.close(tabs.filter(tab => !tab.isDirty));
    for (const proposal of this.waiting.values()) {
      proposal.dispose();
    }
    this.waiting.clear();
    this.store.dispose();
  }

  private show(prompt: PromptId, placement: Placement): Promise<void> {
    return this.inTurn(async () => {
      const proposal = this.waiting.get(prompt);
      const pair = await proposal?.load();
      // It may have been answered while the file was read.
      if (proposal && pair && this.waiting.has(prompt)) {
        await openTab(pair, proposal.title, placement);
        this.publishActive();
      }
    });
  }

  /** What the person is asked to look at is brought into view; they keep the focus where it is. */
  private showAgain(prompt: PromptId): void {
    if (this.options.opening() !== 'never' && this.active !== prompt) {
      this.show(prompt, 'beside').catch((error: unknown) => {
        this.options.log.warn(`A proposal is not shown again: ${messageOf(error)}`);
      });
    }
  }

  private inTurn<T>(task: () => Promise<T>): Promise<T> {
    const result = this.work.then(task);
    // A failure is its caller's, and what hangs (a formatter on saving) holds up itself alone.
    this.work = within(result, turnLimit, this.options.clock).catch(() => undefined);
    return result;
  }

  private onTabs(opened: readonly vscode.Tab[]): void {
    for (const tab of opened) {
      const right = proposalOf(tab);
      if (right && !this.promptAt(right)) {
        void this.closeLeftover(right);
      }
    }
    this.publishActive();
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
    const right = proposalOf(vscode.window.tabGroups.activeTabGroup.activeTab);
    const active = this.promptAt(right);
    if (active !== this.active) {
      this.active = active;
      this.activeChanged.fire(active);
      // Not every file system tells of changes. A failure is told when the person answers.
      const proposal = active === undefined ? undefined : this.waiting.get(active);
      void proposal?.refresh().catch(() => undefined);
    }
  }
}
