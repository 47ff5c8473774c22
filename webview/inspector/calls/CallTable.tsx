import * as l10n from '@vscode/l10n';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { CallView } from '../../../src/contract/inspector/callRows';
import { memo } from '../../ui/memo';
import { useHeight } from '../../ui/useHeight';
import { calls } from '../parts/figures';
import { CallRowView } from './CallRowView';
import type { RowStore, ShownRows } from './rowStore';
import { SumRow } from './SumRow';
import { TableHead } from './TableHead';
import { useVirtualRows } from './useVirtualRows';

interface CallTableProps {
  readonly store: RowStore;
  readonly shown: ShownRows;
  readonly view: CallView;
  readonly onView: (view: CallView) => void;
  /** Key of the call that is open beside the table. */
  readonly open: string | undefined;
  readonly marked: readonly string[];
  /** Key of a call to go to; a new object goes there again. */
  readonly target: { readonly key: string } | undefined;
  readonly onOpen: (key: string) => void;
  readonly onMark: (key: string) => void;
  readonly onCopy: (key: string) => void;
}

/** Id of the table, which gets the focus back when what was opened from it closes. */
export const tableId = 'inspector-calls';

/** Table of calls. It draws the rows in view only, and asks for them as they come into view. */
export const CallTable = memo(function CallTable(props: CallTableProps) {
  const { store, shown, view, onView, open, marked, target, onOpen, onMark, onCopy } = props;
  const box = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<{ readonly index: number; readonly key?: string }>();
  const [head, headHeight] = useHeight<HTMLDivElement>();
  const [probe, rowHeight] = useHeight<HTMLDivElement>();
  const [foot, footHeight] = useHeight<HTMLDivElement>();
  const { total, rows } = shown;
  const { drawn, visible, offset, scrollTo } = useVirtualRows(box, {
    count: rowHeight === 0 ? 0 : total,
    ...{ size: Math.max(1, rowHeight), top: headHeight, bottom: footHeight },
    kept: active?.index,
  });
  useKeptPlace(box, shown, view, rowHeight);
  useLayoutEffect(() => {
    if (visible && total > 0) {
      const isAtNewest = offset < 2 || (isOldestFirst(view) && visible.endIndex === total - 1);
      store.look(visible.startIndex, visible.endIndex + 1, !isAtNewest);
    }
  });
  useActiveKey(shown, active, setActive);
  useLayoutEffect(() => {
    let isCurrent = true;
    if (target && rowHeight > 0) {
      void store.find(target.key).then(
        index => {
          if (isCurrent && index !== undefined) {
            setActive({ index, key: target.key });
            scrollTo(index);
          }
        },
        () => undefined,
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [target, rowHeight > 0]);
  const move = (index: number) => {
    const next = Math.max(0, Math.min(total - 1, index));
    const key = rows.get(next)?.key;
    setActive({ index: next, ...(key === undefined ? {} : { key }) });
    scrollTo(next);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.target !== box.current || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const at = active?.index ?? -1;
    const jump = Math.max(1, (visible?.endIndex ?? 0) - (visible?.startIndex ?? 0) - 1);
    const next = {
      ArrowDown: at + 1,
      ArrowUp: Math.max(0, at - 1),
      PageDown: Math.max(0, at) + jump,
      PageUp: at - jump,
      Home: 0,
      End: total - 1,
    }[event.key];
    const key = rows.get(at)?.key;
    if (next !== undefined && total > 0) {
      move(next);
    } else if (key !== undefined && event.key === 'Enter') {
      onOpen(key);
    } else if (key !== undefined && event.key === ' ') {
      onMark(key);
    } else if (key !== undefined && event.key === 'c') {
      onCopy(key);
    } else {
      return;
    }
    event.preventDefault();
  };
  const click = useRef((_index: number, _isMarking: boolean): void => undefined);
  click.current = (index, isMarking) => {
    const key = rows.get(index)?.key;
    if (key === undefined) {
      return;
    }
    setActive({ index, key });
    (isMarking ? onMark : onOpen)(key);
  };
  // Always the same function: rows draw again only if they have changed.
  const [onClick] = useState(() => (index: number, isMarking: boolean) => {
    click.current(index, isMarking);
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows lie apart from one another.
    <div
      ref={box}
      id={tableId}
      role="grid"
      class="call-table"
      tabIndex={0}
      aria-label={l10n.t('Model calls')}
      aria-description={l10n.t(
        'Enter opens a call, Space marks it for comparison, C copies it as curl.',
      )}
      aria-multiselectable
      aria-rowcount={total + 2}
      aria-busy={!shown.isKnown}
      aria-activedescendant={active && active.index < total ? rowId(active.index) : undefined}
      onKeyDown={handleKey}
    >
      <TableHead box={head} view={view} onView={onView} />
      {/* biome-ignore lint/a11y/useSemanticElements: rows lie apart from one another. */}
      <div
        role="rowgroup"
        class="call-rows"
        style={{ height: `${total * rowHeight}px` }}
        aria-label={calls(total)}
      >
        {drawn.map(index => {
          const row = rows.get(index);
          return (
            <CallRowView
              // A call that others come before is moved, not drawn anew.
              key={row?.key ?? index}
              id={rowId(index)}
              index={index}
              top={index * rowHeight}
              row={row}
              isActive={index === active?.index}
              isOpen={row !== undefined && row.key === open}
              isMarked={row !== undefined && marked.includes(row.key)}
              onClick={onClick}
            />
          );
        })}
      </div>
      <SumRow box={foot} shown={shown} />
      <div ref={probe} class="call-row-probe" aria-hidden="true" />
    </div>
  );
});

function rowId(index: number): string {
  return `inspector-call-${index}`;
}

function isOldestFirst({ sort }: CallView): boolean {
  return sort.column === 'startedAt' && !sort.isDescending;
}

function isAtEnd(box: HTMLElement): boolean {
  return box.scrollHeight - box.clientHeight - box.scrollTop < 2;
}

/** Keeps the rows where the user sees them when others come before them; else follows the newest. */
function useKeptPlace(
  box: { readonly current: HTMLElement | null },
  { moved, total }: ShownRows,
  view: CallView,
  rowHeight: number,
): void {
  const shownView = JSON.stringify(view);
  const last = useRef({ moved, rowHeight, wasAtEnd: false, shownView });
  useLayoutEffect(() => {
    const element = box.current;
    const { current: before } = last;
    if (!element) {
      return;
    }
    const followsEnd = isOldestFirst(view);
    if (before.shownView !== shownView) {
      element.scrollTop = 0;
    } else if (before.rowHeight !== rowHeight && before.rowHeight > 0) {
      // The same rows stay in view when a row gets a second line.
      element.scrollTop *= rowHeight / before.rowHeight;
    } else if (moved !== before.moved) {
      element.scrollTop += (moved - before.moved) * rowHeight;
    } else if (followsEnd && before.wasAtEnd) {
      element.scrollTop = element.scrollHeight;
    }
    // To ask for it takes a new layout, which other orders do not need.
    const wasAtEnd = followsEnd && isAtEnd(element) && element.scrollTop > 0;
    last.current = { moved, rowHeight, shownView, wasAtEnd };
  }, [moved, total, rowHeight, shownView]);
}

interface Active {
  readonly index: number;
  readonly key?: string;
}

/** Lets the active row follow its call when rows move, and learn its call when that arrives. */
function useActiveKey(
  { rows, moved, total }: ShownRows,
  active: Active | undefined,
  setActive: (active: Active | undefined) => void,
): void {
  const last = useRef(moved);
  useLayoutEffect(() => {
    const by = moved - last.current;
    last.current = moved;
    if (!active) {
      return;
    }
    const key = rows.get(active.index)?.key;
    if (active.key === undefined) {
      if (key !== undefined) setActive({ ...active, key });
    } else if (key !== active.key) {
      const found = [...rows].find(([, row]) => row.key === active.key)?.[0];
      const index = found ?? active.index + by;
      if (index !== active.index && index < total) setActive({ ...active, index });
    }
  }, [rows, moved]);
}
