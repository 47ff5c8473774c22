import { prevailingLineEnding } from './lineEndings';

/** Heading of the notes that agents propose and the user confirms. */
export const notesHeading = '## Notes for agents';

/** UTF-16 units of one note. */
export const longestNote = 2_000;

/** Note in a memory file. */
export interface MemoryNote {
  /** 0-based line of the file. */
  readonly line: number;
  readonly text: string;
}

/** Lists the notes below their heading. */
export function notesIn(text: string): readonly MemoryNote[] {
  const lines = text.split('\n');
  const { first, end } = sectionIn(lines);
  return lines.slice(first, end).flatMap((line, index) => {
    const [, note] = /^[-*] +(\S.*)$/.exec(line.trimEnd()) ?? [];
    return note === undefined ? [] : [{ line: first + index, text: note }];
  });
}

/** Returns the text with one more note, below the heading; without one, at the end. */
export function withNote(text: string, note: string): string {
  const lines = text.split('\n');
  const end = lineEnd(text);
  const item = `- ${oneLine(note)}${end}`;
  const last = notesIn(text).at(-1);
  const section = sectionIn(lines);
  if (last || section.isThere) {
    const at = last ? last.line + 1 : section.first;
    const isAfterBareLine = at === lines.length;
    const before = isAfterBareLine ? [...lines.slice(0, -1), `${lines.at(-1)}${end}`] : lines;
    const added = [...(last ? [] : [end]), item, ...(isAfterBareLine ? [''] : [])];
    return spliced(before, at, 0, added);
  }
  const isEmpty = text.replace(/^\uFEFF/, '').trim() === '';
  const close = isEmpty || text.endsWith('\n') ? '' : `${end}\n`;
  const gap = isEmpty ? '' : `${end}\n`;
  return `${text}${close}${gap}${notesHeading}${end}\n${end}\n${item}\n`;
}

/**
 * Returns the text without a note, or with another one in its place.
 * @param by absent: the note is removed; a last note takes the heading with it
 * @returns undefined if the note is no longer there
 */
export function changeNote(text: string, note: MemoryNote, by?: string): string | undefined {
  const notes = notesIn(text);
  if (!notes.some(({ line, text: words }) => line === note.line && words === note.text)) {
    return undefined;
  }
  const lines = text.split('\n');
  if (by !== undefined) {
    const old = lines[note.line] ?? '';
    return spliced(lines, note.line, 1, [`- ${oneLine(by)}${old.endsWith('\r') ? '\r' : ''}`]);
  }
  return notes.length > 1 ? spliced(lines, note.line, 1, []) : withoutSection(lines, note.line);
}

function lineEnd(text: string): string {
  return prevailingLineEnding(text) === '\r\n' ? '\r' : '';
}

/**
 * Returns a note as one line, because it is an item of a list, without what a diff does not show: the
 * user agrees to what they see. Joiners stay, as emoji and some scripts need them.
 */
export function oneLine(note: string): string {
  return note
    .replaceAll(/(?!\u200c|\u200d)(?:\p{Cf}|[\u{e0100}-\u{e01ef}])/gu, '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
}

interface Section {
  /** Line after the heading; the number of lines if there is none. */
  readonly first: number;
  readonly end: number;
  readonly isThere: boolean;
}

function sectionIn(lines: readonly string[]): Section {
  const heading = lines.findIndex(line => line.trimEnd() === notesHeading);
  if (heading === -1) {
    return { first: lines.length, end: lines.length, isThere: false };
  }
  const next = lines.findIndex((line, index) => index > heading && /^#{1,2} /.test(line));
  return { first: heading + 1, end: next === -1 ? lines.length : next, isThere: true };
}

/** Removes the note with its heading, if nothing else stands below it. */
function withoutSection(lines: readonly string[], line: number): string {
  const section = sectionIn(lines);
  const others = lines
    .slice(section.first, section.end)
    .filter((one, index) => section.first + index !== line && one.trim() !== '');
  if (others.length > 0) {
    return spliced(lines, line, 1, []);
  }
  const before = lines.slice(0, section.first - 1);
  while (before.length > 0 && before.at(-1)?.trim() === '') {
    before.pop();
  }
  const gap = before.length > 0 ? [''] : [];
  return [...before, ...gap, ...lines.slice(section.end)].join('\n');
}

/** @param lines without line feeds, but with the return of a Windows line end */
function spliced(
  lines: readonly string[],
  at: number,
  removed: number,
  added: readonly string[],
): string {
  return [...lines.slice(0, at), ...added, ...lines.slice(at + removed)].join('\n');
}
