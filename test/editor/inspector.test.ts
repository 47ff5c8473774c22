import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { FrameLocator, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ModelRequest } from '../support/api/modelRequest';
import { text, toolUse, usage } from '../support/api/reply';
import { testInFull } from '../support/inFull';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';

let window: ChatWindow;
let opened: Date;

// The form of each is that of a real one; none may leave the process that has it.
const secrets = {
  key: `sk-ant-api03-${'Canary1'.repeat(6)}-AA`,
  inPrompt: `ghp_${'Canary2'.repeat(5)}x`,
  inFile: `sk-ant-api03-${'Canary3'.repeat(6)}-AA`,
};

/** The tab "Claude Code", or the inspector, whichever is in front. */
const tab = (): FrameLocator => window.workbench.webview('tab');
const rows = (): Locator => tab().locator('.call-row[data-key]');

beforeAll(async () => {
  window = await ChatWindow.open({
    prepare: ({ workspace }) =>
      writeFile(join(workspace, 'notes.txt'), `first\nANTHROPIC_API_KEY=${secrets.inFile}\n`),
  });
  opened = new Date();
});

afterAll(async () => {
  if (!window) return;
  await removeProfile();
  await window.close();
});

describeFailures(() => window);

/** Names an address for the folder, without which the gateway would not be used. */
async function useProfile(): Promise<void> {
  await window.run('tandem.sections.account');
  const page = tab();
  await page.getByRole('button', { name: 'New Profile…: Profiles' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Scripted');
  await page.getByRole('textbox', { name: 'Address' }).fill(window.api.url);
  await page.getByLabel('Key or token').fill(secrets.key);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByText('API key stored').waitFor();
  const choose = page.getByRole('button', { name: /^Choose Profile/ }).first();
  await choose.click();
  await page.getByRole('combobox', { name: 'Profile' }).selectOption({ label: 'Scripted' });
  await page.getByRole('button', { name: 'Use', exact: true }).click();
  await page.locator('[data-row]', { hasText: window.api.url }).first().waitFor();
  await window.run('workbench.action.closeAllEditors');
}

/** The next file would have the profile, too. */
async function removeProfile(): Promise<void> {
  await window.run('tandem.sections.account');
  await tab()
    .getByRole('button', { name: /^Remove/ })
    .click();
  await tab().getByText('API key stored').waitFor({ state: 'detached' });
}

/** Row of the call with this many tokens of input. */
const withInput = (input: string): Locator =>
  rows().filter({ has: tab().locator(`[data-column=input][title^="${input}"]`) });

/** Model, tokens in and out of each row, the oldest first. */
async function listed(): Promise<string[][]> {
  const all = await rows().evaluateAll(elements =>
    elements.map(row =>
      ['model', 'input', 'output'].map(column => {
        const cell = row.querySelector(`[data-column=${column}]`);
        return cell?.getAttribute('title') ?? cell?.textContent ?? '';
      }),
    ),
  );
  return all.reverse();
}

/** The same of the requests that the API has answered. */
function answered(requests: readonly ModelRequest[]): string[][] {
  return requests.map(({ index, model }) => {
    const tokens = window.api.reported.get(index);
    return [
      model.replace(/^claude-/, ''),
      (tokens?.input_tokens ?? 0).toLocaleString('en'),
      (tokens?.output_tokens ?? 0).toLocaleString('en'),
    ];
  });
}

testInFull(
  'without the gateway, it shows what the transcript has, and says what is not known',
  async () => {
    window.api.onPrompt('say hello', [
      [text('Hello there.'), usage({ input_tokens: 321, output_tokens: 12 })],
    ]);
    await window.chat.phase('idle');
    await window.chat.send('say hello');
    await window.chat.text('Hello there.').waitFor();
    await window.chat.phase('idle');
    await window.run('tandem.inspector.open');
    await tab().getByText('not known without the gateway').waitFor();
    await rows().first().waitFor();
    expect((await listed()).map(row => row.slice(1))).toEqual([['321', '12']]);
    const duration = rows().first().locator('[data-column=duration]');
    expect(await duration.innerText()).toContain('–');
    await window.run('workbench.action.closeAllEditors');
  },
  60_000,
);

test('a conversation is recorded after the user has seen what is kept', async () => {
  await useProfile();
  await window.run('tandem.chat.new');
  await window.chat.phase('idle');
  const running = window.run('tandem.inspector.record', 'conversation');
  const dialog = window.workbench.dialog('Record the model calls of this conversation?');
  await dialog.getByText(/At most 200 MB/).waitFor();
  await dialog.getByText(/Any process that an agent starts/).waitFor();
  await dialog.getByRole('button', { name: 'Record', exact: true }).click();
  await running;
  await window.dismissMessage('Model calls of this conversation are recorded.');
  const { api, chat } = window;
  api.onPrompt('look at the notes', [
    [
      toolUse('Read', { file_path: join(window.tandem.workspace, 'notes.txt') }),
      usage({ input_tokens: 111, output_tokens: 11 }),
    ],
    [
      toolUse('Agent', {
        description: 'Count',
        prompt: 'count to three',
        subagent_type: 'general-purpose',
      }),
      usage({ input_tokens: 222, output_tokens: 22 }),
    ],
    [text('All seen.'), usage({ input_tokens: 444, output_tokens: 44 })],
    // The CLI runs the subagent in the background, and reports its end by itself.
    [text('Counted, too.'), usage({ input_tokens: 666, output_tokens: 66 })],
  ]);
  api.onSubagent('count to three', [
    [text('One, two, three.'), usage({ input_tokens: 333, output_tokens: 33 })],
  ]);
  const first = api.requests.length;
  await chat.send(`look at the notes ${secrets.inPrompt}`);
  await chat.text('Counted, too.').waitFor();
  await chat.phase('idle');
  await window.run('tandem.inspector.open');
  await expect.poll(async () => (await listed()).length, patience).toBeGreaterThan(3);
  await expect.poll(() => listed(), patience).toEqual(answered(api.requests.slice(first)));
}, 90_000);

test('the footer of a turn opens its calls, and a call shows what it consists of', async () => {
  const { chat } = window;
  const footer = chat.frame.locator('.turn-footer', { hasText: 'Tokens in' }).first();
  await footer.locator('summary').click();
  await footer.getByRole('button', { name: 'Explain This Cost' }).click();
  await tab().getByRole('button', { name: 'Turn 1: remove filter' }).waitFor();
  const inputs = async () => (await listed()).map(([, input]) => input).sort();
  await expect.poll(inputs, patience).toEqual(['111', '12', '222', '333', '444']);
  await withInput('444').click();
  const pane = tab().locator('.calls-pane');
  for (const section of [/^System/, /^Messages/, /Tools of Claude Code/]) {
    await pane.getByText(section).first().waitFor();
  }
  await pane.getByText('All seen.').first().waitFor({ state: 'attached' });
  await pane.getByRole('button', { name: /Copy as curl/ }).click();
  await tab().getByText('The command is on the clipboard.').waitFor();
  const copied = await window.driver.evaluate(vscode => vscode.env.clipboard.readText());
  expect(copied).toMatch(/\bcurl [\s\S]*\$ANTHROPIC_API_KEY/);
  expect(copied).not.toContain('Canary');
}, 60_000);

test('two calls are compared after the list of tools has changed', async () => {
  const { api, chat } = window;
  await window.configure('tandem.toolChoice.disabled', ['Write']);
  api.onPrompt('and now', [
    [text('Still there.'), usage({ input_tokens: 555, output_tokens: 55 })],
  ]);
  await chat.send('and now');
  await chat.text('Still there.').waitFor();
  await chat.phase('idle');
  await window.run('tandem.inspector.open');
  await tab().getByRole('button', { name: 'Turn 1: remove filter' }).click();
  await withInput('555').waitFor();
  for (const input of ['444', '555']) {
    await withInput(input).getByRole('button', { name: 'Mark for Comparison' }).click();
  }
  await tab().getByRole('button', { name: 'Compare', exact: true }).click();
  const pane = tab().locator('.calls-pane');
  await pane.getByText(/Write/).first().waitFor();
  await window.configure('tandem.toolChoice.disabled', undefined);
}, 60_000);

test('exports hold what was said, and none of the secrets', async () => {
  for (const [command, ending] of [
    ['tandem.inspector.exportHar', '.har'],
    ['tandem.inspector.exportJsonl', '.jsonl'],
  ] as const) {
    const running = window.run(command);
    const path = await window.workbench.quickInput.takeProposedFile(ending);
    await running;
    const written = await readFile(path, 'utf8');
    expect(written).toContain('look at the notes');
    expect(written).toContain('first');
    expect(written + path).not.toContain('Canary');
    if (ending === '.har') expect(JSON.parse(written).log.entries.length).toBeGreaterThan(5);
    const calls = await listed();
    await window.run('tandem.inspector.import', path);
    await window.dismissMessage('calls were imported.');
    const subject = tab().getByRole('combobox', { name: 'Conversation', exact: true });
    await expect
      .poll(() => subject.evaluate(box => (box as HTMLSelectElement).value), patience)
      .toMatch(/^import-/);
    await expect.poll(() => listed(), patience).toEqual(calls);
    await window.run('tandem.inspector.open');
    await rm(path);
  }
}, 60_000);

test('a recorded call is sent again to an address on this machine only, without a key', async () => {
  const { api, workbench } = window;
  const before = api.requests.length;
  await withInput('555').click();
  await tab().locator('.calls-pane').getByRole('button', { name: 'Replay…' }).click();
  const { input } = workbench.quickInput;
  await input.fill('https://api.example.com');
  await workbench.page
    .getByText(/on this machine/)
    .last()
    .waitFor();
  await input.press('Enter');
  expect(api.requests.length).toBe(before);
  await input.fill(api.url);
  await input.press('Enter');
  await tab().getByText('The replay was answered with status 200.').waitFor();
  const [request] = api.requests.slice(before);
  expect(request?.prompt).toContain('and now');
  expect(JSON.stringify(request?.headers)).not.toMatch(/Canary|x-api-key|authorization/i);
  await tab().getByRole('heading', { name: 'Comparison' }).waitFor();
  await window.run('workbench.action.closeAllEditors');
  await window.run('tandem.inspector.open');
  await expect.poll(async () => (await listed()).length, patience).toBe(8);
}, 60_000);

testInFull(
  'what is on disk has no secrets, and outlives a reload of the window',
  async () => {
    // A replay is kept in memory only.
    const before = (await listed()).filter((_, index, all) => index < all.length - 1);
    await window.reload();
    await rows().first().waitFor();
    await expect.poll(() => listed(), patience).toEqual(before);
    await tab().getByText('Recording this conversation').first().waitFor();
    await expect
      .poll(() =>
        tab()
          .getByRole('button', { name: /Observe/ })
          .count(),
      )
      .toBe(0);
    await rows().last().click();
    await tab()
      .locator('.calls-pane')
      .getByText(/^Messages/)
      .first()
      .waitFor();
    const folder = join(window.storage, 'modelCalls');
    const names = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = names.filter(entry => entry.isFile());
    expect(files.length).toBeGreaterThan(5);
    for (const { parentPath, name } of files) {
      const content = await readFile(join(parentPath, name));
      const plain = name.endsWith('.gz') ? gunzipSync(content) : content;
      expect(plain.toString(), name).not.toContain('Canary');
    }
  },
  60_000,
);

testInFull(
  'recorded calls are deleted after a question',
  async () => {
    const running = window.run('tandem.inspector.clear');
    await window.workbench.answerDialog(
      'Delete recorded model calls from this machine?',
      'Clear All',
    );
    await running;
    await window.dismissMessage('All recorded calls were deleted.');
    // The rest is told by the transcript, which knows no durations.
    const durations = () => rows().locator('[data-column=duration]').allInnerTexts();
    const areUnknown = async () => (await durations()).every(text => text.startsWith('–'));
    await expect.poll(areUnknown, patience).toBe(true);
    expect(await readdir(join(window.storage, 'modelCalls')).catch(() => [])).not.toContainEqual(
      expect.stringMatching(/^[0-9a-f]{16,}/),
    );
    await window.run('tandem.inspector.stopRecording');
    await window.dismissMessage('This conversation is no longer recorded.');
    expect(await window.errorsSince(opened)).toEqual([]);
  },
  60_000,
);
