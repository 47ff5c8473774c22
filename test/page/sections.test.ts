import { describe, expect, it } from 'vitest';
import { Deferred } from '../../src/base/deferred';
import type { Section } from '../../src/contract/sections';
import { testInFull } from '../support/inFull';
import { axeFindings } from './harness/axeFindings';
import {
  atRules,
  button,
  docs,
  focus,
  heading,
  outcome,
  rowOf,
  rules,
  servers,
  status,
  usual,
} from './harness/sampleSections';
import { themeRows } from './harness/themeRows';
import { useSections } from './harness/useSections';

const open = useSections();

describe('A section', () => {
  it('shows its notes, groups, rows, badges, meters, origins and details', async () => {
    const { page } = await open({ prepare: usual });
    const group = page.getByRole('region', { name: 'Project', exact: true });
    await group.waitFor();
    expect(await group.innerText()).toContain('Of this folder.');
    await page.getByText('One server cannot be read.').waitFor();
    await page.getByRole('region', { name: 'User' }).getByText('No server here.').waitFor();
    const row = rowOf(page, 'docs');
    const shown = await row.innerText();
    for (const text of ['docs-server', 'npx docs', 'Connected', 'Project settings', '.mcp.json']) {
      expect(shown).toContain(text);
    }
    expect(shown).toContain('Managed');
    expect(await row.locator('.section-badge').first().getAttribute('data-tone')).toBe('good');
    const meter = row.getByRole('meter', { name: 'docs-server' });
    expect(await meter.getAttribute('aria-valuenow')).toBe('42');
    expect(await meter.getAttribute('aria-valuetext')).toBe('42% of the tools');
    expect(
      await meter.locator('.section-meter-fill').evaluate(bar => bar.clientWidth),
    ).toBeGreaterThan(20);
    const details = row.getByText('line two');
    expect(await details.isVisible()).toBe(false);
    await row.getByText('Details').click();
    expect(await details.isVisible()).toBe(true);
    await row.locator('[data-row]').getByText('search-tool').waitFor();
  });

  it('cuts a long text until it is asked for, and names a group only once', async () => {
    const detail = `${'Describes itself to the model. '.repeat(30)}End.`;
    const origin = { label: 'Project', path: 'docs.md' };
    const { page } = await open({
      prepare: next => {
        usual(next);
        const rows = [{ ...docs, detail, origin }];
        next.sections.set('servers', {
          id: 'servers',
          groups: [{ id: 'project', title: 'Project', rows }],
        });
      },
    });
    const row = rowOf(page, 'docs');
    await button(page, 'Show More: docs-server').click();
    expect(await row.innerText()).toContain('End.');
    await button(page, 'Show Less: docs-server').click();
    expect(await row.innerText()).not.toContain('End.');
    expect(await row.locator('.section-origin').first().innerText()).not.toContain('Project');
    await row
      .locator('.section-origin')
      .getByRole('button', { name: 'Open docs-server' })
      .waitFor();
  });

  it('folds many rows in a row, and unfolds them for a link', async () => {
    const rows = Array.from({ length: 7 }, (_, at) => ({ id: `tool/${at}`, title: `tool-${at}` }));
    const others = Array.from({ length: 8 }, (_, at) => ({ id: `b/${at}`, title: `other-${at}` }));
    const { page, host } = await open({
      prepare: next => {
        usual(next);
        next.sections.set('servers', {
          id: 'servers',
          groups: [
            {
              ...{ id: 'project', title: 'Project' },
              rows: [
                { ...docs, rows },
                { id: 'b', title: 'b', rows: others, rowsCount: '8 tools' },
              ],
            },
          ],
        });
      },
    });
    await page.getByText('7 entries').waitFor();
    await page.getByText('8 tools', { exact: true }).waitFor();
    expect(await rowOf(page, 'tool/3').isVisible()).toBe(false);
    host.send('section.show', { section: 'servers', row: 'tool/3' });
    await expect.poll(() => focus(page)).toBe('tool/3');
    expect(await rowOf(page, 'tool/3').isVisible()).toBe(true);
  });

  it('leads to a row although the link comes as soon as the rows are drawn', async () => {
    const answer = new Deferred<Section>();
    const { page } = await open({
      prepare: next => {
        usual(next);
        next.answers['section.read'] = () => answer.promise;
      },
    });
    await page.getByText('Loading…').waitFor();
    // An observer is called after the drawing, and before the effects that wait for the paint.
    await page.evaluate(() => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector('[data-row="docs"]')) return;
        observer.disconnect();
        const data = {
          ...{ kind: 'event', name: 'section.show' },
          event: { section: 'servers', row: 'docs' },
        };
        window.dispatchEvent(new MessageEvent('message', { data, origin: window.origin }));
      }).observe(document.body, { childList: true, subtree: true });
    });
    answer.resolve(servers);
    await expect.poll(() => focus(page)).not.toBe('body');
    expect(await focus(page)).toBe('docs');
  });

  it('says that it is being read, and why it cannot be read', async () => {
    const answer = new Deferred<Section>();
    const { page, host } = await open({
      prepare: scripted => {
        usual(scripted);
        scripted.answers['section.read'] = () => answer.promise;
      },
    });
    await page.getByText('Loading…').waitFor();
    answer.reject(new Error('No CLI was found.'));
    await page.getByRole('alert').getByText('No CLI was found.').waitFor();
    expect(await page.getByText('Loading…').count()).toBe(0);
    delete host.answers['section.read'];
    await button(page, 'Refresh MCP servers').click();
    await rowOf(page, 'docs').waitFor();
    expect(await page.getByText('No CLI was found.').count()).toBe(0);
  });

  testInFull('keeps what it shows while it cannot be read anew', async () => {
    const { page, host } = await open({ prepare: usual });
    await rowOf(page, 'docs').waitFor();
    host.answers['section.read'] = () => Promise.reject(new Error('The CLI has ended.'));
    host.send('section.changed', { section: 'servers' });
    await page.getByRole('alert').getByText('The CLI has ended.').waitFor();
    expect(await rowOf(page, 'docs').count()).toBe(1);
  });

  it('drops an answer that a later one has overtaken', async () => {
    const first = new Deferred<Section>();
    const { page, host } = await open({
      prepare: scripted => {
        atRules(scripted);
        scripted.answers['section.read'] = () => first.promise;
      },
    });
    await page.getByText('Loading…').waitFor();
    delete host.answers['section.read'];
    host.change(rules('New'));
    await rowOf(page, 'New').waitFor();
    first.resolve(rules('Old'));
    // Messages arrive in order: this one comes after the answer above.
    host.change({ ...status, id: 'status' });
    host.send('section.show', { section: 'status' });
    await heading(page, 'Status').waitFor();
    host.send('section.show', { section: 'permissions' });
    await heading(page, 'Permissions').waitFor();
    expect(await page.locator('[data-row]').allInnerTexts()).toEqual([
      expect.stringContaining('New'),
    ]);
  });

  it('says why the tab could not be opened', async () => {
    const { page } = await open({
      prepare: host => {
        host.answers['sections.ready'] = () => {
          throw new Error('The host is gone.');
        };
      },
    });
    await page.getByText('The tab could not be opened: The host is gone.').waitFor();
  });

  it('points out invisible characters wherever a text comes from elsewhere', async () => {
    const bad = 'a\u202eb';
    const field = { kind: 'text', name: 'n', title: bad, isRequired: false } as const;
    const { page, host } = await open({
      prepare: scripted => {
        const act = { id: 'ask', label: bad, question: bad };
        const fill = {
          id: 'fill',
          label: 'Fill',
          form: { title: bad, submit: 'Go', note: bad, fields: [field] },
        };
        scripted.sections.set('servers', {
          id: 'servers',
          notes: [{ text: bad }],
          actions: [fill],
          groups: [
            {
              ...{ id: 'g', title: bad, note: bad, actions: [act] },
              rows: [
                {
                  ...{ id: 'r', title: bad, detail: bad, more: bad, badges: [{ text: bad }] },
                  meter: { value: 7, text: bad },
                  origin: { label: bad, path: bad, readOnly: bad },
                  toggle: { action: 't', label: bad, isOn: false },
                  actions: [act],
                },
              ],
            },
            { id: 'none', title: 'None', rows: [], empty: bad },
          ],
        });
        scripted.answers['section.act'] = ({ row }) => {
          if (row !== undefined) throw new Error(bad);
          return { kind: 'done', text: bad };
        };
      },
    });
    await button(page, 'Fill: MCP servers').click();
    await page.locator('.section-group > .section-actions .button').click();
    await page.locator('.section-question .button-danger').click();
    await outcome(page).locator('.invisible-mark').waitFor();
    await page.locator('[role=switch]').click();
    await rowOf(page, 'r').getByRole('alert').locator('.invisible-mark').waitFor();
    await rowOf(page, 'r').locator('.section-actions .button').first().click();
    await page.locator('.section-question').waitFor();
    const raw = await page.evaluate(() => {
      const named = [...document.querySelectorAll('[aria-label], [aria-valuetext], [title]')];
      const names = named.flatMap(element =>
        element.getAttributeNames().map(name => element.getAttribute(name)),
      );
      return [document.body.textContent, ...names].filter(text => text?.includes('\u202e'));
    });
    // The id of the action is no text.
    expect(raw).toEqual([]);
    expect(host.acts.map(({ action }) => action)).toEqual(['ask', 't']);
  });
});

