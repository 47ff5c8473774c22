import { afterAll, beforeAll, expect, test } from 'vitest';
import { text } from '../support/api/reply';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';
import { RawPage } from './support/rawPage';

let window: ChatWindow;

beforeAll(async () => {
  window = await ChatWindow.open({ cli: 'stand-in' });
  await window.chat.phase('idle');
});

afterAll(() => window?.close());

describeFailures(() => window);

test('a setting that needs a new process says so, and the next message starts one', async () => {
  const { chat, api } = window;
  await window.startNew();
  api.onPrompt('before the change', [text('Noted.')]);
  api.onPrompt('after the change', [text('Arr, noted.')]);
  await chat.send('before the change');
  await chat.text('Noted.').waitFor();
  await chat.phase('idle');
  const before = await window.theAgent();
  await window.configure('tandem.appendSystemPrompt', 'Talk like a pirate.');
  await chat.frame.getByText('restarts before the next message').waitFor();
  expect((await window.theAgent()).pid).toBe(before.pid);
  await chat.send('after the change');
  await chat.text('Arr, noted.').waitFor();
  await chat.phase('idle');
  await chat.frame.getByText('restarts before the next message').waitFor({ state: 'hidden' });
  const after = await window.theAgent();
  expect(after.pid).not.toBe(before.pid);
  const session = before.argv[before.argv.indexOf('--session-id') + 1];
  expect(after.argv[after.argv.indexOf('--resume') + 1]).toBe(session);
  expect(after.argv[after.argv.indexOf('--append-system-prompt') + 1]).toBe('Talk like a pirate.');
  const [request] = api.mainRequests('after the change');
  expect(JSON.stringify(request?.messages)).toContain('before the change');
  await window.configure('tandem.appendSystemPrompt', undefined);
});

test('mode, model and effort change at runtime, and the pickers show what the CLI reports', async () => {
  const { chat, api } = window;
  await window.startNew();
  const { pid } = await window.theAgent();
  // The tooltip has the words of the accessible name. A choice that the page foresees is pending:
  // the host may hear of it later than of a command.
  const label = (name: string) => chat.picker(name).getAttribute('title');
  api.onPrompt('with which', [text('With these.')]);

  await chat.pick('Permission mode', /^Plan/);
  await expect.poll(() => label('Permission mode'), patience).toBe('Permission mode: Plan');
  await window.run('tandem.mode.set', 'acceptEdits');
  await expect
    .poll(() => label('Permission mode'), patience)
    .toBe('Permission mode: Edit automatically');

  await chat.pick('Model', /Haiku/);
  await expect.poll(() => label('Model'), patience).toMatch(/^Model: Haiku\b(?!.*pending)/);
  await window.run('tandem.model.set', 'sonnet');
  await expect.poll(() => label('Model'), patience).toMatch(/^Model: Sonnet\b(?!.*pending)/);

  await chat.pick('Model', /^Low/, 'Effort');
  await expect.poll(() => label('Model'), patience).toMatch(/, effort Low$/);
  await window.run('tandem.effort.set', 'high');
  await expect.poll(() => label('Model'), patience).toMatch(/, effort High$/);

  await chat.send('with which');
  await chat.text('With these.').waitFor();
  await chat.phase('idle');
  const [request] = api.mainRequests('with which');
  expect(request?.model).toContain('sonnet');
  expect(JSON.stringify(request?.body)).toMatch(/"effort":"high"/);
  expect(await label('Permission mode')).toBe('Permission mode: Edit automatically');
  expect((await window.theAgent()).pid).toBe(pid);
});

test('a change that the CLI rejects is reverted with a notice', async () => {
  const { chat, workbench } = window;
  await window.startNew();
  const shown = await chat.picker('Permission mode').getAttribute('aria-label');
  const page = await RawPage.of(chat);
  await page.call('mode.set', { channelId: page.channelId, mode: 'bypassPermissions' });
  await chat.text('The agent did not take the change:').waitFor();
  expect(await chat.picker('Permission mode').getAttribute('aria-label')).toBe(shown);
  // The command does not offer this mode in the first place.
  await window.run('tandem.mode.set', 'bypassPermissions');
  await workbench.toast('Permission mode: one of default, acceptEdits').waitFor();
  const { argv } = await window.theAgent();
  expect(argv.join(' ')).not.toContain('dangerously');
});
