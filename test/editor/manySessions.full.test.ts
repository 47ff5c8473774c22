import { execFile } from 'node:child_process';
import { readFile, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessionPath } from '../../src/cli/sessions/sessionFile';
import { sessionFolder } from '../../src/cli/sessions/sessionFolder';
import { text } from '../support/api/reply';
import { writeBigSession } from '../support/bigSession';
import { type CliVersion, cliBinary } from '../support/cli/cliBinary';
import type { IsolatedHome } from '../support/cli/isolatedHome';
import { TerminalCli } from '../support/cli/terminalCli';
import { assistant, user } from '../support/fixtures/hostileSessions';
import { makeSessions } from '../support/sessions/madeSessions';
import { Chat } from './support/chat';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';

const run = promisify(execFile);
// Sessions in addition to the long one.
const count = 999;
const long = '11111111-2222-4333-8444-555555555555';
const view = 'Conversations';

let window: ChatWindow;

beforeAll(async () => {
  window = await ChatWindow.open({
    // The full run continues conversations of other versions.
    hasTreesBelowChat: true,
    viewport: { width: 1400, height: 1000 },
    prepare: async ({ workspace, home }) => {
      const config = join(dirname(home), 'config');
      const folder = await sessionFolder(workspace, { CLAUDE_CONFIG_DIR: config });
      await makeSessions({ folder, count, size: 10_000, cwd: workspace });
      await trustFolder(config, workspace);
      const timestamp = new Date(Date.UTC(2025, 11, 31)).toISOString();
      const more = { cwd: workspace, sessionId: long, timestamp };
      await writeBigSession(sessionPath(folder, long), {
        bytes: 50 * 1024 * 1024,
        scale: 5,
        before: [
          user('root', null, 'the very first', more),
          assistant('root-answer', 'root', undefined, more),
          user('left', 'root-answer', 'a thought that was left', more),
        ],
        root: 'root-answer',
      });
    },
  });
}, 180_000);

afterAll(() => window?.close());

describeFailures(() => window);

const row = (title: string): Locator => window.workbench.row(view, title);
const tab = () => new Chat(window.workbench.chatTab());
const places = () => ({ ...window.tandem.home, workspace: window.tandem.workspace });

/** Trusts a folder in advance, because the terminal's CLI asks once per folder. */
async function trustFolder(config: string, folder: string): Promise<void> {
  const path = join(config, '.claude.json');
  const state = JSON.parse(await readFile(path, 'utf8'));
  state.projects = { ...state.projects, [folder]: { hasTrustDialogAccepted: true } };
  await writeFile(path, JSON.stringify(state));
}

/** Returns whether a part of the element is within the scrolled view. */
function isInView(element: Locator): Promise<boolean> {
  return element.evaluate(one => {
    const view = one.closest('[role=log]')?.getBoundingClientRect();
    const { top, bottom } = one.getBoundingClientRect();
    return view !== undefined && top < view.bottom && bottom > view.top;
  });
}

async function search(words: string, found: string | RegExp): Promise<void> {
  const { quickInput } = window.workbench;
  const searching = window.run('tandem.sessions.search');
  await quickInput.input.fill(words);
  await quickInput.widget.getByText(found).first().waitFor({ timeout: 60_000 });
  await quickInput.widget.getByText(found).first().click();
  await searching;
}

test('1,000 stored conversations are listed', async () => {
  await window.workbench.expandView(view, true);
  await row('Older').waitFor();
  await window.workbench.chatView().locator('.pane-header').click();
  const first = row('Conversation 998');
  await first.waitFor();
  const size = () => first.getAttribute('aria-setsize');
  await expect.poll(size, patience).toBe(String(count + 1));
});

test('the search finds a sentence in the middle of 50 MB and scrolls to it', {
  timeout: 180_000,
}, async () => {
  await search('answer 81', 'answer 81');
  const found = tab().log.getByText('answer 81', { exact: true });
  await found.waitFor({ timeout: 60_000 });
  await expect.poll(() => isInView(found), patience).toBe(true);
  // Matches near the end and further up in the open conversation.
  await search('part140/file3', /part140\/file3/);
  const card = tab().log.getByRole('group', { name: /part140\/file3/ });
  await expect.poll(() => isInView(card), patience).toBe(true);
  // Then the very first match, at the top.
  await search('part0/file3', /part0\/file3/);
  const first = tab().log.getByRole('group', { name: /part0\/file3/ });
  await first.waitFor({ timeout: 60_000 });
  await expect.poll(() => isInView(first), patience).toBe(true);
});

