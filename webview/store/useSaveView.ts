import { useCallback, useEffect, useRef } from 'preact/hooks';
import type { ViewState } from '../../src/contract/calls';
import { useActions, usePageState } from './context';
import type { Anchor } from './pageState';

const delay = 500;

/** Keeps where the person is and what is unfolded at the host, a little after each change. */
export function useSaveView(): (anchor: Anchor | undefined) => void {
  const actions = useActions();
  const channelId = usePageState(state => state.channelId);
  const expanded = usePageState(state => state.expanded);
  const restored = usePageState(state => state.anchor);
  const anchor = useRef(restored);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const save = useRef(() => undefined as undefined);
  save.current = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (channelId) {
      const view: ViewState = {
        ...(anchor.current ? { anchor: plain(anchor.current) } : {}),
        expanded: [...expanded],
      };
      void actions.saveView(channelId, view);
    }
  };
  const schedule = useCallback(() => {
    timer.current ??= setTimeout(() => save.current(), delay);
  }, []);

  const first = useRef(expanded);
  useEffect(() => {
    if (expanded !== first.current) {
      schedule();
    }
  }, [expanded, schedule]);
  useEffect(() => {
    const flush = () => {
      if (timer.current !== undefined) {
        save.current();
      }
    };
    const { documentElement } = document;
    document.addEventListener('visibilitychange', flush);
    // A hidden page is thrown away with what it says at its end: pointer or focus leave it before.
    documentElement.addEventListener('pointerleave', flush);
    window.addEventListener('blur', flush);
    return () => {
      document.removeEventListener('visibilitychange', flush);
      documentElement.removeEventListener('pointerleave', flush);
      window.removeEventListener('blur', flush);
      flush();
    };
  }, []);

  return useCallback(
    (next: Anchor | undefined) => {
      const old = anchor.current;
      if (old?.key !== next?.key || old?.offset !== next?.offset) {
        anchor.current = next;
        schedule();
      }
    },
    [schedule],
  );
}

function plain({ key, offset }: Anchor): Anchor {
  return { key, offset };
}
