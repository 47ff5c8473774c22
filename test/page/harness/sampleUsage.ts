import type { Section, SectionGroup, SectionTable } from '../../../src/contract/sections';
import type { ScriptedSections } from './scriptedSections';

const columns = ['Tokens in', 'Tokens out', 'Cache written', 'Cache read', 'Calls'];

interface Sample {
  readonly name: string;
  readonly short?: string;
  readonly values: readonly number[];
  readonly action?: { readonly id: string; readonly label: string };
}

function table(kind: 'columns' | 'bars', title: string, rows: readonly Sample[]): SectionTable {
  return {
    columns: [{ label: title }, ...columns.map(label => ({ label, isNumber: true }))],
    rows: rows.map(({ name, values, action }) => ({
      id: `${title}/${name}`,
      cells: [
        { text: name },
        ...values.map(value => ({ text: value.toLocaleString('en'), value })),
      ],
      ...(action ? { action } : {}),
    })),
    chart: {
      kind,
      series: [1, 2, 3, 4],
      labels: rows.map(({ name, short = name }) => short),
      ...(kind === 'bars' ? { most: 8 } : {}),
    },
  };
}

/** Numbers that look like those of a week's work. */
function numbers(seed: number): readonly number[] {
  const part = ((seed * 37) % 11) + 1;
  return [part * 800, part * 4_100, part * 21_000, part * 190_000, part * 9];
}

const days = Array.from({ length: 14 }, (_, at) => ({
  name: `2026-03-${String(14 - at).padStart(2, '0')}`,
  short: `03-${String(14 - at).padStart(2, '0')}`,
  values: at === 5 ? [0, 0, 0, 0, 0] : numbers(at),
}));
const filter = { id: 'filter', label: 'Show Only This Project' };
const open = { id: 'open', label: 'Open Conversation' };

const stored: SectionGroup = {
  id: 'stored',
  title: 'Stored usage',
  note: 'Each answer in the transcripts.',
  choices: [
    {
      ...{ id: 'period', label: 'Period', chosen: 'period:30' },
      options: [
        { action: 'period:7', label: '7 days' },
        { action: 'period:30', label: '30 days' },
        { action: 'period:all', label: 'All' },
      ],
    },
  ],
  rows: [{ id: 'stored/total', title: '812 calls', detail: '60,000 tokens in' }],
  actions: [{ id: 'exportCsv', label: 'Export as CSV…' }],
};

export const usage: Section = {
  id: 'usage',
  groups: [
    stored,
    { id: 'days', title: 'Days', rows: [], table: table('columns', 'Days', days) },
    {
      ...{ id: 'projects', title: 'Projects', rows: [] },
      table: table('bars', 'Projects', [
        { name: '/home/ada/work/shop', short: 'shop', values: numbers(4), action: filter },
        {
          name: `/home/ada/${'deep/'.repeat(20)}app`,
          short: 'app',
          values: numbers(7),
          action: filter,
        },
      ]),
    },
    {
      ...{ id: 'conversations', title: 'Conversations', rows: [] },
      table: table('bars', 'Conversations', [
        { name: 'Find the slow query', values: numbers(2), action: open },
        { name: 'Title with an \u202einvisible', values: numbers(3) },
      ]),
    },
  ],
};

/** The same while a count runs for the first time. */
export const counting: Section = {
  id: 'usage',
  groups: [
    {
      ...stored,
      ...{ rows: [], empty: 'Transcripts are being read.' },
      progress: { value: 0.25, text: '120 of 480 files, 20 of 80 MB' },
      actions: [{ id: 'cancelCount', label: 'Cancel' }],
    },
  ],
};

export const atUsage = (host: ScriptedSections) => {
  host.sections.set('usage', usage);
  host.show = { section: 'usage' };
};
