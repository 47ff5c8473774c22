import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { text } from '../support/api/reply';
import { testInFull } from '../support/inFull';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';

let window: ChatWindow;

const prompt = '.github/prompts/explain.prompt.md';
const files: Readonly<Record<string, string>> = {
  '.claude/agents/quokka.md':
    '---\nname: quokka\ndescription: Smiles\ntools: Read, Reed\n---\nSmile.\n',
  '.github/agents/plan.agent.md': '---\ndescription: Plans\ntools: [read]\n---\nPlan.\n',
  [prompt]: '---\ndescription: Explains\n---\nExplain ${input:topic} to ${input:who:whom?}.\n',
};

beforeAll(async () => {
  window = await ChatWindow.open({
    cli: 'stand-in',
    prepare: async ({ workspace }) => {
      for (const [path, content] of Object.entries(files)) {
        await mkdir(dirname(join(workspace, path)), { recursive: true });
        await writeFile(join(workspace, path), content);
      }
    },
  });
}, 180_000);

afterAll(async () => {
  await window?.run('workbench.action.closeAllEditors');
  await window?.close();
});
describeFailures(() => window);

const tab = () => window.sections();

/** Problems of Tandem in a file that is open, as `code line`. */
const problems = (path: string) =>
  window.driver.evaluate(
    (vscode, file) =>
      vscode.languages
        .getDiagnostics(vscode.Uri.file(file))
        .filter(({ source }) => source === 'Tandem')
        .map(({ code, range }) => `${String(code)} ${range.start.line}`),
    path,
  );

testInFull(
  'a prompt file of the folder runs with its inputs, once the folder may bring it',
  async () => {
    await window.chat.button('Allow').click();
    await window.chat.phase('idle');
    window.api.onPrompt('Explain tests to a child.', [text('It is a game.')]);
    const sending = window.chat.send('/explain topic=tests');
    await window.workbench.quickInput.widget.getByText('whom?').waitFor();
    await window.workbench.page.keyboard.type('a child');
    await window.workbench.page.keyboard.press('Enter');
    await sending;
    await window.chat.log.getByText('It is a game.').waitFor();
    await window.chat.log.getByText('/explain topic=tests').waitFor();
  },
);

test('a file opens at its problem, which goes as soon as the text is right', async () => {
  const { workspace } = window.tandem;
  const path = join(workspace, '.claude/agents/quokka.md');
  await window.run('tandem.sections.agents');
  await tab().getByText('Claude Code has no tool “Reed”.').waitFor();
  const finding = tab().locator('[data-row$="quokka.md#0"]');
  await finding.getByRole('button', { name: /Line 4/ }).click();
  await window.workbench.page.getByRole('tab', { name: /quokka\.md/ }).waitFor();
  await expect.poll(() => problems(path), patience).toEqual(['tool.unknown 3']);
  const labels = await window.driver.evaluate(async (vscode, file) => {
    const uri = vscode.Uri.file(file);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(uri, new vscode.Range(3, 0, 4, 0), 'tools: Read, \n');
    await vscode.workspace.applyEdit(edit);
    const { items } = await vscode.commands.executeCommand<{
      items: { label: string | { label: string } }[];
    }>('vscode.executeCompletionItemProvider', uri, new vscode.Position(3, 13));
    const hovers = await vscode.commands.executeCommand<{ contents: { value: string }[] }[]>(
      'vscode.executeHoverProvider',
      uri,
      new vscode.Position(2, 4),
    );
    const words = hovers.flatMap(({ contents }) => contents.map(({ value }) => value));
    return [
      ...items.map(({ label }) => (typeof label === 'string' ? label : label.label)),
      ...words,
    ];
  }, path);
  // A file with unsaved changes would ask at the end.
  await window.run('workbench.action.files.saveAll');
  expect(labels).toContain('WebFetch');
  expect(labels.join()).toContain('When Claude should hand work to this agent');
  await expect.poll(() => problems(path), patience).toEqual([]);
});
