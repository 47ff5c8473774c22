import { posix, win32 } from 'node:path';
import * as l10n from '@vscode/l10n';
import { fineCostText, numberText } from '../../../base/locale';
import type { UsageHistory } from '../../../cli/sessions/usage/messages';
import { agentKeys, type NamedSum, type UsageSum } from '../../../cli/sessions/usage/usageSums';
import type { SectionGroup, SectionTable, TableCell, TableChart } from '../../../contract/sections';
import { calendarRows } from './calendarRows';

/** Conversation that the list of sessions knows. */
export interface KnownConversation {
  readonly id: string;
  readonly title: string;
  readonly costUsd?: number;
}

/** Most rows of a table; the export has all. */
const mostRows = 100;
const mostBars = 8;

interface Row {
  readonly id: string;
  readonly name: string;
  readonly short: string;
  readonly sum: UsageSum;
  readonly action?: { readonly id: string; readonly label: string };
  readonly costUsd?: number | undefined;
}

/** Returns a group with table and picture for each way to add up. */
export function usageTables(
  { days, projects, models, agents, conversations }: UsageHistory,
  known: readonly KnownConversation[],
): SectionGroup[] {
  const byId = new Map(known.map(conversation => [conversation.id, conversation]));
  const filter = { id: 'filter', label: l10n.t('Show Only This Project') };
  const open = { id: 'open', label: l10n.t('Open Conversation') };
  const { isByMonth, rows: calendar } = calendarRows(days);
  const period = isByMonth ? l10n.t('Months') : l10n.t('Days');
  return [
    group(
      ...(['days', period, 'columns'] as const),
      [...calendar].reverse().map(sum => {
        const row = rowOf('day', key => key)(sum);
        return isByMonth ? row : { ...row, short: row.name.slice('2026-'.length) };
      }),
    ),
    group(
      ...(['projects', l10n.t('Projects'), 'bars'] as const),
      projects.map(sum => {
        const short = shortPath(sum.key, projects);
        return { ...rowOf('project', key => key)(sum), short, action: filter };
      }),
    ),
    group('models', l10n.t('Models'), 'bars', models.map(rowOf('model', modelName))),
    group('agents', l10n.t('Agents'), 'bars', agents.map(rowOf('agent', agentName))),
    group(
      ...(['conversations', l10n.t('Conversations'), 'bars'] as const),
      conversations.map(sum => {
        const conversation = byId.get(sum.key);
        const name = conversation?.title ?? l10n.t('Not listed: {0}', sum.key);
        const row = { ...rowOf('conversation', () => name)(sum), costUsd: conversation?.costUsd };
        return conversation ? { ...row, action: open } : row;
      }),
    ),
  ];
}

function rowOf(kind: string, nameOf: (key: string) => string) {
  return (sum: NamedSum): Row => {
    const name = nameOf(sum.key);
    return { id: `${kind}/${sum.key}`, name, short: name, sum };
  };
}

/** Returns the name of a folder, with the folder above where others have the same name. */
function shortPath(path: string, all: readonly NamedSum[]): string {
  const name = baseName(path);
  return all.filter(({ key }) => baseName(key) === name).length > 1
    ? `${baseName(pathOf(path).dirname(path))}/${name}`
    : name;
}

function baseName(path: string): string {
  return pathOf(path).basename(path) || path;
}

function pathOf(path: string): typeof posix {
  return path.includes('\\') ? win32 : posix;
}

function modelName(model: string): string {
  return model === '' ? l10n.t('Not named') : model;
}

function agentName(agent: string): string {
  switch (agent) {
    case agentKeys.main:
      return l10n.t('Main conversation');
    case agentKeys.unnamed:
      return l10n.t('Subagent without a name');
    default:
      return agent;
  }
}

function group(
  id: string,
  title: string,
  kind: TableChart['kind'],
  rows: readonly Row[],
): SectionGroup {
  const rest = rows.length - mostRows;
  return {
    ...{ id, title, rows: [] },
    ...(rest > 0 ? { note: l10n.t('The export has {0} more rows.', rest) } : {}),
    table: table(title, kind, rows.slice(0, mostRows)),
  };
}

interface Column {
  readonly label: string;
  cell(row: Row): TableCell;
}

function table(title: string, kind: TableChart['kind'], rows: readonly Row[]): SectionTable {
  const has = (count: (sum: UsageSum) => number) => rows.some(({ sum }) => count(sum) > 0);
  const number = (label: string, count: (sum: UsageSum) => number): Column => ({
    label,
    cell: ({ sum }) => ({ text: numberText(count(sum)), value: count(sum) }),
  });
  const drawn = [
    number(l10n.t('Tokens in'), sum => sum.input),
    number(l10n.t('Tokens out'), sum => sum.output),
    number(l10n.t('Cache written'), sum => sum.written5m + sum.written1h),
    number(l10n.t('Cache read'), sum => sum.cacheRead),
  ];
  const others = [
    number(l10n.t('Calls'), sum => sum.calls),
    ...(has(sum => sum.written1h)
      ? [number(l10n.t('Written for 1 hour'), sum => sum.written1h)]
      : []),
    ...(has(sum => sum.webSearches)
      ? [number(l10n.t('Web searches'), sum => sum.webSearches)]
      : []),
    ...(rows.some(({ costUsd }) => costUsd !== undefined) ? [costColumn()] : []),
  ];
  const columns = [...drawn, ...others];
  return {
    columns: [{ label: title }, ...columns.map(({ label }) => ({ label, isNumber: true }))],
    rows: rows.map(row => ({
      id: row.id,
      cells: [{ text: row.name }, ...columns.map(column => column.cell(row))],
      ...(row.action ? { action: row.action } : {}),
    })),
    chart: {
      kind,
      series: drawn.map((_, at) => at + 1),
      labels: rows.map(({ short }) => short),
      ...(kind === 'bars' ? { most: mostBars } : {}),
    },
  };
}

/** The CLI's own figure, which is of the whole conversation: no price is computed here. */
function costColumn(): Column {
  return {
    label: l10n.t('Cost of the whole conversation'),
    cell: ({ costUsd }) => ({ text: costUsd === undefined ? '' : fineCostText(costUsd) }),
  };
}
