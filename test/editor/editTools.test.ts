import { existsSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Deferred } from '../../src/base/deferred';
import { text, toolUse } from '../support/api/reply';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';
import { Review } from './support/review';

let window: ChatWindow;
let review: Review;

const before = Array.from({ length: 20 }, (_, index) => `line ${index + 1}\n`).join('');
const changed = (...places: readonly number[]) =>
  places.reduce((all, at) => all.replace(`line ${at}\n`, `LINE ${at}\n`), before);

beforeAll(async () => {
  window = await ChatWindow.open({ viewport: { width: 1400, height: 1000 } });
  review = new Review(window);
  await window.chat.phase('idle');
}, 180_000);

afterAll(() => window?.close());
describeFailures(() => window);

let count = 0;

/** Makes the model call an editor tool; `told` is the answer that it got. */
async function call(tool: string, input: Record<string, unknown>) {
  const { api, chat } = window;
  const prompt = `edit number ${++count}.`;
  const told = new Deferred<{ text: string; isError: boolean }>();
  api.onPrompt(prompt, [
    toolUse(`mcp__tandem__${tool}`, input),
    request => {
      told.resolve(request.results[0] ?? { text: 'nothing', isError: true });
      return text(`done ${prompt}`);
    },
  ]);
  await chat.send(prompt);
  return { told: told.promise, done: () => chat.text(`done ${prompt}`).waitFor() };
}

/** Ticks tools that are off by default. */
async function tick(...names: readonly string[]) {
  const { quickInput } = window.workbench;
  const running = window.run('tandem.tools.choose');
  for (const name of names) {
    // Only rows in view are in the DOM.
    await quickInput.input.fill(name);
    await quickInput.pick(name);
  }
  await quickInput.input.press('Enter');
  await running;
}

const patch = (...lines: readonly string[]) =>
  ['*** Begin Patch', '*** Update File: six.txt', ...lines, '*** End Patch'].join('\n');

test('a patch is shown as a diff, written when allowed, and undone by hunk', async () => {
  const { chat, workbench } = window;
  await review.write('six.txt', before);
  await tick('apply_patch', 'insert_edit');
  const { told, done } = await call('apply_patch', {
    patch: patch(
      ...['@@', ' line 4', '-line 5', '+LINE 5', ' line 6'],
      ...['@@', ' line 14', '-line 15', '+LINE 15', ' line 16'],
    ),
  });
  const card = chat.permission('Apply patch');
  await card.waitFor();
  await workbench.editors.diff('modified').getByText('LINE 15').waitFor();
  await card.getByText('LINE 5', { exact: true }).waitFor();
  expect(await review.read('six.txt')).toBe(before);
  await chat.answer(card, 'Allow once');
  expect((await told).text).toBe('six.txt was changed: +2 −2 lines.');
  await done();
  expect(await review.read('six.txt')).toBe(changed(5, 15));
  const shown = chat.frame.getByRole('group', { name: 'Apply patch six.txt' });
  await shown.getByText('+2').first().waitFor();

  await review.status.getByText('1 file +2 −2').waitFor();
  await review.open('six.txt');
  await expect.poll(() => review.lenses('six.txt'), patience).toEqual([5, 15]);
  await review.runLens('six.txt', 5, 'Undo');
  await expect.poll(() => review.read('six.txt'), patience).toBe(changed(15));
  await window.run('tandem.changes.keepAll');
  await review.expectEmpty();
});
