import { afterAll, beforeAll, expect, test } from 'vitest';
import { text } from '../support/api/reply';
import { testInFull } from '../support/inFull';
import { messageText } from '../support/messageText';
import { recognizerCommand, recorderCommand } from '../support/speech/standIns';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';

let window: ChatWindow;

const words = 'Add a flag for dry runs';

beforeAll(async () => {
  window = await ChatWindow.open({
    cli: 'stand-in',
    settings: {
      'tandem.speech.recorder': recorderCommand('tone', '2'),
      'tandem.speech.recognizer': recognizerCommand('live', words),
      'tandem.speech.recognizerInput': 'pcm',
    },
  });
  await window.chat.phase('idle');
});

afterAll(() => window?.close());

describeFailures(() => window);

const strip = () => window.chat.frame.getByRole('group', { name: 'Dictation' });
const heard = () => window.chat.frame.locator('.heard');

/** Programs of dictation that run. */
async function running(): Promise<number> {
  const all = await window.tandem.editor.processes();
  return all.filter(({ argv }) => argv.some(one => /pacedRecorder|scriptedRecognizer/.test(one)))
    .length;
}

test('what the user says is in the message box, can be undone, said again, and sent', async () => {
  const { api, chat, workbench } = window;
  api.onPrompt(words, [text('A flag it is.')]);
  await chat.message.focus();
  await chat.frame.locator('.message-input.rich').waitFor();
  await chat.button('Dictate').click();
  await strip().getByText('Listening…').waitFor();
  await heard().getByText('Add a', { exact: false }).waitFor();
  expect(await running()).toBe(2);
  await chat.message.press('Enter');
  await expect.poll(() => messageText(chat.message), patience).toBe(words);
  await expect.poll(running, patience).toBe(0);
  await workbench.page.keyboard.press('Control+z');
  await expect.poll(() => messageText(chat.message), patience).toBe('');
  // The key goes to the editor, and comes back as a command.
  await workbench.page.keyboard.press('Control+d');
  await heard().waitFor();
  await workbench.page.keyboard.press('Control+d');
  await expect.poll(() => messageText(chat.message), patience).toBe(words);
  await chat.message.press('Enter');
  await chat.text('A flag it is.').waitFor();
});

testInFull('a key that is held dictates until it is released, and Escape discards', async () => {
  const { chat, workbench } = window;
  await chat.message.focus();
  await workbench.page.keyboard.down('Control');
  await workbench.page.keyboard.down('d');
  await heard().waitFor();
  await workbench.page.keyboard.up('d');
  await workbench.page.keyboard.up('Control');
  await expect.poll(() => messageText(chat.message), patience).toBe(words);
  await window.run('tandem.speech.dictate');
  await heard().waitFor();
  await chat.message.press('Escape');
  await expect.poll(running, patience).toBe(0);
  await strip().waitFor({ state: 'detached' });
  expect(await messageText(chat.message)).toBe(words);
  await chat.message.fill('');
});

test('a page that is hidden ends its dictation', async () => {
  await window.chat.button('Dictate').click();
  await heard().waitFor();
  await window.workbench.showContainer('Explorer');
  await expect.poll(running, patience).toBe(0);
  await window.workbench.showContainer('Tandem');
  await window.chat.button('Dictate').waitFor();
  expect(await strip().count()).toBe(0);
});

testInFull(
  'where the microphone is elsewhere, and where a recognizer fails, the chat says what to do',
  async () => {
    const { chat, workbench } = window;
    await window.configure('tandem.speech.recognizer', recognizerCommand('fail', 'no model'));
    await chat.button('Dictate').click();
    await strip().getByText('error: no model', { exact: false }).waitFor();
    await chat.button('Dismiss').click();
    await window.configure('tandem.speech.recorder', 'auto');
    await chat.button('Dictate').click();
    await strip().getByText('Your microphone is on another machine', { exact: false }).waitFor();
    expect(await running()).toBe(0);
    await chat.button('Set Up Dictation').click();
    await workbench.quickInput.row('Open Settings').waitFor();
    expect(await workbench.quickInput.labels()).toContain('Set the Command That Records');
    await workbench.quickInput.dismiss();
  },
);
