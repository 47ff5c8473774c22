import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { Deferred } from '../../src/base/deferred';
import type { Section, SectionRow } from '../../src/contract/sections';
import { themes } from '../support/themes';
import type { ThemeName } from './harness/pageFiles';
import type { ScriptedSections } from './harness/scriptedSections';
import { seriousFindings } from './harness/seriousFindings';
import { useSections } from './harness/useSections';

const open = useSections();

const form = {
  title: 'Add a server',
  submit: 'Add',
  note: 'It starts with the next message.',
  canPreview: true,
  fields: [
    { kind: 'text', name: 'name', title: 'Name', isRequired: true, maxLength: 8 },
    { kind: 'text', name: 'command', title: 'Command', isRequired: true },
  ],
} as const;

const docs: SectionRow = {
  id: 'docs',
  title: 'docs-server',
  detail: 'npx docs',
  more: 'line one\nline two',
  badges: [{ text: 'Connected', tone: 'good' }],
  meter: { value: 0.42, text: '42 % of the tools', tone: 'warning' },
  origin: { label: 'Project settings', path: '.mcp.json', readOnly: 'Managed' },
  canOpen: true,
  toggle: { action: 'enable', label: 'Enabled', isOn: true },
  actions: [{ id: 'reconnect', label: 'Reconnect' }],
  rows: [{ id: 'docs/search', title: 'search-tool' }],
};

function rule(name: string): SectionRow {
  return {
    id: name,
    title: name,
    actions: [
      { id: 'remove', label: 'Remove', kind: 'danger' },
      { id: 'purge', label: 'Purge', kind: 'danger', question: `Purge ${name} for good?` },
    ],
  };
}

function rules(...names: string[]): Section {
  const rows = names.map(rule);
  return {
    id: 'permissions',
    groups: [{ id: 'allow', title: 'Allowed', rows, empty: 'No rule.' }],
  };
}

const servers: Section = {
  id: 'servers',
  notes: [{ text: 'One server cannot be read.', tone: 'warning' }],
  actions: [{ id: 'add', label: 'Add Server', kind: 'primary', form }],
  groups: [
    { id: 'project', title: 'Project', note: 'Of this folder.', rows: [docs] },
    { id: 'user', title: 'User', rows: [], empty: 'No server here.' },
  ],
};

const status: Section = {
  id: 'status',
  groups: [
    { id: 'cli', title: 'Claude Code', rows: [{ id: 'v', title: 'Version', detail: '2.1' }] },
  ],
};

const usual = (host: ScriptedSections) => {
  for (const section of [servers, rules('Bash(ls)', 'Read', 'Write'), status]) {
    host.sections.set(section.id, section);
  }
};
const atRules = (host: ScriptedSections) => {
  usual(host);
  host.show = { section: 'permissions' };
};

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const rowOf = (page: Page, id: string) => page.locator(`[data-row="${id}"]`);
const outcome = (page: Page) => page.locator('.section-outcome');

/** Returns the row that has the focus, or the text of the element that has it. */
function focus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement } = document;
    if (!(activeElement instanceof HTMLElement) || activeElement === document.body) return 'body';
    const name = activeElement.getAttribute('aria-label') ?? activeElement.textContent ?? '';
    return activeElement.dataset.row ?? name;
  });
}

async function openForm(prepare: (host: ScriptedSections) => void = usual) {
  const opened = await open({ prepare });
  await button(opened.page, 'Add Server: MCP servers').click();
  const { page } = opened;
  return { ...opened, name: page.getByLabel('Name'), command: page.getByLabel('Command') };
}

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
    expect(await row.locator('.section-badge').getAttribute('data-tone')).toBe('good');
    const meter = row.getByRole('meter', { name: 'docs-server' });
    expect(await meter.getAttribute('aria-valuenow')).toBe('42');
    expect(await meter.getAttribute('aria-valuetext')).toBe('42 % of the tools');
    expect(
      await meter.locator('.section-meter-fill').evaluate(bar => bar.clientWidth),
    ).toBeGreaterThan(20);
    const details = row.getByText('line two');
    expect(await details.isVisible()).toBe(false);
    await row.getByText('Details').click();
    expect(await details.isVisible()).toBe(true);
    await row.locator('[data-row]').getByText('search-tool').waitFor();
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

  it('keeps what it shows while it cannot be read anew', async () => {
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
  });
});

