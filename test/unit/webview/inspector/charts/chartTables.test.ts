import { expect, it } from 'vitest';
import {
  cacheTable,
  contextTable,
  kindTable,
  timeTable,
} from '../../../../../webview/inspector/charts/chartTables';
import { sampleRows } from '../../../../page/harness/sampleCalls';
import { overviewOf } from '../../../../page/harness/sampleOverview';

const overview = overviewOf(sampleRows(60));
const nothing = { turns: [], kinds: [], context: [], limits: [], findings: [] };

it('sums up the cache, with the share that came from it', () => {
  const { summary, rows, series } = cacheTable(overview);
  expect(rows).toHaveLength(6);
  expect(rows[0]?.name).toBe('Turn 1');
  expect(rows[0]?.values).toHaveLength(series.length);
  const all = rows.flatMap(({ values }) => values).reduce((sum, value) => sum + value, 0);
  expect(summary).toContain(`${all.toLocaleString('en')} tokens`);
});

it('names turns that were merged, and those of before the first one', () => {
  const [turn] = overview.turns;
  const merged = turn ? [{ ...turn, from: -3, to: -1 }] : [];
  expect(cacheTable({ ...nothing, turns: merged }).rows[0]).toMatchObject({
    ...{ name: 'Turns -2 to 0', short: '-2–0' },
  });
});

it('sums up kinds, context and times', () => {
  expect(kindTable(overview).summary).toMatch(/^Conversation: [\d,]+ tokens, \d+% of all\.$/);
  expect(contextTable(overview).summary).toMatch(/^The newest request has about 50,100 tokens/);
  expect(timeTable(overview).summary).toMatch(/^Model \d+ min .*, tools 1 min \d+ s\.$/);
});

it('says that nothing is known', () => {
  expect(
    [cacheTable, kindTable, contextTable, timeTable].map(table => table(nothing).summary),
  ).toEqual([
    'No tokens have been sent yet.',
    'No tokens have been counted yet.',
    'No request of this conversation has been observed yet.',
    'The times are not known.',
  ]);
});