describe('The keyboard', () => {
  it('goes through the list of sections with arrow keys, and remembers the section', async () => {
    const { page, host } = await open({ prepare: usual });
    await button(page, 'MCP servers').focus();
    await page.keyboard.press('ArrowDown');
    await heading(page, 'Permissions').waitFor();
    expect(await focus(page)).toBe('Permissions');
    await page.keyboard.press('End');
    await heading(page, 'Status').waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await focus(page)).toBe('Status');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Home');
    await heading(page, 'MCP servers').waitFor();
    expect(await button(page, 'MCP servers').getAttribute('aria-current')).toBe('page');
    const tabStops = page.locator('.section-link[tabindex="0"]');
    expect(await tabStops.allInnerTexts()).toEqual(['MCP servers']);
    expect(host.reads.filter(id => id === 'permissions')).toHaveLength(1);
    await page.keyboard.press('End');
    await expect.poll(() => page.evaluate('window.savedState')).toEqual({ section: 'status' });
  });

  it('finds rows of all sections with Ctrl+F, and Enter on a result leads to the row', async () => {
    const { page } = await open({ prepare: usual });
    await rowOf(page, 'docs').waitFor();
    await page.keyboard.press('Control+f');
    expect(await focus(page)).toBe('Search all sections');
    await page.keyboard.type('version');
    await page.getByRole('region', { name: 'Status' }).waitFor();
    await page.getByRole('status').getByText('1 row found').waitFor();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('zzqq');
    await page.getByRole('status').getByText('No results for “zzqq”').waitFor();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('e');
    await page.getByRole('region', { name: 'Permissions' }).getByText('Read').waitFor();
    await page.getByRole('region', { name: 'MCP servers' }).getByText('search-tool').waitFor();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('write');
    const result = page.getByRole('button', { name: 'Write' });
    await result.focus();
    await page.keyboard.press('Enter');
    await heading(page, 'Permissions').waitFor();
    await expect.poll(() => focus(page)).toBe('Write');
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
  });

  testInFull('finds later what is read later, below the rest', async () => {
    const late = new Deferred<Section>();
    const { page } = await open({
      prepare: next => {
        usual(next);
        next.answers['section.read'] = ({ section }) =>
          section === 'servers' ? late.promise : (next.sections.get(section) ?? status);
        next.show = { section: 'permissions' };
      },
    });
    await rowOf(page, 'Read').waitFor();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('ea');
    const found = page.locator('.section-found');
    await expect.poll(() => found.allInnerTexts()).toEqual([expect.stringContaining('Read')]);
    late.resolve(servers);
    await page.getByRole('status').getByText('rows found').waitFor();
    expect((await found.allInnerTexts())[0]).toContain('Read');
    expect(await found.count()).toBeGreaterThan(1);
  });

  it('leaves a search with Escape, and the focus in the box', async () => {
    const { page } = await open({
      prepare: host => {
        usual(host);
        host.show = { section: 'permissions', row: 'Read' };
      },
    });
    await expect.poll(() => focus(page)).toBe('Read');
    await page.keyboard.press('Control+f');
    await page.keyboard.type('docs');
    await heading(page, 'Search results').waitFor();
    await page.keyboard.press('Escape');
    await rowOf(page, 'Read').waitFor();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await focus(page)).toBe('Search all sections');
  });

  it('follows links to rows, twice to the same one, and to the heading for a row that is gone', async () => {
    const { page, host } = await open({ prepare: usual });
    await rowOf(page, 'docs').waitFor();
    host.send('section.show', { section: 'permissions', row: 'Write' });
    await expect.poll(() => focus(page)).toBe('Write');
    await page.keyboard.press('Control+f');
    host.send('section.show', { section: 'permissions', row: 'Write' });
    await expect.poll(() => focus(page)).toBe('Write');
    host.send('section.show', { section: 'permissions', row: 'Gone' });
    await expect.poll(() => focus(page)).toBe('Permissions');
    await button(page, 'Remove: Write').focus();
    host.send('section.show', { section: 'servers' });
    await expect.poll(() => focus(page)).toBe('MCP servers');
  });
});

