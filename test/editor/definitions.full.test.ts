import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { text } from '../support/api/reply';
import { ScriptedApi } from '../support/api/scriptedApi';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';

let window: ChatWindow;
let gateway: ScriptedApi;

beforeAll(async () => {
  gateway = await ScriptedApi.start();
  window = await ChatWindow.open();
  await window.chat.phase('idle');
}, 180_000);

afterAll(async () => {
  await window?.run('workbench.action.closeAllEditors');
  await window?.close();
  await gateway?.close();
});
describeFailures(() => window);

const tab = () => window.sections();
const heading = (name: string) => tab().getByRole('heading', { level: 1, name });
const row = (name: string) => tab().locator('.section-row').filter({ hasText: name }).first();
const file = () => join(window.tandem.workspace, '.claude/agents/quokka.md');

test('an agent is made by keys, removed, brought back, and answers in a conversation', async () => {
  const { keyboard } = window.workbench.page;
  await window.run('tandem.sections.agents');
  await heading('Agents').waitFor();
  await tab().getByRole('button', { name: 'New Agent…' }).focus();
  await keyboard.press('Enter');
  await tab().getByRole('textbox', { name: 'Name' }).fill('quokka');
  await tab().getByRole('textbox', { name: 'Description' }).fill('Smiles: always');
  await tab().getByRole('textbox', { name: 'Instructions' }).fill('Begin with Quokka.');
  await tab().getByRole('button', { name: 'Create', exact: true }).focus();
  await keyboard.press('Enter');
  await row('Smiles: always').waitFor();
  const made = await readFile(file(), 'utf8');
  expect(made).toContain('Begin with Quokka.');
  // The file is open beside the tab.
  await window.workbench.page.getByRole('tab', { name: /quokka\.md/ }).waitFor();
  await row('Smiles: always')
    .getByRole('button', { name: /^Remove/ })
    .click();
  await row('Smiles: always').waitFor({ state: 'detached' });
  expect(existsSync(file())).toBe(false);
  await tab().getByRole('button', { name: 'Undo' }).click();
  await row('Smiles: always').waitFor();
  expect(await readFile(file(), 'utf8')).toBe(made);
  await row('Smiles: always')
    .getByRole('button', { name: /^Start Conversation/ })
    .click();
  // Agents of a folder are among what Tandem asks about.
  await window.chat.button('Allow').click();
  window.api.onPrompt('who are you', [text('Quokka! It is me.')]);
  await window.chat.send('who are you');
  await window.chat.log.getByText('Quokka! It is me.').waitFor();
  expect(window.api.mainRequests('who are you').at(-1)?.system).toContain('Begin with Quokka.');
});

test('a profile takes the folder to another address', async () => {
  await window.run('tandem.sections.account');
  await heading('Account').waitFor();
  await row('with the key of ANTHROPIC_API_KEY').waitFor();
  await tab().getByRole('button', { name: 'New Profile…: Profiles' }).click();
  await tab().getByRole('textbox', { name: 'Name' }).fill('Gate');
  await tab().getByRole('textbox', { name: 'Address' }).fill(gateway.url);
  const key = tab().getByLabel('Key or token');
  expect(await key.getAttribute('type')).toBe('password');
  await key.fill('sk-gate-hush');
  await tab().getByRole('button', { name: 'Create', exact: true }).click();
  await row('API key stored').waitFor();
  await row('Profile of this folder')
    .getByRole('button', { name: /^Choose Profile/ })
    .click();
  await tab().getByRole('combobox', { name: 'Profile' }).selectOption({ label: 'Gate' });
  await tab().getByRole('button', { name: 'Use', exact: true }).click();
  await row(gateway.url).waitFor();
  expect(await tab().locator('body').innerHTML()).not.toContain('sk-gate-hush');
  await window.reload();
  gateway.onPrompt('where are you', [text('At the gate.')]);
  await window.run('tandem.chat.new');
  await window.chat.send('where are you');
  await window.chat.log.getByText('At the gate.').waitFor();
  expect(gateway.mainRequests('where are you').at(-1)?.headers['x-api-key']).toBe('sk-gate-hush');
  expect(await window.log()).not.toContain('sk-gate-hush');
});

test('model calls are observed once the user has seen what that changes', async () => {
  const { workbench } = window;
  const running = window.run('tandem.gateway.observe');
  const dialog = workbench.dialog('Observe the model calls of conversations?');
  await dialog.getByText(/Settings and limits that your organization keeps/).waitFor();
  await dialog.getByText(/Any process that an agent starts/).waitFor();
  await dialog.getByRole('button', { name: 'Observe', exact: true }).click();
  await running;
  gateway.onPrompt('who counts', [text('Somebody counts.')]);
  await window.chat.send('who counts');
  await window.chat.log.getByText('Somebody counts.').waitFor();
  const [request] = gateway.mainRequests('who counts');
  expect(request?.headers['x-api-key']).toBe('sk-gate-hush');
  expect(request?.headers.host).toBe(new URL(gateway.url).host);
  await window.run('tandem.sections.status');
  await row('observing 1 conversation, http://127.0.0.1:').waitFor();
  await window.run('tandem.sections.usage');
  const calls = tab().getByRole('region', { name: 'Model calls of the active conversation' });
  await calls.getByText(/^1 call$/).waitFor();
  await calls.getByRole('cell', { name: 'end_turn' }).waitFor();
  await window.run('tandem.sections.status');
  await window.run('tandem.gateway.stop');
  await row('Gateway')
    .getByText(/^off|calls? so far/)
    .waitFor();
  expect(await window.log()).not.toMatch(/sk-tandem|sk-gate/);
});

test('the gateway takes the proxy of the editor, with the address of the profile', async () => {
  const asked: string[] = [];
  const proxy = createServer();
  proxy.on('connect', ({ url = '' }, socket: Duplex) => {
    asked.push(url);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  const setProxy = (value: string | undefined) =>
    window.driver.evaluate(
      (vscode, address) => vscode.workspace.getConfiguration().update('http.proxy', address, true),
      value,
    );
  await setProxy(`http://127.0.0.1:${port}`);
  await window.run('tandem.sections.account');
  await tab().locator('[data-row^="profile/"]').getByRole('button', { name: /^Edit/ }).click();
  await tab().getByRole('textbox', { name: 'Address' }).fill('https://gate.invalid');
  await tab()
    .getByRole('combobox', { name: 'Key is given to' })
    .selectOption({ label: 'Only the gateway; Claude Code gets a substitute' });
  await tab().getByRole('button', { name: 'Save', exact: true }).click();
  await row('Key kept from Claude Code').waitFor();
  await window.chat.send('is anybody there');
  await expect.poll(() => asked, patience).toContain('gate.invalid:443');
  await window.run('tandem.chat.stop');
  await window.chat.phase('idle');
  await setProxy(undefined);
  proxy.close();
  proxy.closeAllConnections();
});

test('a profile is removed', async () => {
  await window.run('tandem.sections.account');
  await tab()
    .locator('[data-row^="profile/"]')
    .getByRole('button', { name: /^Remove/ })
    .click();
  await row('No profiles').or(tab().getByText('No profiles')).first().waitFor();
});
