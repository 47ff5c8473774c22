import * as l10n from '@vscode/l10n';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { plural } from '../../../src/base/plural';
import { useActions } from '../../store/pageContext';
import type { BoxList, TypedWord } from '../box/messageBox';
import type { Suggestions } from './suggestionRow';

/** Open list, its active row, and what the box needs of it. */
export interface OpenSuggestions extends Suggestions, BoxList {
  readonly active: number;
  idOf(index: number): string;
  point(index: number): void;
  take(index: number): void;
}

/** Rows that Page Up and Page Down skip. */
const page = 8;

/**
 * Keeps a list for the word at the caret. Escape closes it until another word is typed.
 * @param onSend called for Enter that came before the rows, and none of them took
 * @returns undefined while no list is open
 */
export function useSuggestions(
  word: TypedWord | undefined,
  suggestions: Suggestions | undefined,
  onSend: () => void,
): OpenSuggestions | undefined {
  const id = useId();
  const [selected, setSelected] = useState(0);
  const [isDismissed, setDismissed] = useState(false);
  const isTyping = word !== undefined;
  useEffect(() => setDismissed(false), [word?.sign, isTyping]);
  useEffect(() => setSelected(0), [word?.query, word?.sign]);
  const pending = usePending(word, suggestions, onSend);
  const isOpen = isTyping && !isDismissed && suggestions !== undefined;
  useAnnouncedCount(isOpen ? suggestions : undefined);
  if (!isOpen) {
    return undefined;
  }
  const { rows, onTake, isLoading, isStale } = suggestions;
  const active = Math.min(selected, rows.length - 1);
  const idOf = (index: number) => `${id}-${index}`;
  const take = (index: number, by: Parameters<typeof onTake>[1]) => {
    const row = rows[index];
    return row !== undefined && onTake(row, by);
  };
  return {
    ...suggestions,
    ...{ active, idOf, listId: `${id}-list`, point: setSelected },
    optionId: active >= 0 ? idOf(active) : undefined,
    take: index => void take(index, 'pointer'),
    handleKey(event) {
      const to = destination(event, active, rows.length);
      if (to !== undefined) {
        setSelected(to);
        return true;
      }
      if (event.key === 'Escape') {
        setDismissed(true);
        return true;
      }
      const isPlain = !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey;
      if (!isPlain || (event.key !== 'Enter' && event.key !== 'Tab')) {
        return false;
      }
      if (isStale || (isLoading && rows.length === 0)) {
        pending.current = { key: event.key, query: word.query };
        return true;
      }
      return take(active, event.key);
    },
  };
}

/** Takes the best row as soon as there is one, after a key that came before the answer. */
function usePending(
  word: TypedWord | undefined,
  suggestions: Suggestions | undefined,
  onSend: () => void,
) {
  const pending = useRef<{ readonly key: 'Enter' | 'Tab'; readonly query: string }>(undefined);
  useEffect(() => {
    const { current: asked } = pending;
    if (!asked || (suggestions?.isStale && word?.query === asked.query)) {
      return;
    }
    // Each further letter makes it another word.
    if (word?.query !== asked.query) {
      pending.current = undefined;
      return;
    }
    const [best] = suggestions?.rows ?? [];
    if (!best && suggestions?.isLoading) {
      return;
    }
    pending.current = undefined;
    const isTaken = best !== undefined && suggestions?.onTake(best, asked.key) === true;
    if (!isTaken && asked.key === 'Enter') {
      onSend();
    }
  });
  return pending;
}

function destination(event: KeyboardEvent, active: number, count: number): number | undefined {
  if (count === 0 || event.shiftKey || event.altKey || event.metaKey) {
    return undefined;
  }
  const last = count - 1;
  switch (event.ctrlKey ? `Ctrl+${event.key}` : event.key) {
    case 'ArrowDown':
    case 'Ctrl+n':
      return active === last ? 0 : active + 1;
    case 'ArrowUp':
    case 'Ctrl+p':
      return active <= 0 ? last : active - 1;
    case 'PageDown':
      return Math.min(last, active + page);
    case 'PageUp':
      return Math.max(0, active - page);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

/** Tells screen readers how many rows there are, once typing has paused. */
function useAnnouncedCount(suggestions: Suggestions | undefined): void {
  const { announce } = useActions();
  const told = useRef<string>(undefined);
  const count = suggestions?.rows.length;
  const isLoading = suggestions?.isLoading === true;
  useEffect(() => {
    if (!suggestions || isLoading) {
      told.current = undefined;
      return;
    }
    const text =
      count === 0
        ? suggestions.emptyText
        : plural(count ?? 0, {
            one: l10n.t('{0} suggestion', count ?? 0),
            other: l10n.t('{0} suggestions', count ?? 0),
          });
    const timer = setTimeout(() => {
      if (told.current !== text) {
        told.current = text;
        announce(text);
      }
    }, 600);
    return () => clearTimeout(timer);
  }, [count, isLoading, suggestions === undefined]);
}
