import * as l10n from '@vscode/l10n';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { Timeline } from '../../../src/contract/inspector/overview';
import { useWidth } from '../../ui/useWidth';
import { axisTicks } from '../parts/axisTicks';
import { spokenName } from '../parts/cutText';
import { axisTime } from '../parts/figures';
import { useInspector } from '../parts/inspectorContext';
import { ShortText } from '../parts/ShortText';
import { type Lane, lanesOf, type PlacedSpan } from './lanes';
import { SpanBar } from './SpanBar';
import { spanText } from './spanText';

/** Pixels of a tick's label. */
const tickWidth = 72;

/** Turn as lanes on a time axis. Arrow keys go from span to span; Enter opens a call. */
export function TimelinePicture({ timeline }: { readonly timeline: Timeline }) {
  const { openCall } = useInspector();
  const { from, to } = timeline;
  const axis = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLDivElement>(null);
  const width = useWidth(axis);
  const lanes = useMemo(() => lanesOf(timeline), [timeline]);
  const order = useMemo(() => inOrder(lanes), [lanes]);
  const [shown, setShown] = useState<string>();
  const duration = Math.max(1, to - from);
  const ticks = axisTicks(duration, Math.max(2, Math.floor(width / tickWidth)));
  const active = order.find(({ id }) => id === shown) ?? order[0];
  const place = (at: number) => `${((at - from) / duration) * 100}%`;
  const move = (event: KeyboardEvent) => {
    const at = order.findIndex(({ id }) => id === active?.id);
    const next = {
      ArrowRight: order[at + 1],
      ArrowLeft: order[at - 1],
      ArrowDown: order.find(({ line }) => line === (active?.line ?? 0) + 1),
      ArrowUp: order.findLast(({ line }) => line === (active?.line ?? 0) - 1),
      Home: order[0],
      End: order.at(-1),
    }[event.key];
    if (next) {
      event.preventDefault();
      setShown(next.id);
      picture.current?.querySelector<HTMLElement>(`[data-span="${next.id}"]`)?.focus();
    }
  };
  const text = active ? spanText(active.placed.span, from) : '';
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: no form fields to group. */}
      <div
        ref={picture}
        class="timeline-picture"
        role="group"
        tabIndex={-1}
        aria-label={l10n.t('Spans of the turn')}
        onKeyDown={move}
      >
        <div class="timeline-axis" aria-hidden="true">
          <div ref={axis} class="timeline-track">
            {ticks.map(tick => (
              <span
                key={tick}
                class="timeline-tick"
                style={{ insetInlineStart: `${(tick / duration) * 100}%` }}
              >
                {axisTime(tick)}
              </span>
            ))}
          </div>
        </div>
        {lanes.map((lane, line) => (
          <div key={line} class="timeline-lane" data-first={lane.isFirst} data-kind={lane.kind}>
            <span class="timeline-name">
              {lane.isFirst ? <ShortText text={laneName(lane)} most={60} /> : null}
            </span>
            <div class="timeline-track">
              {ticks.map(tick => (
                <span
                  key={tick}
                  class="timeline-grid"
                  style={{ insetInlineStart: `${(tick / duration) * 100}%` }}
                />
              ))}
              {lane.spans.map((placed, index) => (
                <SpanBar
                  key={spanId(line, index)}
                  id={spanId(line, index)}
                  placed={placed}
                  left={place(placed.from)}
                  width={`${((placed.to - placed.from) / duration) * 100}%`}
                  label={spokenName(spanText(placed.span, from), 300)}
                  isActive={active?.id === spanId(line, index)}
                  onShow={() => setShown(spanId(line, index))}
                  onOpen={openCall}
                />
              ))}
            </div>
          </div>
        ))}
      </div>
      <p class="timeline-text" aria-hidden="true">
        <ShortText text={text} most={300} />
      </p>
      <ul class="chart-legend" aria-hidden="true">
        <li>
          <span class="chart-swatch span-swatch-waiting" />
          {l10n.t('Waiting for the first token')}
        </li>
        <li>
          <span class="chart-swatch span-swatch-streaming" />
          {l10n.t('Streaming')}
        </li>
        <li>
          <span class="chart-swatch span-swatch-tool" />
          {l10n.t('Tool')}
        </li>
        <li>
          <span class="chart-swatch span-swatch-wait" />
          {l10n.t('Wait before a retry')}
        </li>
      </ul>
    </>
  );
}

function laneName({ kind, agent }: Lane): string {
  const name = agent ?? l10n.t('Conversation');
  return kind === 'calls' ? name : l10n.t('Tools');
}

function spanId(line: number, index: number): string {
  return `${line}-${index}`;
}

/** Spans of all lanes by their start, as the arrow keys go through them. */
function inOrder(lanes: readonly Lane[]) {
  return lanes
    .flatMap(({ spans }, line) =>
      spans.map((placed: PlacedSpan, index) => ({ id: spanId(line, index), line, placed })),
    )
    .sort((a, b) => a.placed.from - b.placed.from || a.line - b.line);
}
