import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { ChannelId } from '../../src/contract/ids';
import type { Draft } from '../../src/contract/view';
import { useActions, usePageStore } from '../store/context';
import { isSameDraft } from './mergeDraft';

interface DraftKeeper {
  readonly draft: Draft;
  /** The newest, also in a handler that was made before the last change. */
  latest(): Draft;
  /** As the host has it. */
  saved(): Draft;
  change(change: (draft: Draft) => Draft): void;
  /** Saves what is not saved yet, now. */
  flush(): void;
}

const delay = 300;
/** Images travel with each save: with large ones there are fewer. */
const largeDelay = 2000;
const large = 256 * 1024;

/** What is in the composer, written through to the host. */
export function useDraft(channelId: ChannelId): DraftKeeper {
  const actions = useActions();
  const store = usePageStore();
  const [draft, setDraft] = useState(() => store.get().draft);
  const latest = useRef(draft);
  const saved = useRef(draft);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const flush = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (!isSameDraft(latest.current, saved.current)) {
      saved.current = latest.current;
      void actions.saveDraft(channelId, latest.current);
    }
  }, [actions, channelId]);

  const change = useCallback(
    (next: (draft: Draft) => Draft) => {
      latest.current = next(latest.current);
      setDraft(latest.current);
      const size = latest.current.images.reduce((sum, image) => sum + image.data.length, 0);
      // From the first change on, so that steady typing is saved as well.
      timer.current ??= setTimeout(flush, size > large ? largeDelay : delay);
    },
    [flush],
  );

  useEffect(() => {
    document.addEventListener('visibilitychange', flush);
    window.addEventListener('blur', flush);
    window.addEventListener('pagehide', flush);
    return () => {
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('blur', flush);
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [flush]);

  return { draft, latest: () => latest.current, saved: () => saved.current, change, flush };
}
