import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gate, text, toolUse } from '../support/api/reply';
import { inFull, rowsOf } from '../support/extent';
import { testInFull } from '../support/inFull';
import { describeFailures, patience } from './support/chatWindow';
import type { EditorTerminal } from './support/editorTerminal';
import { before, IdeBed } from './support/ideBed';

const untold = [
  ['hidden from the Explorer', 'hidden.txt'],
  ['excluded from search', 'unsearched/notes.txt'],
  ['ignored by git', 'private.txt'],
  ['secret', '.env'],
] as const;

let bed: IdeBed;
let terminal: EditorTerminal;

beforeAll(async () => {
  bed = await IdeBed.open({
    builtIns: 'all',
    settings: {
      'tandem.mention.target': 'terminal',
      'files.exclude': { '**/hidden.txt': true },
      'search.exclude': { unsearched: true },
    },
  });
  await promisify(execFile)('git', ['init', '--quiet'], { cwd: bed.path('') });
  await bed.write('.gitignore', 'private.txt\n');
  await mkdir(bed.path('unsearched'));
  await bed.write('plain.txt', before);
  await bed.write('mentioned.txt', 'alpha\nbeta\n');
  await bed.write('with space.txt', 'gamma\ndelta\n');
  for (const [, name] of untold) await bed.write(name, 'TOKEN=hush-hush\n');
  terminal = await bed.terminal('first', 1);
}, 180_000);

afterAll(async () => {
  // The next file that borrows this window adds its own kernel.
  await removeKernel('python');
  await bed?.window.close();
});

describeFailures(() => bed?.window);

const select = (name: string, first: number, last: number) => bed.select(name, first, last);
const sentWith = (words: string) => bed.sentWith(terminal, words);

test('the selection is sent with the next prompt', async () => {
  await select('plain.txt', 1, 2);
  await terminal.until('2 lines selected');
  const sent = await sentWith('about the lines');
  expect(sent).toContain('plain.txt');
  expect(sent).toContain('two\\nthree');
});

test.each(untold)('only the path is sent of a file that is %s', async (what, name) => {
  await select(name, 0, 0);
  await terminal.until(`In ${basename(name)}`);
  const sent = await sentWith(`about what is ${what}`);
  expect(sent).toContain(name);
  expect(sent).not.toContain('hush-hush');
});

testInFull('nothing is sent when tandem.ide.shareSelection is off', async () => {
  await bed.window.configure('tandem.ide.shareSelection', false);
  await expect.poll(() => terminal.screen(), patience).not.toContain('In .env');
  await select('plain.txt', 0, 1);
  const sent = await sentWith('about nothing');
  expect(sent).not.toContain('plain.txt');
  await bed.window.configure('tandem.ide.shareSelection', undefined);
});

test('mentions and references reach the prompt, and their lines are sent', async () => {
  await select('mentioned.txt', 0, 1);
  await bed.window.run('tandem.ide.mention');
  await terminal.until('@mentioned.txt#L1-2');
  await select('with space.txt', 1, 1);
  // Otherwise the CLI also sends the selection.
  await bed.window.configure('tandem.ide.shareSelection', false);
  await bed.window.run('tandem.terminal.insertReference');
  await terminal.until('@"with space.txt#L2"');
  await sentWith('look at these');
  const sent = JSON.stringify(bed.window.api.mainRequests('look at these').at(-1)?.messages);
  expect(sent).toContain('alpha');
  expect(sent).toContain('delta');
  await bed.window.configure('tandem.ide.shareSelection', undefined);
});

