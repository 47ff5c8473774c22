import type { Node } from 'jsonc-parser';
import { between, endOf, lineStart, startsLine } from './jsonLayout';
import type { TextChange } from './textChange';

/** Removes an item with its comma, and with its line if nothing else stands there. Comments stay. */
export function removeChild(text: string, container: Node, index: number): readonly TextChange[] {
  const children = container.children ?? [];
  const node = children[index];
  if (!node) {
    return [];
  }
  const open = container.offset + 1;
  const close = endOf(container) - 1;
  const before = children[index - 1];
  const after = children[index + 1];
  const ahead = between(text, before ? endOf(before) : open, node.offset);
  const behind = between(text, endOf(node), after?.offset ?? close);
  if (children.length === 1 && !ahead.hasComment && !behind.hasComment) {
    return [removal(open, close)];
  }
  if (behind.comma === undefined) {
    const own = lines(text, node.offset, endOf(node)) ?? backwards(text, node, ahead.end);
    return ahead.comma === undefined ? [own] : [removal(ahead.comma, ahead.comma + 1), own];
  }
  const isBeside = text.slice(endOf(node), behind.comma).trim() === '';
  if (!isBeside) {
    return [removal(node.offset, endOf(node)), removal(behind.comma, behind.comma + 1)];
  }
  const end = behind.comma + 1;
  return [lines(text, node.offset, end) ?? removal(node.offset, skipBlanks(text, end))];
}

/** Returns the removal of whole lines, unless something else stands on them. */
function lines(text: string, from: number, to: number): TextChange | undefined {
  const end = skipBlanks(text, to);
  const [eol] = /^(?:\r\n|\r|\n)/.exec(text.slice(end, end + 2)) ?? [];
  return eol !== undefined && startsLine(text, from)
    ? removal(lineStart(text, from), end + eol.length)
    : undefined;
}

/** Returns the removal of an item and the white space before it, as far as a comment allows. */
function backwards(text: string, node: Node, previous: number): TextChange {
  const gap = text.slice(previous, node.offset);
  const isBlank =
    gap.trim() === '' && !text.slice(lineStart(text, previous), previous).includes('//');
  return removal(isBlank ? previous : node.offset, endOf(node));
}

function skipBlanks(text: string, from: number): number {
  return from + (/^[ \t]*/.exec(text.slice(from))?.[0].length ?? 0);
}

function removal(from: number, to: number): TextChange {
  return { offset: from, length: to - from, content: '' };
}
