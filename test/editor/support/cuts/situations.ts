import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { gate, text, toolUse } from '../../../support/api/reply';
import { messageText } from '../../../support/messageText';
import { patience } from '../patience';
import { askerEnded, type Cut, dot, interrupted, type KillBed } from './killBed';

/** Checks the remains of a conversation in the side bar after a cut, and continues it. */
export type Check = (cut: Cut) => Promise<void>;

/**
 * Brings the empty conversation in the side bar into a situation.
 * @param id words that no other conversation has
 */
export type Situation = (bed: KillBed, id: string) => Promise<Check>;

/** Situations to interrupt; the last one is not stored, because no message was sent. */
export const situations: readonly (readonly [name: string, arrange: Situation])[] = [
  ['mid-stream', midStream],
  ['while a tool runs', runningTool],
  ['with a pending permission', waitingPermission],
  ['with a pending question', waitingQuestion],
  ['with three queued messages', queuedMessages],
  ['with an image and chips in the draft', draftWithChips],
];

async function midStream(bed: KillBed, id: string): Promise<Check> {
  const { chat, api } = bed.window;
  api.onPrompt(`tell ${id}`, [text('So far ', gate(id), 'and no further.')]);
  await chat.send(`tell ${id}`);
  await api.reached(id);
  await bed.stored(`tell ${id}`);
  await chat.text('So far').waitFor();
  return async cut => {
    await chat.text(interrupted(cut)).waitFor();
    await bed.resume();
    await goesOn(bed, id, `tell ${id}`);
    await bed.shownOnce(`tell ${id}`);
    expect(bed.asked(`tell ${id}`)).toBe(1);
    expect(await messageText(chat.message)).toBe('');
  };
}

async function runningTool(bed: KillBed, id: string): Promise<Check> {
  const { chat, api, tandem } = bed.window;
  const ran = join(tandem.workspace, `ran ${id}txt`);
  const command = `echo ran >> '${ran}'; while [ ! -e '${ran}.end' ]; do sleep 0.1; done`;
  api.onPrompt(`run ${id}`, [toolUse('Bash', { command, description: 'Wait' }), text('Done.')]);
  await chat.send(`run ${id}`);
  await chat.answer(chat.permission('Bash'), 'Allow Once');
  await expect.poll(() => existsSync(ran), patience).toBe(true);
  await bed.stored(ran);
  return async cut => {
    await chat.text(interrupted(cut)).waitFor();
    const card = chat.log
      .getByRole('group', { name: /^Bash/ })
      .and(chat.log.locator('[data-status]'));
    expect(await card.count()).toBe(1);
    // A CLI that is asked to exit records how its command ended.
    expect(await card.getAttribute('data-status')).toMatch(/^(interrupted|failed)$/);
    if (cut === 'kill -9 of the extension host') {
      // Nobody was left to compare the files.
      await card.getByText('What this command changed is not known').waitFor();
    }
    const running = async () => {
      const all = await tandem.editor.processes();
      return all.filter(({ argv }) => argv.join(' ').includes(ran));
    };
    await expect.poll(running, patience).toEqual([]);
    await bed.resume();
    await goesOn(bed, id, `run ${id}`);
    expect(await readFile(ran, 'utf8')).toBe('ran\n');
    expect(bed.asked(`run ${id}`)).toBe(1);
    await bed.shownOnce(`run ${id}`);
  };
}

async function waitingPermission(bed: KillBed, id: string): Promise<Check> {
  const { chat, api, tandem } = bed.window;
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
  return async cut => {
    await card.getByText(askerEnded(cut)).waitFor();
    expect(await card.count()).toBe(1);
    expect(existsSync(file)).toBe(false);
    await chat.answer(card, 'Allow Once');
    await bed.shownOnce(`Now it is there: ${id}`);
    await chat.phase('idle');
    expect(await readFile(file, 'utf8')).toBe(`${id}\n`);
    expect(await card.count()).toBe(0);
    expect(bed.asked(allowed)).toBe(asked + 1);
    expect(bed.asked(`write ${id}`)).toBe(1);
    const results = api.mainRequests(allowed).at(-1)?.results;
    expect(results).toMatchObject([{ name: 'Write', isError: false }]);
    await bed.shownOnce(`write ${id}`);
  };
}

