import type { Text } from '../../../src/contract/content';

/** Returns the locally available part of a text: all of it, or its preview. */
export function availableText(text: Text): string {
  return typeof text === 'string' ? text : text.preview;
}

/** Splits a text into lines, without the empty one after a final line break. */
export function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.length > 1 && lines.at(-1) === '') {
    lines.pop();
  }
  return lines;
}

/** Formats a length in UTF-16 units, such as "820 characters", "12 KB" or "3.4 MB". */
export function sizeOf(length: number): string {
  if (length < 1000) {
    return `${length} characters`;
  }
  return length < 1_000_000
    ? `${Math.round(length / 1000)} KB`
    : `${(length / 1_000_000).toFixed(1)} MB`;
}

export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** Formats a duration, such as "9 s", "1 min 5 s" or "2 h 3 min". */
export function durationOf(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds < 60) {
    return `${seconds} s`;
  }
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
