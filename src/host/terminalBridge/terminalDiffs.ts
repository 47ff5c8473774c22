import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import { Deferred } from '../../base/deferred';
import { UserError } from '../../base/errors';
import { asString } from '../../base/json';
import type { Log } from '../../base/log';
import type { EditProposal } from '../../protocol/agentSource';
import type { DiffAnswer, DiffRequest } from '../../terminalServer/editor/idePort';
import type { Settings } from '../contributed';
import { nativeUi } from '../nativeText/nativeUi';
import { Proposal } from '../proposedEdits/proposal';
import type { EditorProposal, ProposalEditors } from '../proposedEdits/proposalEditors';

export interface TerminalDiffsOptions {
  readonly proposalEditors: ProposalEditors;
  /** Reads the setting `tandem.diff.open`; called for each diff. */
  opening(): Settings['tandem.diff.open'];
  readonly clock: Clock;
  readonly log: Log;
}

interface Waiting {
  readonly proposal: Proposal;
  readonly contents: string;
  readonly answer: Deferred<DiffAnswer>;
}

/**
 * Holds the edits that agents in terminals propose until the user answers, here or in the terminal.
 */
export class TerminalDiffs {
  private readonly waiting = new Map<EditorProposal, Waiting>();

  constructor(private readonly options: TerminalDiffsOptions) {}

  /**
   * Shows a proposal and waits for the user. Closing its last tab rejects it.
   * @param signal aborts when nobody waits any more; the tab then closes without an answer
   * @throws UserError if the file cannot be compared; `ide.withdrawn` when the signal aborts
   */
  async open({ path, contents }: DiffRequest, signal: AbortSignal): Promise<DiffAnswer> {
    const { proposalEditors, clock, log } = this.options;
    const answer = new Deferred<DiffAnswer>();
    const edit = wholeFile(path, contents);
    const proposal = new Proposal({
      edit,
      input: {},
      title: proposedTitle,
      tabsClosed: () => {
        log.info(`The proposal for ${path} was closed: the terminal is told no`);
        answer.resolve({ kind: 'rejected' });
      },
      documents: proposalEditors.documents,
      clock,
    });
    const withdraw = () =>
      answer.reject(new UserError('ide.withdrawn', 'The diff was closed before anybody answered.'));
    this.waiting.set(proposal, { proposal, contents, answer });
    proposalEditors.add(proposal);
    signal.addEventListener('abort', withdraw, { once: true });
    if (signal.aborted) {
      withdraw();
    }
    try {
      const opening = this.options.opening();
      // The terminal does not show the edit itself, so the diff is always needed.
      const shown = proposalEditors.show(proposal, opening === 'never' ? 'background' : opening);
      await Promise.race([shown, answer.promise]);
      if (proposal.hasUnsavedText && !answer.settled) {
        tellUnsaved(edit.label);
      }
      return await answer.promise;
    } finally {
      signal.removeEventListener('abort', withdraw);
      this.waiting.delete(proposal);
      void proposalEditors.remove(proposal);
    }
  }

  /**
   * Answers a proposal.
   * @returns false if it is not a terminal's proposal
   * @throws UserError `edit.changed` if the file is no longer what the user has seen, `edit.conflict`
   */
  async answer(shown: EditorProposal, isAccepted: boolean): Promise<boolean> {
    const found = this.waiting.get(shown);
    if (!found) {
      return false;
    }
    found.answer.resolve(
      isAccepted
        ? { kind: 'accepted', contents: await this.acceptedContents(found) }
        : { kind: 'rejected' },
    );
    return true;
  }

  private async acceptedContents({ proposal, contents }: Waiting): Promise<string> {
    try {
      const edited = await proposal.editedInput();
      const text = edited ? asString(edited.input.contents) : undefined;
      return (text ?? contents).replaceAll(/\r\n|\r/g, '\n');
    } catch (error) {
      const { proposalEditors, log } = this.options;
      if (proposalEditors.active !== proposal) {
        proposalEditors
          .show(proposal, 'beside')
          .catch(() => log.warn('A proposal is not shown again'));
      }
      throw error;
    }
  }
}

function wholeFile(path: string, contents: string): EditProposal {
  return {
    path,
    kind: 'text',
    label: basename(path),
    sides: current => ({ before: current ?? '', after: contents }),
    inputFor: (_current, after) => ({ contents: after }),
  };
}

function proposedTitle(name: string, isNew: boolean): string {
  return isNew
    ? vscode.l10n.t('{0} (new file proposed by Claude in the terminal)', name)
    : vscode.l10n.t('{0} (edit proposed by Claude in the terminal)', name);
}

function tellUnsaved(name: string): void {
  const message = vscode.l10n.t(
    '{0} has unsaved text in an editor. Claude in the terminal has read the file without it, and proposes its edit to that.',
    name,
  );
  void nativeUi.showWarningMessage(message);
}
