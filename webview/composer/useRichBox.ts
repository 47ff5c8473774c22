import type { ComponentType } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { BoxState } from '../store/boxState';
import type { RichBox } from './box/rich/RichBox';

type Rich = ComponentType<Parameters<typeof RichBox>[0]>;

let loaded: Rich | undefined;
let loading: Promise<Rich> | undefined;

/** Loads the rich box once a page; a failed load leaves the plain one. */
function load(): Promise<Rich> {
  loading ??= import('./box/rich/RichBox').then(({ RichBox: box }) => {
    loaded = box;
    return box;
  });
  return loading;
}

interface RichBoxState {
  /** The rich box, once it may be shown, and the state of the plain one then. */
  readonly rich: { readonly Box: Rich; readonly from: BoxState | undefined } | undefined;
  /** Takes the function that reads the plain box, which must not be replaced while it has none. */
  readonly setReader: (read: () => BoxState | undefined) => void;
  /** Replaces the plain box if that had to wait. */
  readonly retry: () => void;
}

/** Replaces the plain box when the browser is idle, without losing a key, the caret or the focus. */
export function useRichBox(): RichBoxState {
  const [rich, setRich] = useState<RichBoxState['rich']>(
    loaded && { Box: loaded, from: undefined },
  );
  const reader = useRef<() => BoxState | undefined>(undefined);
  const retry = () => {
    const from = reader.current?.();
    if (loaded && from) {
      const Box = loaded;
      setRich(shown => shown ?? { Box, from });
    }
  };
  useLayoutEffect(() => {
    if (rich) {
      return;
    }
    let isWanted = true;
    const start = () =>
      load().then(
        () => isWanted && retry(),
        // The plain box stays, in which everything but chips works.
        () => undefined,
      );
    const idle = requestIdleCallback(() => void start(), { timeout: 2_000 });
    const handleFocus = () => void start();
    document.addEventListener('focusin', handleFocus, { once: true });
    return () => {
      isWanted = false;
      cancelIdleCallback(idle);
      document.removeEventListener('focusin', handleFocus);
    };
  }, []);
  return { rich, setReader: read => (reader.current = read), retry };
}
