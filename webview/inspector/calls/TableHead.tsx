import * as l10n from '@vscode/l10n';
import type { RefObject } from 'preact';
import type { CallView } from '../../../src/contract/inspector/callRows';
import { Icon } from '../../ui/Icon';
import { columns } from './columns';
import { sortedBy } from './sortedBy';

interface TableHeadProps {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly view: CallView;
  readonly onView: (view: CallView) => void;
}

/** Headers of the columns, whose buttons sort. */
export function TableHead({ box, view, onView }: TableHeadProps) {
  const { sort } = view;
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows lie apart from one another.
    <div ref={box} role="rowgroup" class="call-head">
      {/* biome-ignore lint/a11y/useFocusableInteractive: its buttons take the focus. */}
      {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
      <div role="row" class="call-row" aria-rowindex={1}>
        {/* biome-ignore lint/a11y/useFocusableInteractive: as above. */}
        {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
        <div role="columnheader" class="call-cell" data-column="mark">
          <span class="sr-only">{l10n.t('Marked')}</span>
        </div>
        {columns().map(({ id, label, name, isNumber }) => (
          // biome-ignore lint/a11y/useFocusableInteractive: as above.
          // biome-ignore lint/a11y/useSemanticElements: as above.
          <div
            key={id}
            role="columnheader"
            class="call-cell"
            data-column={id}
            data-number={isNumber}
            aria-sort={
              sort.column === id ? (sort.isDescending ? 'descending' : 'ascending') : undefined
            }
          >
            <button
              type="button"
              class="call-sort"
              aria-label={name}
              title={name ?? label}
              onClick={() => onView({ ...view, sort: sortedBy(sort, id) })}
            >
              <span>{label}</span>
              {sort.column === id ? (
                <Icon name={sort.isDescending ? 'arrow-down' : 'arrow-up'} />
              ) : null}
            </button>
          </div>
        ))}
      </div>
    </div>
  );
}
