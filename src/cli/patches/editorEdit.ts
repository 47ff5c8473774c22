import { createHash } from 'node:crypto';
import { UserError } from '../../base/errors';
import { asString, isObject, type JsonObject } from '../../base/json';
import { editorServer, ruleFor, splitToolName } from '../../protocol/editorServer';
import { applyPatch } from './applyPatch';
import type { EditorEdit } from './fileEdit';
import { insertEdit } from './insertEdit';
import { notesHeading, oneLine, withNote } from './memoryNotes';
import { readPatch } from './readPatch';

/** Tools of the editor that change one file, by their names without the server's. */
export const editorEditTools = ['apply_patch', 'insert_edit', 'memory_note'] as const;
type EditorEditTool = (typeof editorEditTools)[number];

/** The same as the agent and its rules name them. */
export const editorEditRules: readonly string[] = editorEditTools.map(ruleFor);

/** Argument that only the editor sets: the file as the user has changed it in the diff. */
export const userTextKey = 'byUser';

/** Content of `userTextKey`. */
interface UserText {
  readonly text: string;
  /** Digest of the content that the user has changed; see `digestOf`. */
  readonly of: string;
}

/** Returns the argument for a text of the user's. */
export function userText(current: string | undefined, text: string): UserText {
  return { text, of: digestOf(current) };
}

function digestOf(current: string | undefined): string {
  return current === undefined ? 'none' : createHash('sha256').update(current).digest('hex');
}

/** Returns the tool's name without the server's, if it is one of these tools. */
export function editorEditTool(tool: string): EditorEditTool | undefined {
  const parts = splitToolName(tool);
  return parts?.server === editorServer
    ? editorEditTools.find(name => name === parts.tool)
    : undefined;
}

/**
 * Reads the input of such a tool.
 * @throws UserError `edit.badPatch` whose words are for the agent
 */
export function readEditorEdit(tool: EditorEditTool, input: JsonObject): EditorEdit {
  const edit = readers[tool](input);
  const user = input[userTextKey];
  if (!isObject(user)) {
    return edit;
  }
  const text = asString(user.text) ?? '';
  return {
    ...edit,
    shown: [{ oldText: '', newText: text }],
    after: current => {
      if (user.of !== digestOf(current)) {
        throw new UserError(
          'edit.stale',
          `Nothing was written. ${edit.path} has changed since the user looked at the edit. Read it again.`,
        );
      }
      return text;
    },
  };
}

/** Like `readEditorEdit`; undefined for input that cannot be read, for instance as it is streamed. */
export function tryEditorEdit(tool: string, input: JsonObject): EditorEdit | undefined {
  const name = editorEditTool(tool);
  if (name === undefined) {
    return undefined;
  }
  try {
    return readEditorEdit(name, input);
  } catch (error) {
    if (error instanceof UserError) {
      return undefined;
    }
    throw error;
  }
}

const readers: Readonly<Record<EditorEditTool, (input: JsonObject) => EditorEdit>> = {
  apply_patch: input => {
    const patch = readPatch(asString(input.patch) ?? '');
    const { path, isNew, hunks } = patch;
    const textOf = (sign: '-' | '+', lines: (typeof hunks)[number]['lines']) =>
      lines.flatMap(line => (line.sign === sign ? [line.text] : [])).join('\n');
    return {
      path,
      shown: hunks.map(({ lines }) => ({
        oldText: textOf('-', lines),
        newText: textOf('+', lines),
      })),
      rest: {},
      after: current => {
        requireExistence(path, isNew, current);
        return applyPatch(patch, current);
      },
    };
  },
  insert_edit: input => {
    const edit = insertEdit(input);
    return {
      ...edit,
      after: current => {
        requireExistence(edit.path, false, current);
        return edit.after(current);
      },
    };
  },
  memory_note: input => {
    const folder = (asString(input.folder) ?? '').replace(/[\\/]+$/, '');
    const note = oneLine(asString(input.note) ?? '');
    if (note === '') {
      throw new UserError('edit.badPatch', 'Nothing was written. The note has no words.');
    }
    return {
      path: folder === '' || folder === '.' ? 'CLAUDE.md' : `${folder}/CLAUDE.md`,
      shown: [{ oldText: '', newText: `${notesHeading}\n- ${note}` }],
      rest: {},
      after: current => withNote(current ?? '', note),
    };
  },
};

function requireExistence(path: string, isNew: boolean, current: string | undefined): void {
  if (isNew && current !== undefined) {
    throw new UserError(
      'edit.stale',
      `Nothing was written. ${path} exists already: change it with "*** Update File: ${path}".`,
    );
  }
  if (!isNew && current === undefined) {
    throw new UserError('edit.stale', `Nothing was written. ${path} does not exist.`);
  }
}
