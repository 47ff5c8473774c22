import type { Node } from 'jsonc-parser';
import { between, endOf, indentAt, type Layout, printed, startsLine } from './jsonLayout';
import type { TextChange } from './textChange';

/** Item to add to an array, or with a key to an object. */
export interface NewChild {
  readonly key?: string;
  readonly value: unknown;
}

/**
 * Adds an item to an object or array, laid out like its neighbours.
 * @param index place among the items; their number for the end
 */
export function insertChild(
  text: string,
  layout: Layout,
  container: Node,
  index: number,
  child: NewChild,
): readonly TextChange[] {
  const children = container.children ?? [];
  const before = children[index];
  const last = children.at(-1);
  if (before) {
    const isOnOwnLine = startsLine(text, before.offset);
    const indent = indentAt(text, before.offset);
    const rest = isOnOwnLine ? layout.eol + indent : layout.gap;
    return [
      insertion(before.offset, `${item(child, indent, inside(layout, isOnOwnLine))},${rest}`),
    ];
  }
  return last
    ? afterLast(text, layout, container, last, child)
    : intoEmpty(text, layout, container, child);
}

function afterLast(
  text: string,
  layout: Layout,
  container: Node,
  last: Node,
  child: NewChild,
): readonly TextChange[] {
  const { comma, end, endsInLineComment } = between(text, endOf(last), endOf(container) - 1);
  const isOnOwnLine = startsLine(text, last.offset) || endsInLineComment;
  const indent = indentAt(text, last.offset);
  const rest = isOnOwnLine ? layout.eol + indent : layout.gap;
  const content = rest + item(child, indent, inside(layout, isOnOwnLine));
  return comma === undefined
    ? [insertion(endOf(last), ','), insertion(end, content)]
    : [insertion(end, content)];
}

function intoEmpty(
  text: string,
  layout: Layout,
  container: Node,
  child: NewChild,
): readonly TextChange[] {
  const open = container.offset + 1;
  const close = endOf(container) - 1;
  const { end, hasComment } = between(text, open, close);
  if (layout.isCompact && !hasComment) {
    return [{ offset: open, length: close - open, content: item(child, '', layout) }];
  }
  const outer = indentAt(text, container.offset);
  const inner = outer + layout.unit;
  const content =
    layout.eol + inner + item(child, inner, inside(layout, true)) + layout.eol + outer;
  // Comments stay; the white space after them makes room.
  return [{ offset: end, length: close - end, content }];
}

function inside(layout: Layout, isOnOwnLine: boolean): Layout {
  return { ...layout, isCompact: !isOnOwnLine };
}

function item({ key, value }: NewChild, indent: string, layout: Layout): string {
  const text = printed(value, indent, layout);
  return key === undefined ? text : `${JSON.stringify(key)}:${layout.gap}${text}`;
}

function insertion(offset: number, content: string): TextChange {
  return { offset, length: 0, content };
}
