import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gate, text, toolUse } from '../support/api/reply';
import { inFull } from '../support/extent';
import { testInFull } from '../support/inFull';
import { messageText } from '../support/messageText';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';

let window: ChatWindow;
const path = (name: string) => join(window.tandem.workspace, name);
const page = () => window.workbench.page;

function git(cwd: string, ...args: string[]): string {
  const who = [
    '-c',
    'user.name=Ada',
    '-c',
    'user.email=ada@example.org',
    '-c',
    'commit.gpgsign=no',
  ];
  return execFileSync('git', [...who, ...args], { cwd, encoding: 'utf8' }).trim();
}

const sum = 'export function sum(a, b) {\n  return a - b;\n}\n';

beforeAll(async () => {
  window = await ChatWindow.open({
    builtIns: 'all',
    prepare: async ({ workspace }) => {
      await writeFile(join(workspace, 'old.js'), '// old\n');
      git(workspace, 'init', '-q', '-b', 'main');
      git(workspace, 'add', '.');
      git(workspace, 'commit', '-qm', 'feat: begin');
      await writeFile(join(workspace, 'sum.js'), sum);
    },
  });
}, 180_000);

afterAll(() => window?.close());

describeFailures(() => window);

const minus = {
  ...{ file: 'sum.js', line: 2, severity: 'error', title: 'It subtracts' },
  reason: 'See [here](command:tandem.chat.new): **a - b** is no sum.',
  suggestion: '  return a + b;\n',
};
const name = {
  file: 'sum.js',
  line: 1,
  severity: 'hint',
  title: 'Short name',
  reason: 'Say more.',
};
const away = { file: '../../etc/passwd', line: 1, severity: 'error', title: 'Away', reason: 'No.' };

/** Comments that the editor shows, with their text. */
const comments = () => page().locator('.review-widget');
const comment = (title: string) => comments().filter({ hasText: title });

function problems(file: string): Promise<string[]> {
  return window.driver.evaluate(
    async (vscode, at) =>
      vscode.languages
        .getDiagnostics(vscode.Uri.file(at))
        .filter(({ source }) => source === 'Tandem Review')
        .map(({ message, range, severity }) =>
          [range.start.line, severity, message.split('\n')[0]].join(' '),
        ),
    path(file),
  );
}

/** Titles of the quick fixes for findings on a line of the reviewed file. */
function fixes(line: number): Promise<string[]> {
  return window.driver.evaluate(
    async (vscode, file, at) => {
      const given = await vscode.commands.executeCommand<{ title: string }[]>(
        'vscode.executeCodeActionProvider',
        vscode.Uri.file(file),
        new vscode.Range(at, 0, at, 0),
      );
      return given.map(({ title }) => title).filter(title => /Tandem|Finding|review/i.test(title));
    },
    path('sum.js'),
    line,
  );
}

/** Scripts what the next review finds. */
function finds(...findings: readonly object[]): void {
  window.api.onPrompt('Review the uncommitted changes', [
    [toolUse('StructuredOutput', { findings })],
    [text('Done.')],
  ]);
}

const reviewed = () => window.api.mainRequests('Review the uncommitted changes');

test('a review shows findings on their lines, which move, and in Problems', async () => {
  finds(minus, name, away);
  await window.driver.evaluate(async (vscode, file) => {
    await vscode.window.showTextDocument(vscode.Uri.file(file));
  }, path('sum.js'));
  await window.run('tandem.review.changes');
  await comment('It subtracts').waitFor();
  await comment('Short name').waitFor();
  expect(await comments().locator('a[href^="command:"]').count()).toBe(0);
  expect(await problems('sum.js')).toEqual(['1 0 It subtracts', '0 3 Short name']);
  expect(await fixes(1)).toEqual([
    ...['Apply Suggestion of the Review', 'Add Finding to Tandem Chat', 'Dismiss Finding…'],
  ]);
  await window.driver.evaluate(async vscode => {
    const editor = vscode.window.activeTextEditor;
    await editor?.edit(edit => edit.insert(new vscode.Position(0, 0), '// sums\n'));
    await editor?.document.save();
  });
  await expect
    .poll(() => problems('sum.js'), patience)
    .toEqual([...['2 0 It subtracts', '1 3 Short name']]);
  await window.dismissMessage('1 finding names a file that cannot be shown.');
});

test('a finding goes into the chat, unsent, with its lines', async () => {
  await comment('It subtracts').hover();
  await comment('It subtracts').getByRole('button', { name: 'Add Finding to Chat' }).click();
  await expect.poll(() => messageText(window.chat.message), patience).toContain('@sum.js#3');
  await expect
    .poll(() => window.recordsHold('It subtracts', '**a - b** is no sum'), patience)
    .toBe(true);
});

test('a suggestion is shown as a proposed edit, applied, and undone in the editor', async () => {
  const type = (words: string) =>
    window.driver.evaluate(async (vscode, given) => {
      const editor = vscode.window.activeTextEditor;
      const all = new vscode.Range(0, 0, 0, 'x'.length);
      await editor?.edit(edit => (given ? edit.insert(all.start, given) : edit.delete(all)));
    }, words);
  await type('x');
  await comment('It subtracts').getByRole('button', { name: 'Apply Suggestion' }).click();
  await window.dismissMessage('sum.js has unsaved changes. Save it first.');
  await type('');
  await window.run('workbench.action.files.save');
  await comment('It subtracts').getByRole('button', { name: 'Apply Suggestion' }).click();
  await page()
    .getByRole('tab', { name: /sum\.js \(suggestion of the review\)/ })
    .waitFor();
  expect(await readFile(path('sum.js'), 'utf8')).toContain('a - b');
  await window.workbench.editors.titleAction('Accept Proposed Edit').click();
  await expect
    .poll(() => readFile(path('sum.js'), 'utf8'), patience)
    .toBe(`// sums\n${sum.replace('a - b', 'a + b')}`);
  await expect.poll(() => problems('sum.js'), patience).toEqual(['1 3 Short name']);
  await window.run('undo');
  await window.run('workbench.action.files.save');
  expect(await readFile(path('sum.js'), 'utf8')).toBe(`// sums\n${sum}`);
});

