import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import { UserError } from '../../base/errors';
import { asString, type JsonObject } from '../../base/json';
import { Sequencer } from '../../base/sequencer';
import type { EditedInput } from '../../core/conversation/permissionBroker';
import type { EditProposal } from '../../protocol/agentSource';
import { changeFeedback } from './changeFeedback';
import type { ProposalDocuments, ProposalPair } from './proposalDocuments';
import type { EditorProposal } from './proposalEditors';
import { type Present, ProposalFile } from './proposalFile';
import { notebookForm, type ProposalForm, type Standing, textForm } from './proposalForm';
import * as words from './proposalMessages';
import { agentLabel, asAgentText, fileLabel, isNotebookText, shownPath } from './proposalText';

/** Attempts to apply a change in the file while the user is typing on the right side. */
const mostAttempts = 5;

interface Shown {
  readonly pair: ProposalPair;
  readonly form: ProposalForm;
  readonly present: Present;
  /** Text that the agent proposes. */
  readonly after: string;
  /** Conflict markers were inserted and may still be there. */
  readonly hasConflicts: boolean;
}

/** State of the file that the user has seen or been informed of. */
interface Seen {
  readonly text: string | undefined;
  readonly hasUnsavedText: boolean;
}

export interface ProposalOptions {
  readonly edit: EditProposal;
  /** Input of the tool that makes the edit. */
  readonly input: JsonObject;
  /** Title of the tab; defaults to that of a chat's proposal. */
  readonly title?: (name: string, isNew: boolean) => string;
  /** Called when the user has closed the last tab of the proposal. */
  readonly tabsClosed?: () => void;
  readonly documents: ProposalDocuments;
  readonly clock: Clock;
}

/** Edit that waits for permission, including the user's changes to it. */
export class Proposal implements EditorProposal {
  private readonly edit: EditProposal;
  private readonly documents: ProposalDocuments;
  private readonly name: string;
  private readonly file: ProposalFile;
  private loading: Promise<Shown> | undefined;
  private shown: Shown | undefined;
  private seen: Seen | undefined;
  /** Reason why the present file cannot be shown against the proposal. */
  private problem: UserError | undefined;
  private hasChanged = false;
  /** Serializes reading the file and applying its changes. */
  private readonly updates = new Sequencer();
  private isDisposed = false;

  constructor(private readonly options: ProposalOptions) {
    const { edit, documents, clock } = options;
    this.edit = edit;
    this.documents = documents;
    this.name = fileLabel(edit);
    this.file = new ProposalFile(edit.path, this.name, clock);
  }

  get pair(): ProposalPair | undefined {
    return this.shown?.pair;
  }

  get title(): string {
    const isNew = this.shown?.present.text === undefined;
    const { title } = this.options;
    if (title) {
      return title(this.name, isNew);
    }
    return isNew
      ? vscode.l10n.t('{0} (proposed new file)', this.name)
      : vscode.l10n.t('{0} (proposed edit)', this.name);
  }

  tabsClosed(): void {
    this.options.tabsClosed?.();
  }

  /** An editor shows a text of the file that differs from what the agent has read. */
  get hasUnsavedText(): boolean {
    return this.file.hasUnsavedText;
  }

  /**
   * Reads the file and creates the documents, once; a failed call may be repeated.
   * @throws UserError when the edit does not fit the file, or the file cannot be read
   */
  async load(): Promise<ProposalPair> {
    if (this.shown) {
      return this.shown.pair;
    }
    this.loading ??= this.prepare();
    try {
      this.shown ??= await this.loading;
      return this.shown.pair;
    } finally {
      this.loading = undefined;
    }
  }

  /** Checks whether the file has changed and shows its present content. */
  async refresh(): Promise<void> {
    if (this.shown) {
      await this.update(this.shown);
    }
  }

  /**
   * Builds the input that turns the file into the right side.
   * @returns `undefined` if the user has not edited it
   * @throws UserError `edit.changed` when the file is not as last seen, once per change; `edit.conflict`
   *   while the right side has conflict markers
   */
  async editedInput(): Promise<EditedInput | undefined> {
    if (!this.shown) {
      return undefined;
    }
    const shown = await this.update(this.shown);
    if (this.problem) {
      throw words.unfitError(this.name, this.problem);
    }
    this.demandLook(shown);
    // Read only now: the user may have typed during the update above.
    const { present, form } = shown;
    const standing = this.standing(shown);
    if (!form.isEdited(standing)) {
      return undefined;
    }
    if (present.isLossy) {
      throw words.notUtf8Error(this.name);
    }
    if (shown.hasConflicts && form.hasMarkers(standing)) {
      throw words.unresolvedError(this.name);
    }
    const text = asAgentText(standing.right, shown.after);
    const input = form.inputFor(present.text, text);
    return { input, feedback: this.feedbackOf(input, shown.after, text) };
  }

