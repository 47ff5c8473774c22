import { scaleBand, scaleLinear } from 'd3-scale';
import { stack } from 'd3-shape';
import { compactText } from '../../src/base/locale';

/** Rows of a table as they are drawn: stacked values of each, which are not negative. */
export interface ChartData {
  readonly kind: 'columns' | 'bars';
  readonly rows: readonly ChartRow[];
  /** Writes a value beside an axis or a bar; absent: as a short number. */
  readonly tick?: (value: number) => string;
}

interface ChartRow {
  readonly label: string;
  readonly values: readonly number[];
  /** Texts of the values for a pointer that rests on them, in their order. */
  readonly hints?: readonly string[];
}

const columnHeight = 150;
const barHeight = 24;
const axisHeight = 18;
/** Pixels that a label of a column needs, and of one character beside a bar. */
const labelWidth = 52;
const characterWidth = 7;

/** Draws into an empty SVG element. Colors come from the style sheet: themes need no new drawing. */
export function drawChart(svg: SVGSVGElement, data: ChartData, width: number): void {
  const series = data.rows[0]?.values.length ?? 0;
  const keys = Array.from({ length: series }, (_, at) => at);
  const stacks = stack<ChartRow, number>()
    .keys(keys)
    .value((row, key) => row.values[key] ?? 0)([...data.rows]);
  const most = Math.max(1, ...stacks.flatMap(one => one.map(([, end]) => end)));
  const height =
    data.kind === 'columns' ? columnHeight + axisHeight : data.rows.length * barHeight + axisHeight;
  svg.replaceChildren();
  for (const [name, value] of Object.entries({ width, height })) {
    svg.setAttribute(name, String(value));
  }
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  const drawing: Drawing = {
    ...{ svg, data, width, most },
    stacks: stacks.map(one => one.map(([from, to]) => [from, to])),
  };
  if (data.kind === 'columns') {
    drawColumns(drawing);
  } else {
    drawBars(drawing);
  }
}

interface Drawing {
  readonly svg: SVGSVGElement;
  readonly data: ChartData;
  readonly width: number;
  readonly most: number;
  readonly stacks: readonly (readonly (readonly [number, number])[])[];
}

function drawColumns({ svg, data, width, most, stacks }: Drawing): void {
  const left = 46;
  const write = data.tick ?? compactText;
  const y = scaleLinear([0, most], [columnHeight, 8]).nice(3);
  const places = data.rows.map((_, at) => at);
  const x = scaleBand(places, [left, width]).paddingInner(0.2).paddingOuter(0.1);
  for (const tick of y.ticks(3)) {
    const at = y(tick);
    add(svg, 'line', { class: 'chart-grid', x1: left, x2: width, y1: at, y2: at });
    text(svg, write(tick), { class: 'chart-tick', x: left - 6, y: at + 4, anchor: 'end' });
  }
  for (const [key, one] of stacks.entries()) {
    for (const [at, [from, to]] of one.entries()) {
      const box = { x: x(at) ?? 0, y: y(to), width: x.bandwidth(), height: y(from) - y(to) };
      rect(svg, key, box, data.rows[at]?.hints?.[key]);
    }
  }
  // The first and the last one are moved inwards, so that one less has room.
  const room = width - left - labelWidth;
  const every = Math.max(1, Math.ceil((data.rows.length * labelWidth) / room));
  for (const [at, { label }] of data.rows.entries()) {
    if ((data.rows.length - 1 - at) % every === 0) {
      const middle = (x(at) ?? 0) + x.bandwidth() / 2;
      const [start, end] = [left + labelWidth / 2, width - labelWidth / 2];
      const place = { x: Math.min(end, Math.max(start, middle)), y: columnHeight + 14 };
      text(svg, label, { class: 'chart-tick', ...place, anchor: 'middle' });
    }
  }
}

function drawBars({ svg, data, width, most, stacks }: Drawing): void {
  const write = data.tick ?? compactText;
  const longest = Math.max(0, ...data.rows.map(({ label }) => label.length));
  const left = Math.round(Math.min(width * 0.4, longest * characterWidth + 8));
  const x = scaleLinear([0, most], [left, width - 46]);
  const bottom = data.rows.length * barHeight;
  const places = data.rows.map((_, at) => at);
  const y = scaleBand(places, [0, bottom]).paddingInner(0.3).paddingOuter(0.15);
  const characters = Math.floor((left - 8) / characterWidth);
  for (const [at, { label, values }] of data.rows.entries()) {
    const middle = (y(at) ?? 0) + y.bandwidth() / 2 + 4;
    const name = cut(label, characters);
    text(svg, name, { class: 'chart-label', x: left - 8, y: middle, anchor: 'end' });
    const sum = values.reduce((all, value) => all + value, 0);
    text(svg, write(sum), { class: 'chart-tick', x: x(sum) + 6, y: middle, anchor: 'start' });
  }
  for (const [key, one] of stacks.entries()) {
    for (const [at, [from, to]] of one.entries()) {
      const box = { x: x(from), y: y(at) ?? 0, width: x(to) - x(from), height: y.bandwidth() };
      rect(svg, key, box, data.rows[at]?.hints?.[key]);
    }
  }
  add(svg, 'line', { class: 'chart-grid', x1: left, x2: left, y1: 0, y2: bottom });
}

interface Place {
  readonly x: number;
  readonly y: number;
}

function rect(
  svg: SVGSVGElement,
  key: number,
  box: Place & { readonly width: number; readonly height: number },
  hint: string | undefined,
): void {
  if (box.width > 0 && box.height > 0) {
    const drawn = add(svg, 'rect', { class: `chart-series chart-series-${key}`, ...box });
    if (hint !== undefined) {
      add(drawn, 'title', {}).textContent = hint;
    }
  }
}

function text(
  svg: SVGSVGElement,
  content: string,
  { anchor, ...attributes }: Place & { readonly class: string; readonly anchor: string },
): void {
  add(svg, 'text', { ...attributes, 'text-anchor': anchor }).textContent = content;
}

function add(
  parent: SVGElement,
  name: string,
  attributes: Readonly<Record<string, string | number>>,
): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [attribute, value] of Object.entries(attributes)) {
    element.setAttribute(attribute, String(value));
  }
  parent.append(element);
  return element;
}

function cut(label: string, most: number): string {
  const characters = [...label];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : label;
}
