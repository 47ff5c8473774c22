import { constants } from 'node:fs';
import { mkdir, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import type { AcpFiles } from '../../../acp/ports';
import type { Clock } from '../../../base/clock';
import type { Disposable } from '../../../base/disposable';
import { messageOf, UserError } from '../../../base/errors';
import { Sequencer } from '../../../base/sequencer';
import { openForWriting, realPlace } from '../../../core/edits/place';
import { raceTimeout } from '../../../node/raceTimeout';
import { findNotebook, retype } from '../../editor/openDocuments';
import { requireTrust } from '../../trust';
import type { AgentPath, AgentPaths } from './agentPaths';
import { SeenTexts } from './seenTexts';
import { storedText } from './storedText';

/** Milliseconds for saving: a formatter may hang while the agent waits. */
const timeToSave = 30_000;

/** Text files for one conversation with a foreign agent, as open editors have them. */
export class AgentFiles implements AcpFiles, Disposable {
  private readonly seen = new SeenTexts();
  private readonly writes = new Sequencer();
  /** Document that the agent's text is put into now. */
  private changing: vscode.TextDocument | undefined;
  private readonly listener = vscode.workspace.onDidChangeTextDocument(({ document }) => {
    // A document that only follows its file is not dirty. The first change is reported before that
    // is known, and once more without any changes.
    const isTyped = document.isDirty && document !== this.changing;
    if (isTyped && document.uri.scheme === 'file') {
      this.seen.noteTyped(document.uri.fsPath);
    }
  });

  constructor(
    private readonly paths: AgentPaths,
    private readonly clock: Clock,
  ) {}

  async read(path: string): Promise<string | undefined> {
    const found = await this.paths.readable(path);
    requireSavedNotebook(found);
    const open = await openDocument(found);
    const text = open ? open.getText() : (await storedText(found.real, path))?.text;
    if (text !== undefined) {
      this.seen.note(namesOf(found, open), text);
    }
    return text;
  }

  write(path: string, text: string, signal: AbortSignal): Promise<void> {
    return this.writes.queue(() => {
      if (signal.aborted) {
        throw new UserError(
          'file.stopped',
          `${path} was not written: the user has stopped the turn.`,
        );
      }
      return this.replace(path, text);
    });
  }

  dispose(): void {
    this.listener.dispose();
  }

  private async replace(path: string, text: string): Promise<void> {
    requireTrust();
    const found = await this.paths.writable(path);
    requireSavedNotebook(found);
    const document = (await openDocument(found)) ?? (await existingDocument(found));
    if (document) {
      // The editor keeps a byte order mark for itself.
      await this.change(document, found, text.replace(/^\uFEFF/, ''));
    } else {
      await create(found, text);
    }
    this.seen.note(namesOf(found, document), text);
    this.paths.noteWritten(found.real);
  }

  /** Changes the text as an edit that the user can undo, and saves it. */
  private async change(
    document: vscode.TextDocument,
    found: AgentPath,
    text: string,
  ): Promise<void> {
    const { path } = found;
    const before = document.getText();
    const current = { text: before, isDirty: document.isDirty };
    if (this.seen.isConflict(namesOf(found, document), current)) {
      throw new UserError(
        'file.changed',
        `${path} was not written: the user has typed in it, and you have not seen that text. Read the file again, and write it with your change.`,
      );
    }
    this.changing = document;
    try {
      // An edit without changes counts as refused.
      if (!isSame(document, text) && !(await retype(document, text))) {
        throw new UserError(
          'file.changed',
          `${path} was not written: the editor refused the change. The file is read-only there, or the user typed meanwhile.`,
        );
      }
      const isSaved = await raceTimeout(saved(document), timeToSave, this.clock);
      if (isSaved !== true) {
        await retype(document, before);
        const reason =
          isSaved === undefined ? 'saving took too long' : 'the editor did not save it';
        throw new UserError('file.unsaved', `${path} was not written: ${reason}.`);
      }
    } finally {
      this.changing = undefined;
    }
  }
}

/** Returns all paths under which editors may have a file. */
function namesOf({ path, real }: AgentPath, document?: vscode.TextDocument): readonly string[] {
  return [...new Set([path, real, ...(document ? [document.uri.fsPath] : [])])];
}

/** Finds the open document of a file; editor and agent may reach it through different links. */
async function openDocument({ path, real }: AgentPath): Promise<vscode.TextDocument | undefined> {
  const open = vscode.workspace.textDocuments.filter(
    ({ uri, isClosed }) => uri.scheme === 'file' && !isClosed,
  );
  const named = open.find(({ uri }) => uri.fsPath === path || uri.fsPath === real);
  if (named) {
    return named;
  }
  for (const document of open) {
    const place = await realpath(document.uri.fsPath).catch(() => document.uri.fsPath);
    if (place === real) {
      return document;
    }
  }
  return undefined;
}

/** The cells of an unsaved notebook are in no text that an agent could read or replace. */
function requireSavedNotebook({ path, real }: AgentPath): void {
  for (const name of new Set([path, real])) {
    if (findNotebook(vscode.Uri.file(name))?.isDirty) {
      throw new UserError(
        'notebook.unsaved',
        `${path} has unsaved changes in a notebook editor. Ask the user to save it first.`,
      );
    }
  }
}

/**
 * Opens a file that no editor shows.
 * @returns undefined if there is no file
 * @throws UserError `file.unreadable`, `file.binary`, `file.encoding`
 */
async function existingDocument(found: AgentPath): Promise<vscode.TextDocument | undefined> {
  const { path, real } = found;
  const stored = await storedText(real, path);
  if (!stored) {
    return undefined;
  }
  let document: vscode.TextDocument;
  try {
    document = await vscode.workspace.openTextDocument(vscode.Uri.file(path));
  } catch (error) {
    throw new UserError('file.unreadable', `${path} cannot be opened: ${messageOf(error)}`);
  }
  if (!stored.isUtf8 && document.getText().includes('\uFFFD')) {
    // Saving would replace what the editor could not decode.
    throw new UserError(
      'file.encoding',
      `${path} was not written: it is not in UTF-8. Ask the user to open it with its encoding first.`,
    );
  }
  return document;
}

async function create({ path, real }: AgentPath, text: string): Promise<void> {
  try {
    await mkdir(dirname(real), { recursive: true });
    if ((await realPlace(path)) !== real) {
      throw new Error('a link was put in its place');
    }
    const file = await openForWriting(
      real,
      constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL,
    );
    try {
      await file.writeFile(text);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw new UserError('file.unwritten', `${path} was not created: ${messageOf(error)}`);
  }
}

function isSame(document: vscode.TextDocument, text: string): boolean {
  const end = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
  return document.getText() === text.replaceAll(/\r\n|\r|\n/g, end);
}

async function saved(document: vscode.TextDocument): Promise<boolean> {
  return !document.isDirty || (await document.save());
}
