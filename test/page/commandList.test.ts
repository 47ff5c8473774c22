import type { Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ConversationEvent } from '../../src/contract/events';
import { rowsOf } from '../support/extent';
import { testInFull } from '../support/inFull';
import { messageText } from '../support/messageText';
import { axeFindings } from './harness/axeFindings';
import type { ChatPage } from './harness/chatPage';
import { arrived } from './harness/reports';
import { startTurn } from './harness/story';
import { useChat } from './harness/useChat';

const open = useChat();

const commands: ConversationEvent = {
  type: 'commands.changed',
  commands: [
    {
      name: 'compact',
      description: 'Frees context by summarizing the conversation so far',
      argumentHint: '<what to keep>',
      source: 'builtIn',
    },
    { name: 'clear', description: 'Starts anew', aliases: ['reset'], source: 'builtIn' },
    { name: 'doctor', description: 'Checks the installation', source: 'builtIn' },
    { name: 'deploy', description: 'Deploys the app to staging', source: 'project' },
    { name: 'my-notes', description: 'Writes notes', source: 'user' },
  ],
  terminalCommands: ['doctor'],
};

async function openList(...events: ConversationEvent[]) {
  return listIn(await open(), ...events);
}

async function listIn(chat: ChatPage, ...events: ConversationEvent[]) {
  chat.host.emit(...arrived, commands, ...events);
  const box = chat.page.getByRole('textbox', { name: 'Message' });
  await chat.page.locator('.message-input.rich').waitFor();
  await box.focus();
  const list = chat.page.getByRole('listbox', { name: 'Commands' });
  return { ...chat, box, list, names: () => list.locator('.suggestion-label').allInnerTexts() };
}

