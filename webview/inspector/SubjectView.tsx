import * as l10n from '@vscode/l10n';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type {
  InspectorLink,
  InspectorSubject,
  LiveCalls,
} from '../../src/contract/inspector/inspector';
import type { InspectorHost } from '../store/hostConnection';
import { RowStore } from './calls/rowStore';
import { LiveLine } from './head/LiveLine';
import { ObservationNote } from './head/ObservationNote';
import { RecordingLine } from './head/RecordingLine';
import { SubjectSelect } from './head/SubjectSelect';
import { Tabs } from './head/Tabs';
import { OutcomeLine } from './OutcomeLine';
import { type Inspector, InspectorContext, RevisionContext } from './parts/inspectorContext';
import { useAnswer } from './parts/useAnswer';
import { useHeard } from './parts/useHeard';
import { useSlowly } from './parts/useSlowly';
import { TabPanel } from './TabPanel';
import { useActions } from './useActions';
import { linkTo, type Place, usePlace } from './usePlace';

interface SubjectViewProps {
  readonly host: Pick<InspectorHost, 'call'>;
  readonly heard: EventTarget;
  readonly subjects: readonly InspectorSubject[];
  readonly subject: InspectorSubject;
  readonly link: InspectorLink;
  readonly onLink: (link: InspectorLink) => void;
}

/** Milliseconds between readings of the rows in view. */
const rowsPause = 1_000;
/** Milliseconds between readings of the overview in view, which the host makes of all calls. */
const overviewPause = 2_000;
/** Milliseconds between readings of what is only counted in a tab, or says what is recorded. */
const hiddenPause = 5_000;

/** Head and views of one subject. */
export function SubjectView({ host, heard, subjects, subject, link, onLink }: SubjectViewProps) {
  const { id } = subject;
  const [place, setPlace] = usePlace(link);
  const [revision, setRevision] = useState(0);
  const { tab, view } = place;
  const changed = () => setRevision(number => number + 1);
  useHeard(heard, 'inspector.changed', event => {
    if (event.subject === id) changed();
  });
  // Actions change what is recorded at once; otherwise it only grows.
  const [acted, setActed] = useState(0);
  const { act, outcome, clear } = useActions(host, id, show => {
    changed();
    setActed(number => number + 1);
    if (show) onLink(show);
  });
  const store = useMemo(() => new RowStore(host, id, view), [host, id]);
  const rowsRevision = useSlowly(revision, rowsPause);
  // The first rows are asked for together with all else, before the table is drawn.
  useEffect(() => {
    if (tab === 'calls') store.refresh();
  }, [store, rowsRevision, tab]);
  // A recording becomes a conversation when that opens, as after a reload of the window.
  useEffect(() => setActed(number => number + 1), [subject.kind]);
  const recordingRevision = useSlowly(revision, hiddenPause);
  const recording = useAnswer(id, recordingRevision + acted, () =>
    host.call('inspector.recording', { subject: id }),
  );
  const isOverview = tab === 'charts' || tab === 'findings';
  const overviewRevision = useSlowly(revision, isOverview ? overviewPause : hiddenPause);
  const overview = useAnswer(id, overviewRevision, () =>
    host.call('inspector.overview', { subject: id }),
  );
  useKept(host, id, place);
  const recorded = recording.value;
  // The same until something in it changes: all parts draw again with it.
  const inspector = useMemo<Inspector>(
    () => ({
      ...{ host, subject, recording: recorded },
      act: (action, target) => void act(action, target),
      ...waysTo(setPlace),
    }),
    [host, subject, recorded, act, setPlace],
  );
  return (
    <InspectorContext.Provider value={inspector}>
      <RevisionContext.Provider value={revision}>
        <main class="inspector">
          <header class="inspector-head">
            <h1 class="sr-only">{l10n.t('Inspector')}</h1>
            <SubjectSelect
              subjects={subjects}
              shown={id}
              onShow={next => onLink({ subject: next, tab })}
            />
            <RecordingLine view={view} />
            <Tabs
              shown={tab}
              findings={overview.value?.findings.length}
              onShow={next => setPlace(before => ({ ...before, tab: next }))}
            />
            {recording.value?.isObserved === false ? null : (
              <Live host={host} heard={heard} subject={id} />
            )}
          </header>
          {recording.isKnown ? (
            <>
              <ObservationNote />
              <TabPanel {...{ place, setPlace, store, overview }} />
            </>
          ) : null}
          <OutcomeLine outcome={outcome} onClose={clear} />
        </main>
      </RevisionContext.Provider>
    </InspectorContext.Provider>
  );
}

/** Ways to other places of the subject. */
function waysTo(
  setPlace: (change: (before: Place) => Place) => void,
): Pick<Inspector, 'openCall' | 'showTurnCalls' | 'showTimeline' | 'compare'> {
  return {
    openCall: key =>
      setPlace(before => ({
        ...before,
        tab: 'calls',
        pane: { kind: 'call', key },
        target: { key },
      })),
    showTurnCalls: turn =>
      setPlace(({ pane: _, target: __, ...before }) => ({
        ...before,
        tab: 'calls',
        view: { turn, sort: before.view.sort },
      })),
    showTimeline: turn => setPlace(before => ({ ...before, tab: 'timeline', turn })),
    compare: (one, other) =>
      setPlace(before => ({ ...before, tab: 'calls', pane: { kind: 'compare', one, other } })),
  };
}

/** Remembers the place, as the user leaves it. */
function useKept(host: Pick<InspectorHost, 'call'>, subject: string, place: Place): void {
  const kept = JSON.stringify(linkTo(subject, place));
  useEffect(() => {
    // The host does not answer when the panel is closed, and nothing is to be kept then.
    host.call('inspector.keep', JSON.parse(kept) as InspectorLink).catch(() => undefined);
  }, [host, kept]);
}

interface LiveProps {
  readonly host: Pick<InspectorHost, 'call'>;
  readonly heard: EventTarget;
  readonly subject: string;
}

/** Draws what happens at the moment without drawing anything else again. */
function Live({ host, heard, subject }: LiveProps) {
  const [told, setTold] = useState<LiveCalls>();
  const { value } = useAnswer(subject, 0, () => host.call('inspector.live', { subject }));
  useHeard(heard, 'inspector.live', event => {
    if (event.subject === subject) setTold(event.live);
  });
  return <LiveLine live={told ?? value} />;
}
