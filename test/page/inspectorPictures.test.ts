import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { InspectorTab } from '../../src/contract/inspector/inspector';
import { testInFull } from '../support/inFull';
import { overviewOf } from './harness/sampleOverview';
import type { ScriptedInspector } from './harness/scriptedInspector';
import { useInspector } from './harness/useInspector';

const open = useInspector();
const at = (tab: InspectorTab) => (host: ScriptedInspector) => {
  host.show = { subject: 'shop', tab };
};
const figure = (page: Page, name: string) => page.getByRole('figure', { name });
const heights = (picture: Locator, series: number) =>
  picture
    .locator(`rect.chart-series-${series}`)
    .evaluateAll(all =>
      all.map(box => (box instanceof SVGRectElement ? box.height.baseVal.value : 0)),
    );

describe('The timeline of a turn', () => {
  it('shows calls, tools, a subagent and a wait, and opens a call', async () => {
    const { page } = await open({ prepare: at('timeline') });
    await page.getByRole('heading', { name: 'Turn 6' }).waitFor();
    expect(await page.locator('.timeline-name').allInnerTexts()).toEqual([
      ...['Conversation', 'Tools', 'explorer', 'Tools', ''],
    ]);
    const spans = page.getByRole('group', { name: 'Spans of the turn' }).getByRole('button');
    expect(await spans.count()).toBe(12);
    const first = page.getByRole('button', {
      name: 'Conversation · after 0 ms · took 6.2 s · first token after 1.4 s',
    });
    await first.focus();
    await page.keyboard.press('ArrowRight');
    await expect
      .poll(() => page.locator('.timeline-text').innerText())
      .toBe('Task · after 6.3 s · took 17.7 s');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: /^Conversation/ }).waitFor();
    await page.locator('[data-key="call-58"][aria-current]').waitFor();
  });

  testInFull('goes to other turns, has a table, and leads to the calls of the turn', async () => {
    const { page } = await open({ prepare: at('timeline') });
    await page.getByRole('button', { name: 'Previous turn' }).click();
    await page.getByRole('heading', { name: 'Turn 5' }).waitFor();
    await page.getByRole('button', { name: 'Next turn' }).click();
    await page.getByRole('heading', { name: 'Turn 6' }).waitFor();
    expect(
      await page.getByRole('button', { name: 'Next turn' }).getAttribute('aria-disabled'),
    ).toBe('true');
    await page.getByRole('button', { name: 'Show Table' }).click();
    const rows = await page.getByRole('table').getByRole('row').allInnerTexts();
    expect(rows).toHaveLength(13);
    expect(rows).toContain('Wait before a retry\tWait\t\t31.6 s\t\t7.4 s\t');
    expect(rows).toContain('Read\tTool\texplorer\t14.2 s\t\t1.4 s\tfailed');
    await page.getByRole('button', { name: 'Show Calls' }).click();
    await page.getByRole('button', { name: 'Turn 6: remove filter' }).waitFor();
  });

  it('says that there is no turn', async () => {
    const { page } = await open({
      prepare: host => {
        at('timeline')(host);
        host.rows = [];
      },
    });
    await page.getByRole('heading', { name: 'No turn with model calls' }).waitFor();
  });
});

describe('The charts', () => {
  it('have a sentence, a picture, and a table with the same figures', async () => {
    const { page, host } = await open({ prepare: at('charts') });
    const { turns } = overviewOf(host.rows);
    const cache = figure(page, 'Cache by turn');
    await cache.locator('rect').first().waitFor();
    await cache.getByText(/that were sent came from the cache/).waitFor();
    await cache.getByRole('button', { name: 'Show Table: Cache by turn' }).click();
    const rows = await cache.getByRole('table').getByRole('row').allInnerTexts();
    expect(rows[0]).toBe('Turn\tRead from cache\tWritten to cache\tNot cached\tCalls\tCost');
    const numbers = (row = '') => row.split('\t').slice(1, 4);
    expect(rows.slice(1).map(numbers)).toEqual(
      turns.map(({ usage }) =>
        [usage.cacheRead, usage.cacheWritten5m, usage.input].map(count =>
          count.toLocaleString('en'),
        ),
      ),
    );
    // The picture is as high as the table says.
    const drawn = await heights(cache, 0);
    const [one = 0, other = 0] = drawn;
    expect(one / other).toBeCloseTo(
      (turns[0]?.usage.cacheRead ?? 0) / (turns[1]?.usage.cacheRead ?? 1),
      2,
    );
    expect(drawn).toHaveLength(turns.length);
    expect(await cache.locator('.table-picture').getAttribute('aria-hidden')).toBe('true');
    expect(await page.getByRole('table').count()).toBe(4);
    await figure(page, 'Time by turn')
      .getByText('waits for retries', { exact: false })
      .first()
      .waitFor();
  });

  it('show limits as meters with their reset', async () => {
    const { page } = await open({ prepare: at('charts') });
    const week = page.getByRole('meter', { name: 'Weekly limit' });
    await week.waitFor();
    expect(await week.getAttribute('aria-valuenow')).toBe('91');
    expect(
      await page.getByRole('meter', { name: '5-hour limit' }).getAttribute('aria-valuetext'),
    ).toMatch(/^42% used · resets in 12:3\d$/);
    const limits = page.getByRole('region', { name: 'Rate limits' });
    await limits.getByText('3,990 of 4,000 left').waitFor();
    await limits.getByText('priority-new').waitFor();
    expect(await limits.getByRole('meter').count()).toBe(4);
  });

  it('say that nothing is known', async () => {
    const { page } = await open({
      prepare: host => {
        at('charts')(host);
        host.rows = [];
        host.answers['inspector.overview'] = () => ({
          ...{ turns: [], kinds: [], context: [], limits: [], findings: [] },
        });
      },
    });
    await page.getByText('No tokens have been sent yet.').waitFor();
    await page.getByText('The API has reported no limits yet.').waitFor();
    expect(await page.locator('rect').count()).toBe(0);
  });
});

describe('The findings', () => {
  it('are counted in the tab, and lead to what proves them', async () => {
    const { page } = await open();
    await page.getByRole('tab', { name: 'Findings 4' }).click();
    const first = page.getByRole('article').first();
    expect(await first.innerText()).toContain('$0.14');
    await first.getByRole('button', { name: /^Compare/ }).click();
    await page.getByRole('region', { name: 'Comparison' }).waitFor();
    await page.getByRole('tab', { name: 'Findings 4' }).click();
    await page
      .getByRole('article')
      .nth(1)
      .getByRole('button', { name: /^Timeline/ })
      .click();
    await page.getByRole('heading', { name: 'Turn 2' }).waitFor();
    await page.getByRole('tab', { name: 'Findings 4' }).click();
    await page
      .getByRole('article')
      .nth(1)
      .getByRole('button', { name: /^Show Call/ })
      .click();
    await page.locator('[data-key="call-15"][aria-current]').waitFor();
    await page.getByRole('tab', { name: 'Findings 4' }).click();
    await page
      .getByRole('article')
      .nth(3)
      .getByRole('button', { name: /^Calls of/ })
      .click();
    await page.getByRole('button', { name: 'Turn 4: remove filter' }).waitFor();
  });

  it('say that nothing stands out', async () => {
    const { page } = await open({
      prepare: host => {
        at('findings')(host);
        host.found = [];
      },
    });
    await page.getByText('Nothing stands out in these 60 calls.').waitFor();
  });
});