testInFull(
  'a problem caused by an edit is reported to the model',
  { timeout: 120_000 },
  async () => {
    const name = 'typed.ts';
    await bed.write(name, 'export const size: number = 1;\n');
    await select(name, 0, 0);
    const knows = () =>
      bed.window.driver.evaluate(async (vscode, path) => {
        const uri = vscode.Uri.file(path);
        const found = await vscode.commands.executeCommand<{ name: string }[]>(
          'vscode.executeDocumentSymbolProvider',
          uri,
        );
        return found?.length ?? 0;
      }, bed.path(name));
    await expect.poll(knows, { timeout: 60_000, interval: 200 }).toBeGreaterThan(0);
    const words = 'break the types';
    const file_path = bed.path(name);
    bed.window.api.onPrompt(words, [
      toolUse('Read', { file_path }),
      toolUse('Edit', { file_path, old_string: '= 1', new_string: "= 'one'" }),
      // Language servers may take longer than the CLI waits; then the next request has the problem.
      [text(gate('looked'), 'Looking.'), toolUse('Read', { file_path })],
      text('Broken now.'),
    ]);
    await terminal.say(words);
    await bed.shown(name);
    await bed.window.run('tandem.diff.accept');
    const problems = () =>
      bed.window.driver.evaluate(
        (vscode, path) => vscode.languages.getDiagnostics(vscode.Uri.file(path)).length,
        file_path,
      );
    await expect.poll(problems, patience).toBeGreaterThan(0);
    bed.window.api.open('looked');
    await terminal.until('Broken now.');
    const told = () => JSON.stringify(bed.window.api.mainRequests().at(-1)?.messages);
    // On a busy machine the CLI may not wait for the editor's answer; then a later prompt has it.
    for (let round = 1; round <= 5 && !told().includes('new-diagnostics'); round += 1) {
      bed.window.api.onPrompt(`look again ${round}.`, [text(`Seen ${round}.`)]);
      await terminal.say(`look again ${round}.`);
      await terminal.until(`Seen ${round}.`);
    }
    const last = told();
    expect(last).toContain('new-diagnostics');
    expect(last).toContain("Type 'string' is not assignable to type 'number'");
  },
);

/** Adds a kernel that answers with the code's length and an image; one cell runs until stopped. */
async function addKernel(language: string): Promise<void> {
  await bed.window.driver.evaluate((vscode, of) => {
    const { notebooks, NotebookCellOutput, NotebookCellOutputItem } = vscode;
    const kernel = notebooks.createNotebookController(`test-${of}`, 'jupyter-notebook', of);
    kernel.supportedLanguages = [of];
    kernel.executeHandler = async cells => {
      for (const cell of cells) {
        const execution = kernel.createNotebookCellExecution(cell);
        execution.start(Date.now());
        if (cell.document.getText() === 'forever()') {
          await new Promise<void>(stop => {
            execution.token.onCancellationRequested(() => stop());
            Object.assign(globalThis, { runsForever: true });
          });
        }
        const png = Buffer.from(
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
          'base64',
        );
        await execution.replaceOutput([
          new NotebookCellOutput([
            NotebookCellOutputItem.stdout(`ran ${cell.document.getText().length} characters\n`),
          ]),
          new NotebookCellOutput([new NotebookCellOutputItem(png, 'image/png')]),
        ]);
        execution.end(true, Date.now());
      }
    };
    Object.assign(globalThis, { [`kernel-${of}`]: kernel });
  }, language);
}

async function removeKernel(language: string): Promise<void> {
  await bed.window.driver.evaluate((_vscode, of) => {
    const kernel: unknown = Reflect.get(globalThis, `kernel-${of}`);
    (kernel as { dispose(): void } | undefined)?.dispose();
  }, language);
}

/** Makes the model run code and answers the terminal's question. */
async function runCode(words: string, code: string): Promise<void> {
  bed.window.api.onPrompt(words, [
    toolUse('mcp__ide__executeCode', { code }),
    text(`Ended: ${words}.`),
  ]);
  await terminal.say(words);
  await terminal.allow();
}

const resultOf = async (words: string) => {
  await terminal.until(`Ended: ${words}.`);
  return JSON.stringify(bed.window.api.mainRequests(words).at(-1)?.messages.at(-1));
};