describe('An action', () => {
  it('shows what was done, and Undo takes it back', async () => {
    const { page, host } = await open({ prepare: atRules });
    host.answers['section.act'] = () => ({ kind: 'done', text: 'Read was removed.', undo: 'u1' });
    await button(page, 'Remove: Read').click();
    await outcome(page).getByText('Read was removed.').waitFor();
    expect(host.acts).toEqual([
      { section: 'permissions', group: 'allow', row: 'Read', action: 'remove' },
    ]);
    await button(page, 'Undo').click();
    await outcome(page).getByText('Undone.').waitFor();
    expect(host.undone).toEqual(['u1']);
    expect(await button(page, 'Undo').count()).toBe(0);
    host.answers['section.undo'] = () => Promise.reject(new Error('The file has changed.'));
    await button(page, 'Remove: Read').click();
    await button(page, 'Undo').click();
    await outcome(page).getByText('The file has changed.').waitFor();
  });

  it('shows an error at its owner, and keeps the Undo of the change before', async () => {
    const { page, host } = await open({ prepare: atRules });
    host.answers['section.act'] = () => ({ kind: 'done', undo: 'u1' });
    await button(page, 'Remove: Write').click();
    await button(page, 'Undo').waitFor();
    host.answers['section.act'] = () => Promise.reject(new Error('The file is read-only.'));
    await button(page, 'Remove: Read').click();
    await rowOf(page, 'Read').getByRole('alert').getByText('The file is read-only.').waitFor();
    expect(await rowOf(page, 'Write').getByText('The file is read-only.').count()).toBe(0);
    expect(await button(page, 'Undo').count()).toBe(1);
  });

  it('opens where a row comes from, or says at the row why not', async () => {
    const { page, host } = await open({ prepare: usual });
    await button(page, 'Open docs-server').click();
    await expect.poll(() => host.opened).toEqual([{ section: 'servers', row: 'docs' }]);
    host.answers['section.open'] = () => Promise.reject(new Error('The row is gone.'));
    await button(page, 'Open docs-server').click();
    await rowOf(page, 'docs').getByText('The row is gone.').waitFor();
  });

  it('runs once, however often its switch is clicked meanwhile', async () => {
    const answer = new Deferred<{ kind: 'done' }>();
    const { page, host } = await open({ prepare: usual });
    host.answers['section.act'] = () => answer.promise;
    const toggle = page.getByRole('switch', { name: 'Enabled: docs-server' });
    expect(await toggle.getAttribute('aria-checked')).toBe('true');
    await toggle.click();
    await toggle.click();
    host.change({
      ...servers,
      groups: [
        {
          id: 'project',
          title: 'Project',
          rows: [{ ...docs, toggle: { action: 'enable', label: 'Enabled', isOn: false } }],
        },
      ],
    });
    await page.locator('[role=switch][aria-checked=false]').waitFor();
    answer.resolve({ kind: 'done' });
    await outcome(page).getByText('Changed.').waitFor();
    expect(host.acts).toHaveLength(1);
    expect(await focus(page)).toBe('Enabled: docs-server');
  });

  it('asks before what cannot be undone, with the focus on Cancel', async () => {
    const { page, host } = await open({ prepare: atRules });
    await button(page, 'Purge: Read').click();
    const question = page.getByRole('group', { name: 'Purge Read for good?' });
    await question.waitFor();
    await expect.poll(() => focus(page)).toBe('Cancel');
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    expect(await focus(page)).toBe('Purge: Read');
    await page.keyboard.press('Enter');
    await expect.poll(() => focus(page)).toBe('Cancel');
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    expect(host.acts).toEqual([]);
    await button(page, 'Purge: Read').click();
    await question.getByRole('button', { name: 'Purge' }).click();
    await outcome(page).getByText('Changed.').waitFor();
    expect(host.acts).toMatchObject([{ row: 'Read', action: 'purge' }]);
    expect(await question.count()).toBe(0);
    expect(await focus(page)).toBe('Purge: Read');
  });

  it('leaves the focus on the row, on the next one, or on the heading', async () => {
    const { page, host } = await open({ prepare: atRules });
    const left = ['Bash(ls)', 'Read', 'Write'];
    host.answers['section.act'] = ({ row }) => {
      left.splice(left.indexOf(row ?? ''), 1);
      host.change(rules(...left));
      return { kind: 'done', undo: 'back' };
    };
    host.answers['section.undo'] = () => {
      host.change(rules('Write'));
      return { kind: 'done' };
    };
    for (const [row, next] of [
      ['Read', 'Write'],
      ['Bash(ls)', 'Write'],
      ['Write', 'Permissions'],
    ]) {
      await button(page, `Remove: ${row}`).focus();
      await page.keyboard.press('Enter');
      await rowOf(page, row ?? '').waitFor({ state: 'detached' });
      await expect.poll(() => focus(page)).toBe(next);
    }
    await button(page, 'Undo').focus();
    await page.keyboard.press('Enter');
    await rowOf(page, 'Write').waitFor();
    await outcome(page).getByText('Undone.').waitFor();
    await expect.poll(() => focus(page)).toMatch(/^(Write|Permissions)$/);
  });
});

