import { realpath } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import { raceTimeout } from '../../node/raceTimeout';

/**
 * Milliseconds for all files of a call. A save participant, such as a formatter, may hang while the
 * agent waits.
 */
const limit = 2_000;

type SavableDocument = vscode.TextDocument | vscode.NotebookDocument;

export interface UnsavedFilesOptions {
  /** Read for each call. */
  isEnabled(): boolean;
  readonly clock: Clock;
  readonly log: Log;
}

/** Saves unsaved changes in files that the agent is about to read or edit. */
export class UnsavedFiles {
  constructor(private readonly options: UnsavedFilesOptions) {}

  /**
   * Saves the given files. Never rejects.
   * @param paths absolute paths
   * @returns a line for the user about each file that is still unsaved
   */
  async save(paths: readonly string[]): Promise<readonly string[]> {
    const { isEnabled, clock } = this.options;
    const unsaved = unsavedDocuments();
    if (unsaved.length === 0 || paths.length === 0 || !isEnabled()) {
      return [];
    }
    const end = clock.now() + limit;
    const meant = await raceTimeout(documentsAt(paths, unsaved), limit, clock);
    // If the disk does not respond, files whose path matches literally are still saved.
    const documents = meant ?? unsaved.filter(({ uri }) => paths.includes(uri.fsPath));
    const notes = await Promise.all(
      documents.map(document => this.saveOne(document, end - clock.now())),
    );
    return notes.filter(note => note !== undefined);
  }

  private async saveOne(document: SavableDocument, time: number): Promise<string | undefined> {
    const failure = await raceTimeout(failureOf(document), time, this.options.clock).then(
      reason => reason ?? vscode.l10n.t('saving took longer than {0} s', limit / 1_000),
    );
    if (failure === saved) {
      return undefined;
    }
    const name = vscode.workspace.asRelativePath(document.uri);
    this.options.log.warn(`${name} could not be saved before a tool: ${failure}`);
    return vscode.l10n.t('{0} has unsaved changes that could not be saved: {1}.', name, failure);
  }
}

const saved = '';

async function failureOf(document: SavableDocument): Promise<string> {
  try {
    return (await document.save()) ? saved : vscode.l10n.t('the editor did not save it');
  } catch (error) {
    return messageOf(error);
  }
}

function unsavedDocuments(): SavableDocument[] {
  const { textDocuments, notebookDocuments } = vscode.workspace;
  return [...textDocuments, ...notebookDocuments].filter(
    document => document.isDirty && document.uri.scheme === 'file',
  );
}

/** Compares real paths, because agent and editor may reach a file through different links. */
async function documentsAt(
  paths: readonly string[],
  documents: readonly SavableDocument[],
): Promise<SavableDocument[]> {
  const wanted = new Set(await Promise.all(paths.map(realPath)));
  const own = await Promise.all(documents.map(({ uri }) => realPath(uri.fsPath)));
  return documents.filter((_, index) => wanted.has(own[index] ?? ''));
}

function realPath(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}
