import { afterAll, beforeAll, expect, test } from 'vitest';
import { text, toolUse } from '../support/api/reply';
import { IPython } from '../support/ipython/ipython';
import { describeFailures } from './support/chatWindow';
import type { EditorTerminal } from './support/editorTerminal';
import { IdeBed } from './support/ideBed';

let bed: IdeBed;
let terminal: EditorTerminal;
let kernel: IPython;

beforeAll(async () => {
  [bed, kernel] = await Promise.all([IdeBed.open({ builtIns: 'all' }), IPython.start()]);
  terminal = await bed.terminal('first', 1);
  const notebook = { cells: [], metadata: {}, nbformat: 4, nbformat_minor: 5 };
  await bed.write('work.ipynb', JSON.stringify(notebook));
  await connect(kernel.url);
}, 300_000);

afterAll(async () => {
  await bed?.window.driver.evaluate(() => {
    (Reflect.get(globalThis, 'ipython') as { dispose(): void } | undefined)?.dispose();
  });
  await Promise.all([bed?.window.close(), kernel?.close()]);
});

describeFailures(() => bed?.window);

/** PNG of one pixel. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

/**
 * Acts like the Jupyter extension for its kernels: passes cells to the kernel and returns outputs.
 */
async function connect(url: string): Promise<void> {
  await bed.window.driver.evaluate(
    async (vscode, path, address) => {
      const { NotebookCellOutput: Output, NotebookCellOutputItem: Item } = vscode;
      interface Message {
        readonly type: string;
        readonly content: {
          readonly name?: string;
          readonly text?: string;
          readonly data?: Readonly<Record<string, string>>;
          readonly ename?: string;
          readonly evalue?: string;
          readonly traceback?: readonly string[];
        };
      }
      const itemsOf = ({ type, content }: Message) => {
        if (type === 'stream') {
          const { name, text: printed = '' } = content;
          return [name === 'stderr' ? Item.stderr(printed) : Item.stdout(printed)];
        }
        if (type === 'error') {
          const { ename: name = '', evalue: message = '', traceback = [] } = content;
          return [Item.error({ name, message, stack: traceback.join('\n') })];
        }
        return Object.entries(content.data ?? {}).map(([mime, value]) =>
          mime.startsWith('image/')
            ? new Item(Buffer.from(value, 'base64'), mime)
            : Item.text(value, mime),
        );
      };
      const controller = vscode.notebooks.createNotebookController(
        'ipython',
        'jupyter-notebook',
        'IPython',
      );
      // Kept so that the next file that borrows this window can remove the kernel.
      Object.assign(globalThis, { ipython: controller });
      controller.supportedLanguages = ['python'];
      controller.executeHandler = async cells => {
        for (const cell of cells) {
          const execution = controller.createNotebookCellExecution(cell);
          execution.start(Date.now());
          const answer = await fetch(address, { method: 'POST', body: cell.document.getText() });
          const messages = (await answer.json()) as readonly Message[];
          await execution.replaceOutput(messages.map(one => new Output(itemsOf(one))));
          execution.end(!messages.some(({ type }) => type === 'error'), Date.now());
        }
      };
      const document = await vscode.workspace.openNotebookDocument(vscode.Uri.file(path));
      await vscode.window.showNotebookDocument(document);
    },
    bed.path('work.ipynb'),
    url,
  );
}

/**
 * Makes the model run code and allows it in the terminal and the editor.
 * @returns the tool result for the model
 */
async function resultOf(words: string, code: string): Promise<string> {
  bed.window.api.onPrompt(words, [
    toolUse('mcp__ide__executeCode', { code }),
    text(`Ended: ${words}.`),
  ]);
  await terminal.say(words);
  await terminal.allow();
  const question = 'wants to run the code in the last cell of work.ipynb';
  await bed.window.workbench.answerToast(question, 'Execute');
  await terminal.until(`Ended: ${words}.`);
  return JSON.stringify(bed.window.api.mainRequests(words).at(-1)?.messages.at(-1));
}

test('a real kernel runs the code and returns text, images and errors to the model', {
  timeout: 240_000,
}, async () => {
  const sum = await resultOf('reckon', 'import sys\nsize = 6 * 7\nprint("size", size)');
  expect(sum).toContain('size 42');

  // The kernel is still the same: the name is defined.
  const picture = await resultOf(
    'draw',
    `from base64 import b64decode\nfrom IPython.display import Image, display\ndisplay(Image(data=b64decode("${png}")))\nsize + 1`,
  );
  expect(picture).toContain(png);
  expect(picture).toContain('"media_type":"image/png"');
  expect(picture).toContain('43');

  const failure = await resultOf('fail', 'print("warned", file=sys.stderr)\nsize / 0');
  expect(failure).toContain('warned');
  expect(failure).toContain('ZeroDivisionError');
  expect(failure).not.toContain('\\u001b');
});
