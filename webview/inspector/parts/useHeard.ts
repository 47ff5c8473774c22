import { useLayoutEffect, useRef } from 'preact/hooks';
import type { InspectorEvents } from '../../../src/contract/inspector/inspector';

/** Listens to an event of the host while the element is there. */
export function useHeard<K extends keyof InspectorEvents>(
  heard: EventTarget,
  name: K,
  listener: (event: InspectorEvents[K]) => void,
): void {
  const latest = useRef(listener);
  // Together with the drawing: an event that comes before the paint would be lost.
  useLayoutEffect(() => {
    latest.current = listener;
  });
  useLayoutEffect(() => {
    const listen = (event: Event) => {
      if (event instanceof CustomEvent) {
        latest.current(event.detail as InspectorEvents[K]);
      }
    };
    heard.addEventListener(name, listen);
    return () => heard.removeEventListener(name, listen);
  }, [heard, name]);
}
