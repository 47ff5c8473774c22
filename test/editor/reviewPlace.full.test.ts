import { afterAll, beforeAll, expect, test } from 'vitest';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';
import { Review } from './support/review';

let window: ChatWindow;
let review: Review;

beforeAll(async () => {
  window = await ChatWindow.open({
    hasTreesBelowChat: true,
    cli: 'stand-in',
    settings: { 'tandem.permissions.initialMode': 'acceptEdits' },
  });
  review = new Review(window);
});

afterAll(() => window?.close());

describeFailures(() => window);

/** Returns the selected text and the lines at the top of the view and under the cursor. */
function place() {
  return window.driver.evaluate(vscode => {
    const editor = vscode.window.activeTextEditor;
    const top = editor?.visibleRanges[0]?.start.line ?? -1;
    return {
      top: editor?.document.lineAt(top).text,
      cursor: editor?.document.lineAt(editor.selection.active).text,
      column: editor?.selection.active.character,
      selected: editor?.document.getText(editor.selection),
    };
  });
}

test('a decision elsewhere in the file keeps cursor, selection and view, and Ctrl+Z reverts it', async () => {
  const name = 'long.txt';
  const text = (third: string, last: string) =>
    Array.from({ length: 300 }, (_, index) =>
      index === 2 ? third : index === 250 ? last : `line ${index + 1}\n`,
    ).join('');
  const agent = ['ONE\nTWO\nTHREE\n', 'LAST\n'] as const;
  const before = ['line 3\n', 'line 251\n'] as const;
  await review.write(name, text(...before));
  await review.open(name);
  await review.turn('change both ends', [review.overwrite(name, text(...agent))]);
  await expect.poll(() => review.lenses(name), patience).toEqual([3, 253]);
  await window.driver.evaluate(vscode => {
    const editor = vscode.window.activeTextEditor;
    if (editor) {
      editor.selection = new vscode.Selection(149, 2, 151, 4);
      editor.revealRange(new vscode.Range(140, 0, 140, 0), vscode.TextEditorRevealType.AtTop);
    }
  });
  const here = { cursor: 'line 150', column: 4, selected: 'ne 148\nline 149\nline' };
  await expect
    .poll(place, patience)
    .toMatchObject({ ...here, top: expect.stringMatching(/line 13\d/) });
  const { top } = await place();

  await review.runLens(name, 253, 'Keep');
  await expect.poll(() => review.lenses(name), patience).toEqual([3]);
  expect(await place()).toEqual({ ...here, top });

  await review.runLens(name, 3, 'Undo');
  await expect.poll(() => review.read(name), patience).toBe(text(before[0], agent[1]));
  expect(await review.lenses(name)).toEqual([]);
  await expect.poll(place, patience).toEqual({ ...here, top });

  await window.run('workbench.action.focusActiveEditorGroup');
  await window.workbench.page.keyboard.press('Control+z');
  await expect.poll(async () => (await review.opened(name))?.text, patience).toBe(text(...agent));
  await expect.poll(() => review.lenses(name), patience).toEqual([]);
});
