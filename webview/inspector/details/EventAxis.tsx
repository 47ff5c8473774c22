import * as l10n from '@vscode/l10n';
import { useRef } from 'preact/hooks';
import type { ResponseEvent } from '../../../src/contract/inspector/callDetails';
import { useWidth } from '../../ui/useWidth';
import { axisTicks } from '../parts/axisTicks';
import { axisTime } from '../parts/figures';
import { type EventKind, eventKinds, eventPaths } from './eventPaths';

interface EventAxisProps {
  readonly events: readonly ResponseEvent[];
  /** Milliseconds from the start. */
  readonly firstToken: number | undefined;
  readonly duration: number | undefined;
}

/** Pixels of a tick's label. */
const tickWidth = 64;
const lane = 14;

/** When the events came. The list below says the same, so the picture is hidden from screen readers. */
export function EventAxis({ events, firstToken, duration }: EventAxisProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const end = Math.max(1, duration ?? 0, ...events.map(({ to }) => to));
  const x = (ms: number) => (ms / end) * width;
  const paths = eventPaths(events, x, lane);
  const shown = eventKinds.filter(kind => paths[kind] !== '');
  const ticks = axisTicks(end, Math.max(2, Math.floor(width / tickWidth)));
  return (
    <div class="event-axis" aria-hidden="true">
      <ul class="chart-legend">
        {shown.map(kind => (
          <li key={kind}>
            <span class={`chart-swatch chart-series-${seriesOf(kind)}`} />
            {kindLabel(kind)}
          </li>
        ))}
      </ul>
      <div ref={box} class="chart-box">
        <svg class="chart" aria-hidden="true" width={width} height={lane * 3 + 18}>
          {firstToken === undefined ? null : (
            <rect class="axis-waiting" x={0} y={0} width={x(firstToken)} height={lane * 3} />
          )}
          {ticks.map(at => (
            <line key={at} class="chart-grid" x1={x(at)} x2={x(at)} y1={0} y2={lane * 3} />
          ))}
          {shown.map(kind => (
            <path
              key={kind}
              class={`chart-series chart-series-${seriesOf(kind)}`}
              d={paths[kind]}
            />
          ))}
          {ticks.map(at => (
            <text
              key={at}
              class="chart-tick"
              x={x(at)}
              y={lane * 3 + 14}
              text-anchor={x(at) > width - tickWidth / 2 ? 'end' : at === 0 ? 'start' : 'middle'}
            >
              {axisTime(at)}
            </text>
          ))}
        </svg>
      </div>
    </div>
  );
}

function seriesOf(kind: EventKind): number {
  return { text: 3, thinking: 2, tool: 1, other: 0 }[kind];
}

function kindLabel(kind: EventKind): string {
  switch (kind) {
    case 'text':
      return l10n.t('Text');
    case 'thinking':
      return l10n.t('Thinking');
    case 'tool':
      return l10n.t('Tool call');
    case 'other':
      return l10n.t('Other events');
  }
}
