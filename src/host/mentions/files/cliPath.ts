import type { LineRange } from '../../../contract/mentions';

/**
 * Writes a mention of a file as the CLI expands it, measured from 2.0.36 to 2.1.329: lines after
 * `#L`, quotes around names with spaces or brackets. Without quotes, what ends like a sentence would
 * lose its last character. Names with braces are not found, nor are those with `#` from 2.1.120 on.
 * @param path relative to the agent's folder, or absolute; a folder's ends with a slash
 * @returns undefined if the CLI would not find the file
 */
export function cliPath(path: string, lines?: LineRange): string | undefined {
  const isQuoted = /[\s[\]]|[^\p{L}\p{N}_/\\]$/u.test(path);
  const isOdd = /[#{}\p{Cc}\p{Zl}\p{Zp}]/u.test(path) || (isQuoted && path.includes('"'));
  if (isOdd || path === '') {
    return undefined;
  }
  const { start, end } = lines ?? {};
  const place = start === undefined ? '' : start === end ? `#L${start}` : `#L${start}-${end}`;
  return isQuoted ? `@"${path}${place}"` : `@${path}${place}`;
}

/** Word of a file mention: a path, and lines after `#` or `:`. */
export function splitLines(word: string): { readonly path: string; readonly lines?: LineRange } {
  const [, path = '', from, to] = /^(.+?)(?:#L?|:)(\d{1,7})(?:-L?(\d{1,7}))?$/.exec(word) ?? [];
  const start = Number(from);
  if (path === '' || !(start >= 1)) {
    return { path: word };
  }
  const end = to === undefined ? start : Number(to);
  return { path, lines: end >= start ? { start, end } : { start, end: start } };
}