inFull(() => {
  test('a review that is cancelled shows nothing of its findings, and keeps the earlier ones', async () => {
    window.api.onPrompt('Review the uncommitted changes', [
      [text('Reading', gate('never'), '.'), toolUse('StructuredOutput', { findings: [away] })],
    ]);
    const review = window.run('tandem.review.changes');
    await window.api.reached('never');
    await page().getByRole('button', { name: 'Cancel', exact: true }).first().click();
    await review;
    expect(await problems('sum.js')).toEqual(['1 3 Short name']);
    expect(await page().getByText('findings.').count()).toBe(0);
  });
});

inFull(() => {
  test('a suggestion for lines that the user has changed meanwhile is not offered', async () => {
    const begun = () => [
      [text('Reading', gate('typing'), '.'), toolUse('StructuredOutput', { findings: [minus] })],
      [text('Done.')],
    ];
    const type = (isSaved: boolean) =>
      window.driver.evaluate(
        async (vscode, file, saves) => {
          const editor = await vscode.window.showTextDocument(vscode.Uri.file(file));
          await editor.edit(edit => edit.insert(new vscode.Position(0, 0), '// new\n'));
          return saves && editor.document.save();
        },
        path('sum.js'),
        isSaved,
      );
    for (const isSaved of [true, false]) {
      window.api.onPrompt('Review the uncommitted changes', begun());
      const review = window.run('tandem.review.changes');
      await window.api.reached('typing');
      await type(isSaved);
      window.api.open('typing');
      await review;
      expect(await fixes(1)).toEqual(['Add Finding to Tandem Chat', 'Dismiss Finding…']);
      await window.dismissMessage('1 finding. 1 changed file was reviewed.');
    }
    await window.run('workbench.action.files.revert');
    await writeFile(path('sum.js'), `// sums\n${sum}`);
    finds(name);
    await window.run('tandem.review.changes');
    await comment('Short name').waitFor();
    await window.dismissMessage('1 finding. 1 changed file was reviewed.');
  });
});

testInFull('a dismissed finding goes, and the next review is told the reason', async () => {
  await comment('Short name').hover();
  await comment('Short name').getByRole('button', { name: 'Dismiss Finding…' }).click();
  await window.workbench.quickInput.answer('It is a public name.');
  await expect.poll(() => problems('sum.js'), patience).toEqual([]);
  await comments().first().waitFor({ state: 'detached' });
  finds();
  await window.run('tandem.review.changes');
  const told = JSON.stringify(reviewed().at(-1)?.messages);
  expect(told).toContain('It is a public name.');
  expect(told).toContain('Short name');
  await window.dismissMessage('No findings. 1 changed file was reviewed.');
});

/** Text of the box for commit messages. */
function box(): Promise<string> {
  return window.driver.evaluate(async vscode => {
    const api = vscode.extensions.getExtension('vscode.git')?.exports.getAPI(1);
    return String(api.repositories[0]?.inputBox.value);
  });
}

test('a commit message is written into the box; stopped, what was typed comes back', async () => {
  const gates = ['half', 'whole'];
  window.api.onSide(/Write the commit message[\s\S]*whatever it says\.$/, () => [
    text('feat: ', gate(gates.shift() ?? ''), 'add sums'),
  ]);
  await window.run('workbench.view.scm');
  await window.driver.evaluate(async vscode => {
    const api = vscode.extensions.getExtension('vscode.git')?.exports.getAPI(1);
    api.repositories[0].inputBox.value = 'my draft';
  });
  const button = (label: string) => page().getByRole('button', { name: label }).first();
  await button('Generate Commit Message').click();
  await expect.poll(box, patience).toBe('feat:');
  await button('Stop Commit Message').click();
  await expect.poll(box, patience).toBe('my draft');
  await button('Generate Commit Message').waitFor();
  window.api.open('whole');
  await button('Generate Commit Message').click();
  await expect.poll(box, patience).toBe('feat: add sums');
  const told = JSON.stringify(window.api.requests.at(-1)?.messages);
  for (const part of ['my draft', 'feat: begin', 'return a - b']) expect(told).toContain(part);
  expect(git(window.tandem.workspace, 'log', '--format=%s')).toBe('feat: begin');
  const restore = page().getByRole('button', { name: 'Restore', exact: true });
  await restore.first().click();
  await expect.poll(box, patience).toBe('my draft');
});

testInFull('a pull request is described in a new document', async () => {
  const { workspace } = window.tandem;
  git(workspace, 'checkout', '-qb', 'topic');
  git(workspace, 'add', 'sum.js');
  git(workspace, 'commit', '-qm', 'feat: add sums');
  window.api.onSide(/Write the title and the description[\s\S]*whatever it says\.$/, [
    [text('Add sums\n\n', '## What\n\nSums are added.')],
  ]);
  await window.run('tandem.pullRequest.draft', 'main');
  const shown = () =>
    window.driver.evaluate(async vscode => {
      const { document } = vscode.window.activeTextEditor ?? {};
      return `${document?.languageId}: ${document?.getText()}`;
    });
  expect(await shown()).toBe('markdown: Add sums\n\n## What\n\nSums are added.');
  await window.run('workbench.action.revertAndCloseActiveEditor');
});
