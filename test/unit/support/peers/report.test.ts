import { expect, it } from 'vitest';
import type { Product } from '../../../support/peers/products';
import { documentOf, type ProductResults, tableOf } from '../../../support/peers/report';
import { rowIds } from '../../../support/peers/rows';

const product = (title: string, more: Partial<Product> = {}): Product => ({
  ...{ name: 'bare', title, extensionId: 'a.b', view: 'v', input: 'i', settings: () => ({}) },
  ...more,
});
const bare = product('bare');
const other = product('Other', {
  source: {
    ...{ repository: 'https://example.org/other', commit: 'c'.repeat(40), date: '2026-01-02' },
    ...{ leftOut: [], build: [] },
  },
  remark: 'as it comes',
});

function comparisonOf(results: readonly [Product, ProductResults][]) {
  return { products: results.map(([one]) => one), results: new Map(results) };
}

function lineOf(table: string, start: string): string[] {
  const line = table.split('\n').find(one => one.startsWith(`| ${start}`)) ?? '';
  return line.split('|').map(cell => cell.trim());
}

it('shows median, spread and the ratio to the bare extension', () => {
  const table = tableOf(
    comparisonOf([
      [bare, [{ total: 20 }, { total: 10 }, { total: 40.06 }]],
      [other, [{ total: 50 }]],
    ]),
  );
  const [, , ofBare, ofOther] = lineOf(table, 'Enter → first text');
  expect(ofBare).toBe('20 (10 to 40.1)');
  expect(ofOther).toBe('50, 2.50×');
  expect(table.split('\n')).toHaveLength(rowIds.length + 2);
});

it('gives a ratio no ratio of its own, and none against nothing', () => {
  const table = tableOf(
    comparisonOf([
      [bare, [{ firstAgainstLater: 2, idleElements: 0 }]],
      [other, [{ firstAgainstLater: 3, idleElements: 7, streamHost: 5 }]],
    ]),
  );
  expect(lineOf(table, 'first prompt against').slice(2, 4)).toEqual(['2', '3']);
  expect(lineOf(table, 'elements in the page')[3]).toBe('7');
  expect(lineOf(table, '100 KB streamed: extension host')[3]).toBe('5');
});

it('says why a row or a product was not run', () => {
  const table = tableOf(
    comparisonOf([
      [bare, [{ total: 1 }, { total: { notRun: 'late' } }]],
      [other, [{ total: { notRun: 'the CLI ended' } }]],
      [product('Third'), { notRun: 'no --peers' }],
    ]),
  );
  expect(lineOf(table, 'Enter → first text').slice(2, 5)).toEqual([
    ...['1', 'not run: the CLI ended', 'not run: no --peers'],
  ]);
  expect(lineOf(table, '500 KB streamed: extension host').slice(2, 5)).toEqual([
    ...['not run: left out of this run', 'not run: left out of this run', 'not run: no --peers'],
  ]);
});

it('writes machine, date, commits and what was left out', () => {
  const facts = {
    ...{ date: '2026-11-26', minutes: 14, rounds: 3, prompts: 15, cores: 2, load: 0.2 },
    ...{ processor: 'A processor', memoryGb: 24, system: 'Linux 6', vscode: '1.139.1' },
    ...{ node: 'v24.1.0', browser: '156.0', commit: 'abc' },
  };
  const text = documentOf(
    comparisonOf([
      [bare, [{ total: 1 }]],
      [product('Tandem', { name: 'tandem' }), [{ total: 1 }]],
      [other, [{ total: 2 }]],
    ]),
    { Third: 'it cannot be operated' },
    facts,
  );
  expect(text).toContain('Measured on 2026-11-26 in 14 minutes: 2 cores (A processor), 24 GB');
  expect(text).toContain('VS Code 1.139.1');
  expect(text).toContain('median of 3 rounds');
  expect(text).toContain('- **Tandem**: commit abc.');
  expect(text).toContain(
    '- **Other**: [cccccccccc](https://example.org/other/tree/cccccccccccccccccccccccccccccccccccccccc) of 2026-01-02; as it comes.',
  );
  expect(text).toContain('- **Third**: not run: it cannot be operated.');
  expect(text.endsWith('\n')).toBe(true);
});
