import { basename } from 'node:path';
import { asString, isObject, type JsonObject } from '../../base/json';
import type { EditProposal } from '../../protocol/agentSource';

export const byteOrderMark = '\uFEFF';

/**
 * Normalizes a text as the editor does: no byte order mark, and only the more frequent line end.
 */
export function asEditorText(text: string): string {
  const unmarked = withoutMark(text);
  // Counted first: replacing all line ends of a long text takes many times as long.
  const returns = count(unmarked, '\r');
  if (returns === 0) {
    return unmarked;
  }
  const pairs = count(unmarked, '\r\n');
  const feeds = count(unmarked, '\n');
  if (returns === pairs && feeds === pairs) {
    return unmarked;
  }
  const all = returns + feeds - pairs;
  return unmarked.replaceAll(/\r\n|\r|\n/g, returns > all / 2 ? '\r\n' : '\n');
}

function count(text: string, part: string): number {
  let found = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) {
    found += 1;
  }
  return found;
}

/** Converts the editor's text for the agent, with the byte order mark of its own proposal. */
export function asAgentText(text: string, proposed: string): string {
  return proposed.startsWith(byteOrderMark) ? byteOrderMark + text : text;
}

export function withoutMark(text: string): string {
  return text.startsWith(byteOrderMark) ? text.slice(1) : text;
}

/**
 * Returns the path under which the editor shows a proposal: the file's own, so that language, icon
 * and settings match. A notebook cell appears as a file in its language beside the notebook.
 */
export function shownPath(
  edit: EditProposal,
  input: JsonObject,
  current: string | undefined,
): string {
  if (edit.kind === 'text') {
    return edit.path;
  }
  const name = edit.label.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-');
  return `${edit.path}.${name}${cellExtension(input, current)}`;
}

const extensions: Readonly<Record<string, string>> = {
  python: '.py',
  javascript: '.js',
  typescript: '.ts',
  r: '.r',
  julia: '.jl',
  rust: '.rs',
  scala: '.scala',
  bash: '.sh',
};

function cellExtension(input: JsonObject, current: string | undefined): string {
  const notebook = parse(current);
  const cells = Array.isArray(notebook.cells) ? notebook.cells.filter(isObject) : [];
  const cell = cells.find(one => one.id === input.cell_id);
  if ((asString(input.cell_type) ?? asString(cell?.cell_type)) === 'markdown') {
    return '.md';
  }
  const metadata = isObject(notebook.metadata) ? notebook.metadata : {};
  const language = isObject(metadata.language_info) ? metadata.language_info : {};
  const kernel = isObject(metadata.kernelspec) ? metadata.kernelspec : {};
  const own = asString(language.file_extension);
  if (own && /^\.\w+$/.test(own)) {
    return own;
  }
  const name = asString(language.name) ?? asString(kernel.language) ?? 'python';
  return extensions[name.toLowerCase()] ?? '.txt';
}

/** Whether a text is a notebook of format 4 or newer; VS Code's serializer refuses older ones. */
export function isNotebookText(text: string | undefined): boolean {
  const { cells, nbformat } = parse(text);
  return Array.isArray(cells) && Number(nbformat) >= 4;
}

function parse(text: string | undefined): JsonObject {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return isObject(value) ? value : {};
  } catch (error) {
    if (error instanceof SyntaxError) {
      return {};
    }
    throw error;
  }
}

/** Names the edited file or notebook cell, for titles and messages. */
export function fileLabel(edit: EditProposal): string {
  return edit.kind === 'text' ? edit.label : `${basename(edit.path)}, ${edit.label}`;
}

/** Names the same for the agent, in English. */
export function agentLabel({ path, agentLabel }: EditProposal): string {
  return agentLabel === undefined ? path : `${basename(path)}, ${agentLabel}`;
}
