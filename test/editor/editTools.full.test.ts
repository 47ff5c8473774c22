import { existsSync } from 'node:fs';
import { mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
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
  window = await ChatWindow.open({
    hasTreesBelowChat: true,
    viewport: { width: 1400, height: 1000 },
  });
  review = new Review(window);
  await window.chat.phase('idle');
}, 180_000);

afterAll(() => window?.close());
describeFailures(() => window);
beforeEach(() => window.run('workbench.action.closeAllEditors'));

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
  await chat.answer(card, 'Allow Once');
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

test('what cannot be written is refused before a card asks, and loses nothing', async () => {
  const { api, chat, tandem } = window;
  await review.write('six.txt', before);
  await review.write('binary.bin', 'a\0b');
  await mkdir(review.path('kept'), { recursive: true });
  await review.write('kept/a.txt', 'line 1\n');
  await mkdir(review.path('.claude'), { recursive: true });
  const rules = { permissions: { deny: ['Edit(kept/**)'] } };
  await review.write('.claude/settings.local.json', JSON.stringify(rules));
  await symlink(join(tandem.home.home, 'outside.txt'), review.path('link.txt'));
  const patchOf = (path: string, ...lines: readonly string[]) =>
    toolUse('mcp__tandem__apply_patch', {
      patch: [`*** Update File: ${path}`, '-line 1', '+x', ...lines].join('\n'),
    });
  const calls: readonly (readonly [ReturnType<typeof toolUse>, RegExp])[] = [
    [
      toolUse('mcp__tandem__apply_patch', { patch: patch('@@', ' line 4', '-line 6', '+x') }),
      /hunk 1 does not fit.*The nearest lines are:\n {2}4: line 4/s,
    ],
    [patchOf('six.txt', '*** Update File: kept/a.txt', '+y'), /one call for each file/],
    [patchOf('../other.txt'), /outside of the folders/],
    [patchOf('link.txt'), /outside of the folders|leads out of/],
    [patchOf('binary.bin'), /not UTF-8 text/],
    [patchOf('kept/a.txt'), /settings deny editing kept\/a\.txt/],
    [patchOf('.git/hooks/pre-commit'), /decides what programs may do/],
    [patchOf('absent.txt'), /absent\.txt does not exist/],
    [toolUse('mcp__tandem__memory_note', { folder: 'no/such', note: 'x' }), /no such folder/],
  ];
  const told = new Deferred<readonly { text: string; isError: boolean }[]>();
  api.onPrompt('all that fails.', [
    calls.map(([block]) => block),
    request => {
      told.resolve(request.results);
      return text('all of it failed.');
    },
  ]);
  // A card would wait for an answer.
  await chat.send('all that fails.');
  await chat.text('all of it failed.').waitFor();
  const results = await told.promise;
  for (const [index, [, reason]] of calls.entries()) {
    expect(results[index]?.text).toMatch(reason);
    expect(results[index]?.isError).toBe(true);
  }
  await rm(review.path('.claude/settings.local.json'));
  expect(await review.read('six.txt')).toBe(before);
  expect(await review.read('kept/a.txt')).toBe('line 1\n');
  expect(existsSync(join(tandem.home.home, 'outside.txt'))).toBe(false);

  await window.run('tandem.mode.set', 'plan');
  const planned = await call('apply_patch', { patch: patch('@@', '-line 5', '+x') });
  expect(await planned.told).toMatchObject({ isError: true });
  expect((await planned.told).text).toContain('plan mode');
  await planned.done();
  await window.run('tandem.mode.set', 'default');
});

test('a proposal is changed by the user before it is allowed, and the agent hears of it', async () => {
  const { chat } = window;
  await review.write('six.txt', before);
  const { told, done } = await call('insert_edit', {
    ...{ path: 'six.txt', anchor: 'line 3', newText: 'between\n' },
  });
  const card = chat.permission('Edit lines');
  await card.getByText('between', { exact: true }).waitFor();
  await window.workbench.editors.diff('modified').getByText('between').waitFor();
  await window.driver.evaluate(async vscode => {
    const right = vscode.window.visibleTextEditors.find(
      ({ document }) => document.uri.scheme !== 'file' && document.getText().includes('between'),
    );
    await right?.edit(edit =>
      edit.replace(new vscode.Range(3, 0, 3, 7), 'in between, says the user'),
    );
  });
  await chat.answer(card, 'Allow Once');
  expect((await told).text).toContain('six.txt was changed: +1 −0 lines.');
  await done();
  const expected = before.replace('line 3\n', 'line 3\nin between, says the user\n');
  expect(await review.read('six.txt')).toBe(expected);
  expect(JSON.stringify(window.api.mainRequests().at(-1)?.body.messages)).toContain(
    'in between, says the user',
  );
  // Closing the unsaved proposal before Tandem does would ask whether to save it.
  const diffs = window.workbench.page.locator('.monaco-diff-editor');
  await expect.poll(() => diffs.count(), patience).toBe(0);
});

test('a note is kept if the user agrees, and edited and removed on the memory page', async () => {
  const { chat } = window;
  await mkdir(review.path('kept'), { recursive: true });
  const { told, done } = await call('memory_note', {
    folder: 'kept',
    note: 'Tests need a database',
  });
  const card = chat.permission('Add note');
  await card.getByText('- Tests need a database').waitFor();
  expect(existsSync(review.path('kept/CLAUDE.md'))).toBe(false);
  await chat.answer(card, 'Allow Once');
  expect((await told).text).toContain('kept/CLAUDE.md was created');
  await done();
  const notes = '## Notes for agents\n\n- Tests need a database\n';
  expect(await review.read('kept/CLAUDE.md')).toBe(notes);
  await window.run('tandem.changes.keepAll');

  await window.run('tandem.sections.memory');
  const tab = window.sections();
  const row = tab.getByRole('region', { name: 'Subfolders' }).locator('[data-row]', {
    hasText: 'Tests need a database',
  });
  await row.last().waitFor({ state: 'attached' });
  await row.last().scrollIntoViewIfNeeded();
  await row
    .last()
    .getByRole('button', { name: 'Remove: Tests need a database', exact: true })
    .click();
  await expect.poll(() => review.read('kept/CLAUDE.md'), patience).toBe('');
  await tab.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => review.read('kept/CLAUDE.md'), patience).toBe(notes);
});
