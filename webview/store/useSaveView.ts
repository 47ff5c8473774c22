import { useCallback, useEffect, useRef } from 'preact/hooks';
import type { ViewState } from '../../src/contract/view';
import { useActions, usePageState } from './pageContext';
import type { Anchor } from './pageState';

const delay = 500;
/** Limits of the host, which refuses a view with more or longer keys. */
const mostKeys = 2_000;
const longestKey = 200;

/** Saves scroll position, folds and unfinished answers to the host, shortly after each change. */
export function useSaveView(): (anchor: Anchor | undefined) => void {
  const { save: saveToHost } = useActions();
  const channelId = usePageState(state => state.channelId);
  const expanded = usePageState(state => state.expanded);
  const promptDrafts = usePageState(state => state.promptDrafts);
  const waiting = usePageState(state => state.conversation.summary.waiting);
  const restored = usePageState(state => state.anchor);
  const anchor = useRef(restored);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const save = useRef(() => undefined as undefined);
  save.current = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (channelId) {
      const view: ViewState = {
        ...(anchor.current && isSaved(anchor.current.key) ? { anchor: plain(anchor.current) } : {}),
        expanded: [...expanded].filter(isSaved).slice(-mostKeys),
        promptDrafts: waiting.flatMap(({ id }) => {
          const draft = promptDrafts.get(id);
          return draft ? [{ promptId: id, ...draft }] : [];
        }),
      };
      void saveToHost('view.save', { channelId, view });
    }
  };
  const schedule = useCallback(() => {
    timer.current ??= setTimeout(() => save.current(), delay);
  }, []);

  const first = useRef({ expanded, promptDrafts, waiting });
  useEffect(() => {
    const old = first.current;
    const isDone = promptDrafts.size > 0 && waiting !== old.waiting;
    if (expanded !== old.expanded || promptDrafts !== old.promptDrafts || isDone) {
      schedule();
    }
  }, [expanded, promptDrafts, waiting, schedule]);
  useEffect(() => {
    const flush = () => {
      if (timer.current !== undefined) {
        save.current();
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

function isSaved(key: string): boolean {
  return key.length <= longestKey;
}

function plain({ key, offset }: Anchor): Anchor {
  return { key, offset };
}