/** Opens a new notebook and closes all others. */
async function openNotebook(name: string, metadata: object = {}): Promise<void> {
  const notebook = { cells: [], metadata, nbformat: 4, nbformat_minor: 5 };
  await bed.write(name, JSON.stringify(notebook));
  await bed.window.driver.evaluate(async (vscode, path) => {
    // VS Code would ask about unsaved notebooks.
    for (const other of vscode.workspace.notebookDocuments) await other.save();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const document = await vscode.workspace.openNotebookDocument(vscode.Uri.file(path));
    await vscode.window.showNotebookDocument(document);
  }, bed.path(name));
}

const cellsOf = (name: string) =>
  bed.window.driver.evaluate(
    (vscode, path) =>
      vscode.workspace.notebookDocuments
        .find(({ uri }) => uri.fsPath === path)
        ?.getCells()
        .map(({ document }) => document.getText()),
    bed.path(name),
  );

const execute = async (notebook: string, answer: 'Execute' | 'Do Not Execute') => {
  const question = `wants to run the code in the last cell of ${notebook}`;
  await bed.window.workbench.answerToast(question, answer);
};

inFull(() => {
  test('code is not run without a Python notebook and a kernel', {
    timeout: 180_000,
  }, async () => {
    await runCode('without a notebook', 'print(1)');
    expect(await resultOf('without a notebook')).toContain('No Jupyter notebook is open');

    await openNotebook('julia.ipynb', { kernelspec: { name: 'julia-1.9', language: 'julia' } });
    await runCode('in that of julia', 'print(2)');
    expect(await resultOf('in that of julia')).toContain('is a notebook of julia');

    await openNotebook('other.ipynb');
    await runCode('without a kernel', 'print(3)');
    expect(await resultOf('without a kernel')).toContain('Jupyter extension is not installed');
    expect(await cellsOf('other.ipynb')).toEqual([]);
  });
});

// A kernel gets a long time to start, so this test is slow.
test.each(rowsOf([], ['julia']))(
  'code is not run by a kernel for %s',
  {
    timeout: 180_000,
  },
  async language => {
    await openNotebook('another.ipynb');
    await addKernel(language);
    await runCode('with a kernel for julia', 'print(4)');
    await execute('another.ipynb', 'Execute');
    expect(await resultOf('with a kernel for julia')).toContain('No kernel has run the code');
    await removeKernel(language);
  },
);

testInFull(
  'code runs in the notebook after a confirmation each time',
  { timeout: 180_000 },
  async () => {
    await openNotebook('work.ipynb');
    await addKernel('python');
    await runCode('not this one', 'print(333)');
    const { workbench } = bed.window;
    await workbench.toast('wants to run the code').waitFor();
    // The question itself cannot show all of the code; the cell does.
    expect(await cellsOf('work.ipynb')).toEqual(['print(333)']);
    await execute('work.ipynb', 'Do Not Execute');
    expect(await resultOf('not this one')).toContain('does not want this code to be run');
    expect(await cellsOf('work.ipynb')).toEqual([]);

    await runCode('and this one', 'print(4444)');
    await execute('work.ipynb', 'Execute');
    const result = await resultOf('and this one');
    expect(result).toContain('ran 11 characters');
    expect(result).toContain('"type":"image"');
    // The cell above now has the focus; it must not be the one that runs.
    await runCode('one more', 'print(55555)');
    await execute('work.ipynb', 'Execute');
    expect(await resultOf('one more')).toContain('ran 12 characters');
    expect(await cellsOf('work.ipynb')).toEqual(['print(4444)', 'print(55555)']);
  },
);

inFull(() => {
  test('code is stopped when its terminal is closed', async () => {
    await runCode('without an end', 'forever()');
    await execute('work.ipynb', 'Execute');
    const { driver } = bed.window;
    const runs = () => driver.evaluate(() => 'runsForever' in globalThis);
    await expect.poll(runs, patience).toBe(true);
    await terminal.close();
    const ended = () =>
      driver.evaluate(vscode =>
        vscode.window.activeNotebookEditor?.notebook
          .getCells()
          .map(cell => [cell.document.getText(), cell.executionSummary?.success]),
      );
    await expect.poll(ended, patience).toContainEqual(['forever()', true]);
  });
});
