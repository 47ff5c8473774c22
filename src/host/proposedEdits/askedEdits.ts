import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import { Deferred } from '../../base/deferred';
import { messageOf } from '../../base/errors';
import type { JsonObject } from '../../base/json';
import type { Log } from '../../base/log';
import type { EditProposal } from '../../protocol/agentSource';
import type { Settings } from '../contributed';
import { nativeUi } from '../nativeText/nativeUi';
import { Proposal } from './proposal';
import type { EditorProposal, ProposalEditors } from './proposalEditors';

export interface AskedEditsOptions {
  readonly editors: ProposalEditors;
  /** Reads the setting `tandem.diff.open`; called for each diff. */
  opening(): Settings['tandem.diff.open'];
  readonly clock: Clock;
  readonly log: Log;
}

/** Edit that the user has accepted. */
export interface AcceptedEdit {
  readonly input: JsonObject;
  /** Text for the agent about the user's changes to it. */
  readonly feedback?: string;
}

interface Waiting {
  readonly proposal: Proposal;
  readonly input: JsonObject;
  /** Undefined: the user has rejected it. */
  readonly answer: Deferred<AcceptedEdit | undefined>;
}

/** Edits by the editor's tools for agents whose conversation has no card for them. */
export class AskedEdits {
  private readonly waiting = new Map<EditorProposal, Waiting>();

  constructor(private readonly options: AskedEditsOptions) {}

  /**
   * Shows the edit as a diff and waits for the user. Closing its last tab rejects it.
   * @param agent name that the user knows
   * @param signal aborts when nobody waits any more
   * @returns undefined if it was rejected
   * @throws UserError if the file cannot be compared
   */
  async ask(
    agent: string,
    edit: EditProposal,
    input: JsonObject,
    signal: AbortSignal,
  ): Promise<AcceptedEdit | undefined> {
    const { editors, clock } = this.options;
    const answer = new Deferred<AcceptedEdit | undefined>();
    const reject = () => answer.resolve(undefined);
    const proposal = new Proposal({
      ...{ edit, input, tabsClosed: reject, documents: editors.documents, clock },
      title: name => vscode.l10n.t('{0} (edit proposed by {1})', name, agent),
    });
    this.waiting.set(proposal, { proposal, input, answer });
    editors.add(proposal);
    signal.addEventListener('abort', reject, { once: true });
    if (signal.aborted) {
      reject();
    }
    try {
      const opening = this.options.opening();
      const shown = editors.show(proposal, opening === 'never' ? 'background' : opening);
      await Promise.race([shown, answer.promise]);
      if (!answer.settled) {
        void this.announce(agent, edit.label, proposal, answer);
      }
      return await answer.promise;
    } finally {
      signal.removeEventListener('abort', reject);
      this.waiting.delete(proposal);
      void editors.remove(proposal);
    }
  }

  /**
   * Answers a proposal.
   * @returns false if it is not one of these
   * @throws UserError `edit.changed` if the file is no longer what the user has seen, `edit.conflict`
   */
  async answer(shown: EditorProposal, isAccepted: boolean): Promise<boolean> {
    const found = this.waiting.get(shown);
    if (!found) {
      return false;
    }
    if (!isAccepted) {
      found.answer.resolve(undefined);
      return true;
    }
    const edited = await found.proposal.editedInput();
    found.answer.resolve(edited ?? { input: found.input });
    return true;
  }

  /** The diff may be behind other editors. VS Code cannot withdraw the message. */
  private async announce(
    agent: string,
    name: string,
    proposal: Proposal,
    answer: Deferred<AcceptedEdit | undefined>,
  ): Promise<void> {
    const [show, deny] = [vscode.l10n.t('Show Diff'), vscode.l10n.t('Deny')];
    const question = vscode.l10n.t(
      '{0} wants to change {1}. Accept or reject the edit in its diff.',
      agent,
      name,
    );
    const chosen = await nativeUi.showInformationMessage(question, show, deny);
    if (chosen === deny) {
      answer.resolve(undefined);
    } else if (chosen === show && !answer.settled) {
      await this.options.editors.show(proposal, 'focus').catch((error: unknown) => {
        this.options.log.warn(`A proposed edit is not shown: ${messageOf(error)}`);
      });
    }
  }
}