test('the search reports that a match on an abandoned branch is not shown', async () => {
  await search('thought that was', 'a thought that was left');
  await window.workbench.toast('This place is not shown').waitFor();
  await window.run('notifications.clearAll');
  await window.run('workbench.action.closeAllEditors');
});

test('a conversation is exported from its row in the list', async () => {
  const { workbench } = window;
  await workbench.pickFromContextMenu(row('Conversation 998'), 'Export Conversation as Markdown…');
  const path = await workbench.quickInput.takeProposedFile('.md');
  const written = () => readFile(path, 'utf8').catch(() => '');
  await expect.poll(written, patience).toContain('# Conversation 998');
  await window.run('notifications.clearAll');
});

/** Creates a conversation with another CLI, which has ended. */
async function madeBy(version: CliVersion, words: string, reply: string): Promise<string> {
  window.api.onPrompt(words, [text(reply)]);
  const { command, prefix } = await cliBinary(version);
  const { workspace, home } = window.tandem;
  const made = run(command, [...prefix, '-p', words], { cwd: workspace, env: home.env });
  // The CLI waits for more input until stdin is closed.
  made.child.stdin?.end();
  await made;
  const sessions = await window.storedSessions();
  const [path] =
    Object.entries(sessions).find(([, lines]) => JSON.stringify(lines).includes(words)) ?? [];
  const file = join(home.configDir, 'projects', path ?? '');
  // Sessions that grew recently count as owned by another process.
  const before = new Date(Date.now() - 60_000);
  await utimes(file, before, before);
  return path?.split('/').at(-1)?.replace('.jsonl', '') ?? '';
}

async function goOn(id: string, reply: string, known: string): Promise<void> {
  await window.run('tandem.sessions.openInTab', id);
  await tab().text(reply).waitFor();
  await tab().phase('idle');
  const next = `and after ${known}`;
  window.api.onPrompt(next, [text('It went on.')]);
  await tab().send(next);
  await tab().text('It went on.').waitFor();
  await tab().phase('idle');
  expect(JSON.stringify(window.api.mainRequests(next).at(-1)?.messages)).toContain(known);
}

test('a conversation of 2.0.36 continues with the newest CLI', { timeout: 120_000 }, async () => {
  const id = await madeBy('2.0.36', 'said to an old one', 'Old and heard.');
  await goOn(id, 'Old and heard.', 'said to an old one');
  await window.run('workbench.action.closeAllEditors');
});

test.each(['close', 'kill'] as const)(
  'a conversation of a terminal can be continued here after its %s',
  {
    timeout: 120_000,
  },
  async end => {
    const id = crypto.randomUUID();
    const home: IsolatedHome = places();
    const prompt = `typed by hand before ${end}`;
    const [answer, status] = [`Heardbefore${end}.`, 'open in a terminal'];
    window.api.onPrompt(prompt, [text(answer)]);
    const terminal = await TerminalCli.start(await cliBinary('newest'), home, ['--session-id', id]);
    await terminal.pid(home, id);
    await terminal.say(prompt);
    await terminal.until(answer);
    await row(prompt).waitFor();
    const label = () => row(prompt).getAttribute('aria-label');
    await expect.poll(label, patience).toContain(status);
    await terminal[end]();
    await expect.poll(label, patience).not.toContain(status);
    await goOn(id, answer, prompt);
  },
);

test('Open in Terminal hands the conversation over to a CLI in a terminal', {
  timeout: 120_000,
}, async () => {
  const id = await madeBy('newest', 'said before the terminal', 'Heard before it.');
  // The tab of another conversation may be in front of this one's.
  await window.run('tandem.sessions.openInTab', id);
  await tab().text('Heard before it.').waitFor();
  await window.run('tandem.mode.set', 'plan');
  await window.run('tandem.model.set', 'haiku');
  await window.run('tandem.sessions.openInTerminal', id);
  const resumed = async () => {
    const all = await window.tandem.editor.processes();
    return all.filter(({ argv }) => argv.includes(`--resume=${id}`));
  };
  // No message has stored the choices in the session, so they are passed to the terminal.
  await expect
    .poll(
      async () => (await resumed()).map(({ argv }) => argv.filter(arg => /model|mode/.test(arg))),
      patience,
    )
    .toEqual([['--permission-mode=plan', '--model=haiku']]);
  await tab()
    .text('given to a terminal')
    .or(tab().frame.getByText('given to a terminal'))
    .first()
    .waitFor();
  expect(await resumed()).toHaveLength(1);
  await window.run('workbench.action.terminal.killAll');
  await expect.poll(resumed, patience).toEqual([]);
});
