import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { gate, text, toolUse } from '../support/api/reply';
import { flagEdit } from '../support/demo/flagEdit';
import { scriptTour } from '../support/demo/tour';
import { flagGates, flagTasks, scriptFlagStory } from '../support/editor/chatPageFlagStory';
import type { EditorVersion } from '../support/editor/editorPins';
import { packagedExtension } from '../support/editor/packagedExtension';
import { rowsOf } from '../support/extent';
import { testInFull } from '../support/inFull';
import { messageText } from '../support/messageText';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';

const versions = rowsOf<EditorVersion>(['newest'], ['oldest', 'newest']);

describe.each(versions)('a first session in the %s editor', version => {
  let window: ChatWindow;

  beforeAll(async () => {
    // `package.full.test.ts` covers the package in the newest version.
    const packaged = version === 'oldest' ? { vsix: await packagedExtension() } : {};
    window = await ChatWindow.open({ version, ...packaged, isShown: false });
  });
  afterAll(() => window?.close());
  describeFailures(() => window);

  test('a user asks for a flag, reviews and allows the edit, and sees the tests pass', async () => {
    const { api, chat, workbench, tandem } = window;
    const { editors } = workbench;
    const file = join(tandem.workspace, 'src', 'cli.js');
    const before = await readFile(file, 'utf8');
    const after = before.replace(flagEdit.before, () => flagEdit.after);
    scriptFlagStory(api, file);

    await workbench.activity().click();
    await window.moveTrees();
    await chat.message.click();
    await workbench.page.keyboard.type('add a --json flag');
    await workbench.page.keyboard.press('Enter');

    await api.reached(flagGates.halfSaid);
    const reply = chat.log.getByRole('article', { name: 'Claude' });
    await expect.poll(() => reply.textContent(), patience).toContain('I will add a --json flag');
    expect(await reply.textContent()).not.toContain('to the list command');
    await chat.phase('working');
    api.open(flagGates.halfSaid);
    await chat.text('I will add a --json flag to the list command.').waitFor();

    await api.reached(flagGates.listed);
    await workbench.expandView('To-dos', true);
    await chat.message.focus();
    const [first, second, third] = flagTasks;
    await expectTodos(window, '0 of 3', [
      `${first.subject}, to do`,
      `${second.subject}, to do`,
      `${third.subject}, to do`,
    ]);
    api.open(flagGates.listed);
    await api.reached(flagGates.begun);
    await expectTodos(window, '0 of 3', [
      `${first.activeForm}, in progress`,
      `${second.subject}, to do`,
      `${third.subject}, to do`,
    ]);
    expect(await workbench.badge().isVisible()).toBe(false);
    api.open(flagGates.begun);

    const edit = chat.permission('Edit');
    await edit.waitFor();
    await expectTodos(window, '1 of 3', [
      `${first.subject}, done`,
      `${second.activeForm}, in progress`,
      `${third.subject}, to do`,
    ]);
    await workbench.badge().getByText('1', { exact: true }).waitFor();
    await workbench.statusItem('tandem.status').getByText('Tandem 1').waitFor();
    expect(await statusLabel(window)).toContain('waiting for you');

    await editors.tab('cli.js (proposed edit)').waitFor();
    const { original, modified } = await editors.diffLines();
    expect(modified).toContain('  --json         Print the list as JSON`;');
    expect(original.join('\n')).not.toContain('--json');
    expect(await proposedText(window)).toBe(after);
    expect(await readFile(file, 'utf8')).toBe(before);

    // The diff has not taken the focus, and a letter begins a message.
    await expectChatFocus(window);
    await workbench.page.keyboard.type('and then');
    await expect.poll(() => messageText(chat.message), patience).toBe('and then');

    await chat.answer(edit, 'Allow Once');
    await expect.poll(() => readFile(file, 'utf8'), patience).toBe(after);
    await editors.tab('cli.js (proposed edit)').waitFor({ state: 'detached' });
    await tool(window, /^Edit .*cli\.js$/, 'done').waitFor();

    await chat.armed('Bash');
    await workbench.page.keyboard.press('1');
    await tool(window, /^Bash/, 'done').waitFor();
    const ran = await api.waitForRequest(({ results }) => results.some(isOfBash));
    expect(ran.results.find(isOfBash)?.text).toMatch(/pass 2/);

    await chat.log.getByRole('heading', { name: 'Done' }).waitFor();
    await chat.log.locator('strong', { hasText: 'Changed:' }).waitFor();
    await chat.phase('idle');
    await expectTodos(window, '3 of 3', [
      `${first.subject}, done`,
      `${second.subject}, done`,
      `${third.subject}, done`,
    ]);
    await workbench.badge().waitFor({ state: 'hidden' });
    expect(await messageText(chat.message)).toBe('and then');

    await chat.log.getByText('1 file').waitFor();
    await chat.button('Review Changes').click();
    const review = workbench.page.locator('.multiDiffEditor');
    await review
      .locator('.editor.modified .view-line', { hasText: 'Print the list as JSON' })
      .waitFor();
    await review
      .locator('.editor.original .view-line', { hasText: 'parseArgs({ allowPositionals: true })' })
      .waitFor();
    expect(await readFile(file, 'utf8')).toBe(after);
    expect(api.unmatched).toEqual([]);
    expect(existsSync(join(tandem.workspace, '.claude'))).toBe(false);
    // The packaged extension keeps what it has compiled for the next window.
    await expect
      .poll(() => window.compiledCode(), patience)
      .toContainEqual(expect.stringContaining('host-'));
  });
});

