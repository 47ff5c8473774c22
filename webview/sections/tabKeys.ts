import { useLayoutEffect } from 'preact/hooks';
import type { TabMemory } from './tabMemory';

/** Name of the key that takes the last change back. */
export function undoKey(): string {
  return /mac/i.test(navigator.platform) ? '⌘Z' : 'Ctrl+Z';
}

/** Ctrl+Z and Cmd+Z take the last change back; in a text field, they are the field's own. */
export function useUndoKey(undo: (() => void) | undefined): void {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isKey =
        (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
      const isInField =
        event.target instanceof Element && event.target.closest('input, textarea') !== null;
      if (undo && isKey && !isInField) {
        event.preventDefault();
        undo();
      }
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [undo]);
}

/** Ctrl+F and Cmd+F lead to the search box, as in VS Code's own settings. */
export function useFindKey(search: { readonly current: HTMLInputElement | null }): void {
  useLayoutEffect(() => {
    const find = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f') {
        event.preventDefault();
        search.current?.focus();
        search.current?.select();
      }
    };
    window.addEventListener('keydown', find);
    return () => window.removeEventListener('keydown', find);
  }, [search]);
}

/** Remembers in which row the focus is. */
export function useFocusedRow(
  main: { readonly current: HTMLElement | null },
  memory: Pick<TabMemory, 'focused'>,
): void {
  useLayoutEffect(() => {
    const box = main.current;
    const enter = ({ target }: FocusEvent) => {
      const row = target instanceof Element && target.closest<HTMLElement>('[data-row]');
      if (row && row.dataset.row !== undefined) memory.focused(row.dataset.row);
    };
    box?.addEventListener('focusin', enter);
    return () => box?.removeEventListener('focusin', enter);
  }, [main, memory]);
}
