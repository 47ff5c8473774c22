import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { testInFull } from '../support/inFull';
import { rowInFlight, rowOfTranscript, sampleRow, sampleRows } from './harness/sampleCalls';
import { recordingOn, type ScriptedInspector } from './harness/scriptedInspector';
import { stopClock } from './harness/stopClock';
import { useInspector } from './harness/useInspector';

const open = useInspector();
const grid = (page: Page) => page.getByRole('grid', { name: 'Model calls' });
const rowOf = (page: Page, key: string) => page.locator(`[data-key="${key}"]`);
const cell = (page: Page, key: string, column: string) =>
  rowOf(page, key).locator(`[data-column="${column}"]`);
const keys = (page: Page) =>
  page.locator('.call-rows [data-key]').evaluateAll(rows =>
    rows
      .map(row => ({
        key: (row as HTMLElement).dataset.key,
        at: Number(row.getAttribute('aria-rowindex')),
      }))
      .sort((a, b) => a.at - b.at)
      .map(({ key }) => key),
  );
const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name });
const outcome = (page: Page) => page.locator('.outcome');
const unobserved = (host: ScriptedInspector) => {
  const { scope: _, ...rest } = recordingOn;
  host.recording = { ...rest, isObserved: false, bytes: 0, obstacle: 'It uses a cloud provider.' };
};

