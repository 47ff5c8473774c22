import * as vscode from 'vscode';
import type { Clock } from '../../../base/clock';
import type { Disposable } from '../../../base/disposable';
import { UserError } from '../../../base/errors';
import { within } from '../../../node/within';
import type { EditProposal, PermissionRequest } from '../../../protocol/agentSource';
import type { EditedInput } from '../../channels/ports';
import { changeWords } from '../changeWords';
import { decodeText, readContent } from '../fileContent';
import type { ProposalDocuments, ProposalPair } from './proposalDocuments';
import { asAgentText, asEditorText, byteOrderMark, fileLabel, shownPath } from './proposalText';

/** Milliseconds for reading the file that a proposal is about. */
const timeLimit = 5_000;

/** The file as a proposal was last compared with it. */
interface Present {
  /** With its byte order mark, as the agent's tools see it; `undefined`: there is no file. */
  readonly text: string | undefined;
  readonly isLossy: boolean;
}

interface Shown {
  readonly pair: ProposalPair;
  readonly present: Present;
  /** What the agent proposes. */
  readonly after: string;
}

/** One edit that waits for permission, and what the person has made of it. */
export class Proposal implements Disposable {
  private loading: Promise<Shown> | undefined;
  private shown: Shown | undefined;
  private watcher: vscode.FileSystemWatcher | undefined;
  private isDisposed = false;

  constructor(
    private readonly request: PermissionRequest,
    private readonly edit: EditProposal,
    private readonly documents: ProposalDocuments,
    private readonly clock: Clock,
  ) {}

  get pair(): ProposalPair | undefined {
    return this.shown?.pair;
  }

  get title(): string {
    const name = fileLabel(this.edit);
    return this.shown?.present.text === undefined
      ? vscode.l10n.t('{0} (proposed new file)', name)
      : vscode.l10n.t('{0} (proposed edit)', name);
  }

  /**
   * Reads the file and makes the documents, once; a failure may be tried again.
   * @throws UserError when the edit does not fit the file, or the file cannot be read
   */
  async load(): Promise<ProposalPair> {
    this.loading ??= this.prepare();
    try {
      this.shown ??= await this.loading;
      return this.shown.pair;
    } finally {
      this.loading = undefined;
    }
  }

  /** Looks whether the file has changed meanwhile, and shows it as it is now. */
  async refresh(): Promise<void> {
    const { shown } = this;
    if (shown) {
      const present = await this.read();
      if (present.text !== shown.present.text) {
        this.adopt(shown, present);
      }
    }
  }

  /**
   * The input that makes the file what the right side says; `undefined` when the person left it.
   * @throws UserError `changed` when the file changed under the person's hands: they look again
   */
  async editedInput(): Promise<EditedInput | undefined> {
    const { shown } = this;
    if (!shown) {
      return undefined;
    }
    const isEdited = this.isEdited(shown);
    const present = await this.read();
    if (present.text !== shown.present.text) {
      // Says so itself when the edit no longer fits.
      this.edit.sides(present.text);
      this.adopt(shown, present);
      if (isEdited) {
        throw new UserError(
          'changed',
          vscode.l10n.t(
            '{0} has changed on disk since you edited the proposal. The diff shows it as it is now: look at it, then allow again.',
            fileLabel(this.edit),
          ),
        );
      }
    }
    if (!isEdited) {
      return undefined;
    }
    if (present.isLossy) {
      throw new UserError(
        'encoding',
        vscode.l10n.t(
          '{0} is not UTF-8 text, so that an edited proposal cannot be written exactly. Undo your changes or deny the edit.',
          fileLabel(this.edit),
        ),
      );
    }
    // Read after the waiting above: the person may have typed on.
    const text = asAgentText(this.documents.rightText(shown.pair), shown.after);
    const label = this.edit.kind === 'text' ? this.edit.path : fileLabel(this.edit);
    return {
      input: this.edit.inputFor(present.text, text),
      words: changeWords(label, shown.after, text),
    };
  }

  dispose(): void {
    this.isDisposed = true;
    this.watcher?.dispose();
    if (this.shown) {
      this.documents.release(this.shown.pair);
    }
  }

  private async prepare(): Promise<Shown> {
    const present = await this.read();
    const { before, after } = this.edit.sides(present.text);
    const path = shownPath(this.edit, this.request.input, present.text);
    const pair = this.documents.add(path, before, after);
    if (this.isDisposed) {
      this.documents.release(pair);
    } else {
      this.watch();
    }
    return { pair, present, after };
  }

  private isEdited({ pair, after }: Shown): boolean {
    return asEditorText(this.documents.rightText(pair)) !== asEditorText(after);
  }

  private adopt(shown: Shown, present: Present): void {
    const sides = this.tryToFit(present.text);
    this.documents.markStale(shown.pair);
    // Of an edit that no longer fits the left side stays: the person sees what it was made for.
    if (!sides) {
      return;
    }
    const isEdited = this.isEdited(shown);
    this.documents.setLeft(shown.pair, sides.before);
    if (!isEdited && sides.after !== shown.after) {
      this.documents.setRight(shown.pair, sides.after);
    }
    this.shown = { ...shown, present, after: isEdited ? shown.after : sides.after };
  }

  private tryToFit(current: string | undefined): { before: string; after: string } | undefined {
    try {
      return this.edit.sides(current);
    } catch (error) {
      if (error instanceof UserError) {
        return undefined;
      }
      throw error;
    }
  }

  private async read(): Promise<Present> {
    const content = await within(readContent(this.edit.path), timeLimit, this.clock);
    switch (content?.kind) {
      case 'absent':
        return { text: undefined, isLossy: false };
      case 'read': {
        const { text, hasByteOrderMark, isLossy } = decodeText(content.bytes);
        return { text: hasByteOrderMark ? byteOrderMark + text : text, isLossy };
      }
      default: {
        const why = content?.reason ?? vscode.l10n.t('Reading it took too long.');
        const message = vscode.l10n.t('{0} cannot be compared. {1}', fileLabel(this.edit), why);
        throw new UserError('unreadable', message);
      }
    }
  }

  private watch(): void {
    const file = vscode.Uri.file(this.edit.path);
    const name = file.path.slice(file.path.lastIndexOf('/') + 1);
    // A name such as [id].tsx is no pattern.
    const pattern = name.replaceAll(/[[\]{}*?]/g, '[$&]');
    const folder = vscode.Uri.joinPath(file, '..');
    this.watcher = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(folder, pattern),
    );
    // The same is read again, and a failure told, when the person answers.
    const refresh = () => this.refresh().catch(() => undefined);
    this.watcher.onDidChange(refresh);
    this.watcher.onDidCreate(refresh);
    this.watcher.onDidDelete(refresh);
  }
}
