import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';

let window: ChatWindow;

const settings = '{\n  "permissions": {\n    "deny": ["Read(./.env)"]\n  }\n}\n';
const file = () => join(window.tandem.workspace, '.claude/settings.json');

beforeAll(async () => {
  window = await ChatWindow.open({
    cli: 'stand-in',
    prepare: async ({ workspace }) => {
      await mkdir(join(workspace, '.claude'), { recursive: true });
      await writeFile(join(workspace, '.claude/settings.json'), settings);
    },
  });
  await window.chat.phase('idle');
}, 180_000);

afterAll(async () => {
  // The tab's own agent ends with it.
  await window?.run('workbench.action.closeAllEditors');
  await window?.close();
});
describeFailures(() => window);

const tab = () => window.sections();
const heading = (name: string) => tab().getByRole('heading', { level: 1, name });
const row = (name: string) => tab().locator('.section-row').filter({ hasText: name });

test('a word in the message box opens the tab at its section', async () => {
  const { chat, workbench } = window;
  await chat.message.focus();
  await workbench.page.keyboard.type('/status');
  await workbench.page.keyboard.press('Enter');
  await heading('Status').waitFor();
  await tab().getByText('2.1.329').first().waitFor();
  await chat.message.focus();
  await workbench.page.keyboard.type('/config');
  await workbench.page.keyboard.press('Enter');
  await heading('Settings').waitFor();
});

test('a rule is added by keys, previewed, undone, and removed', async () => {
  const { workbench } = window;
  const { keyboard } = workbench.page;
  await window.run('tandem.sections.permissions');
  await heading('Permissions').waitFor();
  await row('Read(./.env)').getByText('Project settings').first().waitFor();
  const allow = tab().getByRole('region', { name: 'Allow' });
  await allow.getByRole('button', { name: 'Add Rule…: Allow' }).focus();
  await keyboard.press('Enter');
  const form = allow.getByRole('group', { name: /rule/i }).first();
  const text = form.getByRole('textbox').first();
  await text.fill('Bash(npm test:*');
  await keyboard.press('Enter');
  await form.getByText(/parenthes/i).waitFor();
  await text.fill('Bash(npm test:*)');
  await form
    .getByRole('combobox', { name: 'Save in' })
    .selectOption({ label: 'Project settings (shared)' });
  await form.getByRole('button', { name: 'Preview Changes', exact: true }).click();
  await workbench.editors.diff('modified').waitFor();
  expect(await readFile(file(), 'utf8')).toBe(settings);
  await window.run('tandem.sections.permissions');
  await text.focus();
  await keyboard.press('Enter');
  await row('Bash(npm test:*)').waitFor();
  expect(JSON.parse(await readFile(file(), 'utf8')).permissions.allow).toEqual([
    'Bash(npm test:*)',
  ]);
  await tab().getByRole('button', { name: 'Undo' }).click();
  await row('Bash(npm test:*)').waitFor({ state: 'detached' });
  expect(await readFile(file(), 'utf8')).toBe(settings);
  await row('Read(./.env)')
    .getByRole('button', { name: /^Preview Changes/ })
    .click();
  await workbench.editors.diff('modified').waitFor();
  expect(await readFile(file(), 'utf8')).toBe(settings);
  await window.run('workbench.action.closeActiveEditor');
  // The page was destroyed meanwhile, and returns to the row.
  const focused = () => row('Read(./.env)').evaluate(one => one === document.activeElement);
  await expect.poll(focused, patience).toBe(true);
  await row('Read(./.env)')
    .getByRole('button', { name: /^Remove/ })
    .click();
  await row('Read(./.env)').waitFor({ state: 'detached' });
  await writeFile(file(), settings);
  await row('Read(./.env)').waitFor();
  await expect.poll(() => readFile(file(), 'utf8'), patience).toBe(settings);
});

test('a search goes through all sections and leads to a row', async () => {
  const { keyboard } = window.workbench.page;
  await window.run('tandem.sections.status');
  await heading('Status').waitFor();
  await tab().getByRole('searchbox').focus();
  await keyboard.type('env');
  // The settings list it, too.
  await tab()
    .getByRole('region', { name: 'Permissions' })
    .getByRole('button', { name: /Read\(\.\/\.env\)/ })
    .first()
    .click();
  await heading('Permissions').waitFor();
  await expect
    .poll(() => row('Read(./.env)').evaluate(one => one === document.activeElement), patience)
    .toBe(true);
});
