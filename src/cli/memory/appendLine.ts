import type { PlannedFile } from '../config/fileEdit';
import { prevailingLineEnding } from '../patches/lineEndings';
import { type MemoryPlace, planText, writeText } from './changeText';

/** Line for a memory file, which need not exist. */
export interface NewLine extends MemoryPlace {
  readonly line: string;
}

/**
 * Computes a file with one more item at its end, in its own line ending. Changes nothing.
 * @throws UserError as `planText`
 */
export function planLine({ line, ...place }: NewLine): Promise<PlannedFile> {
  return planText(place, text => {
    const end = prevailingLineEnding(text);
    const start = /(?:^\uFEFF?|\n)$/.test(text) ? '' : end;
    const item = line.trim().replace(/\s*[\r\n]+\s*/g, ' ');
    return `${text}${start}${/^[-*] /.test(item) ? '' : '- '}${item}${end}`;
  });
}

/**
 * Adds an item at the end of a file. The undo restores the bytes from before.
 * @throws UserError as `planText` and `writeText`
 */
export async function appendLine(line: NewLine): Promise<() => Promise<void>> {
  return writeText(line, await planLine(line));
}
