import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import type { CallColumn, CallFact, CallRow } from '../../../src/contract/inspector/callRows';
import { Icon } from '../../ui/Icon';
import { memo } from '../../ui/memo';
import { whoText } from '../parts/callText';
import {
  clockTime,
  costBasis,
  costText,
  fullCount,
  fullTime,
  shortCount,
  shortTime,
} from '../parts/figures';
import { ShortText } from '../parts/ShortText';
import { Unknown } from '../parts/Unknown';
import { ResultCell } from './ResultCell';

interface CallRowViewProps {
  readonly id: string;
  readonly index: number;
  /** Pixels from the top of the rows. */
  readonly top: number;
  /** Absent while it is on its way. */
  readonly row: CallRow | undefined;
  readonly isActive: boolean;
  readonly isOpen: boolean;
  readonly isMarked: boolean;
  readonly onClick: (index: number, isMarking: boolean) => void;
}

/** Row of the table. It draws again only if its call or its state has changed. */
export const CallRowView = memo(function CallRowView(props: CallRowViewProps) {
  const { id, index, top, row, isActive, isOpen, isMarked, onClick } = props;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys.
    // biome-ignore lint/a11y/useSemanticElements: rows lie apart from one another.
    <div
      id={id}
      role="row"
      class="call-row"
      style={{ transform: `translateY(${top}px)` }}
      aria-rowindex={index + 2}
      aria-selected={isMarked}
      aria-current={isOpen ? 'true' : undefined}
      aria-busy={row === undefined}
      data-active={isActive}
      data-key={row?.key}
      data-failed={row?.error !== undefined}
      onClick={event => onClick(index, event.ctrlKey || event.metaKey)}
    >
      <Cell column="mark">
        <button
          type="button"
          class="call-mark"
          tabIndex={-1}
          aria-pressed={isMarked}
          aria-label={l10n.t('Mark for Comparison')}
          title={l10n.t('Mark for Comparison (Space)')}
          onClick={event => {
            event.stopPropagation();
            onClick(index, true);
          }}
        >
          <Icon name={isMarked ? 'pass' : 'circle-large'} />
        </button>
      </Cell>
      {row === undefined ? <Placeholder /> : <Cells row={row} />}
    </div>
  );
});

/** Cells of a call. They stay as they are when its row moves, or is marked. */
const Cells = memo(function Cells({ row }: { readonly row: CallRow }) {
  const { usage, cost, unknown } = row;
  const written = usage && usage.cacheWritten5m + usage.cacheWritten1h;
  return (
    <>
      <Cell column="startedAt" title={fullTime(row.startedAt)}>
        {clockTime(row.startedAt)}
      </Cell>
      <Cell column="who">
        <ShortText text={rowWho(row)} />
      </Cell>
      <Cell column="model">
        <ShortText text={row.model?.replace(/^claude-/, '') ?? ''} most={60} />
      </Cell>
      <Count column="input" label={l10n.t('in')} count={usage?.input} />
      <Count column="output" label={l10n.t('out')} count={usage?.output} />
      <Count column="cacheWritten" label={l10n.t('written')} count={written} />
      <Count column="cacheRead" label={l10n.t('read')} count={usage?.cacheRead} />
      <Cell column="cost" title={cost && costBasis(cost)}>
        {cost ? costText(cost) : usage ? <Unknown /> : null}
      </Cell>
      <Cell column="firstToken">
        <Time ms={row.firstToken} fact="timing" unknown={unknown} />
      </Cell>
      <Cell column="duration">
        <Time ms={row.duration} fact="timing" unknown={unknown} />
      </Cell>
      <Cell column="stopReason">
        <ResultCell row={row} />
      </Cell>
      <Cell column="retry" isQuiet={row.retry === 0}>
        {unknown.includes('retries') ? <Unknown /> : row.retry}
      </Cell>
    </>
  );
});

/** A replay is no call of the conversation, and must not look like one. */
function rowWho({ source, kind, agent }: CallRow): string {
  const who = whoText(kind, agent);
  return source === 'replay' ? l10n.t('Replay · {0}', who) : who;
}

interface CellProps {
  readonly column: CallColumn | 'mark';
  readonly title?: string | undefined;
  readonly isQuiet?: boolean;
  readonly children?: ComponentChildren;
}

function Cell({ column, title, isQuiet, children }: CellProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus.
    // biome-ignore lint/a11y/useSemanticElements: rows lie apart from one another.
    <div role="gridcell" class="call-cell" data-column={column} data-quiet={isQuiet} title={title}>
      {children}
    </div>
  );
}

interface CountProps {
  readonly column: CallColumn;
  /** Unit that two-line rows, which have no header, show beside the count. */
  readonly label: string;
  readonly count: number | undefined;
}

function Count({ column, label, count }: CountProps) {
  return count === undefined ? (
    <Cell column={column} />
  ) : (
    <Cell column={column} title={fullCount(count)} isQuiet={count === 0}>
      {shortCount(count)}
      <span class="call-unit">{label}</span>
    </Cell>
  );
}

interface TimeProps {
  readonly ms: number | undefined;
  readonly fact: CallFact;
  readonly unknown: readonly CallFact[];
}

function Time({ ms, fact, unknown }: TimeProps) {
  if (unknown.includes(fact)) {
    return <Unknown />;
  }
  return ms === undefined ? null : <span>{shortTime(ms)}</span>;
}

function Placeholder() {
  return (
    <Cell column="who">
      <span class="call-placeholder" />
      <span class="sr-only">{l10n.t('Loading…')}</span>
    </Cell>
  );
}