describe('a conversation', () => {
  let window: ChatWindow;

  beforeAll(async () => {
    window = await ChatWindow.open();
    scriptTour(window.api, window.tandem.workspace);
    await window.chat.phase('idle');
  });
  afterAll(() => window?.close());
  // The steps of one conversation, but for those that look at all of it.
  beforeEach(async () => {
    await window.chat.phase('idle');
    await window.run('workbench.action.closeAllEditors');
  });
  describeFailures(() => window);

  test('an edited proposal is written to the file and shown on the card', async () => {
    const { api, chat, workbench, tandem } = window;
    const file = join(tandem.workspace, 'src', 'format.js');
    const before = await readFile(file, 'utf8');
    api.onPrompt('edit by hand', [
      toolUse('Read', { file_path: file }),
      toolUse('Edit', {
        file_path: file,
        old_string: 'Nothing to do.',
        new_string: 'Nothing left.',
      }),
      text('It is edited.'),
    ]);
    await chat.send('edit by hand');
    const request = chat.permission('Edit');
    await request.waitFor();
    const lines = before.split('\n');
    const place = lines.findIndex(line => line.includes('Nothing to do.'));
    // The numbers are those of the file, which the call does not name.
    expect(await request.locator('.diff-removed').allTextContents()).toEqual([
      `${place + 1}−removed${lines[place]}`,
    ]);
    await workbench.editors.diffLines();
    await typeAtEnd(window, '// written by hand');
    await workbench.editors.titleAction('Accept Proposed Edit').click();
    await chat.text('It is edited.').waitFor();
    const after = before.replace('Nothing to do.', 'Nothing left.');
    expect(await readFile(file, 'utf8')).toBe(`${after}// written by hand`);
    const card = tool(window, /^Edit .*format\.js$/, 'done');
    await card.getByText('// written by hand').waitFor();
    // VS Code asks about its text if all editors are closed before Tandem has closed it.
    await workbench.editors.tab('format.js (proposed edit)').waitFor({ state: 'detached' });
  });

  testInFull('an edited new file is written as edited when accepted by command', async () => {
    const { api, chat, workbench, tandem } = window;
    const file = join(tandem.workspace, 'notes.md');
    api.onPrompt('write by hand', [
      toolUse('Write', { file_path: file, content: 'One line of the agent.\n' }),
      text('It is written.'),
    ]);
    await chat.send('write by hand');
    await chat.permission('Write').waitFor();
    await workbench.editors.tab('notes.md (proposed new file)').waitFor();
    await typeAtEnd(window, 'One line of mine.');
    expect(existsSync(file)).toBe(false);
    await workbench.runCommand('Tandem: Accept Proposed Edit');
    await chat.text('It is written.').waitFor();
    expect(await readFile(file, 'utf8')).toBe('One line of the agent.\nOne line of mine.');
    const card = tool(window, /^Write .*notes\.md$/, 'done');
    await card.getByText('One line of mine.').waitFor();
    await workbench.editors.tab('notes.md (proposed new file)').waitFor({ state: 'detached' });
  });

  testInFull(
    'feedback instead of an answer leaves the file alone and reaches the model',
    async () => {
      const { api, chat, tandem } = window;
      const file = join(tandem.workspace, 'src', 'todos.js');
      const before = await readFile(file, 'utf8');
      api.onPrompt('rewrite the to-dos', [
        toolUse('Write', { file_path: join(tandem.workspace, 'other.js'), content: 'x\n' }),
        text('I see.'),
      ]);
      await chat.send('rewrite the to-dos');
      const card = chat.permission('Write');
      const words = card.getByRole('textbox', { name: 'Tell Claude what to do instead' });
      await words.fill('Use a class instead, please');
      await card.locator('button:not([aria-disabled=true])', { hasText: 'Deny' }).waitFor();
      await words.press('Enter');
      await chat.text('I see.').waitFor();
      const told = await api.waitForRequest(
        ({ prompt, round }) => prompt === 'rewrite the to-dos' && round === 1,
      );
      expect(told.results[0]).toMatchObject({ isError: true });
      expect(told.results[0]?.text).toContain('Use a class instead, please');
      expect(existsSync(join(tandem.workspace, 'other.js'))).toBe(false);
      expect(await readFile(file, 'utf8')).toBe(before);
      await tool(window, /^Write .*other\.js$/, 'denied')
        .getByText('Denied')
        .waitFor();
      await chat.text('Denied: Use a class instead, please').waitFor();
    },
  );

  test.each(rowsOf(['Escape'], ['the Stop button', 'Escape']))(
    '%s stops a streaming reply',
    async way => {
      const { api, chat, workbench } = window;
      await window.startNew();
      const held = `held until ${way}`;
      api.onPrompt(`talk until ${way}`, [text('The first half. ', gate(held), 'The second half.')]);
      await chat.send(`talk until ${way}`);
      await api.reached(held);
      await chat.text('The first half.').waitFor();
      if (way === 'Escape') {
        await workbench.page.keyboard.press('Escape');
      } else {
        await chat.button('Stop').click();
      }
      await chat.phase('idle');
      await chat.log.locator('[data-outcome=interrupted]').waitFor();
      expect(await chat.button('Stop').count()).toBe(0);
      api.open(held);
      api.onPrompt(`still there after ${way}`, [text('Still here.')]);
      await chat.send(`still there after ${way}`);
      await chat.text('Still here.').waitFor();
      expect(await chat.log.textContent()).toContain('The first half.');
      expect(await chat.log.textContent()).not.toContain('The second half.');
    },
  );

  test('a message written while the agent works is queued, can be edited, and is sent in its place', async () => {
    const { api, chat } = window;
    await window.startNew();
    api.onPrompt('a slow question', [text('A slow ', gate('slow'), 'answer.')]);
    api.onPrompt('a better question', [text('A better answer.')]);
    api.onPrompt('a last question', [text('The last answer.')]);
    await chat.send('a slow question');
    await api.reached('slow');
    await chat.send('a hasty question');
    const queue = chat.frame.getByRole('list', { name: 'Queued messages' });
    const item = queue.getByRole('listitem');
    await item.getByText('a hasty question').waitFor();
    await chat.send('a last question');
    await item.nth(1).getByText('a last question').waitFor();
    await item.first().getByRole('button', { name: 'Edit' }).click();
    await expect.poll(() => messageText(chat.message), patience).toBe('a hasty question');
    await item.first().getByText('a last question').waitFor();
    await chat.send('a better question');
    await item.first().getByText('a better question').waitFor();
    expect(asked(window)).not.toContain('a better question');
    api.open('slow');
    await chat.text('The last answer.').waitFor();
    await queue.waitFor({ state: 'detached' });
    const said = await chat.log.getByRole('article').allInnerTexts();
    expect(said.map(words => words.split('\n')[0])).toEqual([
      'a slow question',
      'A slow answer.',
      'a better question',
      'A better answer.',
      'a last question',
      'The last answer.',
    ]);
    expect(asked(window)).not.toContain('a hasty question');
  });

  testInFull(
    '"Allow Once" saves nothing, and "Always Allow" saves exactly the displayed rule',
    async () => {
      const { api, chat, tandem } = window;
      const saved = join(tandem.workspace, '.claude', 'settings.local.json');
      const command = toolUse('Bash', { command: 'node src/cli.js add Milk', description: 'Add' });
      const run = async (prompt: string) => {
        api.onPrompt(prompt, [command, text(`Answer to "${prompt}".`)]);
        await chat.send(prompt);
      };
      const card = chat.permission('Bash');
      await run('run it once');
      await chat.answer(card, 'Allow Once');
      await chat.text('Answer to "run it once".').waitFor();
      expect(existsSync(join(tandem.workspace, '.claude'))).toBe(false);

      await run('run it always');
      await chat.answer(card, 'Always Allow');
      await card.getByText('Rule', { exact: true }).waitFor();
      const rules = await card.locator('.prompt-rules code').allInnerTexts();
      expect(rules).toHaveLength(1);
      expect(rules[0]).toMatch(/^Bash\(/);
      const scope = card.getByRole('combobox', { name: 'Remember in' });
      await scope.selectOption('this project, just me');
      await chat.answer(card, 'Always Allow');
      await chat.text('Answer to "run it always".').waitFor();
      expect(JSON.parse(await readFile(saved, 'utf8'))).toEqual({ permissions: { allow: rules } });

      await run('run it unasked');
      await chat.text('Answer to "run it unasked".').waitFor();
      expect(await card.count()).toBe(0);
      const todos = JSON.parse(await readFile(join(tandem.workspace, 'todos.json'), 'utf8'));
      expect(todos).toHaveLength(3);
    },
  );

  test('of two commands, the second has not started while the first waits', async () => {
    const { api, chat, tandem } = window;
    await window.startNew();
    const touch = (name: string) =>
      toolUse('Bash', { command: `touch ${name}`, description: `Make ${name}` });
    api.onPrompt('two commands', [[touch('one'), touch('two')], [text('Both are done.')]]);
    await chat.send('two commands');
    const card = chat.permission('Bash');
    const second = chat.frame.getByRole('group', { name: 'Bash touch two', exact: true });
    await second.getByText('Not started').waitFor();
    expect(existsSync(join(tandem.workspace, 'two'))).toBe(false);
    await chat.answer(card, 'Allow Once');
    await second.getByText('Run this command?').waitFor();
    expect(existsSync(join(tandem.workspace, 'one'))).toBe(true);
    await chat.answer(card, 'Allow Once');
    await chat.text('Both are done.').waitFor();
  });

  test('a question is answered on its card', async () => {
    const { api, chat } = window;
    await chat.send('ask me a question');
    const card = chat.frame.getByRole('group', { name: 'Question', exact: true });
    await card.getByRole('radio', { name: 'Markdown' }).check();
    await card.getByRole('checkbox', { name: 'Age' }).check();
    await card.getByRole('checkbox', { name: 'Tags' }).check();
    await chat.answer(card, 'Submit');
    await chat.text('Thank you.').waitFor();
    const told = await api.waitForRequest(one => one.results[0]?.name === 'AskUserQuestion');
    expect(told.results[0]?.text).toContain('Markdown');
    expect(told.results[0]?.text).toMatch(/Age, ?Tags/);
    await card.waitFor({ state: 'detached' });
  });

  test('an approved plan ends plan mode, and the picker follows', async () => {
    const { chat } = window;
    await chat.pick('Permission mode', /^Plan/);
    await chat.button('Permission mode: Plan').waitFor();
    await chat.send('make a plan');
    const card = chat.frame.getByRole('group', { name: 'Plan', exact: true });
    await card.getByRole('heading').first().waitFor();
    await chat.answer(card, 'Approve, Edit Automatically');
    await chat.text('The plan is approved.').waitFor();
    await chat.text('Plan approved').waitFor();
    await chat.button('Permission mode: Edit automatically').waitFor();
    await chat.phase('idle');
  });
});

/** Cards of a tool that have reached this status. */
function tool({ chat }: ChatWindow, name: RegExp, status: string) {
  return chat.log
    .getByRole('group', { name })
    .and(chat.frame.locator(`[data-status=${JSON.stringify(status)}]`));
}

async function expectTodos(
  { workbench }: ChatWindow,
  progress: string,
  labels: readonly string[],
): Promise<void> {
  const rows = workbench.rows('To-dos');
  const shown = () =>
    rows.evaluateAll(all => all.map(row => row.getAttribute('aria-label')?.trim()));
  await expect.poll(shown, patience).toEqual(labels);
  const description = workbench.view('To-dos').locator('.pane-header .description');
  await expect.poll(() => description.textContent(), patience).toBe(progress);
  await workbench.statusItem('tandem.status').getByText(progress).waitFor();
}

function isOfBash({ name }: { name: string }): boolean {
  return name === 'Bash';
}

function statusLabel({ workbench }: ChatWindow): Promise<string | null> {
  const label = workbench.statusItem('tandem.status').locator('[aria-label]');
  return label.first().getAttribute('aria-label');
}

/** Returns the complete text of the only visible proposal. */
function proposedText({ driver }: ChatWindow): Promise<string> {
  return driver.evaluate(vscode => {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    const right = (input as import('vscode').TabInputTextDiff).modified.toString();
    const document = vscode.workspace.textDocuments.find(one => one.uri.toString() === right);
    return document?.getText() ?? '';
  });
}

async function expectChatFocus({ workbench }: ChatWindow): Promise<void> {
  const inWindow = await workbench.page.evaluate(() => document.activeElement?.className);
  expect(inWindow).toContain('webview');
}

/** Types after the last character on the right side of the active proposal. */
async function typeAtEnd({ workbench }: ChatWindow, words: string): Promise<void> {
  await workbench.editors.focus(workbench.editors.diff('modified'));
  await workbench.page.keyboard.press('Control+End');
  await workbench.page.keyboard.type(words);
  await workbench.editors.diff('modified').getByText(words).waitFor();
}

/** Prompts sent to the model in this conversation so far, oldest first. */
function asked({ api }: ChatWindow): string[] {
  return api.requests.filter(one => one.conversation === 'main').map(one => one.prompt);
}
