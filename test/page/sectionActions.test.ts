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
import { useSections } from './harness/useSections';

const open = useSections();

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
