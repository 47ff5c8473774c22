import { useEffect, useRef } from 'preact/hooks';
import { EscapedText } from '../tools/parts/EscapedText';
import { useWidth } from '../ui/useWidth';
import type { ChartData } from './drawChart';

interface PictureProps {
  readonly data: ChartData;
  /** Names of the stacked values, in their order. */
  readonly series: readonly string[];
}

/** Narrower, a picture says nothing. */
const narrowest = 120;

/**
 * Picture of a table, hidden from screen readers, which read the table. The library that draws it
 * loads with the first picture; without it, the table is all there is.
 */
export function Picture({ data, series }: PictureProps) {
  const box = useRef<HTMLDivElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const width = useWidth(box);
  useEffect(() => {
    let isCurrent = true;
    void import('./drawChart')
      .then(({ drawChart }) => {
        if (isCurrent && svg.current && width >= narrowest) {
          drawChart(svg.current, data, width);
        }
      })
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [data, width]);
  return (
    <div class="table-picture" aria-hidden="true">
      <ul class="chart-legend">
        {series.map((name, key) => (
          <li key={key}>
            <span class={`chart-swatch chart-series-${key}`} />
            <EscapedText text={name} />
          </li>
        ))}
      </ul>
      <div ref={box} class="chart-box">
        <svg ref={svg} class="chart" />
      </div>
    </div>
  );
}
