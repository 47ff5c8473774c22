import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { gate, text, toolUse } from '../support/api/reply';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';
import { cuts, dot, isReload, KillBed } from './support/killBed';

let window: ChatWindow;
let bed: KillBed;

/** Each case starts a window anew, which takes its time on a busy machine. */
const longest = 150_000;

beforeAll(async () => {
  window = await ChatWindow.open();
  window.workbench.page.setDefaultTimeout(longest / 3);
  bed = new KillBed(window);
  await window.chat.phase('idle');
});

afterAll(() => window?.close());

beforeEach(async () => {
  // What went wrong in one case is not to be seen in the others.
  await window.reconnect();
  await window.startNew();
});
describeFailures(() => window);

let lastCase = 0;

/** Words of a test that no other test uses. */
function unique(): string {
  lastCase += 1;
  return `case ${lastCase}.`;
}

/** The conversation goes on: one more message is answered, once, and the model knows what was. */
async function goesOn(id: string, knows: string): Promise<void> {
  const { chat, api } = window;
  api.onPrompt(`go on with ${id}`, [text(`Going on with ${id}`)]);
  await chat.send(`go on with ${id}`);
  await bed.shownOnce(`Going on with ${id}`, `go on with ${id}`);
  await chat.phase('idle');
  expect(bed.asked(`go on with ${id}`)).toBe(1);
  const [request] = api.mainRequests(`go on with ${id}`);
  expect(JSON.stringify(request?.messages)).toContain(knows);
}

