import { readFile, rm } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { text, toolUse } from '../support/api/reply';
import { testInFull } from '../support/inFull';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';

let window: ChatWindow;

beforeAll(async () => {
  window = await ChatWindow.open({ cli: 'stand-in' });
  const env = { ...window.tandem.home.cliEnv, PLANTED_TOKEN: 'planted-in-environment' };
  await window.configure('tandem.cli.env', env);
  await window.chat.phase('idle');
});

afterAll(() => window?.close());

beforeEach(() => window.startNew());
describeFailures(() => window);

/** Runs one turn with a command. Each text has a prefix that identifies its source. */
async function saySomething(): Promise<void> {
  const { chat, api } = window;
  const command = 'echo "planted-in-output $PLANTED_TOKEN"';
  api.onPrompt('planted-in-prompt', [
    toolUse('Bash', { command, description: 'Say' }),
    text('It was planted-in-reply.'),
  ]);
  await chat.send('remember planted-in-prompt');
  await chat.answer(chat.permission('Bash'), 'Allow Once');
  await chat.text('It was planted-in-reply.').waitFor();
  await chat.phase('idle');
}

interface ActiveText {
  readonly text: string;
  readonly scheme: string;
}

function activeText(): Promise<ActiveText | null> {
  return window.driver.evaluate(vscode => {
    const document = vscode.window.activeTextEditor?.document;
    return document ? { text: document.getText(), scheme: document.uri.scheme } : null;
  });
}

async function sessionId(): Promise<string> {
  const { argv } = await window.theAgent();
  return argv[argv.indexOf('--session-id') + 1] ?? '';
}

/** Runs a command that asks where to save, and accepts the proposed place. */
async function exported(ending: string, command: string, ...args: unknown[]) {
  const running = window.run(command, ...args);
  const path = await window.workbench.quickInput.takeProposedFile(ending);
  await running;
  return { path, text: await readFile(path, 'utf8') };
}

testInFull(
  'a problem report shows frames without conversation content, and is not saved',
  async () => {
    await saySomething();
    const id = await sessionId();
    await window.run('tandem.report.create');
    await expect.poll(async () => (await activeText())?.scheme, patience).toBe('untitled');
    const report = (await activeText())?.text ?? '';
    expect(report).toContain('# Tandem problem report');
    for (const word of [id, '2.1.', '"tool_use"', '"Bash"', 'tandem.cli.path', '"phase": "idle"']) {
      expect(report, word).toContain(word);
    }
    expect(report).not.toContain('planted-');
    expect(report).not.toContain(window.tandem.home.home);
    expect(report).not.toContain('sk-ant-');
    await window.run('workbench.action.revertAndCloseActiveEditor');
  },
);

test('a conversation is exported as Markdown (open or closed) and JSON, and a turn is copied', async () => {
  const { chat, workbench } = window;
  await saySomething();
  const id = await sessionId();
  const reply = chat.log.getByRole('article', { name: 'Claude' }).last();
  await reply.hover();
  await reply.getByRole('button', { name: 'Copy Turn' }).click();
  await reply.getByRole('button', { name: 'Copied' }).waitFor();
  const copied = await window.driver.evaluate(vscode => vscode.env.clipboard.readText());
  expect(copied).toMatch(/^## You · .*\n\n> remember planted-in-prompt\n\n## Claude · /);
  expect(copied).toContain('planted-in-output planted-in-environment');
  await window.run('tandem.chat.copyTurn');
  expect(await window.driver.evaluate(vscode => vscode.env.clipboard.readText())).toBe(copied);

  const open = await exported('.md', 'tandem.chat.exportMarkdown');
  const markdown = open.text;
  expect(markdown).toContain(copied);
  expect(markdown).toContain(`- Session: ${id}`);
  await workbench.answerToast('was exported to', 'Open');
  await expect.poll(async () => (await activeText())?.text, patience).toBe(markdown);
  await window.run('workbench.action.closeAllEditors');

  const json = JSON.parse((await exported('.json', 'tandem.chat.exportJson')).text);
  const stored = await window.storedSessions();
  const [, lines] = Object.entries(stored).find(([name]) => name.includes(id)) ?? [];
  expect(json).toEqual({ session: id, lines, subagents: {} });
  await window.run('notifications.clearAll');

  await rm(open.path);
  await window.startNew();
  const closed = await exported('.md', 'tandem.chat.exportMarkdown', id);
  for (const words of ['> remember planted-in-prompt', 'planted-in-output', 'planted-in-reply']) {
    expect(closed.text).toContain(words);
  }
  await window.run('notifications.clearAll');
});
