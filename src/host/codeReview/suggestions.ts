import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import { UserError } from '../../base/errors';
import { asString } from '../../base/json';
import { decode, detectEncoding, encode } from '../../core/edits/text/fileText';
import type { EditProposal } from '../../protocol/agentSource';
import { Proposal } from '../proposedEdits/proposal';
import type { EditorProposal, ProposalEditors } from '../proposedEdits/proposalEditors';
import type { WorkspaceFiles } from '../review/workspaceFiles';
import type { ShownFinding } from './findingBoard';
import { suggestedText } from './suggestedText';

export interface SuggestionsOptions {
  readonly editors: ProposalEditors;
  readonly files: Pick<WorkspaceFiles, 'read' | 'write'>;
  readonly clock: Clock;
  /** Called when a suggestion is in the file. */
  applied(shown: ShownFinding): void;
}

interface Waiting {
  readonly shown: ShownFinding;
  readonly proposal: Proposal;
}

/** Suggestions of a review that are shown as proposed edits until the user accepts or rejects them. */
export class Suggestions {
  private readonly waiting = new Map<EditorProposal, Waiting>();

  constructor(private readonly options: SuggestionsOptions) {}

  /** Opens the suggestion as a diff, in which the user may edit it. The file stays as it is. */
  async open(shown: ShownFinding): Promise<void> {
    const { editors, clock } = this.options;
    requireSaved(shown);
    const open = [...this.waiting.values()].find(one => one.shown.id === shown.id);
    if (open) {
      await editors.show(open.proposal, 'focus');
      return;
    }
    const proposal: Proposal = new Proposal({
      edit: editOf(shown),
      input: {},
      title: name => vscode.l10n.t('{0} (suggestion of the review)', name),
      tabsClosed: () => this.end(proposal),
      documents: editors.documents,
      clock,
    });
    this.waiting.set(proposal, { shown, proposal });
    editors.add(proposal);
    try {
      await editors.show(proposal, 'focus');
    } catch (error) {
      this.end(proposal);
      throw error;
    }
  }

  /**
   * Answers a suggestion.
   * @returns false if the proposal is not one of a review
   * @throws UserError `edit.changed`, `edit.conflict`, `file.changed`, `file.unsaved`
   */
  async answer(shown: EditorProposal, isAccepted: boolean): Promise<boolean> {
    const found = this.waiting.get(shown);
    if (!found) {
      return false;
    }
    if (isAccepted) {
      await this.apply(found);
    }
    this.end(shown);
    return true;
  }

  /** Closes the suggestion of a finding, if it is shown. */
  close({ id }: ShownFinding): void {
    for (const [proposal, { shown }] of this.waiting) {
      if (shown.id === id) {
        this.end(proposal);
      }
    }
  }

  /** Closes all that are shown. */
  clear(): void {
    for (const proposal of this.waiting.keys()) {
      this.end(proposal);
    }
  }

  private end(proposal: EditorProposal): void {
    this.waiting.delete(proposal);
    void this.options.editors.remove(proposal);
  }

  /** Changes the file in an editor, where the user can undo it. */
  private async apply({ shown, proposal }: Waiting): Promise<void> {
    const { files, applied } = this.options;
    const { finding, uri } = shown;
    requireSaved(shown);
    const edited = await proposal.editedInput();
    const document = await vscode.workspace.openTextDocument(uri);
    const located = { path: finding.path };
    const present = await files.read(located);
    const encoding = present.bytes && detectEncoding(present.bytes);
    if (!present.bytes || !encoding) {
      throw new UserError('file.changed', vscode.l10n.t('{0} is no longer a text.', finding.file));
    }
    const current = decode(present.bytes, encoding);
    const own = suggestedText({ ...finding, ...shown.lines }, current);
    const text = edited ? (asString(edited.input.contents) ?? own) : own;
    await showAt(document, shown.lines.start);
    await files.write(located, encode(text, encoding), present);
    applied(shown);
  }
}

/**
 * Requires that no editor has unsaved text of the file: the diff compares the file on disk.
 * @throws UserError `file.unsaved`
 */
function requireSaved({ finding, uri }: ShownFinding): void {
  const wanted = uri.toString();
  const isUnsaved = vscode.workspace.textDocuments.some(
    document => document.isDirty && document.uri.toString() === wanted,
  );
  if (isUnsaved) {
    throw new UserError(
      'file.unsaved',
      vscode.l10n.t('{0} has unsaved changes. Save it first.', finding.file),
    );
  }
}

/** Shows a document where it is shown already, else in the active group. */
async function showAt(document: vscode.TextDocument, line: number): Promise<void> {
  const open = vscode.window.visibleTextEditors.find(
    editor => editor.document === document && editor.viewColumn !== undefined,
  );
  await vscode.window.showTextDocument(document, {
    selection: new vscode.Range(line, 0, line, 0),
    preview: false,
    ...(open?.viewColumn === undefined ? {} : { viewColumn: open.viewColumn }),
  });
}

function editOf(shown: ShownFinding): EditProposal {
  const { path } = shown.finding;
  // The lines move while the diff is open.
  const suggested = (current: string) =>
    suggestedText({ ...shown.finding, ...shown.lines }, current);
  return {
    path,
    kind: 'text',
    label: basename(path),
    sides: current => ({ before: current ?? '', after: suggested(current ?? '') }),
    inputFor: (_current, after) => ({ contents: after }),
  };
}