describe('The head of the inspector', () => {
  it('says what is recorded, and offers what applies in a menu', async () => {
    const { page, host } = await open();
    await page.getByText('Recording this conversation · 12 MB of 200 MB').waitFor();
    const menu = page.getByRole('button', { name: 'Recording, export and import' });
    await menu.focus();
    await page.keyboard.press('ArrowDown');
    const items = await page.getByRole('menuitem').allInnerTexts();
    expect(items).toEqual([
      ...['Record This Folder', 'Record Everywhere', 'Stop Recording', 'Clear Recorded Calls…'],
      ...['Export as HAR…', 'Export as JSONL…', 'Import Model Calls…'],
      ...['Show Recordings Folder', 'Open Settings'],
    ]);
    host.answers['inspector.act'] = ({ action }) => ({ text: `Done: ${action}` });
    await page.keyboard.press('s');
    await page.keyboard.press('Enter');
    await outcome(page).getByText('Done: stopRecording').waitFor();
    expect(host.acts).toEqual([{ subject: 'shop', action: 'stopRecording' }]);
    expect(await menu.evaluate(button => button === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: 'Close Message' }).click();
    expect(await outcome(page).innerText()).toBe('');
  });

  testInFull('counts down to the retry and to the cold cache', async () => {
    const { page, host } = await open({ isOwn: true });
    const now = await stopClock(page);
    host.send('inspector.live', {
      subject: 'shop',
      live: {
        ...{ inFlight: 2, tokensPerSecond: 47.6, retryAt: now + 12_000 },
        cache: { coldAt: now + 192_000, tokens: 84_000 },
      },
    });
    const live = page.getByRole('group', { name: 'Now' });
    await page.clock.runFor(100);
    await live.getByText('2 calls running').waitFor();
    expect(await live.innerText()).toContain('48 tokens/s');
    await page.clock.runFor(5_400);
    await live.getByText('retry in 0:07').waitFor();
    await live.getByText('cache cold in 3:07 · 84.0k tokens').waitFor();
    await page.clock.runFor(200_000);
    await live.getByText('retry due now').waitFor();
    await live.getByText('cache cold · 84.0k tokens').waitFor();
    expect(await live.getAttribute('aria-live')).toBe('off');
  });

  testInFull('claims no recording that an obstacle prevents', async () => {
    const { page } = await open({
      prepare: one => {
        const obstacle = 'A settings file names the address.';
        one.recording = { ...recordingOn, ...{ isObserved: false, bytes: 0, obstacle } };
      },
    });
    const line = page.locator('.recording');
    expect(await page.getByRole('button', { name: 'Show Account and Profiles' }).count()).toBe(0);
    await line.getByText('Not recorded yet').waitFor();
    expect(await line.getAttribute('data-on')).toBe('false');
    await page.getByRole('button', { name: 'Recording, export and import' }).click();
    await page.getByRole('menuitem', { name: 'Stop Recording' }).waitFor();
  });

  testInFull('wraps what it says of a conversation that is not observed', async () => {
    const { page } = await open({ prepare: unobserved, width: 430 });
    const note = page.locator('.note p');
    await note.waitFor();
    expect(await note.evaluate(one => one.scrollWidth - one.clientWidth)).toBe(0);
  });

  it('leads to the profiles, where one would make observing possible', async () => {
    const { page, host } = await open({
      prepare: one => {
        unobserved(one);
        one.recording = { ...one.recording, remedy: 'profile' };
      },
    });
    await page.getByRole('button', { name: 'Show Account and Profiles' }).click();
    await expect.poll(() => host.acts).toEqual([{ subject: 'shop', action: 'showProfiles' }]);
  });

  testInFull('asks again what is recorded when a recording becomes a conversation', async () => {
    const { page, host } = await open({
      prepare: one => {
        one.subjects = [{ id: 'shop', kind: 'recording', title: 'Find the slow query' }];
        const { scope: _, ...closed } = recordingOn;
        one.recording = { ...closed, isObserved: false };
      },
    });
    await page.getByText('Recorded earlier').waitFor();
    host.recording = recordingOn;
    host.send('inspector.subjects', {
      subjects: [{ id: 'shop', kind: 'conversation', title: 'Find the slow query' }],
    });
    await page.getByText('Recording this conversation').waitFor();
  });

  it('says what is not known without the gateway, and how to get it', async () => {
    const { page, host, reload } = await open({
      prepare: one => {
        one.rows = [rowOfTranscript(0), rowOfTranscript(1)];
        unobserved(one);
      },
    });
    await page.getByText('It uses a cloud provider.').waitFor();
    await page.getByText('are not known without the gateway').waitFor();
    expect(await cell(page, 'call-0', 'duration').innerText()).toContain('not known');
    expect(await cell(page, 'call-0', 'retry').innerText()).toContain('not known');
    expect(await cell(page, 'call-0', 'input').innerText()).toMatch(/^\d+/);
    // Observing is on already where something is in its way.
    const observe = page.getByRole('button', { name: 'Observe Model Calls' });
    expect(await observe.count()).toBe(0);
    delete (host.recording as { obstacle?: string }).obstacle;
    await reload();
    await observe.click();
    await expect.poll(() => host.acts).toEqual([{ subject: 'shop', action: 'observe' }]);
    expect(await page.getByRole('group', { name: 'Now' }).count()).toBe(0);
  });

  testInFull('lets good outcomes go by themselves, and keeps errors', async () => {
    const { page, host } = await open({ isOwn: true });
    await stopClock(page);
    const item = async (name: string) => {
      await page.getByRole('button', { name: 'Recording, export and import' }).click();
      await page.clock.runFor(100);
      await page.getByRole('menuitem', { name }).click();
      await page.clock.runFor(100);
    };
    host.answers['inspector.act'] = () => ({ text: 'Exported.' });
    await item('Export as HAR…');
    await outcome(page).getByText('Exported.').waitFor();
    await page.clock.runFor(9_000);
    expect(await outcome(page).innerText()).toContain('Exported.');
    await page.clock.runFor(2_000);
    await expect.poll(() => outcome(page).innerText()).toBe('');
    host.answers['inspector.act'] = () => Promise.reject(new Error('The disk is full.'));
    await item('Export as HAR…');
    await outcome(page).getByText('The disk is full.').waitFor();
    await page.clock.runFor(60_000);
    expect(await outcome(page).innerText()).toContain('The disk is full.');
  });

  it('has an empty state that says why', async () => {
    const { page, host } = await open({
      prepare: one => {
        one.rows = [];
        one.recording = { ...recordingOn };
        delete (one.recording as { scope?: unknown }).scope;
      },
    });
    await page.getByRole('heading', { name: 'No model calls yet' }).waitFor();
    expect(await page.getByRole('searchbox').count()).toBe(0);
    await page.getByRole('button', { name: 'Record This Conversation' }).click();
    await expect.poll(() => host.acts[0]?.action).toBe('recordConversation');
    host.add(sampleRow(0));
    await rowOf(page, 'call-0').waitFor();
    await page.getByRole('searchbox').waitFor();
  });

  it('shows another subject, and says where it was when it comes back', async () => {
    const { page, host, reload } = await open();
    await page.getByRole('combobox', { name: 'Conversation' }).selectOption('Rename the module');
    await page.getByText('Recorded earlier').waitFor();
    await tab(page, 'Charts').click();
    await expect.poll(() => host.show).toEqual({ subject: 'old', tab: 'charts' });
    await reload();
    await page.getByText('Recorded earlier').waitFor();
    expect(await tab(page, 'Charts').getAttribute('aria-selected')).toBe('true');
    expect(await page.evaluate(() => (window as { savedState?: unknown }).savedState)).toEqual({
      inspector: 'old',
    });
  });

  it('goes through its tabs by the arrow keys', async () => {
    const { page } = await open();
    await tab(page, 'Calls').focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tabpanel', { name: 'Timeline' }).waitFor();
    await page.keyboard.press('End');
    await page.getByRole('tabpanel', { name: 'Findings' }).waitFor();
    await page.keyboard.press('ArrowRight');
    expect(await tab(page, 'Calls').getAttribute('aria-selected')).toBe('true');
  });

  it('shows an error of the host, and goes on', async () => {
    const { page, host } = await open();
    host.answers['inspector.act'] = () => Promise.reject(new Error('The disk is full.'));
    await grid(page).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('c');
    await outcome(page).getByText('The disk is full.').waitFor();
    host.answers['inspector.rows'] = () => Promise.reject(new Error('Nothing can be read.'));
    host.send('inspector.changed', { subject: 'shop' });
    await page.getByRole('alert').getByText('Nothing can be read.').waitFor();
    expect(await rowOf(page, 'call-59').count()).toBe(1);
    delete host.answers['inspector.rows'];
    host.send('inspector.changed', { subject: 'shop' });
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });
});

