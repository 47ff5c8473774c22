import { describe, expect, it } from 'vitest';
import { Deferred } from '../../src/base/deferred';
import { testInFull } from '../support/inFull';
import { button, focus, outcome, servers, usual } from './harness/sampleSections';
import type { ScriptedSections } from './harness/scriptedSections';
import { useSections } from './harness/useSections';

const open = useSections();

async function openForm(prepare: (host: ScriptedSections) => void = usual) {
  const opened = await open({ prepare });
  await button(opened.page, 'Add Server: MCP servers').click();
  const { page } = opened;
  return { ...opened, name: page.getByLabel('Name'), command: page.getByLabel('Command') };
}

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

  it('shows that its action runs, and runs it once, however often Enter is pressed', async () => {
    const answer = new Deferred<{ kind: 'done'; text: string }>();
    const { page, host, name, command } = await openForm();
    host.answers['section.act'] = () => answer.promise;
    await name.fill('docs');
    await command.fill('npx');
    const add = button(page, 'Add');
    expect(await add.getAttribute('aria-disabled')).toBe('false');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.locator('.section-form .button-primary[aria-disabled=true] .icon-spin').waitFor();
    await page.keyboard.press('Enter');
    await add.click({ force: true });
    await button(page, 'Preview Changes').click({ force: true });
    expect(await page.locator('.section-form .icon-spin').count()).toBe(1);
    answer.resolve({ kind: 'done', text: 'Added.' });
    await outcome(page).getByText('Added.').waitFor();
    expect(host.acts).toHaveLength(1);
    expect(await focus(page)).toBe('Add Server: MCP servers');
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
