import type { ResponseEvent } from '../../../src/contract/inspector/callDetails';

export const eventKinds = ['text', 'thinking', 'tool', 'other'] as const;
export type EventKind = (typeof eventKinds)[number];

/** Narrower, an event would not be seen. */
const narrowest = 2;

/**
 * Returns the outline of all events of each kind, as one path a kind: thousands of events make few
 * elements. What the model writes lies above the other events.
 */
export function eventPaths(
  events: readonly ResponseEvent[],
  x: (ms: number) => number,
  lane: number,
): Record<EventKind, string> {
  const paths: Record<EventKind, string[]> = { text: [], thinking: [], tool: [], other: [] };
  for (const event of events) {
    const kind = eventKind(event);
    const from = x(event.from);
    const width = Math.max(narrowest, x(event.to) - from);
    const [top, height] = kind === 'other' ? [lane * 2 + 3, lane - 6] : [2, lane * 2 - 4];
    paths[kind].push(
      `M${from.toFixed(1)} ${top}h${width.toFixed(1)}v${height}h${(-width).toFixed(1)}z`,
    );
  }
  return {
    text: paths.text.join(''),
    thinking: paths.thinking.join(''),
    tool: paths.tool.join(''),
    other: paths.other.join(''),
  };
}

/** Start and stop of a block belong to the other events: they have no content. */
function eventKind({ type, block }: ResponseEvent): EventKind {
  if (type !== 'content_block_delta' || block === undefined) {
    return 'other';
  }
  if (/thinking/.test(block)) {
    return 'thinking';
  }
  return /tool/.test(block) ? 'tool' : 'text';
}
