import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { inspectorTabs } from '../../src/contract/inspector/inspector';
import { rowsOf } from '../support/extent';
import { testInFull } from '../support/inFull';
import { axeFindings } from './harness/axeFindings';
import { rowInFlight, sampleRow, sampleRows } from './harness/sampleCalls';
import { comparisonOf, detailsOf } from './harness/sampleDetails';
import { findings, overviewOf, timelineOf } from './harness/sampleOverview';
import type { ScriptedInspector } from './harness/scriptedInspector';
import { themeRows } from './harness/themeRows';
import { useInspector } from './harness/useInspector';

const open = useInspector();
const panel = (page: Page) => page.getByRole('tabpanel');

/** Names that pretend to be something else: markup, changed direction, nothing at all, endless. */
const nasty = `<img src=x onerror="document.title='owned'">\u202egnp.exe\u200b${'long '.repeat(4_000)}`;

function hostile(host: ScriptedInspector): void {
  host.subjects = [{ id: 'shop', kind: 'conversation', title: nasty, agent: nasty }];
  host.rows = sampleRows(30).map(row => ({
    ...row,
    ...{ agent: nasty, model: nasty, stopReason: nasty, tools: [nasty] },
    ...(row.error ? { error: { ...row.error, type: nasty, message: nasty } } : {}),
  }));
  host.recording = { ...host.recording, isObserved: false, obstacle: nasty, path: nasty };
  host.found = findings.map(finding => ({ ...finding, subject: nasty, name: nasty }));
  host.answers['inspector.overview'] = () => {
    const overview = overviewOf(host.rows, host.found);
    return { ...overview, limits: [{ name: nasty, used: 0.5, status: nasty, at: Date.now() }] };
  };
  host.answers['inspector.timeline'] = () => {
    const timeline = timelineOf(1, 2);
    const spans = timeline.spans.map(span =>
      span.kind === 'retryWait' ? span : { ...span, label: nasty, agent: nasty },
    );
    return { ...timeline, spans };
  };
  host.answers['inspector.part'] = () => ({ text: nasty, isJson: true, isCut: false });
  host.answers['inspector.act'] = () => Promise.reject(new Error(nasty));
  host.answers['inspector.call'] = ({ key }) => {
    const details = detailsOf({ ...sampleRow(Number(key.slice(5))), model: nasty, agent: nasty });
    const [section] = details.request?.sections ?? [];
    return {
      ...details,
      request: {
        options: [{ name: nasty, text: nasty }],
        headers: [{ name: nasty, value: nasty }],
        isCut: true,
        sections: section
          ? [
              {
                ...section,
                ...{ kind: 'serverTools', server: nasty },
                parts: section.parts.map(part => ({
                  ...part,
                  ...{ name: nasty, type: nasty, preview: nasty },
                })),
              },
            ]
          : [],
      },
      response: {
        ...{ status: 200, headers: [{ name: nasty, value: nasty }], omitted: 0, isCut: false },
        events: [
          {
            ...{ index: 0, type: nasty, from: 0, to: 5, count: 2, bytes: 9 },
            ...{ block: nasty, preview: nasty },
          },
        ],
      },
    };
  };
  host.answers['inspector.compare'] = () => {
    const comparison = comparisonOf(sampleRow(1), sampleRow(2));
    return {
      ...comparison,
      options: [{ name: nasty, one: nasty, other: nasty }],
      changes: comparison.changes.map(change => ({
        ...change,
        ...{ name: nasty, type: nasty, before: 'pay ada', after: 'pay\u202e ada' },
      })),
    };
  };
}

/** Nothing was run, nothing is out of the page, and what cannot be seen is spelled out. */
async function isHarmless(page: Page): Promise<void> {
  expect(await page.title()).toBe('Tandem');
  expect(await page.locator('img').count()).toBe(0);
  const wide = await page.evaluate(() => {
    const { documentElement: root } = document;
    return root.scrollWidth - root.clientWidth;
  });
  expect(wide).toBe(0);
  const text = await page.locator('main').innerText();
  expect(text).not.toContain('\u202e');
  expect(text).not.toContain('\u200b');
  expect(text).toContain('<img src=x');
  expect(text).toContain('U+202E');
}

