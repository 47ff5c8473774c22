import { useCallback, useEffect, useRef } from 'preact/hooks';
import type { Prompt } from '../../src/contract/prompts';
import type { ViewState } from '../../src/contract/view';
import { useActions, usePageState } from './pageContext';
import type { Anchor, PageState } from './pageState';
import { useDelayedSave } from './useDelayedSave';

const delay = 500;
/** Limits of the host, which refuses a view with more or longer keys. */
const mostKeys = 2_000;
const longestKey = 200;

/** Saves scroll position, folds and unfinished answers to the host, shortly after each change. */
export function useSaveView(): (anchor: Anchor | undefined) => void {
  const { save } = useActions();
  const channelId = usePageState(state => state.channelId);
  const expanded = usePageState(state => state.expanded);
  const promptDrafts = usePageState(state => state.promptDrafts);
  const waiting = usePageState(state => state.conversation.summary.waiting);
  const restored = usePageState(state => state.anchor);
  const anchor = useRef(restored);
  const schedule = useDelayedSave(() => {
    if (channelId) {
      const view = viewOf({ anchor: anchor.current, expanded, promptDrafts }, waiting);
      void save('view.save', { channelId, view });
    }
  }, delay);

  const first = useRef({ expanded, promptDrafts, waiting });
  useEffect(() => {
    const old = first.current;
    const isDone = promptDrafts.size > 0 && waiting !== old.waiting;
    if (expanded !== old.expanded || promptDrafts !== old.promptDrafts || isDone) {
      schedule();
    }
  }, [expanded, promptDrafts, waiting, schedule]);

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

function viewOf(
  { anchor, expanded, promptDrafts }: Pick<PageState, 'anchor' | 'expanded' | 'promptDrafts'>,
  waiting: readonly Prompt[],
): ViewState {
  return {
    ...(anchor && isSaved(anchor.key) ? { anchor: plain(anchor) } : {}),
    expanded: [...expanded].filter(isSaved).slice(-mostKeys),
    promptDrafts: waiting.flatMap(({ id }) => {
      const draft = promptDrafts.get(id);
      return draft ? [{ promptId: id, ...draft }] : [];
    }),
  };
}

function isSaved(key: string): boolean {
  return key.length <= longestKey;
}

function plain({ key, offset }: Anchor): Anchor {
  return { key, offset };
}
