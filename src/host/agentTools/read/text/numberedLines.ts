import { cutLine } from './listing';

/** Maximum UTF-16 units of one answer. */
const longest = 40_000;

export interface LinesOptions {
  readonly heading: string;
  /** First line shown, 1-based. */
  readonly line: number;
  readonly limit: number;
}

/** Formats a bounded range of numbered lines, and how to get the lines that follow. */
export function numberedLines(
  lines: readonly string[],
  { heading, line, limit }: LinesOptions,
): string {
  const count = lines.length;
  if (line > count) {
    return `${heading}\n(It has ${count} lines: there is no line ${line}.)`;
  }
  const shown: string[] = [];
  let length = 0;
  for (const text of lines.slice(line - 1, line - 1 + limit)) {
    const numbered = `${line + shown.length}\t${cutLine(text)}`;
    length += numbered.length + 1;
    if (length > longest && shown.length > 0) {
      break;
    }
    shown.push(numbered);
  }
  const next = line + shown.length;
  const more =
    next <= count ? [`(Lines ${line} to ${next - 1} of ${count}. More: line ${next}.)`] : [];
  return [heading, ...shown, ...more].join('\n');
}
