import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type Range,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useLayoutEffect, useReducer, useState } from 'preact/hooks';

interface VirtualRows {
  readonly count: number;
  /** Pixels of a row, and of what sticks to the top and to the bottom of the box. */
  readonly size: number;
  readonly top: number;
  readonly bottom: number;
  /** Row that is drawn wherever the box is scrolled to. */
  readonly kept: number | undefined;
}

type Box = RefObject<HTMLElement | null>;

/** Rows drawn beyond those in view. */
const overscan = 6;

/** Decides which of many rows of the same height are drawn in a box that scrolls. */
export function useVirtualRows(box: Box, rows: VirtualRows) {
  const [, draw] = useReducer((drawings: number) => drawings + 1, 0);
  const options = optionsOf(box, rows, () => draw(undefined));
  const [virtualizer] = useState(() => new Virtualizer(options));
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rows.size, rows.top]);
  return {
    drawn: virtualizer.getVirtualItems().map(({ index }) => index),
    /** First and last row in view; absent before the box is measured. */
    visible: virtualizer.range,
    /** Pixels that the box is scrolled by, known without a new layout. */
    offset: virtualizer.scrollOffset ?? 0,
    scrollTo: (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  };
}

function optionsOf(
  box: Box,
  { count, size, top, bottom, kept }: VirtualRows,
  draw: () => void,
): VirtualizerOptions<HTMLElement, HTMLElement> {
  return {
    ...{ count, overscan, observeElementRect, observeElementOffset },
    ...{ scrollMargin: top, scrollPaddingStart: top, scrollPaddingEnd: bottom },
    scrollToFn: elementScroll,
    getScrollElement: () => box.current,
    estimateSize: () => size,
    onChange: draw,
    rangeExtractor: range => drawnRows(range, kept),
  };
}

function drawnRows({ startIndex, endIndex, count }: Range, kept: number | undefined): number[] {
  const first = Math.max(0, startIndex - overscan);
  const last = Math.min(count - 1, endIndex + overscan);
  const rows = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  if (kept === undefined || kept >= count || (kept >= first && kept <= last)) {
    return rows;
  }
  return kept < first ? [kept, ...rows] : [...rows, kept];
}
