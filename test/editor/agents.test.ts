import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { received, scriptedAgent } from '../support/acp/scriptedAgentOrders';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';

const name = 'Scripted';
const path = '$CWD/notes.txt';
const diff = { type: 'diff', path, oldText: 'before\n', newText: 'after\n' };
const call = {
  toolCallId: '$TOOL',
  title: 'Write notes.txt',
  kind: 'edit',
  status: 'pending',
  content: [diff],
  locations: [{ path }],
};

let window: ChatWindow;
let scratch: string;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'agents-'));
  const { command, args, env } = scriptedAgent(
    scratch,
    {
      store: join(scratch, 'sessions'),
      turns: [
        {
          match: 'write the notes',
          steps: [
            { tool: call },
            {
              ask: {
                toolCall: call,
                options: [
                  { optionId: 'yes', name: 'Go ahead, friend', kind: 'allow_once' },
                  { optionId: 'no', name: 'Better not', kind: 'reject_once' },
                ],
              },
              answers: {
                yes: [
                  { writeDisk: { path, content: 'after\n' } },
                  { toolUpdate: { toolCallId: '$TOOL', status: 'completed' } },
                  { say: 'The notes are written.' },
                ],
                else: [{ say: 'Left alone.' }],
              },
            },
          ],
        },
      ],
    },
    name,
  );
  window = await ChatWindow.open({
    cli: 'stand-in',
    settings: { 'tandem.agents': { [name]: { command, args, env } } },
    prepare: ({ workspace }) => writeFile(join(workspace, 'notes.txt'), 'before\n'),
  });
});

afterAll(async () => {
  await window?.close();
  await rm(scratch, { recursive: true, force: true });
});

describeFailures(() => window);

describe('a conversation with an agent of the setting', { shuffle: false }, () => {
  test('the agent is picked among all others, and its name stands beside the title', async () => {
    const { workbench, chat } = window;
    const picking = window.run('tandem.agents.newConversation');
    await expect
      .poll(() => workbench.quickInput.labels(), patience)
      .toEqual(expect.arrayContaining(['Claude Code', name, 'Configure…']));
    // As the page does when its conversation is ready, which must not close the list.
    await chat.message.focus();
    await workbench.quickInput.pick(name);
    await picking;
    await chat.phase('idle');
    await expect.poll(() => window.agents(), patience).toEqual([]);
    await workbench.page
      .locator('.composite.title, .pane-header')
      .getByText(name)
      .first()
      .waitFor();
  });

  test('its question has its own answers, and its edit can be undone', async () => {
    const { chat } = window;
    const notes = join(window.tandem.workspace, 'notes.txt');
    await chat.send('write the notes');
    const card = chat.frame.locator('.prompt[data-outcome=open]');
    await card.getByRole('button', { name: 'Better not' }).waitFor();
    await chat.answer(card, 'Go ahead, friend');
    await chat.text('The notes are written.').waitFor();
    expect(await readFile(notes, 'utf8')).toBe('after\n');
    await chat.button('Undo changes of this turn').click();
    await expect.poll(() => readFile(notes, 'utf8'), patience).toBe('before\n');
  });

  test('it goes on after a reload, and the list names the agent', async () => {
    const { chat, workbench } = window;
    await window.reload();
    await chat.text('The notes are written.').waitFor();
    await chat.send('and again');
    await chat.text(/You said: and again/).waitFor();
    const methods = () => received(scratch, name).map(({ method }) => method);
    expect(methods().filter(method => method === 'session/new')).toHaveLength(1);
    expect(methods().some(method => method === 'session/resume')).toBe(true);
    await workbench.expandView('Sessions', true);
    await workbench.rows('Sessions').filter({ hasText: name }).first().waitFor();
  });

  test('a default agent answers in new conversations of a folder, also without Claude Code', async () => {
    const { chat, workbench } = window;
    await window.run('notifications.clearAll');
    const choosing = window.run('tandem.agents.chooseDefault', name);
    await window.dismissMessage(`New conversations in this folder start with ${name}.`);
    await choosing;
    const cli = await window.driver.evaluate(vscode =>
      vscode.workspace.getConfiguration().get<string>('tandem.cli.path'),
    );
    await window.configure('tandem.cli.path', '/nowhere/claude');
    await window.startNew();
    await chat.send('who are you');
    await chat.text(/You said: who are you/).waitFor();
    await window.configure('tandem.cli.path', cli);
    const back = window.run('tandem.agents.chooseDefault', 'Claude Code');
    await window.dismissMessage('New conversations in this folder start with Claude Code.');
    await back;
    await window.startNew();
    await expect.poll(() => window.agents(), patience).toHaveLength(1);
    await workbench.row('Sessions', 'who are you').waitFor();
  });

  test('the list shows the agents that the user ticks, and a conversation can be deleted', async () => {
    const { workbench } = window;
    const rows = () =>
      workbench
        .rows('Sessions')
        .filter({ hasText: `${name} ·` })
        .count();
    await expect.poll(rows, patience).toBe(2);
    await window.run('tandem.sessions.filterByAgent', ['Claude Code']);
    await expect.poll(rows, patience).toBe(0);
    await window.run('tandem.sessions.filterByAgent', ['Claude Code', name]);
    await expect.poll(rows, patience).toBe(2);
    const item = workbench.row('Sessions', 'who are you');
    await workbench.pickFromContextMenu(item, 'Delete Conversation');
    await workbench.answerDialog(`Delete this conversation with ${name}?`, 'Delete');
    await expect.poll(rows, patience).toBe(1);
  });

  test('an agent whose program is gone says so, and offers what fits', async () => {
    const { chat } = window;
    await window.configure('tandem.agents', { [name]: { command: '/nowhere/agent' } });
    await window.run('tandem.agents.newConversation', name);
    await chat.frame.getByText(`The program of ${name} was not found`).first().waitFor();
    await chat.button('Configure Agents').waitFor();
    expect(await chat.button('Install').count()).toBe(0);
    const choosing = chat.button('Use Another Agent').click();
    await window.workbench.quickInput.row('Claude Code').waitFor();
    await choosing;
    await window.workbench.quickInput.dismiss();
  });
});