async function waitingQuestion(bed: KillBed, id: string): Promise<Check> {
  const { chat, api } = bed.window;
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
  return async cut => {
    await card.getByText(askerEnded(cut)).waitFor();
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
  };
}

async function queuedMessages(bed: KillBed, id: string): Promise<Check> {
  const { chat, api } = bed.window;
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
  return async cut => {
    await chat.text(interrupted(cut)).waitFor();
    // The text above may still be that of the conversation before.
    const queued = () => queue.locator('.queued-text').allInnerTexts();
    await expect.poll(queued, patience).toEqual(words);
    await bed.resume();
    // The queue sends nothing until the user confirms.
    expect(await queue.count()).toBe(3);
    await queue.first().getByRole('button', { name: 'Send Now' }).click();
    await bed.shownOnce(...words, ...words.map(one => `Answer to ${one}`), `be busy ${id}`);
    await chat.phase('idle');
    expect(await queue.count()).toBe(0);
    const asked = api.requests.flatMap(({ conversation, prompt }) =>
      conversation === 'main' ? words.filter(one => prompt.endsWith(one)) : [],
    );
    expect(asked).toEqual(words);
    expect(bed.asked(`be busy ${id}`)).toBe(1);
  };
}

const pasted = Array.from({ length: 30 }, (_, line) => `pasted line ${line + 1}`).join('\n');

async function draftWithChips(bed: KillBed, id: string): Promise<Check> {
  const { chat, api } = bed.window;
  const { keyboard } = bed.window.workbench.page;
  await chat.message.fill(`look at ${id} `);
  await keyboard.press('Control+End');
  await keyboard.type('@README');
  await chat.frame
    .getByRole('option', { name: /README\.md/ })
    .first()
    .waitFor();
  await keyboard.press('Enter');
  const file = chat.message.getByRole('button', { name: 'File README.md', exact: true });
  await file.waitFor();
  await bed.paste({ text: pasted });
  const paste = chat.message.getByRole('button', { name: 'Pasted text, 30 lines', exact: true });
  await paste.waitFor();
  await bed.pasteImage('dot.png');
  const image = chat.frame.getByRole('list', { name: 'Attached images' }).getByAltText('dot.png');
  await image.waitFor();
  const written = await messageText(chat.message);
  expect(written).toContain(`look at ${id} @README.md `);
  const holds = () => bed.window.recordsHold(`look at ${id}`, dot, 'pasted line 30', '@README.md');
  await expect.poll(holds, patience).toBe(true);
  return async () => {
    for (const one of [image, file, paste]) {
      await one.waitFor();
      expect(await one.count()).toBe(1);
    }
    expect(await messageText(chat.message)).toBe(written);
    expect(api.mainRequests(`look at ${id}`)).toEqual([]);
    api.onPrompt(`look at ${id}`, [text(`I see ${id}`)]);
    await chat.message.press('Enter');
    await bed.shownOnce(`I see ${id}`);
    await chat.phase('idle');
    const [request] = api.mainRequests(`look at ${id}`);
    expect(bed.asked(`look at ${id}`)).toBe(1);
    const blocks = request?.messages.flatMap(({ content }) => content) ?? [];
    const images = blocks.filter(block => block.type === 'image').map(block => block.source);
    expect(images).toEqual([{ type: 'base64', media_type: 'image/png', data: dot }]);
    const told = JSON.stringify(request?.messages);
    expect(told).toContain('pasted line 1\\npasted line 2\\n');
    expect(told).toMatch(/Called the Read tool[^}]*README\.md/);
    expect(await messageText(chat.message)).toBe('');
    expect(await image.count()).toBe(0);
  };
}

/**
 * Continues the conversation: one more message gets one answer, and the model knows the history.
 */
async function goesOn(bed: KillBed, id: string, knows: string): Promise<void> {
  const { chat, api } = bed.window;
  api.onPrompt(`go on with ${id}`, [text(`Going on with ${id}`)]);
  await chat.send(`go on with ${id}`);
  await bed.shownOnce(`Going on with ${id}`, `go on with ${id}`);
  await chat.phase('idle');
  expect(bed.asked(`go on with ${id}`)).toBe(1);
  const [request] = api.mainRequests(`go on with ${id}`);
  expect(JSON.stringify(request?.messages)).toContain(knows);
}
