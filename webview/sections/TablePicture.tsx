import { useMemo } from 'preact/hooks';
import type { SectionTable, TableChart } from '../../src/contract/sections';
import type { ChartData } from '../chart/drawChart';
import { Picture } from '../chart/Picture';
import { spelledOut } from '../tools/parts/invisibleCharacters';

interface TablePictureProps {
  readonly table: SectionTable;
  readonly chart: TableChart;
}

/** Picture of a table of a section. */
export function TablePicture({ table, chart }: TablePictureProps) {
  const data = useMemo(() => dataOf(table, chart), [table, chart]);
  const series = chart.series.map(column => table.columns[column]?.label ?? '');
  return <Picture data={data} series={series} />;
}

function dataOf({ rows }: SectionTable, { kind, series, labels, most }: TableChart): ChartData {
  const drawn = rows.slice(0, most ?? rows.length).map((row, at) => ({
    label: spelledOut(labels[at] ?? ''),
    values: series.map(column => row.cells[column]?.value ?? 0),
  }));
  return { kind, rows: kind === 'columns' ? drawn.reverse() : drawn };
}
