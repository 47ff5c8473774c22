import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { UserError } from '../../../base/errors';
import type { Log } from '../../../base/log';
import { plural } from '../../../base/plural';
import { callsOf, type ImportedCalls } from '../../../core/inspector/exchange/importedCalls';
import { readCallFile } from '../../../core/inspector/exchange/readCallFile';
import { recount } from '../../../gateway/accounting/recount';
import { withRunProgress } from '../../headless/withRunProgress';
import type { Mask } from '../recording/secretMask';
import type { Subjects } from '../subjects/subjects';
import type { ActionResult } from './actionResult';

export interface ImporterParts {
  readonly subjects: Pick<Subjects, 'import'>;
  mask(): Promise<Mask>;
  readonly log: Log;
}

/** Problems that are shown one by one. */
const mostProblems = 5;

/** Reads logs of model calls, of Tandem or of others, so that they can be inspected. */
export class CallImporter {
  constructor(private readonly parts: ImporterParts) {}

  /**
   * @param path absent: the user chooses a file
   * @returns a sentence that says what was read; empty if the user declined
   * @throws UserError with what is wrong, by line
   */
  async import(path?: string): Promise<ActionResult> {
    const file = path ?? (await chosenFile());
    if (file === undefined) {
      return { text: '' };
    }
    const done = await withRunProgress(l10n.t('Reading model calls'), ({ signal }) =>
      this.read(file, signal),
    );
    return done ?? { text: l10n.t('The import was canceled.') };
  }

  private async read(path: string, signal: AbortSignal): Promise<ActionResult> {
    const { subjects, log } = this.parts;
    const mask = await this.parts.mask();
    const found = await readCallFile(path, { mask, signal });
    const onError = (error: unknown) => log.warn('An imported call was not counted', { error });
    const counted = await recount(found.exchanges, { onError, signal });
    const keyOf = (index: number) => `har-${index + 1}`;
    const others = callsOf(found.exchanges, counted, 'import', keyOf, mask);
    const calls = [...found.calls, ...others];
    if (calls.length === 0) {
      throw new UserError('inspector.import', nothingText(found));
    }
    const subject = subjects.import(basename(path), calls);
    const text = plural(calls.length, {
      one: l10n.t('1 call was imported.'),
      other: l10n.t('{0} calls were imported.', calls.length),
    });
    return { text: [text, ...leftOut(found)].join(' '), show: { subject } };
  }
}

function nothingText(found: ImportedCalls): string {
  return [l10n.t('The file contains no Messages API calls.'), ...leftOut(found)].join(' ');
}

function leftOut({ skipped, problems, omittedProblems }: ImportedCalls): readonly string[] {
  const more = problems.length - mostProblems + omittedProblems;
  return [
    ...(skipped > 0
      ? [
          plural(skipped, {
            one: l10n.t('1 other request was left out.'),
            other: l10n.t('{0} other requests were left out.', skipped),
          }),
        ]
      : []),
    ...problems.slice(0, mostProblems).map(({ line, text }) => l10n.t('Line {0}: {1}', line, text)),
    ...(more > 0
      ? [
          plural(more, {
            one: l10n.t('1 more line could not be read.'),
            other: l10n.t('{0} more lines could not be read.', more),
          }),
        ]
      : []),
  ];
}

async function chosenFile(): Promise<string | undefined> {
  const [file] =
    (await vscode.window.showOpenDialog({
      title: l10n.t('Import Model Calls'),
      openLabel: l10n.t('Import'),
      filters: { [l10n.t('Model calls')]: ['jsonl', 'har'] },
    })) ?? [];
  return file?.fsPath;
}
