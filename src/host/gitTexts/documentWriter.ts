import * as vscode from 'vscode';
import { Sequencer } from '../../base/sequencer';

/**
 * Writes a text into a new document as it arrives, and never over what the user types meanwhile. The
 * document opens with the first piece; the user saves or discards it.
 */
export class DocumentWriter {
  private readonly edits = new Sequencer();
  private document: vscode.TextDocument | undefined;
  private wanted = '';
  /** Text of the document after the last piece. */
  private shown = '';
  private isTaken = false;

  /** @param onTaken called once if the user closes the document or types in it */
  constructor(
    private readonly language: string,
    private readonly onTaken: () => void,
  ) {}

  /** Shows the text so far. Pieces that come faster than the editor takes them are joined. */
  write(text: string): void {
    this.wanted = text;
    void this.edits.queue(() => this.update());
  }

  /** Resolves when the document has what was written last. */
  written(): Promise<void> {
    return this.edits.whenIdle();
  }

  private async update(): Promise<void> {
    const { wanted } = this;
    if (wanted === '' || this.isTaken) {
      return;
    }
    const document = this.document ?? (await this.open());
    const present = document.getText();
    if (document.isClosed || present !== this.shown) {
      this.isTaken = true;
      this.onTaken();
      return;
    }
    const kept = commonStart(present, wanted);
    const edit = new vscode.WorkspaceEdit();
    const range = new vscode.Range(document.positionAt(kept), document.positionAt(present.length));
    edit.replace(document.uri, range, wanted.slice(kept));
    await vscode.workspace.applyEdit(edit);
    this.shown = document.getText();
  }

  private async open(): Promise<vscode.TextDocument> {
    const { language } = this;
    this.document = await vscode.workspace.openTextDocument({ language, content: '' });
    await vscode.window.showTextDocument(this.document, { preview: false });
    return this.document;
  }
}

function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) {
    length += 1;
  }
  return length;
}
