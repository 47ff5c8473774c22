import * as z from '../../../../base/schema';

/** Input fields of tools that return a list. */
export const pageInput = {
  offset: z.optional(
    z.int().check(z.minimum(0), z.describe('How many entries to pass over. Default 0.')),
  ),
  limit: z.optional(
    z.int().check(z.minimum(1), z.maximum(1_000), z.describe('The most entries to show.')),
  ),
};

interface Page {
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

/** Maximum UTF-16 units of one answer, and of one line in it. */
const longestAnswer = 24_000;
const longestLine = 400;

export interface ListingOptions extends Page {
  /** First line: "5 references of useDraft". */
  readonly heading: string;
  /** Number of entries shown if the call gives no limit. */
  readonly usual: number;
  /** Number of entries if more exist than are passed. */
  readonly total?: number;
  /** How to get the rest: `offset` by default, which a tool may lack. */
  readonly rest?: string;
}

/**
 * Formats a bounded list: heading, entries, and how to get the rest. Entries may span several
 * lines.
 */
export function listing(entries: readonly string[], options: ListingOptions): string {
  const { heading, usual, offset = 0, limit = usual } = options;
  const total = Math.max(options.total ?? 0, entries.length);
  const lines = [heading];
  let length = heading.length;
  let next = offset;
  for (const entry of entries.slice(offset, offset + limit)) {
    const text = cutLines(entry);
    length += text.length + 1;
    if (length > longestAnswer && next > offset) {
      break;
    }
    lines.push(text);
    next += 1;
  }
  if (offset >= total && total > 0) {
    return `${heading}\n(There are ${total}: offset ${offset} is beyond the last.)`;
  }
  if (next < total) {
    const more = next < entries.length ? `More: offset ${next}.` : 'Narrow the question.';
    lines.push(`(${offset + 1} to ${next} of ${total}. ${options.rest ?? more})`);
  }
  return lines.join('\n');
}

function cutLines(text: string): string {
  return text.split('\n').map(cutLine).join('\n');
}

/** Truncates a line to `longestLine` and adds its full length. */
export function cutLine(line: string): string {
  return line.length > longestLine
    ? `${line.slice(0, longestLine)}… (${line.length} characters)`
    : line;
}

/** Formats a count with its noun: "1 place", "2 places". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
