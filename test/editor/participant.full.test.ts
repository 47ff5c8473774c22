import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { text, toolUse } from '../support/api/reply';
import { BuiltInChat } from './support/builtInChat';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';

let window: ChatWindow;
let chat: BuiltInChat;

const settings = {
  'chat.disableAIFeatures': false,
  'tandem.diff.open': 'never',
};

beforeAll(async () => {
  window = await ChatWindow.open({ isShown: false, settings });
  chat = await BuiltInChat.open(window);
}, 180_000);
afterAll(async () => {
  await chat?.close();
  await window?.close();
});
describeFailures(() => window);

const sentWith = (words: string) => JSON.stringify(window.api.mainRequests(words)[0]?.messages);

test('the selection that VS Code suggests goes along once the user takes it', async () => {
  const file = join(window.tandem.workspace, 'src', 'cli.js');
  const { api } = window;
  api.onPrompt('say hello', [text('Hello.')]);
  await chat.ask('@tandem say hello');
  await chat.response.getByText('Hello.').waitFor();
  await window.driver.evaluate(async (vscode, path) => {
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(path));
    editor.selection = new vscode.Selection(0, 0, 3, 0);
  }, file);
  const chip = chat.view.locator('.chat-attached-context-attachment', { hasText: 'cli.js:1-4' });
  await chip.first().waitFor();
  api.onPrompt('what is here', [text('Lines.')]);
  await chip.first().click();
  await chat.ask('@tandem what is here');
  await chat.response.getByText('Lines.').waitFor();
  const [request] = api.mainRequests('what is here');
  expect(JSON.stringify(request?.messages.at(-1))).toContain('Selection in src/cli.js, lines 1–3');
  await window.run('workbench.action.closeAllEditors');
});

test('a file that looks secret is sent only after a question', async () => {
  await writeFile(join(window.tandem.workspace, '.env'), 'TOKEN=hush\n');
  await chat.ask('@tandem tell me', [join(window.tandem.workspace, '.env')]);
  await window.workbench.answerDialog(/\.env/, 'Cancel');
  await chat.response.getByText('was not sent').first().waitFor();
  expect(window.api.mainRequests('tell me')).toEqual([]);
  await rm(join(window.tandem.workspace, '.env'));
});

test('questions are answered by their buttons, plans approved, changes reviewed', async () => {
  const { api, tandem, workbench } = window;
  await window.run('workbench.action.chat.newChat');
  const options = ['Red', 'Blue'].map(label => ({ label, description: `It is ${label}` }));
  const questions = [{ question: 'Which colour?', header: 'Colour', multiSelect: false, options }];
  api.onPrompt('paint it', [
    toolUse('AskUserQuestion', { questions }),
    toolUse('ExitPlanMode', { plan: '# Paint\n\nBlue.' }),
    toolUse('Write', { file_path: join(tandem.workspace, 'paint.txt'), content: 'blue\n' }),
    text('Painted.'),
  ]);
  await chat.ask('@tandem /plan paint it');
  await chat.press('Blue');
  await chat.press('Approve and Accept Edits');
  await chat.response.getByText('Painted.').waitFor();
  await chat.response.getByText('paint.txt').first().waitFor();
  expect(JSON.stringify(api.mainRequests('paint it').at(-1)?.messages)).toContain('Blue');
  await chat.ask('@tandem /review');
  await chat.response.getByText('open to review').waitFor();
  await workbench.page.locator('.multiDiffEditor .editor.modified', { hasText: 'blue' }).waitFor();
  await window.run('workbench.action.closeAllEditors');
});

// VS Code itself does not always show a chat again after a reload: `cli/participant` closes channels.
test('a chat goes on, and another one takes up its conversation', async () => {
  const { api, workbench } = window;
  await window.run('workbench.action.chat.newChat');
  api.onPrompt('remember me', [text('I will.')]);
  await chat.ask('@tandem remember me');
  await chat.response.getByText('I will.').waitFor();
  api.onPrompt('who am I', [text('You.')]);
  await chat.ask('@tandem who am I');
  await chat.response.getByText('You.').waitFor();
  expect(sentWith('who am I')).toContain('remember me');

  await window.run('workbench.action.chat.newChat');
  const asking = chat.ask('@tandem /resume');
  await workbench.quickInput.pick('remember me');
  await asking;
  await chat.response.getByText('This chat continues with').waitFor();
  api.onPrompt('still there', [text('Still.')]);
  await chat.ask('@tandem still there');
  await chat.response.getByText('Still.').waitFor();
  expect(sentWith('still there')).toContain('who am I');
});

test('without a CLI, the response offers to install one', async () => {
  await window.configure('tandem.cli.path', join(window.tandem.workspace, 'absent'));
  await window.run('workbench.action.chat.newChat');
  await chat.ask('@tandem anybody there');
  await chat.button('Choose Path').waitFor();
  await expect.poll(() => chat.response.innerText(), patience).toContain('absent');
});

test('an untrusted workspace starts no process', async () => {
  const other = await ChatWindow.open({ isShown: false, workspaceTrust: true, settings });
  try {
    // VS Code itself has no language model there, and so it asks no participant.
    const untrusted = await BuiltInChat.open(other, false);
    await untrusted.ask('@tandem hello');
    await untrusted.response.getByText(/not trusted|Language model unavailable/).waitFor();
    expect(await other.agents()).toEqual([]);
    await untrusted.close();
  } finally {
    await other.close();
  }
});