describe('Hostile texts', () => {
  it.each(inspectorTabs)('are harmless in %s', async tab => {
    const { page } = await open({
      width: 700,
      prepare: host => {
        hostile(host);
        host.show = { subject: 'shop', tab };
      },
    });
    const text = panel(page).locator('bdi, p, h3').getByText('<img src=x', { exact: false });
    await text.first().waitFor();
    if (tab === 'timeline') {
      await page.getByRole('button', { name: 'Show Table' }).click();
    }
    await isHarmless(page);
  });

  testInFull('are harmless in a call and in a comparison', async () => {
    const { page } = await open({
      width: 700,
      prepare: host => {
        hostile(host);
        host.show = { subject: 'shop', key: 'call-4' };
      },
    });
    await page.getByRole('region', { name: 'Request' }).waitFor();
    for (const name of [/^Tools of/, /^Options/, /^Raw request/]) {
      await page.getByRole('button', { name }).first().click();
    }
    await page.getByRole('button', { name: /^Tool 1 / }).click();
    await page.locator('.tool-code').nth(1).waitFor();
    await isHarmless(page);
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await page.locator('.outcome').getByText('<img', { exact: false }).waitFor();
    await isHarmless(page);
    await page.getByRole('button', { name: 'Compare with Previous' }).click();
    const parts = page.getByRole('region', { name: 'Parts that differ' });
    await parts.getByRole('group').first().waitFor();
    expect(await parts.getByRole('group').first().innerText()).toContain('[U+202E]');
    await isHarmless(page);
  });
});

describe.each(themeRows('dark'))('The inspector in the theme %s', theme => {
  it('has no accessibility finding', async () => {
    const { page, host } = await open({
      theme,
      prepare: one => {
        one.rows = [...sampleRows(60), rowInFlight(60)];
        one.show = { subject: 'shop', key: 'call-24' };
      },
    });
    await page.getByRole('button', { name: /^Messages/ }).click();
    await page.getByRole('button', { name: /^System prompt/ }).click();
    await page.getByRole('button', { name: /^Raw request/ }).click();
    await page.locator('.tool-code').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Compare with Previous' }).click();
    await page.getByRole('region', { name: 'Parts that differ' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    for (const tab of inspectorTabs.slice(1)) {
      host.send('inspector.show', { subject: 'shop', tab });
      await panel(page).locator('h2, h3').first().waitFor();
      expect(await axeFindings(page)).toEqual([]);
    }
    await page.getByRole('button', { name: 'Recording, export and import' }).click();
    await page.getByRole('menu').waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });
});

describe('High contrast and light themes', () => {
  it.each(rowsOf(['hcDark'] as const, ['light', 'hcDark'] as const))(
    'have no accessibility finding in the table: %s',
    async theme => {
      const { page } = await open({ theme, width: 300 });
      await page.locator('[data-key="call-59"]').waitFor();
      await page.locator('[data-key="call-59"] .call-mark').click({ force: true });
      expect(await axeFindings(page)).toEqual([]);
    },
  );
});

describe('Each width', () => {
  it.each(rowsOf([300, 961], [300, 500, 700, 800, 961, 1200]))(
    'has room for all figures: %i px',
    async width => {
      const { page } = await open({
        width,
        prepare: host => {
          host.rows = [...sampleRows(60), rowInFlight(60)];
        },
      });
      await page.locator('[data-key="call-59"]').waitFor();
      // Names and reasons may end in an ellipsis; a number without its end would be another one.
      const cut = await page
        .locator('.call-row:not(.call-head *) > .call-cell')
        .evaluateAll((cells: HTMLElement[]) =>
          cells
            .filter(cell => !['who', 'model', 'stopReason'].includes(cell.dataset.column ?? ''))
            .concat(cells.filter(cell => cell.closest('.call-foot')))
            .filter(cell => cell.scrollWidth > cell.clientWidth)
            .map(cell => cell.textContent),
        );
      expect(cut).toEqual([]);
      expect(await page.locator('.call-foot').innerText()).toContain('6 failed');
    },
  );
});
