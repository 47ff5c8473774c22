import * as l10n from '@vscode/l10n';
import type { ComponentChildren, RefObject } from 'preact';
import { plural } from '../../../src/base/plural';
import type { CallColumn } from '../../../src/contract/inspector/callRows';
import { costText, fullCount, shortCount } from '../parts/figures';
import type { ShownRows } from './rowStore';

interface SumRowProps {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly shown: ShownRows;
}

/** Sums of all rows of the view, below their columns. */
export function SumRow({ box, shown: { total, sums } }: SumRowProps) {
  const usage = sums?.usage;
  const cells: Partial<Record<CallColumn, ComponentChildren>> = {
    who: l10n.t('Total'),
    input: <Sum count={usage?.input} label={l10n.t('in')} />,
    output: <Sum count={usage?.output} label={l10n.t('out')} />,
    cacheWritten: (
      <Sum count={usage && usage.cacheWritten5m + usage.cacheWritten1h} label={l10n.t('written')} />
    ),
    cacheRead: <Sum count={usage?.cacheRead} label={l10n.t('read')} />,
    cost:
      sums?.usd === undefined ? null : costText({ usd: sums.usd, basis: sums.basis ?? 'reported' }),
    stopReason: sums && sums.failed > 0 ? failedText(sums.failed) : null,
    // Without any, nothing is said: of some calls it is not known.
    retry: sums && sums.retries > 0 ? sums.retries : null,
  };
  const order = [
    ...['mark', 'startedAt', 'who', 'model', 'input', 'output', 'cacheWritten', 'cacheRead'],
    ...['cost', 'firstToken', 'duration', 'stopReason', 'retry'],
  ] as const;
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows lie apart from one another.
    <div ref={box} role="rowgroup" class="call-foot">
      {/* biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus. */}
      {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
      <div role="row" class="call-row" aria-rowindex={total + 2} aria-label={l10n.t('Sums')}>
        {order.map(column => (
          // biome-ignore lint/a11y/useFocusableInteractive: as above.
          // biome-ignore lint/a11y/useSemanticElements: as above.
          <div key={column} role="gridcell" class="call-cell" data-column={column}>
            {cells[column as CallColumn] ?? null}
          </div>
        ))}
      </div>
    </div>
  );
}

function Sum({ count, label }: { readonly count: number | undefined; readonly label: string }) {
  return count === undefined ? null : (
    <span title={fullCount(count)}>
      {shortCount(count)}
      <span class="call-unit">{label}</span>
    </span>
  );
}

function failedText(count: number): string {
  return plural(count, { one: l10n.t('{0} failed', count), other: l10n.t('{0} failed', count) });
}
