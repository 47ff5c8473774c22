import { useState } from 'preact/hooks';
import { TypeAhead } from './typeAhead';

interface ListKeys {
  readonly labels: readonly string[];
  /** Index of the option that the keys start from. */
  readonly active: number;
  readonly onMove: (index: number) => void;
  readonly onPick: (index: number) => void;
  readonly onClose: (returnFocus: boolean) => void;
}

/** Returns the key handler of a list: arrows, type-ahead, Enter and Escape. */
export function useListKeys(keys: ListKeys): (event: KeyboardEvent) => void {
  const { labels, active, onMove, onPick, onClose } = keys;
  const [typeAhead] = useState(() => new TypeAhead());
  return event => {
    const { key } = event;
    const next = moved(key, active, labels.length - 1);
    if (next !== undefined) {
      onMove(next);
    } else if (key === 'Enter' || key === ' ') {
      onPick(active);
    } else if (key === 'Escape' || key === 'Tab') {
      onClose(true);
    } else if (key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const found = typeAhead.find(key, labels, active);
      onMove(found === -1 ? active : found);
    } else {
      return;
    }
    // Escape must only close the list, not stop the agent.
    event.preventDefault();
    event.stopPropagation();
  };
}

/** @returns the index that a key moves to, or undefined for other keys */
function moved(key: string, active: number, last: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return Math.min(active + 1, last);
    case 'ArrowUp':
      return Math.max(active - 1, 0);
    case 'Home':
    case 'PageUp':
      return 0;
    case 'End':
    case 'PageDown':
      return last;
    default:
      return undefined;
  }
}
