import * as l10n from '@vscode/l10n';
import { sealMarkdown } from '../../../core/export/markdown/sealMarkdown';
import { type Batch, durationOf, type Run } from '../../../core/runs/run';
import { dollars } from '../../sections/usage/dollars';
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
  const rows = [heads, heads.map((_, index) => (index === 2 || index === 3 ? '--:' : '---'))];
  for (const run of batch.runs) {
    rows.push(cellsOf(run));
  }
  return [
    `# ${cell(batch.prompt.name)}`,
    '',
    summaryText(batch),
    '',
    ...rows.map(cells => `| ${cells.join(' | ')} |`),
    '',
  ].join('\n');
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
    run.costUsd === undefined ? '' : dollars(run.costUsd),
    first === undefined ? '' : cell(first),
  ];
}

/** Keeps a text in its cell, and what stands in it from becoming a link or an element. */
function cell(text: string): string {
  const line = text.trim();
  const cut = line.length > longestCell ? `${line.slice(0, longestCell)}…` : line;
  return sealMarkdown(cut).replaceAll('|', '\\|').replace(/\s+/g, ' ');
}
