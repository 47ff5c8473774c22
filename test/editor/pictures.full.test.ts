import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { text, toolUse } from '../support/api/reply';
import { startedPage } from '../support/startedPage';
import { ChatWindow, describeFailures } from './support/chatWindow';

// Whole windows, to be looked at. Their fonts are those of the machine, so that nothing is compared.
const folder = join(import.meta.dirname, '..', '..', 'test-results', 'windowPictures');
const themes = { dark: 'Default Dark Modern', light: 'Default Light Modern' } as const;
const viewport = { width: 1280, height: 800 };
let window: ChatWindow;
const taken: string[] = [];

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  // A window as a new user finds it.
  window = await ChatWindow.open({ isFresh: true, cli: 'stand-in', viewport });
  await window.chat.phase('idle');
});
afterAll(() => window?.close());
describeFailures(() => window);

/** Takes the window in a dark and in a light theme. */
async function shoot(name: string): Promise<void> {
  const { workbench } = window;
  const { page } = workbench;
  // Over a button, the pointer would open a tooltip, which covers what is to be seen.
  await page.mouse.move(viewport.width - 5, viewport.height / 2);
  await page.locator('.workbench-hover-container').waitFor({ state: 'detached' });
  for (const [word, theme] of Object.entries(themes)) {
    await window.driver.evaluate(async (vscode, wanted) => {
      const settings = vscode.workspace.getConfiguration('workbench');
      await settings.update('colorTheme', wanted, vscode.ConfigurationTarget.Global);
    }, theme);
    const base = word === 'dark' ? 'vs-dark' : 'vs';
    await page.locator(`.monaco-workbench.${base}`).waitFor();
    await page.locator('.part.sidebar').waitFor();
    const file = `${name}-${word}.png`;
    const path = join(folder, file);
    await workbench.picture({ path, animations: 'disabled', caret: 'hide' });
    taken.push(file);
  }
}

test('the chat as it is found at first', async () => {
  await window.chat.frame.getByRole('heading', { name: 'What should we work on?' }).waitFor();
  await shoot('first-look');
});

test('an edit that waits for an answer, beside its diff', async () => {
  const { api, chat, tandem } = window;
  const path = join(tandem.workspace, 'flags.md');
  const lines = ['# Flags', '', '- `--json` prints JSON', '- `--all` lists what is done, too', ''];
  api.onPrompt('describe the flags', [
    toolUse('Write', { file_path: path, content: lines.join('\n') }),
    text('The flags are described in `flags.md`.'),
  ]);
  await chat.send('describe the flags');
  await chat.permission('Write').waitFor();
  await window.workbench.page.locator('.editor-instance .monaco-diff-editor').first().waitFor();
  await chat.armed('Write');
  await shoot('proposed-edit');
});

test('the change after the answer, with the views of what is to be reviewed', async () => {
  const { chat, workbench } = window;
  await chat.answer(chat.permission('Write'), 'Allow Once');
  await chat.text('The flags are described').waitFor();
  await chat.phase('idle');
  await window.run('tandem.changes.reviewAll');
  await window.run('tandem.changes.focus');
  await workbench.row('Changes', 'flags.md').waitFor();
  await shoot('review');
  await workbench.showContainer();
});

test('the chat in a tab', async () => {
  await window.run('workbench.action.closeAllEditors');
  await window.run('tandem.chat.openInTab');
  await window.workbench
    .webview('tab')
    .locator(startedPage)
    .getByRole('textbox', { name: 'Message' })
    .waitFor();
  await shoot('chat-in-tab');
});

test('the tab Claude Code', async () => {
  await window.run('workbench.action.closeAllEditors');
  await window.run('tandem.sections.open');
  await window.sections().getByRole('heading', { level: 1 }).waitFor();
  await shoot('claude-code');
});

test('the inspector', async () => {
  await window.run('workbench.action.closeAllEditors');
  await window.run('tandem.inspector.open');
  await window.workbench.webview('tab').locator('.call-row[data-key]').first().waitFor();
  await shoot('inspector');
  await window.run('workbench.action.closeAllEditors');
});

test('all are on one sheet', async () => {
  const figures = taken.map(
    file => `<figure><img src="${file}" alt=""><figcaption>${file}</figcaption></figure>`,
  );
  const style = ':root { color-scheme: light dark } img { max-width: 100% }';
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><title>Whole windows</title><style>${style}</style>${figures.join('')}`,
  );
  expect(taken).toHaveLength(12);
});
