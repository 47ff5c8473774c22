import type { Text } from '../../../src/contract/content';

/** What is at hand of a text: all of it, or its beginning. */
export function atHand(text: Text): string {
  return typeof text === 'string' ? text : text.preview;
}

/** Lines without the empty one that a final line break leaves. */
export function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.length > 1 && lines.at(-1) === '') {
    lines.pop();
  }
  return lines;
}

/** "820 characters", "12 KB", "3.4 MB": sizes for people. */
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

/** "9 s", "1 min 5 s", "2 h 3 min". */
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
