import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { DraftAddition } from '../../contract/draft';
import { fileMention } from '../mentions/rows/makeMention';
import { nativeUi } from '../nativeText/nativeUi';
import type { Dismissals } from './dismissals';
import type { FindingBoard, ShownFinding } from './findingBoard';
import { findingTarget } from './findingTarget';
import { findingText } from './findingText';
import type { Suggestions } from './suggestions';

export interface FindingActionsOptions {
  /** Undefined before the first review. */
  board(): FindingBoard | undefined;
  readonly suggestions: Pick<Suggestions, 'open' | 'close' | 'clear'>;
  readonly dismissals: Dismissals;
  /** Adds to the draft of the chat that was used last; sends nothing. */
  addToChat(make: (channel: { readonly cwd: string }) => DraftAddition): Promise<void>;
}

/** Carries out what the user does with findings. Targets are as `findingTarget` takes them. */
export class FindingActions {
  constructor(private readonly options: FindingActionsOptions) {}

  /** Puts the lines and the finding into the message box, as chips. */
  async addToChat(target: unknown): Promise<void> {
    const shown = await findingTarget(this.options.board(), target);
    if (!shown) {
      return;
    }
    const { finding, lines } = shown;
    const place = { start: lines.start + 1, end: lines.end + 1 };
    await this.options.addToChat(({ cwd }) => ({
      pieces: [fileMention(finding.path, cwd, place)],
      attachments: [
        {
          kind: 'text',
          id: randomUUID(),
          name: vscode.l10n.t('Finding: {0}', finding.title),
          origin: 'problem',
          text: findingText(finding, lines),
        },
      ],
    }));
  }

  /** @throws UserError `run.noSuggestion`, `edit.conflict`, `file.unsaved` */
  async applySuggestion(target: unknown): Promise<void> {
    const has = ({ finding }: ShownFinding) => finding.suggestion !== undefined;
    const shown = await findingTarget(this.options.board(), target, has);
    if (shown && !has(shown)) {
      throw new UserError('run.noSuggestion', vscode.l10n.t('This finding suggests no change.'));
    }
    if (shown) {
      await this.options.suggestions.open(shown);
    }
  }

  /** @param reason asked for if it is no text */
  async dismiss(target: unknown, reason: unknown): Promise<void> {
    const shown = await findingTarget(this.options.board(), target);
    const given =
      shown && (typeof reason === 'string' ? reason : await askReason(shown.finding.title));
    if (shown && given !== undefined) {
      await this.options.dismissals.add(shown.finding, given);
      this.options.suggestions.close(shown);
      this.options.board()?.remove(shown);
    }
  }

  /** Lets the user take dismissals back, so that the next review may report these again. */
  async manageDismissed(): Promise<void> {
    const { dismissals } = this.options;
    const { all } = dismissals;
    if (all.length === 0) {
      void nativeUi.showInformationMessage(vscode.l10n.t('No finding is dismissed.'));
      return;
    }
    const picked = await nativeUi.showQuickPick(
      all.toReversed().map(dismissed => ({
        label: dismissed.title,
        description: dismissed.file,
        detail: dismissed.reason,
        dismissed,
      })),
      {
        canPickMany: true,
        title: vscode.l10n.t('Dismissed Findings'),
        placeHolder: vscode.l10n.t('Select those that the next review may report again'),
      },
    );
    await dismissals.remove((picked ?? []).map(({ dismissed }) => dismissed));
  }

  clear(): void {
    this.options.suggestions.clear();
    this.options.board()?.clear();
  }
}

async function askReason(title: string): Promise<string | undefined> {
  return nativeUi.showInputBox({
    title: vscode.l10n.t('Dismiss: {0}', title),
    prompt: vscode.l10n.t(
      'Why does this need no change? The next review takes your reason into account.',
    ),
    validateInput: text =>
      text.trim() === '' ? vscode.l10n.t('Enter a reason, or press Escape to keep it.') : undefined,
  });
}
