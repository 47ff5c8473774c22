import { dirname, extname } from 'node:path';
import * as vscode from 'vscode';
import { messageOf, UserError } from '../../../base/errors';
import type { JsonObject } from '../../../base/json';
import { Sequencer } from '../../../base/sequencer';
import { type editorEditTools, readEditorEdit } from '../../../cli/patches/editorEdit';
import { decodeText, readPlace } from '../../../core/edits/fileContent';
import { realPlace } from '../../../core/edits/place';
import { create, overwrite } from '../../../core/edits/review/inPlace';
import { makeFolder } from '../../../node/durableFolder';
import { isFolder } from '../../../node/isFolder';
import { lineChanges } from '../../../protocol/lineChanges';
import { type ToolResult, textResult } from '../../../terminalServer/mcp/tool';
import { hasUnsavedText } from '../../editor/openDocuments';
import { EditorReader } from '../read/editorReader';
import type { ToolContext } from '../tool/editorTool';
import { isProtected } from './protectedFiles';

/** Change that can be written. */
interface PlannedEdit {
  /** For the agent. */
  readonly shown: string;
  /** Path without links. */
  readonly real: string;
  /** Content with its byte order mark; undefined if there is no file. */
  readonly before: string | undefined;
  readonly after: string;
}

const byteOrderMark = '\uFEFF';

/** All writes of this window: two tools may change the same file. */
const writes = new Sequencer();

/** Changes files for the tools of one conversation. All refusals are `UserError`s for the agent. */
export class FileEditor {
  constructor(private readonly context: ToolContext) {}

  /**
   * Computes what a call would write. Changes nothing.
   * @throws UserError `trust.required`, `file.…` or `edit.…` that says why it cannot be written
   */
  async plan(tool: (typeof editorEditTools)[number], input: JsonObject): Promise<PlannedEdit> {
    if (!vscode.workspace.isTrusted) {
      throw new UserError('trust.required', 'Files are changed in trusted workspaces only.');
    }
    const edit = readEditorEdit(tool, input);
    const { paths } = EditorReader.of(this.context);
    const absolute = await paths.editable(edit.path);
    const shown = paths.show(absolute);
    const real = await placeOf(absolute, shown);
    if (!(await paths.contains(real))) {
      throw refused('file.outside', shown, 'It is a link that leads out of the folders.');
    }
    if (isProtected(absolute) || isProtected(real)) {
      throw refused('file.denied', shown, 'It decides what programs may do. Use Edit for it.');
    }
    if (tool === 'memory_note' && !(await isFolder(dirname(real)))) {
      throw refused('folder.absent', shown, 'There is no such folder.');
    }
    if (extname(real).toLowerCase() === '.ipynb') {
      throw refused('file.binary', shown, 'It is a notebook: use NotebookEdit.');
    }
    if ([absolute, real].some(path => hasUnsavedText(vscode.Uri.file(path)))) {
      throw refused(
        'file.unsaved',
        shown,
        'The user has typed in it and not saved. Ask them to save it.',
      );
    }
    const before = await textOf(real, shown);
    const after = edit.after(before);
    if (after === before) {
      throw refused('edit.unchanged', shown, 'The file is already like that.');
    }
    return { shown, real, before, after };
  }

  /** @throws UserError as `plan`, and `file.unwritten` */
  write(
    tool: (typeof editorEditTools)[number],
    input: JsonObject,
    signal: AbortSignal,
  ): Promise<ToolResult> {
    return writes.queue(async () => {
      const edit = await this.plan(tool, input);
      if (signal.aborted) {
        throw refused('file.stopped', edit.shown, 'The call was canceled.');
      }
      await store(edit);
      const { added, removed } = lineChanges(edit.before ?? '', edit.after);
      const done = edit.before === undefined ? 'was created' : 'was changed';
      return textResult(`${edit.shown} ${done}: +${added} −${removed} lines.`);
    });
  }
}

async function store({ real, shown, before, after }: PlannedEdit): Promise<void> {
  const bytes = Buffer.from(after);
  try {
    if (before === undefined) {
      await makeFolder(dirname(real), 0o777);
      await create(real, bytes);
    } else {
      await overwrite(real, bytes, Buffer.from(before));
    }
  } catch (error) {
    throw refused('file.unwritten', shown, messageOf(error));
  }
}

async function placeOf(path: string, shown: string): Promise<string> {
  try {
    return await realPlace(path);
  } catch (error) {
    throw refused('file.unreadable', shown, messageOf(error));
  }
}

/**
 * @returns undefined if there is no file
 * @throws UserError for anything but a text in UTF-8 that has a single name
 */
async function textOf(real: string, shown: string): Promise<string | undefined> {
  const content = await readPlace(real);
  if (content.kind === 'absent') {
    return undefined;
  }
  if (content.kind === 'unreadable') {
    throw refused('file.unreadable', shown, content.reason);
  }
  const { bytes, names } = content;
  const { text, hasByteOrderMark, isLossy } = decodeText(bytes);
  if (isLossy || bytes.includes(0)) {
    throw refused('file.binary', shown, 'It is not UTF-8 text.');
  }
  if (names > 1) {
    throw refused('file.shared', shown, 'It is a hard link, so that another file would change.');
  }
  return hasByteOrderMark ? byteOrderMark + text : text;
}

function refused(code: UserError['code'], shown: string, why: string): UserError {
  return new UserError(code, `Nothing was written to ${shown}. ${why}`);
}
