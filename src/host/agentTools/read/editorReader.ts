import { readFile, realpath, stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { UserError } from '../../../base/errors';
import { findDocument } from '../../editor/openDocuments';
import type { ToolContext } from '../tool/editorTool';
import { LanguageServices } from './languageServices';
import { AllowedPaths } from './text/allowedPaths';

/** Maximum size of a file that is read, in bytes. */
const largest = 10 * 1024 * 1024;

/** Reads files and queries language servers for the tools of one conversation. */
export class EditorReader {
  readonly services: LanguageServices;

  private constructor(readonly context: ToolContext) {
    this.services = new LanguageServices(context.clock, context.log);
  }

  private static readonly readers = new WeakMap<ToolContext, EditorReader>();

  /**
   * Returns the reader shared by all tools of a process, so that they wait only once for a language
   * server.
   */
  static of(context: ToolContext): EditorReader {
    const reader = EditorReader.readers.get(context) ?? new EditorReader(context);
    EditorReader.readers.set(context, reader);
    return reader;
  }

  /** Paths that the tools may use; computed each time, as workspace folders change. */
  get paths(): AllowedPaths {
    const { cwd, folders } = this.context;
    const roots = [...new Set([cwd, ...folders, ...workspaceFolders()])];
    return new AllowedPaths(cwd, roots, this.context.readRules([cwd], roots));
  }

  /**
   * Opens a file as an editor document, which makes it known to its language server.
   * @throws UserError `tool.absent`, `file.none`, and those of `readable`
   */
  async document(path: string): Promise<vscode.TextDocument> {
    const absolute = await this.paths.readable(path);
    await requireFile(absolute, path);
    return vscode.workspace.openTextDocument(vscode.Uri.file(absolute));
  }

  /**
   * Reads the lines of a file, including unsaved changes.
   * @throws UserError `tool.absent`, `file.none`, `file.binary`, `file.tooLarge`, and those of `readable`
   */
  async lines(path: string): Promise<{ lines: readonly string[]; isUnsaved: boolean }> {
    const absolute = await this.paths.readable(path);
    const real = await realpath(absolute).catch(() => absolute);
    const open = [absolute, real].map(one => findDocument(vscode.Uri.file(one))).find(Boolean);
    if (open) {
      return { lines: linesOf(open.getText()), isUnsaved: open.isDirty };
    }
    const { size } = await requireFile(absolute, path);
    if (size > largest) {
      throw new UserError('file.tooLarge', `${path} has ${Math.round(size / 1024 / 1024)} MB.`);
    }
    const bytes = await readFile(absolute);
    if (bytes.subarray(0, 8_000).includes(0)) {
      throw new UserError('file.binary', `${path} is not text (${size} bytes).`);
    }
    return { lines: linesOf(bytes.toString('utf8').replace(/^\uFEFF/, '')), isUnsaved: false };
  }

  /**
   * Returns a reader of single, trimmed lines. It reads each file once, and gives undefined for
   * files that may not be read.
   */
  lineSource(): (path: string, line: number) => Promise<string | undefined> {
    const known = new Map<string, Promise<readonly string[] | undefined>>();
    const read = async (path: string) => {
      try {
        return (await this.lines(path)).lines;
      } catch {
        // Outside the folders, secret, or gone: the place is shown without its text.
        return undefined;
      }
    };
    return async (path, line) => {
      const lines = known.get(path) ?? read(path);
      known.set(path, lines);
      return (await lines)?.[line]?.trim();
    };
  }
}

function workspaceFolders(): string[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);
}

export function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}

async function requireFile(absolute: string, path: string): Promise<{ size: number }> {
  const found = await stat(absolute).catch(() => undefined);
  if (!found) {
    throw new UserError('tool.absent', `${path} does not exist.`);
  }
  if (!found.isFile()) {
    throw new UserError('file.none', `${path} is ${found.isDirectory() ? 'a folder' : 'no file'}.`);
  }
  return found;
}
