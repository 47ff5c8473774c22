import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Row of an element that had the focus, and its place among all rows. */
interface RowPlace {
  readonly id: string;
  readonly index: number;
}

/** Where an element is: in a row, in a group, or in neither. */
interface Place {
  readonly row?: RowPlace | undefined;
  readonly group?: string | null | undefined;
}

/**
 * Keeps the focus in a box when the element that has it goes away. It moves to the same row, or to the
 * row that is now in that place; else to a button of the same group, or to the heading.
 */
export function useKeptFocus<E extends HTMLElement>(): RefObject<E | null> {
  const box = useRef<E>(null);
  useEffect(() => {
    const element = box.current;
    return element ? keepFocus(element) : undefined;
  }, []);
  return box;
}

function keepFocus(box: HTMLElement): () => void {
  let focused: HTMLElement | undefined;
  let place: Place = {};
  const enter = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) {
      return;
    }
    focused = target;
    // The button that takes a change back stands for the row that was changed.
    if (!target.closest('.section-outcome')) {
      place = placeOf(box, target);
    }
  };
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !box.contains(relatedTarget)) {
      focused = undefined;
    }
  };
  const forget = () => {
    focused = undefined;
  };
  const observer = new MutationObserver(() => {
    const isLost = focused?.isConnected === false && document.activeElement === document.body;
    // A page without the focus must not take it from an editor.
    if (isLost && document.hasFocus()) {
      focused = undefined;
      successor(box, place)?.focus();
    }
  });
  observer.observe(box, { childList: true, subtree: true });
  box.addEventListener('focusin', enter);
  box.addEventListener('focusout', leave);
  document.addEventListener('pointerdown', forget);
  return () => {
    observer.disconnect();
    box.removeEventListener('focusin', enter);
    box.removeEventListener('focusout', leave);
    document.removeEventListener('pointerdown', forget);
  };
}

function rowsOf(box: HTMLElement): HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>('[data-row]')];
}

function groupsOf(box: HTMLElement): HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>('.section-group')];
}

function placeOf(box: HTMLElement, element: HTMLElement): Place {
  const row = element.closest<HTMLElement>('[data-row]');
  const id = row?.dataset.row;
  return {
    row: row && id !== undefined ? { id, index: rowsOf(box).indexOf(row) } : undefined,
    group: element.closest('.section-group')?.getAttribute('aria-label'),
  };
}

function successor(box: HTMLElement, { row: place, group }: Place): HTMLElement | null {
  const rows = place ? rowsOf(box) : [];
  return (
    rows.find(row => row.dataset.row === place?.id) ??
    rows[Math.min(place?.index ?? 0, rows.length - 1)] ??
    groupsOf(box)
      .find(one => one.getAttribute('aria-label') === group)
      ?.querySelector<HTMLElement>(':scope > .section-actions button') ??
    box.querySelector('h1')
  );
}
