import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { hasPlaces, isFromEditor, placesOf } from './box/droppedPaths';

interface DropTarget {
  readonly onFiles: (files: readonly File[]) => void;
  /** Receives URIs or paths to mention. */
  readonly onPlaces: (places: readonly string[]) => void;
}

/** Effect of a drop. `needsShift`: without it, VS Code opens the files instead. */
export interface Drag {
  readonly effect: 'mention' | 'attach';
  readonly needsShift: boolean;
}

/**
 * Accepts drops anywhere on the page.
 * @returns what a drop would do, while something is dragged over the page
 */
export function useDrop(target: DropTarget): Drag | undefined {
  const [drag, setDrag] = useState<Drag>();
  const latest = useRef(target);
  latest.current = target;
  // Together with the drawing: the page must never navigate to a file that is dropped early.
  useLayoutEffect(() => {
    const ending = new AbortController();
    const listen = <K extends 'dragover' | 'dragleave' | 'drop'>(
      name: K,
      handle: (event: DragEvent) => void,
    ) => document.addEventListener(name, handle, { signal: ending.signal });
    listen('dragover', event => {
      const next = dragOf(event);
      if (next) {
        event.preventDefault();
        // The event fires several times a second.
        setDrag(old => (isSameDrag(old, next) ? old : next));
      }
    });
    listen('dragleave', event => {
      if (!event.relatedTarget) {
        setDrag(undefined);
      }
    });
    listen('drop', event => {
      setDrag(undefined);
      const data = event.dataTransfer;
      const dropped = dragOf(event);
      if (!data || !dropped) {
        return;
      }
      // Prevents the page from navigating to the file.
      event.preventDefault();
      if (dropped.effect === 'attach') {
        latest.current.onFiles([...data.files]);
      } else {
        latest.current.onPlaces(placesOf(data));
      }
    });
    return () => ending.abort();
  }, []);
  return drag;
}

/** Files from outside come with their content; those of the editor are named by their places. */
function dragOf({ dataTransfer: data, shiftKey }: DragEvent): Drag | undefined {
  if (!data) {
    return undefined;
  }
  if (isFromEditor(data)) {
    return { effect: 'mention', needsShift: !shiftKey };
  }
  if (data.types.includes('Files')) {
    return { effect: 'attach', needsShift: !shiftKey };
  }
  return hasPlaces(data) ? { effect: 'mention', needsShift: false } : undefined;
}

function isSameDrag(one: Drag | undefined, other: Drag): boolean {
  return one?.effect === other.effect && one.needsShift === other.needsShift;
}
