import { useEffect, useRef, useState } from 'preact/hooks';
import { usePageStore } from '../store/pageContext';
import { pathsOf } from './droppedPaths';

interface DropTarget {
  readonly onFiles: (files: readonly File[]) => void;
  /** Receives paths to mention, relative to the agent's folder if they are inside it. */
  readonly onPaths: (paths: readonly string[]) => void;
}

const uriList = 'text/uri-list';

/**
 * Accepts drops anywhere on the page.
 * @returns true while something is dragged over the page
 */
export function useDrop(target: DropTarget): boolean {
  const store = usePageStore();
  const [isDragging, setDragging] = useState(false);
  const latest = useRef(target);
  latest.current = target;
  useEffect(() => {
    const ending = new AbortController();
    const listen = <K extends 'dragover' | 'dragleave' | 'drop'>(
      name: K,
      handle: (event: DragEvent) => void,
    ) => document.addEventListener(name, handle, { signal: ending.signal });
    listen('dragover', event => {
      if (isOurs(event)) {
        event.preventDefault();
        setDragging(true);
      }
    });
    listen('dragleave', event => {
      if (!event.relatedTarget) {
        setDragging(false);
      }
    });
    listen('drop', event => {
      setDragging(false);
      const data = event.dataTransfer;
      if (!data || !isOurs(event)) {
        return;
      }
      // Prevents the page from navigating to the file.
      event.preventDefault();
      if (data.files.length > 0) {
        latest.current.onFiles([...data.files]);
      } else {
        const { cwd } = store.get().conversation.summary;
        latest.current.onPaths(pathsOf(data.getData(uriList), cwd));
      }
    });
    return () => ending.abort();
  }, [store]);
  return isDragging;
}

function isOurs(event: DragEvent): boolean {
  const types = event.dataTransfer?.types ?? [];
  return types.includes('Files') || types.includes(uriList);
}
