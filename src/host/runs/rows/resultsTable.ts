import * as l10n from '@vscode/l10n';
import { fineCostText } from '../../../base/locale';
import { sealMarkdown } from '../../../core/export/markdown/sealMarkdown';
import { type Batch, durationOf, type Run } from '../../../core/runs/run';
import { lineText, withoutLinks } from '../../nativeText/neutral';
import { clockTime } from '../../tasks/tasksModel';
import { stateText, summaryText, targetName } from './batchTexts';

/** UTF-16 units of a cell. */
const longestCell = 200;

/** Writes the results of a batch as a Markdown table: file, outcome, duration, cost, first line. */
export function resultsTable(batch: Batch): string {
  const heads = [
    l10n.t('File'),
    l10n.t('Outcome'),
    l10n.t('Duration'),
    l10n.t('Cost'),
    l10n.t('First line'),
  ];
  const rows = batch.runs.map(cellsOf);
  const widths = heads.map((head, index) =>
    Math.max(3, head.length, ...rows.map(cells => cells[index]?.length ?? 0)),
  );
  // The document is read as it stands, too; the last column may be as long as it is.
  const lineOf = (cells: readonly string[]) =>
    `| ${cells.map((text, index) => (index === lastColumn ? text : text.padEnd(widths[index] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, index) =>
    index === lastColumn
      ? '---'
      : isNumeric(index)
        ? `${'-'.repeat(width - 1)}:`
        : '-'.repeat(width),
  );
  return [
    `# ${cell(batch.prompt.name)}`,
    '',
    summaryText(batch),
    '',
    ...[heads, rule, ...rows].map(lineOf),
    '',
  ].join('\n');
}

const lastColumn = 4;

/** Durations and costs stand at the right of their columns. */
function isNumeric(column: number): boolean {
  return column === 2 || column === 3;
}

function cellsOf(run: Run): string[] {
  const duration = durationOf(run);
  const first = (run.problem ?? run.result)?.split('\n').find(line => line.trim() !== '');
  return [
    cell(targetName(run)),
    run.branch === undefined
      ? stateText(run.state)
      : `${stateText(run.state)}, ${cell(run.branch)}`,
    duration === undefined ? '' : clockTime(duration),
    run.costUsd === undefined ? '' : fineCostText(run.costUsd),
    first === undefined ? '' : cell(first),
  ];
}

/** Keeps a text in its cell, and what stands in it from becoming a link, an element or hidden. */
function cell(text: string): string {
  const line = lineText(text).trim();
  const cut = line.length > longestCell ? `${line.slice(0, longestCell)}…` : line;
  return withoutLinks(sealMarkdown(cut)).replaceAll('|', '\\|').replace(/\s+/g, ' ');
}
