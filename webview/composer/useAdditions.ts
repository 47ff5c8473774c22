import { useLayoutEffect } from 'preact/hooks';
import type { DraftAddition } from '../../src/contract/draft';
import { useActions, usePageState, usePageStore } from '../store/pageContext';

/**
 * Hands additions from the editor's menus to the composer, each once and in order. They are saved at
 * once: whoever adds from elsewhere in the editor often leaves the page in the same moment.
 */
export function useAdditions(add: (addition: DraftAddition) => void, save: () => void): void {
  const { takeAdditions } = useActions();
  const store = usePageStore();
  const waiting = usePageState(state => state.additions);
  // Only new additions are a reason to act. Runs together with the drawing, before a key may send.
  useLayoutEffect(() => {
    // More may have arrived since the page was drawn.
    const { additions } = store.get();
    takeAdditions();
    for (const addition of additions) {
      add(addition);
    }
    if (additions.length > 0) {
      save();
    }
  }, [waiting]);
}
