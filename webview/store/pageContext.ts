import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Actions } from './actions';
import { isExpanded, type PageState } from './pageState';
import type { Store } from './store';
import { useSelected } from './useSelected';

export interface Page {
  readonly store: Store<PageState>;
  readonly actions: Actions;
}

export const PageContext = createContext<Page | undefined>(undefined);

function usePageContext(): Page {
  const page = useContext(PageContext);
  if (!page) {
    throw new Error('A component of the page was drawn outside of it.');
  }
  return page;
}

export function useActions(): Actions {
  return usePageContext().actions;
}

export function usePageStore(): Store<PageState> {
  return usePageContext().store;
}

/** Returns part of the page's state. `select` must return existing parts, not new objects. */
export function usePageState<S>(select: (state: PageState) => S): S {
  return useSelected(usePageContext().store, select);
}

/** Reads and sets a fold that outlives the page; `startsOpen` applies until the user decides. */
export function useExpanded(
  key: string,
  startsOpen = false,
): [isExpanded: boolean, setExpanded: (isExpanded: boolean) => void] {
  const { store, actions } = usePageContext();
  const isOpen = useSelected(store, state => isExpanded(state.expanded, key, startsOpen));
  return [isOpen, next => actions.setExpanded(key, next)];
}
