import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessionPath } from '../../src/cli/sessions/sessionFile';
import { sessionFolder } from '../../src/cli/sessions/sessionFolder';
import { text } from '../support/api/reply';
import { writeBigSession } from '../support/bigSession';
import { assistant, user } from '../support/fixtures/hostileSessions';
import { messageText } from '../support/messageText';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';

const id = '11111111-2222-4333-8444-555555555555';
/** The full run has the session of a user who never starts a new one. */
const megabytes = 50;

let window: ChatWindow;
let count: number;

beforeAll(async () => {
  window = await ChatWindow.open({ cli: 'stand-in', viewport: { width: 1400, height: 1000 } });
  const { workspace, home } = window.tandem;
  const { env } = home;
  const path = sessionPath(await sessionFolder(workspace, env), id);
  const more = { cwd: workspace, sessionId: id };
  count = await writeBigSession(path, {
    bytes: megabytes * 1024 * 1024,
    scale: 5,
    before: [
      user('root', null, 'the very first', more),
      assistant('root-answer', 'root', undefined, more),
    ],
    root: 'root-answer',
  });
});

afterAll(() => window?.close());

describeFailures(() => window);

const answer = (turn: number) => window.chat.log.getByText(`answer ${turn}`, { exact: true });

test(`a session of ${megabytes} MB opens at its end and can be scrolled to its start`, {
  timeout: 300_000,
}, async () => {
  const { chat, workbench } = window;
  await window.run('tandem.sessions.resume', id);
  await answer(count - 1).waitFor();
  expect(await chat.text('the very first').count()).toBe(0);
  // The page takes the focus when it is ready, slightly after it shows the conversation.
  await chat.message.and(chat.frame.locator(':focus')).waitFor();

  const earlier = chat.log.getByRole('button', { name: 'Show Earlier Messages' });
  await chat.log.focus();
  await expect
    .poll(
      async () => {
        await workbench.page.keyboard.press('Home');
        return earlier.count();
      },
      { timeout: 200_000, interval: 100 },
    )
    .toBe(0);
  await chat.log.getByText('the very first', { exact: true }).waitFor();

  await chat.frame.getByRole('button', { name: 'Jump to the end' }).click();
  await answer(count - 1).waitFor();
});

test('a conversation continues from before a message in the same session', {
  timeout: 120_000,
}, async () => {
  const { chat, workbench, api } = window;
  const { quickInput } = workbench;
  await window.startNew();
  for (const words of ['begin', 'one more']) {
    api.onPrompt(words, [text(`Done: ${words}.`)]);
    await chat.send(words);
    await chat.text(`Done: ${words}.`).waitFor();
    await chat.phase('idle');
  }
  const picking = window.run('tandem.rewind.open');
  await quickInput.pick('one more');
  await quickInput.pick('Rewind Conversation to Here');
  await workbench
    .dialog('Take the conversation back')
    .getByRole('button', { name: 'Rewind Conversation', exact: true })
    .click();
  await picking;
  await expect.poll(() => messageText(chat.message), patience).toBe('one more');
  await expect.poll(() => chat.text('Done: one more.').count(), patience).toBe(0);
  api.onPrompt('another', [text('Otherwise.')]);
  await chat.message.fill('');
  await chat.send('another');
  await chat.text('Otherwise.').waitFor();
  const asked = JSON.stringify(api.mainRequests('another').at(-1)?.messages);
  expect(asked).toContain('Done: begin.');
  expect(asked).not.toContain('Done: one more.');
});