describe('The list of commands', () => {
  it('opens at a slash, before the first message, and narrows to exact names first', async () => {
    const { page, list, box, names } = await openList();
    await page.keyboard.type('/');
    await list.waitFor();
    expect(await names()).toEqual(expect.arrayContaining(['/new', '/compact <what to keep>']));
    const headings = await list.locator('.suggestion-group').allInnerTexts();
    expect(headings).toEqual([
      'Tandem',
      'Claude Code',
      'Commands and skills of the project',
      'Your commands and skills',
      'Only in a terminal',
    ]);
    expect(await box.getAttribute('aria-controls')).toBe(await list.getAttribute('id'));
    await page.keyboard.type('de');
    // The list for "/d" begins alike, but is long enough to scroll.
    await expect
      .poll(names)
      .toEqual(['/deploy', '/desktop', '/auto-mode-setup', '/ide', '/upgrade', '/mode', '/model']);
    const active = await box.getAttribute('aria-activedescendant');
    expect(await page.locator(`[id="${active}"]`).innerText()).toContain('/deploy');
    expect(await page.locator(`[id="${active}"]`).innerText()).toContain('Project');
    expect(await axeFindings(page)).toEqual([]);
  });

  it('explains a command inside a message, which is sent as text', async () => {
    const { page, host, list } = await openList();
    await page.keyboard.type('see /usr and /compact');
    await page.getByText('/compact is only text here').waitFor();
    expect(await list.getByRole('option').count()).toBe(0);
    await page.keyboard.press('Enter');
    expect(await host.waitFor('message.send')).toMatchObject({ text: 'see /usr and /compact' });
  });

  it('completes with Tab, and sends what is typed in full with Enter', async () => {
    const { page, host, box, list } = await openList();
    await page.keyboard.type('/comp');
    await list.getByRole('option').first().waitFor();
    await page.keyboard.press('Tab');
    expect(await messageText(box)).toBe('/compact ');
    await list.waitFor({ state: 'detached' });
    await page.keyboard.type('names');
    await page.keyboard.press('Enter');
    expect(await host.waitFor('message.send')).toMatchObject({ text: '/compact names' });
  });

  testInFull('sends a command without arguments as soon as it is chosen with Enter', async () => {
    const { page, host, list } = await openList();
    await page.keyboard.type('/dep');
    await list.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    expect(await host.waitFor('message.send')).toMatchObject({ text: '/deploy' });
  });

  it.each(rowsOf(['/compact'], ['/nothing-like-it', '/compact']))(
    'sends %s if Enter came before the rows',
    async text => {
      // A window that has shown the list before may have the script in its cache.
      const chat = await open({ isOwn: true });
      const held: Route[] = [];
      // Chromium tells a document that is open of a new route too late: requests may pass it by.
      await chat.page.route('**/rankCommands-*.js', route => void held.push(route));
      await chat.reload();
      const { page, host } = await listIn(chat);
      await page.keyboard.type(text);
      await expect.poll(() => held.length).toBe(1);
      await page.keyboard.press('Enter');
      await held[0]?.continue();
      expect(await host.waitFor('message.send')).toMatchObject({ text });
    },
  );

  testInFull('finds a command by its alias and by its description', async () => {
    const { page, names } = await openList();
    await page.keyboard.type('/reset');
    await expect.poll(names).toEqual(['/clear']);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('/staging');
    await expect.poll(names).toEqual(['/deploy']);
  });

  it('runs commands of Tandem and of terminals without the agent', async () => {
    const { page, host, box, list } = await openList();
    await page.keyboard.type('/rew');
    await list.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    expect(await host.waitFor('command.run')).toMatchObject({ name: 'rewind' });
    expect(await messageText(box)).toBe('');
    await page.keyboard.type('/doct');
    await list.getByRole('option', { name: /Terminal/ }).click();
    expect(await host.waitFor('command.inTerminal')).toMatchObject({ name: 'doctor' });
    await page.keyboard.type('/model');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await page.getByRole('listbox', { name: 'Model' }).waitFor();
    expect(host.calls.filter(({ method }) => method === 'message.send')).toEqual([]);
  });

  it('stays closed after Escape, which does not stop the turn', async () => {
    const { page, host, list } = await openList(...startTurn('1', 'Hi'));
    await page.keyboard.type('/co');
    await list.getByText('waits for its turn').first().waitFor();
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    await page.keyboard.type('m');
    await page.keyboard.press('Backspace');
    expect(await list.count()).toBe(0);
    expect(host.calls.filter(({ method }) => method === 'agent.stop')).toEqual([]);
  });

  testInFull(
    'stays closed over a command that the host refuses, until a letter of it changes',
    async () => {
      const { page, host, box, list } = await openList();
      host.answers['message.send'] = () => {
        throw new Error('The prompt file of /deploy is new.');
      };
      await page.keyboard.type('/deploy');
      await list.waitFor();
      await page.keyboard.press('Enter');
      await page.getByText('The prompt file of /deploy is new.').first().waitFor();
      await expect.poll(() => messageText(box)).toBe('/deploy');
      expect(await list.count()).toBe(0);
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('End');
      await page.keyboard.press('Control+z');
      await page.keyboard.press('Control+y');
      await expect.poll(() => messageText(box)).toBe('/deploy');
      expect(await list.count()).toBe(0);
      await page.keyboard.press('Backspace');
      await list.getByRole('option', { name: '/deploy' }).waitFor();
    },
  );

  it('stays closed over it in the plain box, and in the rich one that replaces it', async () => {
    const chat = await open({ isOwn: true });
    // Otherwise its request may still be on the way, and be counted.
    await chat.page.locator('.message-input.rich').waitFor();
    const held: Route[] = [];
    await chat.page.route('**/RichBox-*.js', route => void held.push(route));
    await chat.reload();
    const { page, host } = chat;
    host.emit(...arrived, commands);
    host.answers['message.send'] = () => {
      throw new Error('The prompt file of /deploy is new.');
    };
    const box = page.getByRole('textbox', { name: 'Message' });
    const list = page.getByRole('listbox', { name: 'Commands' });
    await box.focus();
    await page.keyboard.type('/deploy');
    await list.waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('The prompt file of /deploy is new.').first().waitFor();
    await expect.poll(() => box.inputValue()).toBe('/deploy');
    expect(await list.count()).toBe(0);
    await expect.poll(() => held.length).toBe(1);
    await held[0]?.continue();
    await page.locator('.message-input.rich').waitFor();
    expect(await list.count()).toBe(0);
    await page.keyboard.press('Backspace');
    await list.getByRole('option', { name: '/deploy' }).waitFor();
  });

  it('opens for a sign after a stored one', async () => {
    const chat = await open({
      prepare: host => {
        host.draft = { text: '@', images: [] };
      },
    });
    const { page, host } = await listIn(chat);
    await page.getByRole('button', { name: 'Mention' }).click();
    await host.waitFor('mentions.find');
  });

  it('stays closed over a command of a stored draft, so that Enter completes nothing', async () => {
    const chat = await open({
      prepare: host => {
        host.draft = { text: '/depl', images: [] };
      },
    });
    const { page, host } = await listIn(chat);
    // The list is in the same part of the page, which loads late.
    await page.getByRole('button', { name: /^Dictat/ }).waitFor();
    await page.keyboard.press('Enter');
    expect(await host.waitFor('message.send')).toMatchObject({ text: '/depl' });
  });

  testInFull('opens from the toolbar, and takes the text that is there as argument', async () => {
    const { page, box, list } = await openList();
    await page.keyboard.type('names');
    await page.getByRole('button', { name: 'Commands' }).click();
    await list.waitFor();
    await page.keyboard.type('comp');
    await page.keyboard.press('Tab');
    expect(await messageText(box)).toBe('/compact names');
  });

  it('says when no command has the name', async () => {
    const { page } = await openList();
    await page.keyboard.type('/zzzz');
    await page.getByText('No command has this name').waitFor();
  });
});