describe.each(cuts)('%s', { timeout: longest }, cut => {
  const asker = `The process that asked ${isReload(cut) ? 'was ended by the reload' : 'has ended'}.`;
  const said = isReload(cut)
    ? 'The turn was interrupted by the reload.'
    : 'The agent ended in the middle of this turn.';

  test('in mid-stream', async () => {
    const id = unique();
    const { chat, api } = window;
    api.onPrompt(`tell ${id}`, [text('So far ', gate(id), 'and no further.')]);
    await chat.send(`tell ${id}`);
    await api.reached(id);
    await bed.stored(`tell ${id}`);
    await chat.text('So far').waitFor();
    await bed.cut(cut);
    await chat.text(said).waitFor();
    await bed.resume();
    await goesOn(id, `tell ${id}`);
    await bed.shownOnce(`tell ${id}`);
    expect(bed.asked(`tell ${id}`)).toBe(1);
    expect(await chat.message.inputValue()).toBe('');
  });

  test('while a tool runs', async () => {
    const id = unique();
    const { chat, api, tandem } = window;
    const ran = join(tandem.workspace, `ran ${id}txt`);
    const command = `echo ran >> '${ran}'; while [ ! -e '${ran}.end' ]; do sleep 0.1; done`;
    api.onPrompt(`run ${id}`, [toolUse('Bash', { command, description: 'Wait' }), text('Done.')]);
    await chat.send(`run ${id}`);
    await chat.answer(chat.permission('Bash'), 'Allow once');
    await expect.poll(() => existsSync(ran), patience).toBe(true);
    await bed.stored(ran);
    await bed.cut(cut);
    await chat.text(said).waitFor();
    const card = chat.log
      .getByRole('group', { name: /^Bash/ })
      .and(chat.log.locator('[data-status]'));
    expect(await card.count()).toBe(1);
    // A CLI that is asked to end writes down how its command ended.
    expect(await card.getAttribute('data-status')).toMatch(/^(interrupted|failed)$/);
    const running = async () => {
      const all = await tandem.editor.processes();
      return all.filter(({ argv }) => argv.join(' ').includes(ran));
    };
    await expect.poll(running, patience).toEqual([]);
    await bed.resume();
    await goesOn(id, `run ${id}`);
    expect(await readFile(ran, 'utf8')).toBe('ran\n');
    expect(bed.asked(`run ${id}`)).toBe(1);
    await bed.shownOnce(`run ${id}`);
  });

  test('while a permission waits', async () => {
    const id = unique();
    const { chat, api, tandem } = window;
    const file = join(tandem.workspace, `${id}txt`);
    const write = toolUse('Write', { file_path: file, content: `${id}\n` });
    api.onPrompt(`write ${id}`, [write, text('Written.')]);
    const allowed = 'Continue; the interrupted Write call is allowed';
    api.onPrompt(allowed, [write, text(`Now it is there: ${id}`)]);
    const asked = bed.asked(allowed);
    await chat.send(`write ${id}`);
    const card = chat.permission('Write');
    await card.waitFor();
    await bed.stored(file);
    await bed.journaled(file);
    await bed.cut(cut);
    await card.getByText(asker).waitFor();
    expect(await card.count()).toBe(1);
    expect(existsSync(file)).toBe(false);
    await chat.answer(card, 'Allow once');
    await bed.shownOnce(`Now it is there: ${id}`);
    await chat.phase('idle');
    expect(await readFile(file, 'utf8')).toBe(`${id}\n`);
    expect(await card.count()).toBe(0);
    expect(bed.asked(allowed)).toBe(asked + 1);
    expect(bed.asked(`write ${id}`)).toBe(1);
    const results = api.mainRequests(allowed).at(-1)?.results;
    expect(results).toMatchObject([{ name: 'Write', isError: false }]);
    await bed.shownOnce(`write ${id}`);
  });

  test('while a question waits', async () => {
    const id = unique();
    const { chat, api } = window;
    const options = ['Red', 'Blue'].map(label => ({ label, description: `All ${label}` }));
    const question = { question: `Which colour, ${id}?`, header: 'Colour', multiSelect: false };
    const ask = toolUse('AskUserQuestion', { questions: [{ ...question, options }] });
    api.onPrompt(`ask ${id}`, [ask, text('I see.')]);
    const answered = /^(?=.*interrupted)(?=.*Blue)/s;
    api.onPrompt(answered, [ask, text(`As you wish, ${id}`)]);
    await chat.send(`ask ${id}`);
    const card = chat.frame
      .getByRole('group', { name: 'Question', exact: true })
      .and(chat.frame.locator('[data-outcome=open]'));
    await card.waitFor();
    await bed.stored(question.question);
    await bed.journaled(question.question);
    await bed.cut(cut);
    await card.getByText(asker).waitFor();
    expect(await card.count()).toBe(1);
    await card.getByRole('radio', { name: /^Blue/ }).check();
    await chat.answer(card, 'Submit');
    await bed.shownOnce(`As you wish, ${id}`);
    await chat.phase('idle');
    expect(await card.count()).toBe(0);
    const told = api.mainRequests(answered).at(-1)?.results;
    expect(told).toMatchObject([{ name: 'AskUserQuestion', isError: false }]);
    expect(told?.[0]?.text).toContain('Blue');
    expect(bed.asked(`ask ${id}`)).toBe(1);
    await bed.shownOnce(`ask ${id}`);
  });

  test('with three messages queued', async () => {
    const id = unique();
    const { chat, api } = window;
    const words = ['first', 'second', 'third'].map(which => `${which} of ${id}`);
    api.onPrompt(`be busy ${id}`, [text('So far ', gate(id), 'and no further.')]);
    for (const one of words) {
      api.onPrompt(one, [text(`Answer to ${one}`)]);
    }
    await chat.send(`be busy ${id}`);
    await api.reached(id);
    await bed.stored(`be busy ${id}`);
    const queue = chat.frame.getByRole('list', { name: 'Queued messages' }).getByRole('listitem');
    for (const [index, one] of words.entries()) {
      await chat.send(one);
      await queue.nth(index).waitFor();
    }
    await bed.cut(cut);
    await chat.text(said).waitFor();
    expect(await queue.locator('.queued-text').allInnerTexts()).toEqual(words);
    await bed.resume();
    // Nothing is sent before the person says so.
    expect(await queue.count()).toBe(3);
    await queue.first().getByRole('button', { name: 'Send now' }).click();
    await bed.shownOnce(...words, ...words.map(one => `Answer to ${one}`), `be busy ${id}`);
    await chat.phase('idle');
    expect(await queue.count()).toBe(0);
    const asked = api.requests.flatMap(({ conversation, prompt }) =>
      conversation === 'main' ? words.filter(one => prompt.endsWith(one)) : [],
    );
    expect(asked).toEqual(words);
    expect(bed.asked(`be busy ${id}`)).toBe(1);
  });

  test('with a draft that has an image', async () => {
    const id = unique();
    const { chat, api } = window;
    await chat.message.fill(`look at ${id}`);
    await bed.pasteImage('dot.png');
    const image = chat.frame.getByRole('list', { name: 'Attached images' }).getByAltText('dot.png');
    await image.waitFor();
    await expect.poll(() => window.recordsHold(`look at ${id}`, dot), patience).toBe(true);
    await bed.cut(cut);
    await image.waitFor();
    expect(await image.count()).toBe(1);
    expect(await chat.message.inputValue()).toBe(`look at ${id}`);
    expect(api.mainRequests(`look at ${id}`)).toEqual([]);
    api.onPrompt(`look at ${id}`, [text(`I see ${id}`)]);
    await chat.message.press('Enter');
    await bed.shownOnce(`I see ${id}`, `look at ${id}`);
    await chat.phase('idle');
    const [request] = api.mainRequests(`look at ${id}`);
    expect(bed.asked(`look at ${id}`)).toBe(1);
    const blocks = request?.messages.flatMap(({ content }) => content) ?? [];
    const images = blocks.filter(block => block.type === 'image').map(block => block.source);
    expect(images).toEqual([{ type: 'base64', media_type: 'image/png', data: dot }]);
    expect(await chat.message.inputValue()).toBe('');
    expect(await image.count()).toBe(0);
  });
});