describe('The layout', () => {
  it.each(themeRows('light'))('has no accessibility finding in the theme %s', async theme => {
    const { page } = await open({ theme, prepare: usual });
    await rowOf(page, 'docs').getByText('Details').click();
    await button(page, 'Add Server: MCP servers').click();
    await button(page, 'Add').click();
    await page.locator('[aria-invalid=true]').first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Control+f');
    await page.keyboard.type('docs');
    await page.getByRole('button', { name: 'docs-server' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('does not scroll horizontally at 260 px, where a list replaces the links', async () => {
    const long = 'x'.repeat(300);
    const { page } = await open({
      width: 260,
      prepare: host => {
        usual(host);
        host.sections.set('permissions', {
          id: 'permissions',
          groups: [
            {
              id: 'g',
              title: long,
              rows: [
                {
                  ...docs,
                  title: long,
                  detail: long,
                  more: long,
                  badges: [{ text: long }],
                  origin: { label: 'x', path: long },
                },
              ],
            },
          ],
        });
      },
    });
    const overflow = () =>
      page.evaluate(() => {
        const { documentElement: root } = document;
        const main = document.querySelector('main');
        return [
          root.scrollWidth - root.clientWidth,
          (main?.scrollWidth ?? 9) - (main?.clientWidth ?? 0),
          // Only the rows scroll, below the search box.
          root.scrollHeight - root.clientHeight,
        ];
      });
    await button(page, 'Add Server: MCP servers').click();
    expect(await overflow()).toEqual([0, 0, 0]);
    await page.getByRole('combobox', { name: 'Section' }).selectOption('permissions');
    await rowOf(page, 'docs').getByText('Details').click();
    expect(await overflow()).toEqual([0, 0, 0]);
  });
});
