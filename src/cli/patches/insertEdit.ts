import { UserError } from '../../base/errors';
import { asString, type JsonObject } from '../../base/json';
import { applyPatch } from './applyPatch';
import type { EditorEdit } from './fileEdit';
import type { FilePatch, PatchLine } from './filePatch';
import { nearestLines } from './nearestLines';

/** UTF-16 units of a line in an error. */
const longestShown = 200;

/** Where the new text goes: lines of the file, 0-based; `count` of them are replaced. */
interface Target {
  readonly at: number;
  readonly count: number;
}

/** Reads an edit that names a range of lines, or a line that stands in the file once. */
export function insertEdit(input: JsonObject): EditorEdit {
  const path = asString(input.path) ?? '';
  const newText = asString(input.newText) ?? '';
  const { newText: _text, path: _path, ...rest } = input;
  const added =
    newText === '' ? [] : newText.replaceAll('\r\n', '\n').replace(/\n$/, '').split('\n');
  return {
    path,
    shown: [{ oldText: '', newText }],
    rest,
    after: (current = '') => {
      const lines = current.replace(/^\uFEFF/, '').split('\n');
      if (lines.at(-1) === '') {
        lines.pop();
      }
      const { at, count } = targetIn(lines, input, path);
      const removed = lines.slice(at, at + count).map(line => line.replace(/\r$/, ''));
      return applyPatch(replacement(path, { at, removed, added }), current);
    },
  };
}

function replacement(
  path: string,
  {
    at,
    removed,
    added,
  }: {
    readonly at: number;
    readonly removed: readonly string[];
    readonly added: readonly string[];
  },
): FilePatch {
  const lines: readonly PatchLine[] = [
    ...removed.map(text => ({ sign: '-', text }) as const),
    ...added.map(text => ({ sign: '+', text }) as const),
  ];
  return { path, isNew: false, hunks: [{ anchors: [], lines, line: at + 1 }] };
}

/** @throws UserError `edit.noMatch` */
function targetIn(lines: readonly string[], input: JsonObject, path: string): Target {
  const anchor = asString(input.anchor);
  if (anchor !== undefined) {
    const at = lineOf(lines, anchor, path);
    const position = asString(input.position) ?? 'after';
    return position === 'replace'
      ? { at, count: 1 }
      : { at: position === 'before' ? at : at + 1, count: 0 };
  }
  const { startLine, endLine = startLine } = input;
  if (typeof startLine !== 'number' || typeof endLine !== 'number') {
    throw misfit(path, 'name a range (startLine, endLine) or an anchor.');
  }
  const isEmpty = endLine === startLine - 1;
  const isInside = startLine >= 1 && endLine <= lines.length && endLine >= startLine - 1;
  if (!isInside || startLine > lines.length + 1) {
    throw misfit(path, `lines ${startLine} to ${endLine} are not in it: it has ${lines.length}.`);
  }
  return { at: startLine - 1, count: isEmpty ? 0 : endLine - startLine + 1 };
}

function lineOf(lines: readonly string[], anchor: string, path: string): number {
  const wanted = anchor.trim();
  const shown = wanted.slice(0, longestShown);
  const found = lines.flatMap((line, index) => (line.trim() === wanted ? [index] : []));
  const [first, ...others] = found;
  if (first === undefined) {
    throw misfit(path, `no line of it is "${shown}".\n${nearestLines(lines, [anchor])}`);
  }
  if (others.length > 0) {
    const all = found.slice(0, 10).map(index => index + 1);
    throw misfit(
      path,
      `more than one line is "${shown}": ${all.join(', ')}. Name the range with startLine and endLine.`,
    );
  }
  return first;
}

function misfit(path: string, what: string): UserError {
  return new UserError('edit.noMatch', `Nothing was written. For ${path}: ${what}`);
}
