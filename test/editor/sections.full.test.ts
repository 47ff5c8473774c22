import { afterAll, beforeAll, expect, test } from 'vitest';
import { newestCli } from '../support/cli/cliBinary';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';

// The steps of one story: a window with the real CLI, without a conversation of its own.
let window: ChatWindow;

beforeAll(async () => {
  window = await ChatWindow.open();
  await window.chat.phase('idle');
});
afterAll(() => window?.close());
describeFailures(() => window);

const tab = () => window.workbench.chatTab();
const version = () => tab().locator('[data-row=cli]', { hasText: newestCli().version });
const tabs = () =>
  window.driver.evaluate(vscode =>
    vscode.window.tabGroups.all.flatMap(group => group.tabs.map(({ label }) => label)),
  );

test('tandem.sections.status shows what the CLI reports of itself', async () => {
  await window.run('tandem.sections.status');
  await tab().getByRole('heading', { name: 'Status', level: 1 }).waitFor();
  await version().waitFor();
  await window.run('tandem.sections.open', 'status');
  expect((await tabs()).filter(label => label === 'Claude Code')).toHaveLength(1);
});

test('tandem.sections.open with a row leads to the row', async () => {
  const id = await version().getAttribute('data-row');
  await window.run('tandem.sections.open', 'status', id);
  const focused = () => version().evaluate(row => row === document.activeElement);
  await expect.poll(focused, patience).toBe(true);
});

test('a tab that was hidden reads anew when it is shown again', async () => {
  await version().evaluate(row => row.setAttribute('data-old', ''));
  await window.driver.evaluate(async vscode => {
    const document = await vscode.workspace.openTextDocument({ content: 'in front' });
    await vscode.window.showTextDocument(document, { preview: false });
  });
  await tab().locator('[data-row]').first().waitFor({ state: 'hidden' });
  await window.run('tandem.sections.status');
  await version().waitFor();
  expect(await version().getAttribute('data-old')).toBeNull();
});

test('a process that was started for the tab ends when the tab is closed', async () => {
  const close = () => window.workbench.editors.closeTab('Claude Code');
  await close();
  // Where a conversation's process lives, the tab asks that one.
  for (const { pid } of await window.agents()) process.kill(pid, 'SIGKILL');
  await expect.poll(() => window.agents(), patience).toEqual([]);
  await window.run('tandem.sections.status');
  await version().waitFor();
  const { argv } = await window.theAgent();
  expect(argv).toContain('--no-session-persistence');
  await close();
  await expect.poll(() => window.agents(), patience).toEqual([]);
});