  /** Describes the user's edits; for a notebook, only those to the cell's source. */
  private feedbackOf(edited: JsonObject, proposed: string, written: string): string {
    if (this.edit.kind === 'text') {
      return changeFeedback(this.edit.path, proposed, written);
    }
    const [before, after] = [this.options.input, edited].map(one => asString(one.new_source) ?? '');
    return changeFeedback(agentLabel(this.edit), before ?? '', after ?? '');
  }

  dispose(): void {
    this.isDisposed = true;
    this.file.dispose();
    if (this.shown) {
      this.documents.release(this.shown.pair);
    }
  }

  private async prepare(): Promise<Shown> {
    const present = await this.file.read();
    const { notebook } = this.edit;
    const isNotebook = notebook && isNotebookText(present.text) && showsNotebooks();
    const form = isNotebook ? notebookForm(notebook) : textForm(this.edit, words.markerLabels());
    const { before, after } = form.sides(present.text);
    const path = isNotebook
      ? this.edit.path
      : shownPath(this.edit, this.options.input, present.text);
    const pair = this.documents.add(path, before, after, {
      isNotebook: Boolean(isNotebook),
      isReadOnly: Boolean(this.edit.isReadOnly),
    });
    if (this.isDisposed) {
      this.documents.release(pair);
    } else {
      this.seen = { text: present.text, hasUnsavedText: false };
      // A failure is reported when the user answers.
      const onDisk = () => this.refresh().catch(() => undefined);
      this.file.watch(onDisk, () => this.mark(pair));
      this.mark(pair);
    }
    return { pair, form, present, after, hasConflicts: false };
  }

  private standing({ pair, present, after }: Shown): Standing {
    return { current: present.text, after, right: this.documents.rightText(pair) };
  }

  private update(start: Shown): Promise<Shown> {
    return this.updates.queue(async () => {
      const present = await this.file.read();
      const shown = this.shown ?? start;
      const isOther = present.text !== shown.present.text;
      this.problem = isOther ? await this.takeOver(shown, present) : undefined;
      this.hasChanged ||= isOther;
      this.mark(shown.pair);
      return this.shown ?? shown;
    });
  }

  /** Shows the proposal for the present file. If it no longer fits, both sides stay unchanged. */
  private async takeOver(shown: Shown, present: Present): Promise<UserError | undefined> {
    const { pair, form } = shown;
    try {
      for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
        const standing = this.standing(shown);
        const { before, after, right, hasConflicts } = form.follow(standing, present.text);
        if (right === standing.right || (await this.documents.setRight(pair, right))) {
          this.documents.setLeft(pair, before);
          const had = shown.hasConflicts;
          this.shown = { ...shown, present, after, hasConflicts: had || hasConflicts };
          return undefined;
        }
      }
      return words.stillTypingError(this.name);
    } catch (error) {
      if (error instanceof UserError) {
        return error;
      }
      throw error;
    }
  }

  /** @throws UserError for each change to the file, once */
  private demandLook(shown: Shown): void {
    const { seen } = this;
    const { text } = shown.present;
    const { hasUnsavedText } = this.file;
    this.seen = { text, hasUnsavedText };
    if (seen?.text !== text) {
      const standing = this.standing(shown);
      throw words.changedError(this.name, {
        isGone: text === undefined,
        isEdited: shown.form.isEdited(standing),
        hasConflicts: shown.hasConflicts && shown.form.hasMarkers(standing),
      });
    }
    if (hasUnsavedText && !seen?.hasUnsavedText) {
      throw words.unsavedError(this.name);
    }
  }

  private mark(pair: ProposalPair): void {
    this.documents.mark(pair, words.markMessage(this.hasChanged, this.file.hasUnsavedText));
  }
}

/** The built-in extension that reads Jupyter notebooks may be disabled. */
function showsNotebooks(): boolean {
  return vscode.extensions.getExtension('vscode.ipynb') !== undefined;
}
