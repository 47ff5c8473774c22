import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { received, scriptedAgent } from '../support/acp/scriptedAgentOrders';
import { inFull } from '../support/extent';
import { testInFull } from '../support/inFull';
import { Chat } from './support/chat';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';

const name = 'Scripted';
/** Another agent, which wants the user to sign in first. */
const locked = 'Locked';
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
    hasTreesBelowChat: true,
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
    await chat.phase('idle');
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
    await chat.button('Undo Changes of This Turn').click();
    await expect.poll(() => readFile(notes, 'utf8'), patience).toBe('before\n');
  });

  inFull(() => {
    test('it goes on after a reload', async () => {
      const { chat } = window;
      await window.reload();
      await chat.text('The notes are written.').waitFor();
      await chat.send('and again');
      await chat.text(/You said: and again/).waitFor();
      const methods = () => received(scratch, name).map(({ method }) => method);
      expect(methods().filter(method => method === 'session/new')).toHaveLength(1);
      expect(methods().some(method => method === 'session/resume')).toBe(true);
    });
  });

  test('the list names the agent', async () => {
    const { workbench } = window;
    await workbench.expandView('Conversations', true);
    await workbench.rows('Conversations').filter({ hasText: name }).first().waitFor();
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
    await workbench.row('Conversations', 'who are you').waitFor();
  });

  test('the list shows the agents that the user ticks, and a conversation can be deleted', async () => {
    const { workbench } = window;
    const rows = () =>
      workbench
        .rows('Conversations')
        .filter({ hasText: `${name} ·` })
        .count();
    await expect.poll(rows, patience).toBe(2);
    await window.run('tandem.sessions.filterByAgent', ['Claude Code']);
    await expect.poll(rows, patience).toBe(0);
    await window.run('tandem.sessions.filterByAgent', ['Claude Code', name]);
    await expect.poll(rows, patience).toBe(2);
    const item = workbench.row('Conversations', 'who are you');
    await workbench.pickFromContextMenu(item, 'Delete Conversation');
    await workbench.answerDialog(`Delete this conversation with ${name}?`, 'Delete');
    await expect.poll(rows, patience).toBe(1);
  });

  testInFull(
    'a session that the agent has kept is opened in a tab with its history, and forked',
    async () => {
      const { workbench } = window;
      const said = (kind: string, text: string) => ({
        sessionUpdate: kind,
        content: { type: 'text', text },
      });
      const kept = {
        id: 'kept-1',
        cwd: window.tandem.workspace,
        history: [
          said('user_message_chunk', 'asked in a terminal'),
          said('agent_message_chunk', 'Answered in a terminal.'),
        ],
      };
      await mkdir(join(scratch, 'sessions'), { recursive: true });
      await writeFile(join(scratch, 'sessions', 'kept-1.json'), JSON.stringify(kept));
      const resuming = window.run('tandem.agents.resumeSession', name);
      await workbench.quickInput.pick('Title of kept-1');
      await resuming;
      const chat = new Chat(workbench.chatTab());
      await chat.text('Answered in a terminal.').waitFor();
      await chat.text('asked in a terminal').waitFor();
      await chat.phase('idle');
      await chat.send('and here');
      await chat.text(/You said: and here/).waitFor();
      await chat.phase('idle');
      await window.run('tandem.chat.fork');
      await workbench.editors.tab(`${name}: Title of kept-1 (fork)`).waitFor();
      const fork = new Chat(workbench.chatTab());
      await fork.text(/You said: and here/).waitFor();
      await fork.phase('idle');
      await fork.send('only in the fork');
      await fork.text(/You said: only in the fork/).waitFor();
      expect(received(scratch, name).some(({ method }) => method === 'session/fork')).toBe(true);
      await window.run('workbench.action.closeAllEditors');
    },
  );

  testInFull(
    'signing in runs the agent’s own command in a terminal; a form of the agent is filled in',
    async () => {
      const { chat, workbench } = window;
      const properties = { name: { type: 'string', title: 'Your name' } };
      const form = {
        method: 'elicitation/create',
        params: {
          ...{ sessionId: '$SESSION', mode: 'form', message: 'Who are you?' },
          requestedSchema: { type: 'object', properties, required: ['name'] },
        },
      };
      const { command, args, env } = scriptedAgent(
        scratch,
        {
          needsSignIn: true,
          signIn: { file: join(scratch, 'signed-in') },
          authMethods: [
            {
              ...{ id: 'here', name: 'Log in here', description: 'With the program of the agent' },
              ...{ type: 'terminal', args: ['--login'] },
            },
          ],
          initialize: { agentCapabilities: { sessionCapabilities: { list: null } } },
          turns: [{ match: 'fill in', steps: [{ request: form, sayReply: true }] }],
        },
        locked,
      );
      await window.configure('tandem.agents', { [locked]: { command, args, env } });
      await window.run('tandem.agents.newConversation', locked);
      await workbench.quickInput.row('Log in here').waitFor();
      await workbench.page.getByText(`Sign In to ${locked}`).first().waitFor();
      await workbench.quickInput.pick('Log in here');
      await chat.phase('idle');
      await chat.send('hello');
      await chat.text(/You said: hello/).waitFor();
      await chat.send('let me fill in a form');
      const card = chat.frame.locator('.prompt[data-outcome=open]');
      await card.getByRole('textbox', { name: 'Your name' }).fill('Ada');
      expect(await card.getAttribute('aria-label')).toBe(`Request from ${locked}`);
      await chat.answer(card, 'Submit');
      await chat.text('{"action":"accept","content":{"name":"Ada"}}').waitFor();
      const listing = window.run('tandem.agents.resumeSession', locked);
      await window.dismissMessage(`${locked} does not list its conversations.`);
      await listing.catch(() => undefined);
    },
  );

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
