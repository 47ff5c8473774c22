import type { CallView } from '../../../src/contract/inspector/callRows';

/** Newest first, all calls. */
export const usualView: CallView = { sort: { column: 'startedAt', isDescending: true } };

/** @returns true if the view may leave calls out */
export function isFiltered(view: CallView): boolean {
  const { search, kinds, model, turn, only } = view;
  return (
    (search ?? '') !== '' ||
    kinds !== undefined ||
    model !== undefined ||
    turn !== undefined ||
    only !== undefined
  );
}

/** Returns the view with members replaced; undefined takes one away. */
export function changedView(
  view: CallView,
  change: { readonly [K in keyof CallView]?: CallView[K] | undefined },
): CallView {
  const members = Object.entries({ ...view, ...change }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(members) as unknown as CallView;
}
