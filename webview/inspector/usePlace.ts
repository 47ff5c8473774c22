import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { CallView } from '../../src/contract/inspector/callRows';
import type { InspectorLink, InspectorTab } from '../../src/contract/inspector/inspector';
import { changedView, usualView } from './calls/callViews';

/** Part of a subject that is shown. */
export interface Place {
  readonly tab: InspectorTab;
  readonly view: CallView;
  /** Call beside the table, or two that are compared. */
  readonly pane?:
    | { readonly kind: 'call'; readonly key: string }
    | { readonly kind: 'compare'; readonly one: string; readonly other: string };
  /** Row to go to in the table; a new object goes there again. */
  readonly target?: { readonly key: string };
  /** Turn of the timeline; absent: the newest. */
  readonly turn?: number;
}

/** Returns the place of a subject, which follows the links of the host. */
export function usePlace(link: InspectorLink): [Place, (change: (before: Place) => Place) => void] {
  const [place, setPlace] = useState(() => followed({ tab: 'calls', view: usualView }, link));
  const last = useRef(link);
  useLayoutEffect(() => {
    if (last.current !== link) {
      last.current = link;
      setPlace(before => followed(before, link));
    }
  }, [link]);
  return [place, setPlace];
}

/** Returns the place that a link leads to. */
function followed(before: Place, { tab = 'calls', turn, key, other }: InspectorLink): Place {
  const { pane: _, target: __, turn: ___, ...rest } = before;
  const shown: Place = {
    ...rest,
    tab,
    ...(tab === 'timeline' && turn !== undefined ? { turn } : {}),
  };
  const view =
    tab === 'calls' && turn !== undefined ? changedView(shown.view, { turn }) : shown.view;
  if (key === undefined) {
    return { ...shown, view };
  }
  const pane: Place['pane'] =
    other === undefined ? { kind: 'call', key } : { kind: 'compare', one: key, other };
  return { ...shown, view, pane, target: { key } };
}

/** Returns the link that leads to a place, which the host keeps while the page is hidden. */
export function linkTo(subject: string, { tab, view, pane, turn }: Place): InspectorLink {
  const shownTurn = tab === 'timeline' ? turn : view.turn;
  return {
    ...{ subject, tab },
    ...(shownTurn === undefined ? {} : { turn: shownTurn }),
    ...(tab === 'calls' && pane?.kind === 'call' ? { key: pane.key } : {}),
    ...(tab === 'calls' && pane?.kind === 'compare' ? { key: pane.one, other: pane.other } : {}),
  };
}
