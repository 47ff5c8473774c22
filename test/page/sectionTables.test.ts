import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { testInFull } from '../support/inFull';
import { axeFindings } from './harness/axeFindings';
import type { ThemeName } from './harness/pageFiles';
import { button, focus, outcome, rowOf } from './harness/sampleSections';
import { atUsage, counting, usage } from './harness/sampleUsage';
import { themeRows } from './harness/themeRows';
import { useSections } from './harness/useSections';

const open = useSections();
const days = (page: Page) => page.getByRole('region', { name: 'Days', exact: true });
const drawn = (page: Page) => days(page).locator('rect');

/** Opens the section, and waits until its first picture is drawn. */
async function openUsage(options: { readonly width?: number; readonly theme?: ThemeName } = {}) {
  const opened = await open({ ...options, prepare: atUsage });
  await drawn(opened.page).first().waitFor();
  return opened;
}

describe('A table of a section', () => {
  it('has headers, a cell for each value, and all rows on request', async () => {
    const { page } = await openUsage();
    const table = days(page).getByRole('table');
    const headers = await table.getByRole('columnheader').allInnerTexts();
    expect(headers).toEqual([
      'Days',
      ...['Tokens in', 'Tokens out', 'Cache written', 'Cache read', 'Calls'],
    ]);
    expect(await table.locator('caption').innerText()).toBe(
      'A picture shows the same. Most: 2026-03-06 with 2,374,900',
    );
    expect(await table.getByRole('rowheader').count()).toBe(10);
    const first = table.getByRole('row').nth(1);
    expect(await first.getByRole('cell').allInnerTexts()).toEqual(
      usage.groups[1]?.table?.rows[0]?.cells.slice(1).map(({ text }) => text),
    );
    await button(page, 'Show All 14 Rows: Days').click();
    expect(await table.getByRole('rowheader').count()).toBe(14);
    await button(page, 'Show Fewer Rows: Days').click();
    expect(await table.getByRole('rowheader').count()).toBe(10);
  });

  it('is drawn from the oldest day to the newest, stacked, and hidden from screen readers', async () => {
    const { page } = await openUsage();
    // 13 days with usage, four values each.
    expect(await drawn(page).count()).toBe(13 * 4);
    const labels = await days(page).locator('text').allTextContents();
    expect(labels.at(-1)).toBe('03-14');
    expect(await days(page).locator('.table-picture').getAttribute('aria-hidden')).toBe('true');
    const boxes = await days(page)
      .locator('.chart-series-0, .chart-series-3')
      .evaluateAll(all =>
        all.flatMap(box =>
          box instanceof SVGRectElement ? [[box.x.baseVal.value, box.y.baseVal.value]] : [],
        ),
      );
    // The newest day is on the right; what was read from the cache lies on top.
    expect(boxes[12]?.[0]).toBeGreaterThan(boxes[0]?.[0] ?? 0);
    expect(boxes[13]?.[1]).toBeLessThan(boxes[0]?.[1] ?? 0);
  });

  it('chooses a period, filters by a project and opens a conversation by keyboard', async () => {
    const { page, host } = await openUsage();
    host.answers['section.act'] = ({ action }) => ({ kind: 'done', text: `Done: ${action}` });
    await page.getByRole('combobox', { name: 'Period' }).selectOption('7 days');
    await outcome(page).getByText('Done: period:7').waitFor();
    await button(page, '/home/ada/work/shop: Show Only This Project').focus();
    await page.keyboard.press('Enter');
    await outcome(page).getByText('Done: filter').waitFor();
    await button(page, 'Find the slow query: Open Conversation').click();
    await outcome(page).getByText('Done: open').waitFor();
    await button(page, 'Export as CSV…: Stored usage').click();
    expect(host.acts.map(({ group, row, action }) => [group, row, action])).toEqual([
      ['stored', undefined, 'period:7'],
      ['projects', 'Projects//home/ada/work/shop', 'filter'],
      ['conversations', 'Conversations/Find the slow query', 'open'],
      ['stored', undefined, 'exportCsv'],
    ]);
  });

  testInFull('says where an action of a row failed', async () => {
    const { page, host } = await openUsage();
    host.answers['section.act'] = () => Promise.reject(new Error('It was deleted.'));
    await button(page, 'Find the slow query: Open Conversation').click();
    const group = page.getByRole('region', { name: 'Conversations', exact: true });
    await group.getByRole('alert').getByText('It was deleted.').waitFor();
    expect(await group.innerText()).toContain('U+202E');
  });

  testInFull('keeps the focus in its row when it is read anew', async () => {
    const { page, host } = await openUsage();
    await button(page, 'Find the slow query: Open Conversation').focus();
    host.change({ ...usage, groups: [...usage.groups] });
    await expect.poll(() => host.reads.length).toBe(2);
    expect(await focus(page)).toBe('Find the slow query: Open Conversation');
    const period = page.getByRole('combobox', { name: 'Period' });
    await period.focus();
    host.change({ ...usage, groups: [{ ...counting.groups[0], ...usage.groups[0] } as never] });
    await expect.poll(() => host.reads.length).toBe(3);
    expect(await period.evaluate(box => box === document.activeElement)).toBe(true);
  });

  it('leaves the focus in its group when the button that has it goes away', async () => {
    const filtered = usage.groups.map(group =>
      group.id === 'stored'
        ? {
            ...group,
            actions: [{ id: 'allProjects', label: 'Show All' }, ...(group.actions ?? [])],
          }
        : group,
    );
    const { page, host } = await openUsage();
    host.change({ ...usage, groups: filtered });
    host.answers['section.act'] = () => {
      host.change(usage);
      return { kind: 'done' };
    };
    await button(page, 'Show All: Stored usage').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => focus(page)).toBe('Export as CSV…: Stored usage');
  });

  it('shows how far a count is', async () => {
    const { page } = await open({
      prepare: host => {
        atUsage(host);
        host.sections.set('usage', counting);
      },
    });
    const bar = page.getByRole('progressbar', { name: 'Stored usage' });
    await bar.waitFor();
    expect(await bar.getAttribute('aria-valuenow')).toBe('25');
    expect(await bar.getAttribute('aria-valuetext')).toBe('120 of 480 files, 20 of 80 MB');
    await page.getByText('Transcripts are being read.').waitFor();
    await button(page, 'Cancel: Stored usage').waitFor();
  });

  it.each([900, 300, 260])('fits into %d px, where the table scrolls by itself', async width => {
    const { page } = await openUsage({ width });
    const overflow = await page.evaluate(() => {
      const main = document.querySelector('main');
      const { documentElement: root } = document;
      return [
        root.scrollWidth - root.clientWidth,
        (main?.scrollWidth ?? 9) - (main?.clientWidth ?? 0),
      ];
    });
    expect(overflow).toEqual([0, 0]);
    const region = page.getByRole('region', { name: 'Table: Days' });
    await region.focus();
    expect(await focus(page)).toBe('Table: Days');
    const picture = days(page).locator('svg');
    const inside = await picture.evaluate(svg => {
      const right = svg.getBoundingClientRect().right;
      return [...svg.querySelectorAll('rect, text')].every(
        part => part.getBoundingClientRect().right <= right + 1,
      );
    });
    expect(inside).toBe(true);
    expect(await rowOf(page, 'Days/2026-03-14').isVisible()).toBe(true);
  });

  it.each(themeRows('hcDark'))('has no accessibility finding in the theme %s', async theme => {
    const { page } = await openUsage({ theme });
    expect(await axeFindings(page)).toEqual([]);
  });
});
