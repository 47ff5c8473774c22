import { useEffect, useRef, useState } from 'preact/hooks';
import { usePageStore } from '../store/context';
import { pathsOf } from './droppedPaths';

interface DropTarget {
  readonly onFiles: (files: readonly File[]) => void;
  /** Paths to mention, relative to the agent's folder where they are inside of it. */
  readonly onPaths: (paths: readonly string[]) => void;
}

const uriList = 'text/uri-list';

/** Takes what is dropped anywhere on the page. True while something is dragged over it. */
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
      // Without this the page would navigate to the file.
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
