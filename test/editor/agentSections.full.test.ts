import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { text, usage } from '../support/api/reply';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';

let window: ChatWindow;
/** When this file got the window, which others have used before. */
let opened: Date;

beforeAll(async () => {
  window = await ChatWindow.open();
  opened = new Date();
});

afterAll(() => window?.close());

describeFailures(() => window);

const mcpServer = resolve(import.meta.dirname, '../support/cli/mcpServer.mjs');

/** The tab "Claude Code". */
const tab = () => window.workbench.webview('tab');

test('a server is added by form, listed with its tools, removed, and brought back', async () => {
  await window.run('tandem.sections.servers');
  const page = tab();
  await page.getByRole('heading', { name: 'MCP servers', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Add Server…' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('library');
  await page
    .getByRole('textbox', { name: 'Command or address' })
    .fill(`"${process.execPath}" "${mcpServer}"`);
  await page.getByRole('textbox', { name: 'Variables or headers' }).fill('KEY=hush');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const row = page.locator('[data-row="local/library"]');
  await row.getByText('Connected', { exact: true }).first().waitFor();
  await row.locator('[data-row="local/library/tool/find_book"]').waitFor({ state: 'attached' });
  expect(await page.locator('body').innerHTML()).not.toContain('hush');
  await row.getByRole('button', { name: 'Remove' }).click();
  // The agent of the conversation in front has it until its next start.
  await row.getByText('It is removed when Claude Code restarts.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await row.getByRole('button', { name: 'Remove' }).waitFor();
}, 120_000);

test('stored usage is counted for a period, and becomes a CSV document', async () => {
  window.api.onPrompt('count me', [
    [text('Counted.'), usage({ input_tokens: 1_234, output_tokens: 56 })],
  ]);
  await window.chat.send('count me');
  await window.chat.text('Counted.').waitFor();
  await window.chat.phase('idle');
  await window.chat.frame.locator('.turn-usage summary').last().click();
  await window.chat.text('1,234').first().waitFor();
  await window.run('tandem.sections.usage');
  const page = tab();
  const days = page.getByRole('region', { name: 'Days', exact: true });
  await days.getByRole('cell', { name: '1,234' }).waitFor();
  await days.locator('rect').first().waitFor();
  await page.getByRole('combobox', { name: 'Period' }).selectOption('7 days');
  await page.getByText('Usage of the last 7 days.').waitFor();
  await days.getByRole('cell', { name: '1,234' }).waitFor();
  await page.getByRole('button', { name: 'Export as CSV…' }).click();
  const document = () =>
    window.driver.evaluate(vscode => {
      const shown = vscode.window.activeTextEditor?.document;
      return shown ? { text: shown.getText(), scheme: shown.uri.scheme } : null;
    });
  await expect.poll(async () => (await document())?.scheme, patience).toBe('untitled');
  expect((await document())?.text).toMatch(/^date,project,[\s\S]*,main,[\s\S]*,1234,56,/);
}, 60_000);

test('usage, context and status say what they know of an agent', async () => {
  await window.run('tandem.sections.usage');
  const page = tab();
  await page.getByText('Only subscriptions have them').waitFor();
  await window.run('tandem.sections.context');
  await page.locator('[data-row="category/system_prompt"]').waitFor();
  await window.run('tandem.sections.status');
  await page.locator('[data-row="reported/Session/Version"]').waitFor();
  const link = page.locator('[data-row="link/servers/Environment/MCP servers"]');
  await link.getByRole('button').first().click();
  await page.getByRole('heading', { name: 'MCP servers', level: 1 }).waitFor();
  expect(await window.errorsSince(opened)).toEqual([]);
  await expect.poll(() => page.getByRole('alert').count(), patience).toBe(0);
}, 60_000);
