import { describe, expect, it } from 'vitest';
import { Deferred } from '../../src/base/deferred';
import { testInFull } from '../support/inFull';
import {
  atRules,
  button,
  docs,
  focus,
  outcome,
  rowOf,
  rules,
  servers,
  usual,
} from './harness/sampleSections';
import type { ScriptedSections } from './harness/scriptedSections';
import { useSections } from './harness/useSections';

const open = useSections();

async function openForm(prepare: (host: ScriptedSections) => void = usual) {
  const opened = await open({ prepare });
  await button(opened.page, 'Add Server: MCP servers').click();
  const { page } = opened;
  return { ...opened, name: page.getByLabel('Name'), command: page.getByLabel('Command') };
}

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

  it('leaves the rows where they are, and is taken back by Ctrl+Z outside of a field', async () => {
    const { page, host } = await open({ prepare: atRules });
    host.answers['section.act'] = () => ({ kind: 'done', text: 'Read was removed.', undo: 'u1' });
    const remove = button(page, 'Remove: Write');
    const before = await remove.boundingBox();
    await remove.click();
    await outcome(page).getByText('Read was removed.').waitFor();
    expect(await remove.boundingBox()).toEqual(before);
    await page.getByRole('searchbox').focus();
    await page.keyboard.press('Control+z');
    await remove.focus();
    await page.keyboard.press('Control+Shift+z');
    expect(host.undone).toEqual([]);
    await page.keyboard.press('Control+z');
    await outcome(page).getByText('Undone.').waitFor();
    await page.keyboard.press('Control+z');
    host.send('section.show', { section: 'servers' });
    await rowOf(page, 'docs').waitFor();
    expect(host.undone).toEqual(['u1']);
    expect(await outcome(page).innerText()).toBe('');
  });

  it('can be shown before it is done, and changes nothing then', async () => {
    const { page, host } = await open({ prepare: atRules });
    await button(page, 'Preview Changes: Remove: Read').click();
    host.send('section.show', { section: 'servers' });
    await button(page, 'Preview Changes: Enabled: docs-server').click();
    await expect
      .poll(() => host.acts)
      .toEqual([
        { section: 'permissions', group: 'allow', row: 'Read', action: 'remove', isPreview: true },
        { section: 'servers', group: 'project', row: 'docs', action: 'enable', isPreview: true },
      ]);
    expect(await outcome(page).innerText()).toBe('');
  });

  it('is where the user was when the tab is shown again', async () => {
    const { page, host } = await open({ prepare: atRules });
    await button(page, 'Preview Changes: Remove: Read').click();
    await expect.poll(() => host.show).toEqual({ section: 'permissions', row: 'Read' });
    const { show } = host;
    const again = await open({
      prepare: next => {
        usual(next);
        next.show = show;
      },
    });
    await expect.poll(() => focus(again.page)).toBe('Read');
    await button(again.page, 'Status').click();
    await expect.poll(() => again.host.show).toEqual({ section: 'status' });
  });

  testInFull('shows an error at its owner, and keeps the Undo of the change before', async () => {
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
    await button(page, 'Open One server cannot be read.').click();
    await expect.poll(() => host.opened.at(-1)).toEqual({ section: 'servers', row: 'note#0' });
    host.answers['section.open'] = () => Promise.reject(new Error('The row is gone.'));
    await button(page, 'Open docs-server').click();
    await rowOf(page, 'docs').getByText('The row is gone.').waitFor();
  });

  testInFull('runs once, however often its switch is clicked meanwhile', async () => {
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

  it('says nothing if there is nothing to say', async () => {
    const { page, host } = await open({ prepare: usual });
    host.answers['section.act'] = () => ({ kind: 'done', text: '' });
    await button(page, 'Reconnect: docs-server').click();
    host.change({ ...servers, notes: [{ text: 'Read anew.' }] });
    await page.getByText('Read anew.').waitFor();
    expect(await outcome(page).innerText()).toBe('');
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
    const missing = page.getByText('Fill in this field.');
    expect(await missing.count()).toBe(2);
    await name.fill('docs');
    await expect.poll(() => missing.count()).toBe(1);
    expect(await name.getAttribute('aria-invalid')).toBe('false');
    await command.fill('rm');
    await expect.poll(() => missing.count()).toBe(0);
    host.answers['section.act'] = () => ({ kind: 'invalid', problems: [null, 'No such program.'] });
    await button(page, 'Add').click();
    await page.getByText('No such program.').waitFor();
    expect(await command.evaluate(box => box === document.activeElement)).toBe(true);
    expect(await name.getAttribute('aria-invalid')).toBe('false');
    host.answers['section.act'] = () => ({ kind: 'done', text: 'Added.' });
    await command.fill('npx');
    await page.getByText('No such program.').waitFor({ state: 'detached' });
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
    await page.setViewportSize({ width: 500, height: 220 });
    await command.focus();
    await page.keyboard.press('Enter');
    const alert = page.getByRole('alert').getByText('The file has changed.');
    await alert.waitFor();
    // The error is below the form, and comes into view.
    const bottom = () => alert.evaluate(one => one.getBoundingClientRect().bottom);
    await expect.poll(bottom).toBeLessThanOrEqual(220);
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

  testInFull('is there again, with its entries, when a hidden tab is shown', async () => {
    const { page, host, name, command } = await openForm();
    await name.fill('docs');
    await command.fill('npx --token secret');
    const stored = await page.evaluate(() => JSON.stringify(Reflect.get(window, 'savedState')));
    expect(stored).toBe('{"section":"servers"}');
    const { forms, show } = host;
    const again = await open({
      prepare: next => {
        usual(next);
        Object.assign(next, { forms, show });
      },
    });
    expect(await again.page.getByLabel('Name').inputValue()).toBe('docs');
    expect(await again.page.getByLabel('Command').inputValue()).toBe('npx --token secret');
    await expect.poll(() => focus(again.page)).toBe('');
    await again.page.keyboard.press('Escape');
    await expect.poll(() => again.host.forms).toEqual({});
  });
});
