import { useEffect, useRef, useState } from 'preact/hooks';
import type { SectionTable, TableChart } from '../../src/contract/sections';
import { EscapedText } from '../tools/parts/EscapedText';
import { spelledOut } from '../tools/parts/invisibleCharacters';

interface TablePictureProps {
  readonly table: SectionTable;
  readonly chart: TableChart;
}

/** Narrower, a picture says nothing. */
const narrowest = 120;

/**
 * Picture of a table, hidden from screen readers, which read the table. The library that draws it
 * loads with the first picture; without it, the table is all there is.
 */
export function TablePicture({ table, chart }: TablePictureProps) {
  const box = useRef<HTMLDivElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const width = useWidth(box);
  useEffect(() => {
    let isCurrent = true;
    void import('./chart/drawChart')
      .then(({ drawChart }) => {
        if (isCurrent && svg.current && width >= narrowest) {
          drawChart(svg.current, dataOf(table, chart), width);
        }
      })
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [table, chart, width]);
  return (
    <div class="table-picture" aria-hidden="true">
      <ul class="chart-legend">
        {chart.series.map((column, key) => (
          <li key={column}>
            <span class={`chart-swatch chart-series-${key}`} />
            <EscapedText text={table.columns[column]?.label ?? ''} />
          </li>
        ))}
      </ul>
      <div ref={box} class="chart-box">
        <svg ref={svg} class="chart" />
      </div>
    </div>
  );
}

function dataOf({ rows }: SectionTable, { kind, series, labels, most }: TableChart) {
  const drawn = rows.slice(0, most ?? rows.length).map((row, at) => ({
    label: spelledOut(labels[at] ?? ''),
    values: series.map(column => row.cells[column]?.value ?? 0),
  }));
  return { kind, rows: kind === 'columns' ? drawn.reverse() : drawn };
}

/** Returns the width of a box in pixels; 0 before it is known. */
function useWidth(box: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (!element) {
      return undefined;
    }
    const observer = new ResizeObserver(([entry]) =>
      setWidth(Math.floor(entry?.contentRect.width ?? 0)),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
