import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFull } from '../support/extent';
import { testInFull } from '../support/inFull';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';

let window: ChatWindow;

const before = '# Rules\r\n\r\nSee @docs/style.md and @docs/gone.md first.\r\n';
const files: Readonly<Record<string, string>> = {
  'CLAUDE.md': before,
  'docs/style.md': 'Use tabs.\n',
  'market/.claude-plugin/marketplace.json': JSON.stringify({
    ...{ name: 'tools', owner: { name: 'Me' } },
    plugins: [{ name: 'alpha', source: './plugins/alpha', description: 'Says hi' }],
  }),
  'market/plugins/alpha/.claude-plugin/plugin.json': '{"name":"alpha","version":"1.2.0"}',
  'market/plugins/alpha/commands/hi.md': 'Say hi.',
};
const inWorkspace = (path: string) => join(window.tandem.workspace, path);

beforeAll(async () => {
  window = await ChatWindow.open({
    // Plugins are installed by the real one.
    ...(isFull ? {} : { cli: 'stand-in' as const }),
    prepare: async ({ workspace }) => {
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(workspace, path)), { recursive: true });
        await writeFile(join(workspace, path), text);
      }
    },
  });
  await window.chat.phase('idle');
}, 180_000);

afterAll(async () => {
  await window?.run('workbench.action.closeAllEditors');
  await window?.close();
});
describeFailures(() => window);

const tab = () => window.sections();
const heading = (name: string) => tab().getByRole('heading', { level: 1, name });
const memory = () => readFile(inWorkspace('CLAUDE.md'), 'utf8');

test('a line is added to memory by keys, after a look at the diff, and undone', async () => {
  const { workbench } = window;
  const { keyboard } = workbench.page;
  await window.run('tandem.sections.memory');
  await heading('Memory').waitFor();
  const project = tab().getByRole('region', { name: 'Project' });
  await project.getByText('@docs/style.md').waitFor({ state: 'attached' });
  const gone = project.locator('[data-row]', { hasText: '@docs/gone.md' }).last();
  await gone.getByText('Not found', { exact: true }).waitFor({ state: 'attached' });
  await tab().getByRole('button', { name: 'Add a Line…' }).focus();
  await keyboard.press('Enter');
  const text = tab().getByRole('textbox', { name: 'Text' });
  await text.fill('Prefer short names.');
  await tab().getByRole('button', { name: 'Preview Changes', exact: true }).click();
  await workbench.editors.diff('modified').getByText('Prefer short names.').waitFor();
  expect(await memory()).toBe(before);
  await window.run('tandem.sections.memory');
  await text.focus();
  await keyboard.press('Enter');
  await expect.poll(memory, patience).toBe(`${before}- Prefer short names.\r\n`);
  await tab().getByRole('button', { name: 'Undo' }).click();
  await expect.poll(memory, patience).toBe(before);
  // The page moves the focus as the button goes, which would close a quick pick.
  await tab().getByText('Undone.').waitFor();
});

test('the command adds a line to a place that is picked', async () => {
  const { quickInput, page } = window.workbench;
  const running = window.run('tandem.memory.addLine');
  await quickInput.pick('This project (only you)');
  await quickInput.widget.getByText('What Claude should know').waitFor();
  // A look at the tab takes the focus, and must not end the question.
  await window.run('tandem.sections.memory');
  await expect
    .poll(
      () => heading('Memory').evaluate(({ ownerDocument }) => ownerDocument.hasFocus()),
      patience,
    )
    .toBe(true);
  await quickInput.answer('Ask before you push.');
  const local = () => readFile(inWorkspace('CLAUDE.local.md'), 'utf8').catch(() => undefined);
  await expect.poll(local, patience).toBe('- Ask before you push.\n');
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect.poll(() => existsSync(inWorkspace('CLAUDE.local.md')), patience).toBe(false);
  await running;
});

testInFull('a plugin of a folder is installed, switched off, and on again', async () => {
  await window.run('tandem.sections.plugins');
  await heading('Plugins').waitFor();
  await tab().getByRole('button', { name: 'Add Marketplace…' }).click();
  await tab().getByRole('textbox', { name: 'Source' }).fill('./market');
  await tab().getByRole('button', { name: 'Add', exact: true }).click();
  const offer = tab().locator('[data-row="offer/alpha@tools"]');
  await offer.getByRole('button', { name: /^Install…/ }).click();
  await tab().getByText('This one comes from ./plugins/alpha').waitFor();
  await tab()
    .getByRole('combobox', { name: 'For' })
    .selectOption({ label: 'This project (only you)' });
  await tab().getByRole('button', { name: 'Install', exact: true }).click();
  const row = tab().locator('[data-row="plugin/local/alpha@tools"]');
  const toggle = row.getByRole('switch').first();
  await toggle.click();
  const settings = async () =>
    JSON.parse(await readFile(inWorkspace('.claude/settings.local.json'), 'utf8'));
  await expect.poll(settings, patience).toMatchObject({ enabledPlugins: { 'alpha@tools': false } });
  await row.getByText('Off', { exact: true }).waitFor();
  await tab().getByRole('button', { name: 'Undo' }).first().click();
  await expect.poll(settings, patience).toMatchObject({ enabledPlugins: { 'alpha@tools': true } });
});
