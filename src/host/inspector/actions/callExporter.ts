import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Clock } from '../../../base/clock';
import { UserError } from '../../../base/errors';
import type { CallView } from '../../../contract/inspector/callRows';
import type { CallHistory, RecordedCall } from '../../../contract/inspector/recordedCall';
import { fileName } from '../../../core/export/fileName';
import { harOf } from '../../../core/inspector/exchange/har';
import { jsonlOf } from '../../../core/inspector/exchange/jsonl';
import { rowPage } from '../../../core/inspector/rows/callTable';
import { messageText } from '../../nativeText/messageText';
import { nativeUi } from '../../nativeText/nativeUi';
import type { Mask } from '../recording/secretMask';
import type { Subject } from '../subjects/subject';
import type { Subjects } from '../subjects/subjects';
import { writePieces } from './writePieces';

export type ExportFormat = 'har' | 'jsonl';

export interface ExporterParts {
  readonly subjects: Pick<Subjects, 'of'>;
  mask(): Promise<Mask>;
  /** Version of Tandem. */
  readonly version: string;
  /** Folder in which the dialog starts. */
  folder(): vscode.Uri;
  readonly clock: Clock;
}

/** Rows that are asked for at a time. */
const rowsAtOnce = 500;

/** Writes calls to a file that the user chooses, without secrets. */
export class CallExporter {
  constructor(private readonly parts: ExporterParts) {}

  /**
   * @param view calls to export; absent: all of the subject
   * @returns a sentence that says what was written; empty if the user declined
   */
  async export(id: string, format: ExportFormat, view: CallView | undefined): Promise<string> {
    const { subjects, clock, folder } = this.parts;
    const subject = await subjects.of(id);
    await subject.whole();
    const table = await subject.table();
    const keys = keysOf(table, view);
    if (keys.length === 0) {
      throw new UserError('inspector.none', l10n.t('There are no calls to export.'));
    }
    // A title may be the beginning of a prompt, with what was pasted there.
    const title = (await this.parts.mask())(subject.info.title);
    const uri = await vscode.window.showSaveDialog({
      title: l10n.t('Export Model Calls'),
      saveLabel: l10n.t('Export'),
      defaultUri: vscode.Uri.joinPath(folder(), fileName(title, clock.now(), format)),
      filters: { [format.toUpperCase()]: [format] },
    });
    if (!uri) {
      return '';
    }
    if (uri.scheme !== 'file') {
      throw new UserError('inspector.place', l10n.t('Choose a folder on this machine.'));
    }
    const name = messageText(uri.fsPath);
    const progress = {
      location: vscode.ProgressLocation.Notification,
      title: l10n.t('Exporting model calls'),
      cancellable: true,
    };
    const isWritten = await nativeUi.withProgress(progress, async ({ report }, token) => {
      const share = 100 / keys.length;
      const calls = callsOf(subject, keys, () => report({ increment: share }));
      return writePieces(
        uri.fsPath,
        await this.pieces(format, calls),
        () => token.isCancellationRequested,
      );
    });
    return isWritten
      ? l10n.t('{0} calls were exported to {1}.', keys.length, name)
      : l10n.t('The export was canceled. Nothing was written.');
  }

  private async pieces(
    format: ExportFormat,
    calls: AsyncIterable<RecordedCall>,
  ): Promise<AsyncIterable<string>> {
    const { version } = this.parts;
    const mask = await this.parts.mask();
    return format === 'har' ? harOf(calls, { mask, version }) : jsonlOf(calls, { mask });
  }
}

/** Keys of a view, the oldest call first. */
function keysOf(history: CallHistory, view: CallView | undefined): readonly string[] {
  if (!view) {
    return history.calls.map(({ key }) => key);
  }
  const shown = new Set<string>();
  for (let from = 0; ; from += rowsAtOnce) {
    const { rows, total } = rowPage(history, view, from, rowsAtOnce);
    for (const { key } of rows) {
      shown.add(key);
    }
    if (rows.length === 0 || from + rowsAtOnce >= total) {
      return history.calls.flatMap(({ key }) => (shown.has(key) ? key : []));
    }
  }
}

async function* callsOf(
  subject: Subject,
  keys: readonly string[],
  onCall: () => void,
): AsyncGenerator<RecordedCall> {
  for (const key of keys) {
    const recorded = await subject.recorded(key);
    onCall();
    if (recorded) {
      yield recorded;
    }
  }
}
