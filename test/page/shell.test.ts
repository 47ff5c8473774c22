import { expect, it } from 'vitest';
import type { MessageId } from '../../src/contract/ids';
import { type ShellLine, writeShellText } from '../../src/contract/shell';
import { testInFull } from '../support/inFull';
import { messageText } from '../support/messageText';
import { axeFindings } from './harness/axeFindings';
import { arrived } from './harness/reports';
import { startTurn } from './harness/story';
import { useChat } from './harness/useChat';

const open = useChat();

const hint = 'Shell line: runs when sent';

it.each(['first', 'rich'])(
  'an exclamation mark at the start of the %s box runs a shell line',
  async kind => {
    const { page, host } = await open({
      prepare: scripted => {
        scripted.draft = { text: '', images: [] };
      },
    });
    host.emit(...arrived);
    const box = page.getByRole('textbox', { name: 'Message' });
    await box.focus();
    if (kind === 'rich') {
      await page.locator('.message-input.rich').waitFor();
      await box.focus();
    }
    await page.keyboard.type('!');
    await page.getByText(hint).first().waitFor();
    const described = await box.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${described}"]`).textContent()).toContain(hint);
    await page.keyboard.press('Backspace');
    await page.locator('.shell-hint').waitFor({ state: 'detached' });
    expect(await box.getAttribute('aria-describedby')).toBeNull();
    await page.keyboard.type('!git log @{u}');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    expect(await host.waitFor('shell.run')).toMatchObject({ command: 'git log @{u}' });
    expect(host.called('message.send')).toEqual([]);
    await expect.poll(() => messageText(box)).toBe('');
    host.emit({
      type: 'shell.changed',
      line: { id: '1', command: 'git log @{u}', at: 1, output: '' },
    });
    await page.getByRole('group', { name: 'Shell line git log @{u}' }).waitFor();
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => messageText(box)).toBe('!git log @{u}');
    // Nothing was offered for the word with `@`: a list would take Enter.
    expect(host.called('mentions.find')).toEqual([]);
  },
);

it('a line that is refused is in the box again', async () => {
  const { page, host } = await open();
  host.emit(...arrived);
  host.answers['shell.run'] = () => {
    throw new Error('The rule Bash(rm:*) of your settings denies this line.');
  };
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.focus();
  await page.keyboard.type('!rm a');
  await page.keyboard.press('Enter');
  await page.getByText('The rule Bash(rm:*) of your settings denies this line.').first().waitFor();
  await expect.poll(() => messageText(box)).toBe('!rm a');
});

testInFull(
  'a line shows its output and how it ended, can be stopped and removed, and stays with its message',
  async () => {
    const { page, host } = await open();
    host.emit(...arrived, ...startTurn('1', 'Hi'));
    const line: ShellLine = { id: 'a', command: 'npm test', at: 1_000, output: 'one\ntwo' };
    host.emit({ type: 'shell.changed', line });
    const row = page.getByRole('group', { name: 'Shell line npm test' });
    await row.getByText('two').waitFor();
    expect(await row.getAttribute('data-status')).toBe('running');
    await row.getByRole('button', { name: 'Stop npm test' }).click();
    expect(await host.waitFor('shell.stop')).toMatchObject({ id: 'a' });
    const output = Array.from({ length: 40 }, (_, index) => `line ${index}`).join('\n');
    const ended = { ...line, output, isCut: true, end: { at: 3_000, exitCode: 1 } } as const;
    host.emit({ type: 'shell.changed', line: ended });
    await row.getByText('Exit code 1 · 2 s · goes with the next message').waitFor();
    expect(await row.getAttribute('data-status')).toBe('failed');
    await row.getByText('The beginning of the output is left out.').waitFor();
    // The end of the output is shown, and all of it on demand.
    expect(await row.getByText('line 0', { exact: false }).count()).toBe(0);
    await row.getByRole('button', { name: 'Show all 40 lines' }).click();
    await row.getByText('line 0', { exact: false }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await row.getByRole('button', { name: 'Remove npm test' }).click();
    expect(await host.waitFor('shell.remove')).toMatchObject({ id: 'a' });
    host.emit({ type: 'shell.removed', ids: ['a'] });
    await row.waitFor({ state: 'detached' });
    const text = writeShellText({ command: 'npm test', output: 'all passed' });
    host.emit({
      type: 'prompt.sent',
      messageId: 'm' as MessageId,
      at: 4_000,
      text: 'good?',
      images: [],
      context: [{ kind: 'shell', title: '!npm test', size: text.length, text }],
    });
    const message = page.getByRole('article', { name: 'You' }).filter({ hasText: 'good?' });
    await message
      .getByRole('group', { name: 'Shell line npm test' })
      .getByText('all passed')
      .waitFor();
    expect(await message.getByText('Sent with it').count()).toBe(0);
  },
);

it('Escape stops a running line while the agent is idle', async () => {
  const { page, host } = await open();
  host.emit(...arrived);
  host.emit({ type: 'shell.changed', line: { id: 'a', command: 'top', at: 1, output: '' } });
  await page.getByRole('group', { name: 'Shell line top' }).waitFor();
  await page.getByRole('textbox', { name: 'Message' }).focus();
  await page.keyboard.press('Escape');
  await host.waitFor('agent.stop');
});

it('the folder chip counts the folders that were added, and names them', async () => {
  const { page, host } = await open();
  host.emit(...arrived);
  host.emit({ type: 'folder.changed', folder: { name: 'app', added: ['lib', 'tools'] } });
  const chip = page.getByRole('button', { name: 'Folder: app, and also lib, tools' });
  expect(await chip.textContent()).toContain('app +2');
  await chip.click();
  await host.waitFor('folder.open');
});
