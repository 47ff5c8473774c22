import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import { type ErrorCode, messageOf, UserError } from '../../base/errors';
import type { Log } from '../../base/log';
import type { FileChange } from '../../contract/content';
import type { ChannelId, PromptId } from '../../contract/ids';
import type { EditedInput, ProposalPresenter } from '../../core/conversation/permissionBroker';
import { raceTimeout } from '../../node/raceTimeout';
import type { EditProposal, PermissionRequest } from '../../protocol/agentSource';
import type { Settings } from '../contributed';
import { Proposal } from './proposal';
import type { EditorProposal, ProposalEditors } from './proposalEditors';
import { ProposalFile } from './proposalFile';
import { fileLabel } from './proposalText';
import { proposedChange } from './proposedChange';

/** Codes of errors that concern what the diff shows. */
const lookAgain: ReadonlySet<ErrorCode> = new Set([
  'edit.changed',
  'edit.conflict',
  'notebook.unreadable',
]);

/** Milliseconds for which a request waits for the lines that its edit would change. */
const longestWait = 500;

export interface ProposalsOptions {
  /** Reads the setting; called for each proposal. */
  opening(): Settings['tandem.diff.open'];
  readonly editors: ProposalEditors;
  readonly clock: Clock;
  readonly log: Log;
}

/** Chat edits that wait for permission. Closing a tab does not answer the prompt. */
export class Proposals implements ProposalPresenter {
  private readonly waiting = new Map<PromptId, Proposal>();

  constructor(private readonly options: ProposalsOptions) {}

  /** Returns the prompt of a proposal, if it comes from a chat. */
  promptOf(proposal: EditorProposal | undefined): PromptId | undefined {
    return [...this.waiting].find(([, one]) => one === proposal)?.[0];
  }

  open(
    _channel: ChannelId,
    prompt: PromptId,
    request: PermissionRequest,
    edit: EditProposal,
  ): void {
    const { editors, clock, log } = this.options;
    const { documents } = editors;
    const proposal = new Proposal({ edit, input: request.input, documents, clock });
    this.waiting.set(prompt, proposal);
    editors.add(proposal);
    const opening = this.options.opening();
    // Loaded even if no diff opens, to report changes to the file while the call waits.
    const opened = opening === 'never' ? proposal.load() : editors.show(proposal, opening);
    opened.catch((error: unknown) => {
      log.warn(`The proposal for ${edit.path} is not shown: ${messageOf(error)}`);
    });
  }

  async change(edit: EditProposal): Promise<FileChange | undefined> {
    const { clock, log } = this.options;
    const file = new ProposalFile(edit.path, fileLabel(edit), clock);
    try {
      const present = await raceTimeout(file.read(), longestWait, clock);
      return present && proposedChange(edit, present);
    } catch (error) {
      log.warn(`The lines that would change in ${edit.path} are not shown: ${messageOf(error)}`);
      return undefined;
    } finally {
      file.dispose();
    }
  }

  async reveal(prompt: PromptId): Promise<void> {
    const proposal = this.waiting.get(prompt);
    if (!proposal) {
      throw new UserError(
        'edit.gone',
        vscode.l10n.t('This edit no longer waits, or was proposed before the window was reloaded.'),
      );
    }
    await this.options.editors.show(proposal, 'focus');
  }

  async editedInput(prompt: PromptId): Promise<EditedInput | undefined> {
    const proposal = this.waiting.get(prompt);
    try {
      return await proposal?.editedInput();
    } catch (error) {
      if (proposal && error instanceof UserError && lookAgain.has(error.code)) {
        this.showAgain(proposal);
      }
      throw error;
    }
  }

  async close(prompt: PromptId): Promise<void> {
    const proposal = this.waiting.get(prompt);
    this.waiting.delete(prompt);
    if (proposal) {
      await this.options.editors.remove(proposal);
    }
  }

  /** Reveals the proposal that the user needs to look at, without taking the focus. */
  private showAgain(proposal: Proposal): void {
    const { editors, log } = this.options;
    if (this.options.opening() !== 'never' && editors.active !== proposal) {
      editors.show(proposal, 'beside').catch((error: unknown) => {
        log.warn(`A proposal is not shown again: ${messageOf(error)}`);
      });
    }
  }
}
