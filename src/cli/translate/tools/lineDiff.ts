import type { Hunk } from '../../../contract/content';
import type { ToolContent } from '../../../contract/tools';

const context = 3;

/** Splits text into lines, without the empty one after a final line end. */
function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') {
    lines.pop();
  }
  return lines;
}

/**
 * Returns one hunk from the first to the last line that differs, for short texts without a patch
 * (notebook cells). A whole new text has added lines only.
 */
export function wholeHunk(before: string, after: string): Hunk[] {
  const old = linesOf(before);
  const now = linesOf(after);
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) {
    head += 1;
  }
  let tail = 0;
  const most = Math.min(old.length, now.length) - head;
  while (tail < most && old.at(-1 - tail) === now.at(-1 - tail)) {
    tail += 1;
  }
  if (head === old.length && head === now.length) {
    return [];
  }
  const from = Math.max(0, head - context);
  const after3 = Math.min(tail, context);
  const removed = old.slice(head, old.length - tail);
  const added = now.slice(head, now.length - tail);
  const lead = old.slice(from, head);
  const trail = old.slice(old.length - tail, old.length - tail + after3);
  const shared = lead.length + trail.length;
  return [
    {
      oldStart: old.length === 0 ? 0 : from + 1,
      oldLines: removed.length + shared,
      newStart: now.length === 0 ? 0 : from + 1,
      newLines: added.length + shared,
      lines: [
        ...lead.map(line => ` ${line}`),
        ...removed.map(line => `-${line}`),
        ...added.map(line => `+${line}`),
        ...trail.map(line => ` ${line}`),
      ],
    },
  ];
}

export function diffContent(
  path: string,
  change: 'create' | 'update' | 'delete',
  hunks: readonly Hunk[],
): ToolContent {
  const lines = hunks.flatMap(hunk => hunk.lines);
  return {
    type: 'diff',
    path,
    change,
    hunks,
    added: lines.filter(line => line.startsWith('+')).length,
    removed: lines.filter(line => line.startsWith('-')).length,
  };
}