describe('The table of calls', () => {
  it('has a header for each column, a row for each call, and sums', async () => {
    const { page } = await open();
    await rowOf(page, 'call-59').waitFor();
    const headers = await page
      .getByRole('columnheader')
      .locator('.call-sort > span:first-child')
      .allInnerTexts();
    expect(headers).toEqual([
      ...['Time', 'Who', 'Model', 'In', 'Out', 'Written', 'Read', 'Cost', 'TTFT', 'Duration'],
      ...['Result', 'Retry'],
    ]);
    expect(await grid(page).getAttribute('aria-rowcount')).toBe('62');
    expect((await keys(page))[0]).toBe('call-59');
    const row = sampleRow(57);
    expect(await cell(page, 'call-57', 'output').getAttribute('title')).toBe(
      row.usage?.output.toLocaleString('en'),
    );
    expect(await cell(page, 'call-53', 'who').innerText()).toBe('Subagent · explorer');
    expect(await cell(page, 'call-57', 'cost').innerText()).toMatch(/^≈ \$0\.0/);
    const sums = page.getByRole('row', { name: 'Sums' });
    const output = sampleRows(60).reduce((sum, { usage }) => sum + (usage?.output ?? 0), 0);
    expect(await sums.locator('[data-column="output"] [title]').getAttribute('title')).toBe(
      output.toLocaleString('en'),
    );
    expect(await sums.innerText()).toContain('6 failed');
    const cost = sums.locator('[data-column="cost"]');
    expect(await cost.innerText()).toMatch(/^≈ \$/);
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('main');
    await expect.poll(() => cost.innerText()).toMatch(/^\$/);
  });

  it('marks failures and lost caches by words, not by color alone', async () => {
    const { page } = await open();
    await page.getByRole('combobox', { name: 'Only' }).selectOption('Cache lost');
    await rowOf(page, 'call-24').waitFor();
    expect(await cell(page, 'call-24', 'stopReason').innerText()).toContain('lost from cache');
    await page.getByRole('combobox', { name: 'Only' }).selectOption('Failed');
    await rowOf(page, 'call-55').waitFor();
    expect(await cell(page, 'call-55', 'stopReason').innerText()).toContain(
      'overloaded_error · 529',
    );
    expect(await keys(page)).toHaveLength(6);
  });

  it('filters, searches and sorts, and says so', async () => {
    const { page, host } = await open();
    await rowOf(page, 'call-59').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('explorer');
    await expect
      .poll(() => page.getByRole('status').first().innerText())
      .toContain('12 of 60 calls');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('status').first().innerText()).toBe('60 calls');
    await page.getByRole('combobox', { name: 'Model' }).selectOption('claude-haiku-5');
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('Title');
    await expect.poll(() => keys(page)).toHaveLength(6);
    await page.getByRole('combobox', { name: 'Model' }).selectOption('claude-opus-5');
    await page.getByText('No call matches.').waitFor();
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    const header = page.getByRole('columnheader', { name: 'Out: output tokens' });
    await header.getByRole('button').click();
    await expect.poll(() => header.getAttribute('aria-sort')).toBe('descending');
    const expected = sampleRows(60)
      .filter(({ usage }) => usage)
      .sort((a, b) => (b.usage?.output ?? 0) - (a.usage?.output ?? 0));
    await expect.poll(async () => (await keys(page))[0]).toBe(expected[0]?.key);
    await header.getByRole('button').click();
    await expect.poll(async () => (await keys(page))[0]).toBe(expected.at(-1)?.key);
    expect(host.asked.at(-1)?.view).toEqual({ sort: { column: 'output', isDescending: false } });
  });

  testInFull('keeps each letter of a search, whatever comes back while it is typed', async () => {
    const { page } = await open();
    await rowOf(page, 'call-59').waitFor();
    await page.keyboard.press('/');
    // About the pause after which is searched.
    await page.keyboard.type('explorer of calls', { delay: 152 });
    const box = page.getByRole('searchbox', { name: 'Search calls' });
    await page.getByText('No call matches.').waitFor();
    expect(await box.inputValue()).toBe('explorer of calls');
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    await expect.poll(() => box.inputValue()).toBe('');
  });

  testInFull('offers the menu what is shown while it is filtered', async () => {
    const { page, host } = await open();
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('Title');
    await page.getByRole('button', { name: 'Recording, export and import' }).click();
    await page.getByRole('menuitem', { name: 'Export Shown Calls as HAR…' }).click();
    await expect.poll(() => host.acts[0]?.view?.kinds).toEqual(['title']);
  });

  it('opens a call, and gets the focus back, by keyboard alone', async () => {
    const { page, host } = await open();
    await rowOf(page, 'call-59').waitFor();
    await grid(page).focus();
    await page.keyboard.press('End');
    await expect.poll(() => rowOf(page, 'call-0').getAttribute('data-active')).toBe('true');
    await page.keyboard.press('Home');
    await page.keyboard.press('PageDown');
    await page.keyboard.press('ArrowUp');
    const active = page.locator('[data-active="true"]');
    const id = await active.getAttribute('id');
    expect(await grid(page).getAttribute('aria-activedescendant')).toBe(id);
    const key = await active.getAttribute('data-key');
    await page.keyboard.press('c');
    await expect.poll(() => host.acts).toEqual([{ subject: 'shop', action: 'copyCurl', key }]);
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: /^(Conversation|Subagent|Title|Summary)/ }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H2');
    await page.keyboard.press('Escape');
    await expect.poll(() => grid(page).evaluate(box => box === document.activeElement)).toBe(true);
    expect(await active.getAttribute('data-key')).toBe(key);
  });

  testInFull('marks two calls and compares them', async () => {
    const { page } = await open();
    await rowOf(page, 'call-59').waitFor();
    await grid(page).focus();
    for (const key of ['ArrowDown', ' ', 'ArrowDown', 'ArrowDown', ' ']) {
      await page.keyboard.press(key);
    }
    expect(await rowOf(page, 'call-57').getAttribute('aria-selected')).toBe('true');
    expect(await page.getByRole('row', { selected: true }).count()).toBe(2);
    await page.getByRole('button', { name: 'Compare' }).click();
    const comparison = page.getByRole('region', { name: 'Comparison' });
    // The newer one was marked first; a cache sees them the other way round.
    const heads = comparison.getByRole('columnheader').getByRole('button');
    const keysShown = async () => {
      const names = await heads.evaluateAll(all => all.map(one => one.textContent ?? ''));
      return names.map(name => name.replace(/.*, /, ''));
    };
    await expect.poll(async () => (await keysShown()).length).toBe(2);
    const [first = '', second = ''] = await keysShown();
    expect(first < second).toBe(true);
  });

  testInFull('tells replays from calls of the conversation', async () => {
    const { page } = await open({
      prepare: host => {
        host.rows = [sampleRow(0), { ...sampleRow(1), source: 'replay' }];
      },
    });
    await rowOf(page, 'call-1').waitFor();
    expect(await cell(page, 'call-1', 'who').innerText()).toMatch(/^Replay · /);
    expect(await cell(page, 'call-0', 'who').innerText()).not.toContain('Replay');
  });

  it('leads to the calls of a turn, with a chip that leads back', async () => {
    const { page, host } = await open();
    await rowOf(page, 'call-59').waitFor();
    host.send('inspector.show', { subject: 'shop', turn: 2 });
    await expect.poll(() => keys(page)).toHaveLength(10);
    expect((await keys(page)).at(-1)).toBe('call-20');
    await expect.poll(() => host.show).toEqual({ subject: 'shop', tab: 'calls', turn: 2 });
    await page.getByRole('button', { name: 'Turn 3: remove filter' }).click();
    await expect.poll(() => page.getByRole('status').first().innerText()).toBe('60 calls');
  });

  testInFull('follows the newest calls at the top, and stays in place elsewhere', async () => {
    const { page, host } = await open({
      prepare: one => {
        one.rows = sampleRows(400);
      },
    });
    await rowOf(page, 'call-399').waitFor();
    host.add(rowInFlight(400));
    await rowOf(page, 'call-400').waitFor();
    expect(await cell(page, 'call-400', 'stopReason').innerText()).toContain('running');
    const box = grid(page);
    await box.evaluate(one => one.scrollTo(0, 2_400));
    await rowOf(page, 'call-300').waitFor();
    const place = () => rowOf(page, 'call-295').evaluate(row => row.getBoundingClientRect().top);
    const before = await place();
    for (let at = 401; at < 440; at += 1) {
      host.add(sampleRow(at));
    }
    await expect.poll(() => box.getAttribute('aria-rowcount')).toBe('442');
    expect(await place()).toBe(before);
    await box.evaluate(one => one.scrollTo(0, 0));
    await rowOf(page, 'call-439').waitFor();
  });

  testInFull('draws few of 5,000 rows, and the right ones wherever it is scrolled to', async () => {
    const { page, host } = await open({
      prepare: one => {
        one.rows = sampleRows(5_000);
      },
    });
    await rowOf(page, 'call-4999').waitFor();
    const box = grid(page);
    for (const index of [1_200, 2_500, 3_700, 4_999]) {
      await box.evaluate((one, row) => one.scrollTo(0, row * 24), index);
      await rowOf(page, `call-${4_999 - index}`).waitFor();
      const places = await page.locator('.call-rows [data-key]').evaluateAll(rows =>
        rows.map(row => ({
          key: (row as HTMLElement).dataset.key,
          index: Number(row.getAttribute('aria-rowindex')) - 2,
          top: new DOMMatrix(getComputedStyle(row).transform).f,
        })),
      );
      expect(places.length).toBeGreaterThan(20);
      expect(places).toEqual(
        // Newest first.
        places.map(place => ({
          ...{ index: place.index, top: place.index * 24 },
          key: `call-${4_999 - place.index}`,
        })),
      );
      expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(2_000);
    }
    await rowOf(page, 'call-0').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('title');
    await expect
      .poll(() => page.getByRole('status').first().innerText())
      .toBe('500 of 5,000 calls');
    await expect.poll(async () => (await keys(page))[0]).toBe('call-4999');
    expect(Math.max(...host.asked.map(({ count }) => count))).toBeLessThanOrEqual(200);
  });

  it.each([300, 700])('fits into %d px, where a call covers it', async width => {
    const { page } = await open({ width });
    await rowOf(page, 'call-59').waitFor();
    const overflow = () =>
      page.evaluate(() => {
        const { documentElement: root } = document;
        const box = document.querySelector('[role=grid]');
        return [
          root.scrollWidth - root.clientWidth,
          (box?.scrollWidth ?? 9) - (box?.clientWidth ?? 0),
        ];
      });
    expect(await overflow()).toEqual([0, 0]);
    expect(await cell(page, 'call-59', 'cost').isVisible()).toBe(true);
    expect(await cell(page, 'call-59', 'model').isVisible()).toBe(false);
    await rowOf(page, 'call-59').click();
    await page.getByRole('region', { name: /^Title/ }).waitFor();
    expect(await grid(page).isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Back to the Calls' }).click();
    await grid(page).waitFor();
    if (width === 300) {
      expect(await cell(page, 'call-59', 'output').innerText()).toMatch(/out$/);
      await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Sort: Duration');
      await expect.poll(() => grid(page).locator('[data-key]').first().isVisible()).toBe(true);
    }
  });
});
