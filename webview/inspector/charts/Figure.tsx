import * as l10n from '@vscode/l10n';
import { useMemo, useState } from 'preact/hooks';
import type { ChartData } from '../../chart/drawChart';
import { Picture } from '../../chart/Picture';
import { axisTime, shortCount, shortTime } from '../parts/figures';
import type { FigureTable } from './chartTables';

interface FigureProps {
  readonly table: FigureTable;
}

/** Picture with a sentence that sums it up, and a table with the same figures. */
export function Figure({ table }: FigureProps) {
  const [isTable, setTable] = useState(false);
  const { title, summary, series, rows } = table;
  const data = useMemo(() => dataOf(table), [table]);
  const isEmpty = rows.every(({ values }) => values.every(value => value === 0));
  return (
    <figure class="figure" aria-label={title}>
      <header class="figure-head">
        <h2>{title}</h2>
        {isEmpty ? null : (
          <button
            type="button"
            class="button button-link"
            aria-pressed={isTable}
            aria-label={l10n.t('Show Table: {0}', title)}
            onClick={() => setTable(!isTable)}
          >
            {l10n.t('Show Table')}
          </button>
        )}
      </header>
      <figcaption class="quiet">{summary}</figcaption>
      {isEmpty ? null : (
        <>
          <Picture data={data} series={series} />
          <div class={isTable ? 'figure-table' : 'sr-only'}>
            <DataTable table={table} />
          </div>
        </>
      )}
    </figure>
  );
}

function DataTable({ table: { title, head, series, others, rows, write } }: FigureProps) {
  return (
    <table class="data-table">
      <caption class="sr-only">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          {[...series, ...others].map(name => (
            <th key={name} scope="col" data-number>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at}>
            <th scope="row">{row.name}</th>
            {row.values.map((value, index) => (
              <td key={series[index]} data-number>
                {write(value)}
              </td>
            ))}
            {row.others.map((text, index) => (
              <td key={others[index]} data-number>
                {text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function dataOf({ kind, series, rows, write }: FigureTable): ChartData {
  return {
    kind,
    rows: rows.map(({ name, short, values }) => ({
      ...{ label: short, values },
      hints: values.map((value, at) => `${name} · ${series[at]}: ${write(value)}`),
    })),
    tick: write === shortTime ? axisTime : shortCount,
  };
}
