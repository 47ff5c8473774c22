import { useCallback, useState } from 'preact/hooks';
import type { CallView } from '../../src/contract/inspector/callRows';
import type { Overview } from '../../src/contract/inspector/overview';
import { CallsView } from './calls/CallsView';
import { tableId } from './calls/CallTable';
import type { RowStore } from './calls/rowStore';
import { ChartsView } from './charts/ChartsView';
import { CompareView } from './compare/CompareView';
import { DetailsView } from './details/DetailsView';
import { FindingsView } from './findings/FindingsView';
import { panelId, tabId } from './head/Tabs';
import { Failure } from './parts/Failure';
import type { Answer } from './parts/useAnswer';
import { TimelineView } from './timeline/TimelineView';
import type { Place } from './usePlace';

interface TabPanelProps {
  readonly place: Place;
  readonly setPlace: (change: (before: Place) => Place) => void;
  readonly store: RowStore;
  readonly overview: Answer<Overview>;
}

/** View of the chosen tab. */
export function TabPanel({ place, setPlace, store, overview }: TabPanelProps) {
  const { tab } = place;
  const [marked, setMarked] = useState<readonly string[]>([]);
  return (
    <div
      id={panelId}
      role="tabpanel"
      class="panel"
      data-tab={tab}
      // Views without a box of their own scroll by the keyboard.
      tabIndex={tab === 'calls' ? -1 : 0}
      aria-labelledby={tabId(tab)}
    >
      {tab === 'calls' ? <Calls {...{ place, setPlace, store, marked, setMarked }} /> : null}
      {tab === 'timeline' ? (
        <TimelineView
          turn={place.turn}
          onTurn={turn => setPlace(before => ({ ...before, turn }))}
        />
      ) : null}
      {tab === 'charts' || tab === 'findings' ? (
        <>
          {overview.failure === undefined ? null : <Failure text={overview.failure} />}
          {overview.value === undefined ? null : tab === 'charts' ? (
            <ChartsView overview={overview.value} />
          ) : (
            <FindingsView overview={overview.value} />
          )}
        </>
      ) : null}
    </div>
  );
}

interface CallsProps extends Omit<TabPanelProps, 'overview'> {
  readonly marked: readonly string[];
  readonly setMarked: StateUpdater<readonly string[]>;
}

type StateUpdater<T> = (change: (before: T) => T) => void;

function Calls({ place, setPlace, store, marked, setMarked }: CallsProps) {
  const { view, pane, target } = place;
  // Always the same functions: the table draws again only if its calls have changed.
  const onView = useCallback(
    (next: CallView) => setPlace(before => ({ ...before, view: next })),
    [setPlace],
  );
  const onMark = useCallback(
    (key: string) => setMarked(before => toggled(before, key)),
    [setMarked],
  );
  const close = () => {
    setPlace(({ pane: _, ...before }) => before);
    // A table that the pane covers cannot take the focus before it is uncovered.
    requestAnimationFrame(() => document.getElementById(tableId)?.focus());
  };
  return (
    <CallsView
      {...{ store, view, onView, target, marked, onMark }}
      onClearMarks={() => setMarked(() => [])}
      open={pane?.kind === 'call' ? pane.key : undefined}
      isPaneWide={pane?.kind === 'compare'}
      pane={
        pane === undefined ? null : pane.kind === 'call' ? (
          <DetailsView key={pane.key} callKey={pane.key} onClose={close} />
        ) : (
          <CompareView one={pane.one} other={pane.other} onClose={close} />
        )
      }
    />
  );
}

/** Marks a call, or takes its mark away. Two can be marked: a third one replaces the first. */
function toggled(marked: readonly string[], key: string): readonly string[] {
  return marked.includes(key) ? marked.filter(one => one !== key) : [...marked, key].slice(-2);
}
