import { useCallback, useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Runs `save` some time after the first change, or as soon as the user leaves the page.
 * @returns a stable function to call after each change
 */
export function useDelayedSave(save: () => void, delay: number): () => void {
  const latest = useRef(save);
  latest.current = save;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const run = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    latest.current();
  }, []);
  useLayoutEffect(() => {
    const flush = () => {
      if (timer.current !== undefined) {
        run();
      }
    };
    const { documentElement } = document;
    document.addEventListener('visibilitychange', flush);
    // A page that VS Code discards can no longer send: pointer and focus leave it beforehand.
    documentElement.addEventListener('pointerleave', flush);
    window.addEventListener('blur', flush);
    return () => {
      document.removeEventListener('visibilitychange', flush);
      documentElement.removeEventListener('pointerleave', flush);
      window.removeEventListener('blur', flush);
      flush();
    };
  }, []);
  return useCallback(() => {
    timer.current ??= setTimeout(run, delay);
  }, [run, delay]);
}
