import type { Product } from './products';
import { type Measured, type RoundResults, type RowId, rowIds, rows } from './rows';

/** Results of one product in all rounds, or why there are none. */
export type ProductResults = readonly RoundResults[] | { readonly notRun: string };

export interface Comparison {
  readonly products: readonly Product[];
  readonly results: ReadonlyMap<Product, ProductResults>;
}

/** Facts of a run that belong beside its numbers. */
export interface RunFacts {
  /** Day of the run, as in 2026-11-26. */
  readonly date: string;
  readonly minutes: number;
  readonly rounds: number;
  readonly prompts: number;
  readonly cores: number;
  readonly processor: string;
  readonly memoryGb: number;
  readonly system: string;
  readonly vscode: string;
  readonly node: string;
  readonly browser: string;
  /** Average load of the machine over a minute, before the run. */
  readonly load: number;
  /** Commit of Tandem. */
  readonly commit: string;
}

interface Cell {
  readonly middle: number;
  readonly least: number;
  readonly most: number;
}

/** Returns the comparison as a Markdown table. */
export function tableOf({ products, results }: Comparison): string {
  const [yardstick] = products;
  const head = ['', ...products.map(({ title }) => title)];
  const bare = yardstick && results.get(yardstick);
  const lines = rowIds.map(row => {
    const [title, unit] = rows[row];
    const base = bare && cellOf(bare, row);
    const cells = products.map(product =>
      inWords(results.get(product), row, product === yardstick ? undefined : base),
    );
    return [`${title}${unit && `, ${unit}`}`, ...cells];
  });
  const ruler = head.map((_, at) => (at === 0 ? '---' : '--:'));
  return [head, ruler, ...lines].map(cells => `| ${cells.join(' | ')} |`).join('\n');
}

/** Returns the whole document of a run. */
export function documentOf(
  comparison: Comparison,
  notCompared: Readonly<Record<string, string>>,
  facts: RunFacts,
): string {
  const { products } = comparison;
  const sources = products.map(({ title, source, remark }) => {
    const where = source
      ? `[${source.commit.slice(0, 10)}](${source.repository}/tree/${source.commit}) of ${source.date}`
      : title === 'Tandem' && `commit ${facts.commit}`;
    return `- **${title}**: ${[where, remark].filter(Boolean).join('; ')}.`;
  });
  const others = Object.entries(notCompared).map(
    ([name, why]) => `- **${name}**: not run: ${why}.`,
  );
  return `${[
    '# Comparison',
    'Written by `npm run bench:peers -- --peers FOLDER --write`; do not edit it by hand.',
    `Measured on ${facts.date} in ${facts.minutes} minutes: ${facts.cores} cores (${facts.processor}), ${facts.memoryGb} GB of memory, ${facts.system}; VS Code ${facts.vscode} for the browser, its extension host in Node ${facts.node}, Chromium ${facts.browser}, headless; load of the machine before the run ${facts.load}.`,
    `Each number is the median of ${facts.rounds} rounds, with the least and the most in parentheses, then how often it has the number of *bare* in it. In each round, each extension has a window of its own, one after the other, in an order that changes; times of prompts are medians of ${facts.prompts} in a window. Less is better in each row. Compare numbers within a row only: other machines have others.`,
    ...[tableOf(comparison), '## Extensions', [...sources, ...others].join('\n')],
    '## How it is measured',
    how,
  ].join('\n\n')}\n`;
}

const how = [
  '- All extensions start the same CLI, `test/support/peers/pacedCli.mjs`, which answers at once, after 150 ms, or at a pace. It calls no model and no hooks, and sends deltas to those that ask for them.',
  "- Tandem's page has a text box before its scripts run, and has started when they have drawn the conversation. From the others, both rows have the moment at which the text box is in view.",
  '- Enter, and the moment at which a text is in the page, are taken in the page by listeners in front of those of the extension; the CLI notes when the bytes came and when it wrote the first delta. All use the clock of the machine.',
  '- CPU time of the host is that of the process of the extension host with all its threads; in it are VS Code and a small extension that answers the test. The thread of the window is the main thread of its renderer, in which the workbench and the page live.',
  '- Messages and frames are counted in a second stream, because counting costs the page something. A stream or a turn ends when host and page have nothing more to do.',
  '- Memory is read after a garbage collection.',
].join('\n');

/** Returns one number with its spread, for tables. */
function inWords(results: ProductResults | undefined, row: RowId, base: Cell | undefined): string {
  if (!results) return 'not run';
  const cell = cellOf(results, row);
  if (!cell) return `not run: ${reasonOf(results, row)}`;
  const { middle, least, most } = cell;
  const spread = least === most ? '' : ` (${short(least)} to ${short(most)})`;
  const isRatio = rows[row][1] === '×';
  const ratio =
    base && base.middle > 0 && !isRatio ? `, ${(middle / base.middle).toFixed(2)}×` : '';
  return `${short(middle)}${spread}${ratio}`;
}

function cellOf(results: ProductResults, row: RowId): Cell | undefined {
  if (!Array.isArray(results)) return undefined;
  const values = (results as readonly RoundResults[])
    .map(round => round[row])
    .filter((value): value is number => typeof value === 'number')
    .sort((a, b) => a - b);
  const [least] = values;
  const [middle, most] = [values[values.length >> 1], values.at(-1)];
  if (least === undefined || middle === undefined || most === undefined) return undefined;
  return { middle, least, most };
}

function reasonOf(results: ProductResults, row: RowId): string {
  if (!Array.isArray(results)) return (results as { notRun: string }).notRun;
  const tried = (results as readonly RoundResults[])
    .map(round => round[row])
    .find((value): value is Exclude<Measured, number> => typeof value === 'object');
  return tried?.notRun ?? 'left out of this run';
}

/** Three digits are more than a run can promise. */
function short(value: number): string {
  if (Math.abs(value) >= 100) return String(Math.round(value));
  return String(Number(value.toPrecision(3)));
}
