import { badPatch, otherChange } from './badPatch';
import type { FilePatch, PatchLine } from './filePatch';

/** Hunk that is being read. */
interface OpenHunk {
  readonly anchors: string[];
  readonly lines: PatchLine[];
  line?: number;
  isAtEnd?: boolean;
}

interface OpenFile {
  readonly path: string;
  readonly isNew: boolean;
  readonly hunks: OpenHunk[];
}

/**
 * Reads `*** Begin Patch`: files, each with hunks that begin with `@@` and have no line numbers.
 * @throws UserError `edit.badPatch`
 */
export function readEnvelope(text: string): readonly FilePatch[] {
  const files: OpenFile[] = [];
  for (const [index, line] of linesOf(text).entries()) {
    const { action, path } = fileIn(line) ?? {};
    if (action !== undefined && path !== undefined) {
      if (action === 'Delete') {
        throw otherChange(path, 'deletes');
      }
      files.push({ path, isNew: action === 'Add', hunks: [] });
      continue;
    }
    const file = files.at(-1);
    if (/^\*\*\* Move to:/.test(line)) {
      throw otherChange(file?.path ?? line, 'moves');
    }
    if (!file) {
      throw badPatch(
        `Line ${index + 1} belongs to no file: "*** Update File: <path>" comes first.`,
      );
    }
    readLine(file, line, index + 1);
  }
  return files.map(closed);
}

/** Reads the line that names a file. */
function fileIn(line: string): { readonly action: string; readonly path: string } | undefined {
  const [, action, rest = ''] = /^\*\*\* (Update|Add|Delete) File:(.*)$/.exec(line) ?? [];
  const path = rest.trim();
  return action === undefined || path === '' ? undefined : { action, path };
}

/** Returns the lines between the ends of the envelope, which models sometimes leave out. */
function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  const from = lines.findIndex(line => /^\*\*\* (?!End)/.test(line));
  const end = lines.findIndex(line => /^\*\*\* End Patch/.test(line));
  const inner = lines.slice(Math.max(0, from), end === -1 ? lines.length : end);
  if (/^\*\*\* Begin Patch/.test(inner[0] ?? '')) {
    inner.shift();
  }
  while (inner.at(-1)?.trim() === '') {
    inner.pop();
  }
  return inner;
}

function readLine(file: OpenFile, line: string, number: number): void {
  if (/^\*\*\* End of File/.test(line)) {
    openHunk(file).isAtEnd = true;
    return;
  }
  const [, head] = /^@@(.*)$/.exec(line) ?? [];
  if (head !== undefined) {
    readHead(file, head);
    return;
  }
  const sign = line.charAt(0);
  if (sign === '+' || sign === '-' || sign === ' ') {
    openHunk(file).lines.push({ sign, text: line.slice(1) });
    return;
  }
  if (line === '') {
    // An empty line that is kept; models leave out its space.
    openHunk(file).lines.push({ sign: file.isNew ? '+' : ' ', text: '' });
    return;
  }
  throw badPatch(`Line ${number} begins with neither " ", "-", "+" nor "@@": ${line.slice(0, 80)}`);
}

/** Begins a hunk, or adds an anchor to one that has no lines yet. */
function readHead(file: OpenFile, head: string): void {
  const last = file.hunks.at(-1);
  const hunk = last && last.lines.length === 0 && !last.isAtEnd ? last : { anchors: [], lines: [] };
  if (hunk !== last) {
    file.hunks.push(hunk);
  }
  const [, line, count, rest] = /^ *-(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@(.*)$/.exec(head) ?? [];
  if (line !== undefined) {
    // A hunk without old lines gives the number of the line before it.
    hunk.line = Number(line) + (Number(count) === 0 ? 1 : 0);
  }
  const anchor = (rest ?? head).replace(/@@\s*$/, '').trim();
  // The text behind numbers is that of some function before, and no line on its own.
  if (anchor !== '' && line === undefined) {
    hunk.anchors.push(anchor);
  }
}

function openHunk(file: OpenFile): OpenHunk {
  const last = file.hunks.at(-1);
  if (last) {
    return last;
  }
  const hunk: OpenHunk = { anchors: [], lines: [] };
  file.hunks.push(hunk);
  return hunk;
}

/** @throws UserError `edit.badPatch` if nothing would change */
function closed({ path, isNew, hunks }: OpenFile): FilePatch {
  const used = hunks.filter(({ lines }) => lines.some(({ sign }) => sign !== ' '));
  if (used.length === 0 && !isNew) {
    throw badPatch(`It adds and removes no lines in ${path}.`);
  }
  if (isNew && used.some(({ lines }) => lines.some(({ sign }) => sign !== '+'))) {
    throw badPatch(`Each line of the new file ${path} begins with "+".`);
  }
  return { path, isNew, hunks: used };
}
