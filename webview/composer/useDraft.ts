import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { contentLength, type Draft } from '../../src/contract/draft';
import type { ChannelId } from '../../src/contract/ids';
import { useActions, usePageStore } from '../store/pageContext';
import { soonBeforeInput } from './beforeInput';
import { isSameDraft, mergeDraft } from './mergeDraft';

export interface DraftKeeper {
  readonly draft: Draft;
  /** Newest draft, even in a handler created before the last change. */
  latest(): Draft;
  /** Draft last saved to the host. */
  saved(): Draft;
  change(change: (draft: Draft) => Draft): void;
  /**
   * Puts a draft of the host in front.
   * @param returned number of the message that came back with it
   */
  merge(draft: Draft, returned?: number): void;
  /** Number of the latest message that came back to the draft. */
  returned(): number;
  /**
   * Changes the draft for a message that is sent in the same moment. Renders a little later, or with
   * the next input, so that the message leaves first.
   */
  changeAfterSending(change: (draft: Draft) => Draft): void;
  /** Saves unsaved changes immediately. */
  flush(): void;
}

/**
 * Milliseconds after which a change is on its way to the host, which writes it at once. What is
 * typed in this time is all that a killed extension host can lose.
 */
const delay = 150;
/** The same with large content: it travels with each save, so saves are less frequent. */
const largeDelay = 1000;
const large = 256 * 1024;

/** Keeps the composer's draft and saves it to the host. */
export function useDraft(channelId: ChannelId): DraftKeeper {
  const { save } = useActions();
  const store = usePageStore();
  const [draft, setDraft] = useState(() => store.get().draft);
  const latest = useRef(draft);
  const saved = useRef(draft);
  const returned = useRef(store.get().returned);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const flush = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (!isSameDraft(latest.current, saved.current)) {
      saved.current = latest.current;
      void save('draft.save', { channelId, draft: latest.current, returned: returned.current });
    }
  }, [save, channelId]);

  const keep = useCallback(
    (next: (draft: Draft) => Draft) => {
      latest.current = next(latest.current);
      const size = contentLength(latest.current);
      // Runs from the first unsaved change, so that steady typing is saved too.
      timer.current ??= setTimeout(flush, size > large ? largeDelay : delay);
    },
    [flush],
  );

  const change = useCallback(
    (next: (draft: Draft) => Draft) => {
      keep(next);
      setDraft(latest.current);
    },
    [keep],
  );

  const merge = useCallback(
    (incoming: Draft, number = 0) => {
      returned.current = Math.max(returned.current, number);
      change(old => mergeDraft(incoming, old, saved.current));
    },
    [change],
  );

  const cancelRender = useRef<() => void>(undefined);
  const changeAfterSending = useCallback(
    (next: (draft: Draft) => Draft) => {
      keep(next);
      cancelRender.current?.();
      cancelRender.current = soonBeforeInput(() => setDraft(latest.current));
    },
    [keep],
  );

  useLayoutEffect(() => {
    document.addEventListener('visibilitychange', flush);
    window.addEventListener('blur', flush);
    window.addEventListener('pagehide', flush);
    return () => {
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('blur', flush);
      window.removeEventListener('pagehide', flush);
      cancelRender.current?.();
      flush();
    };
  }, [flush]);

  return {
    draft,
    latest: () => latest.current,
    saved: () => saved.current,
    returned: () => returned.current,
    change,
    merge,
    changeAfterSending,
    flush,
  };
}