describe('A form', () => {
  it('says what is wrong before it asks the host, and shows the problems of the host', async () => {
    const { page, host, name, command } = await openForm();
    await expect.poll(() => name.evaluate(box => box === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true');
    expect(host.acts).toEqual([]);
    await name.fill('docs');
    await command.fill('rm');
    host.answers['section.act'] = () => ({ kind: 'invalid', problems: [null, 'No such program.'] });
    await button(page, 'Add').click();
    await page.getByText('No such program.').waitFor();
    expect(await command.evaluate(box => box === document.activeElement)).toBe(true);
    expect(await name.getAttribute('aria-invalid')).toBe('false');
    host.answers['section.act'] = () => ({ kind: 'done', text: 'Added.' });
    await command.fill('npx');
    await page.keyboard.press('Enter');
    await outcome(page).getByText('Added.').waitFor();
    expect(host.acts.at(-1)).toEqual({
      section: 'servers',
      action: 'add',
      entries: ['docs', 'npx'],
    });
    expect(await command.count()).toBe(0);
    expect(await focus(page)).toBe('Add Server: MCP servers');
  });

  it('stays open with its entries when the change fails or the section is read anew', async () => {
    const { page, host, name, command } = await openForm();
    await name.fill('docs');
    await command.fill('npx');
    host.answers['section.act'] = () => Promise.reject(new Error('The file has changed.'));
    await button(page, 'Add').click();
    await page.getByRole('alert').getByText('The file has changed.').waitFor();
    host.change({ ...servers, notes: [{ text: 'Read anew.' }] });
    await page.getByText('Read anew.').waitFor();
    expect(await name.inputValue()).toBe('docs');
    expect(await command.inputValue()).toBe('npx');
  });

  it('shows the change before it is made, and stays', async () => {
    const { page, host, name, command } = await openForm();
    await name.fill('docs');
    await command.fill('npx');
    await button(page, 'Preview Changes').click();
    await expect
      .poll(() => host.acts)
      .toEqual([{ section: 'servers', action: 'add', entries: ['docs', 'npx'], isPreview: true }]);
    await button(page, 'Add').click();
    await outcome(page).getByText('Changed.').waitFor();
    expect(host.acts[1]).toEqual({ section: 'servers', action: 'add', entries: ['docs', 'npx'] });
  });

  it('is left with Escape, and gives the focus back', async () => {
    const { page, host, name } = await openForm();
    await name.fill('docs');
    await page.keyboard.press('Escape');
    await name.waitFor({ state: 'detached' });
    expect(await focus(page)).toBe('Add Server: MCP servers');
    expect(host.acts).toEqual([]);
  });
});

describe('The layout', () => {
  it.each(Object.keys(themes) as ThemeName[])(
    'has no serious accessibility finding in the theme %s',
    async theme => {
      const { page } = await open({ theme, prepare: usual });
      await rowOf(page, 'docs').getByText('Details').click();
      await button(page, 'Add Server: MCP servers').click();
      await button(page, 'Add').click();
      await page.locator('[aria-invalid=true]').first().waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.keyboard.press('Control+f');
      await page.keyboard.type('docs');
      await page.getByRole('button', { name: 'docs-server' }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
    },
  );

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
        ];
      });
    await button(page, 'Add Server: MCP servers').click();
    expect(await overflow()).toEqual([0, 0]);
    await page.getByRole('combobox', { name: 'Section' }).selectOption('permissions');
    await rowOf(page, 'docs').getByText('Details').click();
    expect(await overflow()).toEqual([0, 0]);
  });
});
