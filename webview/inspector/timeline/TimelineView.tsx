import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import type { Timeline } from '../../../src/contract/inspector/overview';
import { turnLabel } from '../../../src/contract/labels/turnLabel';
import { Button } from '../../ui/Button';
import type { IconName } from '../../ui/glyphs';
import { Icon } from '../../ui/Icon';
import { Failure } from '../parts/Failure';
import { fullCount, shortTime } from '../parts/figures';
import { useInspector, useRevision } from '../parts/inspectorContext';
import { useAnswer } from '../parts/useAnswer';
import { useSlowly } from '../parts/useSlowly';
import { SpanTable } from './SpanTable';
import { TimelinePicture } from './TimelinePicture';

interface TimelineViewProps {
  /** Absent: the newest turn with calls. */
  readonly turn: number | undefined;
  readonly onTurn: (turn: number) => void;
}

/** Milliseconds between two readings while something runs. */
const pause = 500;

/** A turn on a time axis: calls, tools, subagents and waits. */
export function TimelineView({ turn, onTurn }: TimelineViewProps) {
  const { host, subject } = useInspector();
  const now = useSlowly(useRevision(), pause);
  const { value, failure, isKnown } = useAnswer(`${subject.id} ${turn}`, now, () =>
    host.call('inspector.timeline', {
      subject: subject.id,
      ...(turn === undefined ? {} : { turn }),
    }),
  );
  if (failure !== undefined) {
    return <Failure text={failure} />;
  }
  if (!isKnown) {
    return null;
  }
  return value ? (
    <TurnTimeline timeline={value} onTurn={onTurn} />
  ) : (
    <div class="empty">
      <h2>{l10n.t('No turn with model calls')}</h2>
      <p class="quiet">{l10n.t('The newest turn appears here after its first call.')}</p>
    </div>
  );
}

interface TurnTimelineProps {
  readonly timeline: Timeline;
  readonly onTurn: (turn: number) => void;
}

function TurnTimeline({ timeline, onTurn }: TurnTimelineProps) {
  const { showTurnCalls } = useInspector();
  const [isTable, setTable] = useState(false);
  const { turn, previous, next, from, to, omitted, spans } = timeline;
  const step = (target: number | undefined, label: string, icon: IconName) => (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      title={label}
      aria-disabled={target === undefined}
      onClick={() => {
        if (target !== undefined) onTurn(target);
      }}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    <section class="timeline" aria-label={l10n.t('Timeline')}>
      <header class="view-head">
        {step(previous, l10n.t('Previous turn'), 'chevron-left')}
        <h2>{turnLabel(turn)}</h2>
        {step(next, l10n.t('Next turn'), 'chevron-right')}
        <span class="quiet">{shortTime(to - from)}</span>
        <span class="view-actions">
          <Button kind="link" onClick={() => showTurnCalls(turn)}>
            {l10n.t('Show Calls')}
          </Button>
          <button
            type="button"
            class="button button-link"
            aria-pressed={isTable}
            onClick={() => setTable(!isTable)}
          >
            {l10n.t('Show Table')}
          </button>
        </span>
      </header>
      <TimelinePicture timeline={timeline} />
      {omitted > 0 ? (
        <p class="quiet">{l10n.t('{0} shorter spans are left out.', fullCount(omitted))}</p>
      ) : null}
      {isTable ? (
        <div class="figure-table">
          <SpanTable spans={spans} start={from} />
        </div>
      ) : null}
    </section>
  );
}
