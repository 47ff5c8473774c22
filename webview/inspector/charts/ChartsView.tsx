import * as l10n from '@vscode/l10n';
import { useMemo } from 'preact/hooks';
import type { Overview } from '../../../src/contract/inspector/overview';
import { cacheTable, contextTable, kindTable, timeTable } from './chartTables';
import { Figure } from './Figure';
import { LimitMeters } from './LimitMeters';

/** Pictures of all calls of the subject. */
export function ChartsView({ overview }: { readonly overview: Overview }) {
  const tables = useMemo(
    () => [cacheTable(overview), contextTable(overview), kindTable(overview), timeTable(overview)],
    [overview],
  );
  return (
    <section class="charts" aria-label={l10n.t('Charts')}>
      {tables.map(table => (
        <Figure key={table.title} table={table} />
      ))}
      <LimitMeters limits={overview.limits} />
    </section>
  );
}
