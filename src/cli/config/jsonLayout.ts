import { createScanner, type Node } from 'jsonc-parser';
import { token } from './tokens';

/** How a file is laid out, so that what is added looks like what is there. */
export interface Layout {
  readonly eol: string;
  /** White space of a step of indentation. */
  readonly unit: string;
  /** True if values stand on one line. */
  readonly isCompact: boolean;
  /** Space after a colon. */
  readonly gap: string;
}

export function layoutOf(text: string, root: Node | undefined): Layout {
  const [eol = '\n'] = /\r\n|\r|\n/.exec(text) ?? [];
  const [first] = root?.children ?? [];
  const value = first?.children?.[1];
  const afterColon = value && first?.colonOffset !== undefined ? first.colonOffset + 1 : undefined;
  const inner = root ? text.slice(root.offset, root.offset + root.length) : '';
  return {
    eol,
    unit: (first && startsLine(text, first.offset) && indentAt(text, first.offset)) || '  ',
    isCompact: first !== undefined && !/[\r\n]/.test(inner),
    gap: value && afterColon !== undefined && afterColon === value.offset ? '' : ' ',
  };
}

/** Writes a value whose first line begins on a line with this indentation. */
export function printed(value: unknown, indent: string, { isCompact, unit, eol }: Layout): string {
  const text = isCompact ? JSON.stringify(value) : JSON.stringify(value, undefined, unit);
  return text.replaceAll('\n', eol + indent);
}

/** Returns the white space that a line begins with. */
export function indentAt(text: string, offset: number): string {
  const line = text.slice(lineStart(text, offset));
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

/** Whether only white space comes before this place on its line. */
export function startsLine(text: string, offset: number): boolean {
  const start = lineStart(text, offset);
  return start > 0 && text.slice(start, offset).trim() === '';
}

export function lineStart(text: string, offset: number): number {
  return Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
}

export const endOf = (node: Node) => node.offset + node.length;

/** Commas and comments between two items. */
export interface Between {
  /** Place of the comma. */
  readonly comma: number | undefined;
  /** End of the last comma or comment; the beginning if there is neither. */
  readonly end: number;
  readonly hasComment: boolean;
  /** True if a comment goes on to the end of its line. */
  readonly endsInLineComment: boolean;
}

export function between(text: string, from: number, to: number): Between {
  const scanner = createScanner(text.slice(from, to));
  let found: Between = { comma: undefined, end: from, hasComment: false, endsInLineComment: false };
  for (let kind = scanner.scan(); kind !== token.end; kind = scanner.scan()) {
    const offset = from + scanner.getTokenOffset();
    const end = offset + scanner.getTokenLength();
    if (kind === token.comma) {
      found = { ...found, comma: offset, end, endsInLineComment: false };
    } else if (kind === token.lineComment || kind === token.blockComment) {
      const endsInLineComment = kind === token.lineComment;
      found = { ...found, end, hasComment: true, endsInLineComment };
    }
  }
  return found;
}
