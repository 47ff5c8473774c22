import { isAbsolute, posix, resolve } from 'node:path';
import { asString, type JsonObject } from '../../base/json';
import type { EditProposal } from '../../protocol/agentSource';
import { type CliVersion, isAtLeast } from '../launch/version';
import { editorEditRules, tryEditorEdit, userText, userTextKey } from '../patches/editorEdit';
import {
  keepByteOrderMark,
  prevailingLineEnding,
  toFileText,
  toLineFeeds,
} from '../patches/lineEndings';
import { notebookProposal } from './notebookProposal';
import { applyEdits, readTextEdits } from './textEdits';

/** Tools that change a file. MultiEdit is in no version from 2.0.36 on, but in old sessions. */
const editTools: readonly string[] = ['Edit', 'MultiEdit', 'Write', 'NotebookEdit'];

/** All tools that change files which their input names: those of the agent, and the editor's. */
export const fileTools: readonly string[] = [...editTools, ...editorEditRules];

/** Tools that run a command in a shell. */
export const commandTools: readonly string[] = ['Bash', 'PowerShell'];

/** Returns the absolute paths that a call of this tool changes. */
export function editedPaths(tool: string, input: JsonObject, cwd: string): string[] {
  return fileTools.includes(tool) ? namedPaths(tool, input, cwd) : [];
}

/** Returns the absolute paths that a call of this tool reads, including files it edits. */
export function readPaths(tool: string, input: JsonObject, cwd: string): string[] {
  return tool === 'Read' || fileTools.includes(tool) ? namedPaths(tool, input, cwd) : [];
}

function namedPaths(tool: string, input: JsonObject, cwd: string): string[] {
  const ofEditor = tryEditorEdit(tool, input);
  const path =
    ofEditor?.path ?? asString(tool === 'NotebookEdit' ? input.notebook_path : input.file_path);
  return path ? [isAbsolute(path) ? path : resolve(cwd, path)] : [];
}

interface Edit {
  readonly input: JsonObject;
  readonly path: string;
  readonly label: string;
  readonly version: CliVersion;
}

/** Describes an edit by one of the editor's tools; `undefined` for other tools and malformed input. */
export function editorProposal(
  tool: string,
  input: JsonObject,
  cwd: string,
): EditProposal | undefined {
  const edit = tryEditorEdit(tool, input);
  return (
    edit && {
      path: resolve(cwd, edit.path),
      kind: 'text',
      label: posix.basename(edit.path.replaceAll('\\', '/')),
      sides: current => ({ before: current ?? '', after: edit.after(current) }),
      inputFor: (current, after) => ({
        ...input,
        [userTextKey]: userText(current, keepByteOrderMark(after, current ?? '')),
      }),
    }
  );
}

/** Describes an edit that waits for permission; `undefined` for other tools and malformed input. */
export function editProposal(
  tool: string,
  input: JsonObject,
  cwd: string,
  version: CliVersion,
): EditProposal | undefined {
  const [path] = editedPaths(tool, input, cwd);
  if (path === undefined) {
    return undefined;
  }
  const label = posix.basename(path.replaceAll('\\', '/'));
  const ofEditor = editorProposal(tool, input, cwd);
  if (ofEditor) {
    return ofEditor;
  }
  switch (tool) {
    case 'Write':
      return writeProposal({ input, path, label, version });
    case 'NotebookEdit':
      return notebookProposal(input, path);
    default:
      return replaceProposal({ input, path, label, version });
  }
}

function writeProposal({ input, path, label, version }: Edit): EditProposal | undefined {
  const content = asString(input.content);
  if (content === undefined) {
    return undefined;
  }
  // Older versions convert to the file's previous line ends, and so would double a CRLF's CR.
  const convertsLineEnds = (current: string | undefined) =>
    !isAtLeast(version, writesVerbatimSince) && prevailingLineEnding(current ?? '') === '\r\n';
  return {
    path,
    kind: 'text',
    label,
    sides: current => ({
      before: current ?? '',
      after: convertsLineEnds(current) ? toFileText(content, current ?? '') : content,
    }),
    inputFor(current, after) {
      const whole = keepByteOrderMark(after, current ?? '');
      return { ...input, content: convertsLineEnds(current) ? toLineFeeds(whole) : whole };
    },
  };
}

const writesVerbatimSince: CliVersion = '2.1.120';

function replaceProposal({ input, path, label, version }: Edit): EditProposal | undefined {
  const edits = readTextEdits(input);
  if (edits.length === 0) {
    return undefined;
  }
  return {
    path,
    kind: 'text',
    label,
    sides(current) {
      const before = current ?? '';
      const after = applyEdits(toLineFeeds(before), edits, version);
      return { before, after: toFileText(after, before) };
    },
    // Replaces the whole text: no other edit is certain to give exactly this result.
    inputFor(current, after) {
      const { edits: _list, ...rest } = input;
      const before = current ?? '';
      const whole = keepByteOrderMark(after, before);
      return {
        ...rest,
        old_string: toLineFeeds(before),
        new_string: prevailingLineEnding(before) === '\r\n' ? toLineFeeds(whole) : whole,
        replace_all: false,
      };
    },
  };
}
