import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EditorVersion } from '../support/editor/editorPins';
import { rowsOf } from '../support/extent';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';
import { type Place, Review, sixty } from './support/review';

const viewport = { width: 1400, height: 1100 };
const settings = { 'tandem.permissions.initialMode': 'acceptEdits' };

describe.each(rowsOf<EditorVersion>(['newest'], ['oldest', 'newest']))(
  'review in the %s editor',
  version => {
    let window: ChatWindow;
    let review: Review;

    beforeAll(async () => {
      window = await ChatWindow.open({
        ...{ hasTreesBelowChat: true, cli: 'stand-in', version, viewport, settings },
      });
      review = new Review(window);
    });
    afterAll(() => window?.close());
    describeFailures(() => window);
    beforeEach(() => review.startOver());

    test('each way to keep or undo a change affects that change only', async () => {
      const { workbench } = window;
      const { page, editors } = workbench;
      const name = 'six.txt';
      await review.write(name, sixty([]));
      await review.open(name);
      await review.turn('six changes', [review.overwrite(name, sixty())]);
      expect(await review.read(name)).toBe(sixty());
      await expect.poll(() => review.lenses(name), patience).toEqual([5, 10, 15, 22, 27, 30]);
      await expect.poll(() => review.gutter.count(), patience).toBe(7);
      await review.status.getByText('1 file +6 −6').waitFor();
      expect(await workbench.badge().isVisible()).toBe(false);

      const expectLeft = async (inFile: readonly Place[], waiting: number) => {
        await expect.poll(() => review.read(name), patience).toBe(sixty(inFile));
        await expect
          .poll(() => review.opened(name), patience)
          .toEqual({
            text: sixty(inFile),
            isDirty: false,
          });
        await expect.poll(async () => (await review.lenses(name)).length, patience).toBe(waiting);
      };

      await review.runLens(name, 5, 'Keep');
      await expectLeft([5, 10, 15, 20, 25, 30], 5);

      // In the DOM, code lenses are in the order of their creation.
      const lens = page.locator('.codelens-decoration a').filter({ hasText: 'Undo' });
      await expect.poll(() => lens.count(), patience).toBe(6);
      await lens.nth(1).click();
      await expectLeft([5, 15, 20, 25, 30], 4);

      await review.cursor(15);
      await window.run('tandem.changes.keepHunk');
      await expectLeft([5, 15, 20, 25, 30], 3);

      await review.expand(name);
      await workbench.clickRowAction(workbench.row('Changes', 'Line 22'), 'Undo Change');
      await expectLeft([5, 15, 25, 30], 2);

      await review.open(name, 24);
      // The editor's own comparison comes late, and the command does nothing before it.
      await expect.poll(() => review.gutter.count(), patience).toBeGreaterThan(0);
      await workbench.runCommand('Show Next Change');
      await page.locator('.peekview-widget').waitFor();
      await page.locator('.peekview-widget .action-label[aria-label^="Undo Change"]').click();
      await expectLeft([5, 15, 30], 1);
      await page.keyboard.press('Escape');

      await window.run('tandem.changes.openDiff');
      await editors.diff('modified').waitFor();
      await review.cursor(31);
      await editors.titleAction('Keep Change').click();
      await expectLeft([5, 15, 30], 0);
      await window.run('workbench.action.closeActiveEditor');
      await review.expectEmpty();
    });

    test("the buttons of the view's title act on all files, whichever row has the focus", async () => {
      const { workbench } = window;
      const names = ['first.txt', 'second.txt'];
      for (const name of names) {
        await review.write(name, sixty([]));
      }
      const writes = names.map(name => review.overwrite(name, sixty([5])));
      await review.turn('change two files', writes);
      await expect.poll(() => review.rows.count(), patience).toBe(2);
      const row = workbench.row('Changes', 'first.txt');
      await row.click();
      await workbench.editors.diff('modified').waitFor();
      await expect.poll(() => row.getAttribute('class'), patience).toMatch(/\bfocused\b/);
      await workbench.clickViewAction('Changes', 'Keep Changes in All Files');
      await review.expectEmpty();
      for (const name of names) {
        expect(await review.read(name)).toBe(sixty([5]));
      }
    });

    const typeAt = async (line: number, text: string) => {
      await review.cursor(line);
      await window.workbench.editors.activeGroup
        .locator('textarea, .native-edit-context')
        .first()
        .focus();
      await window.workbench.page.keyboard.type(text);
    };

    test('undoing changes preserves unsaved text elsewhere in the file and does not save it', async () => {
      const name = 'typed.txt';
      await review.write(name, sixty([]));
      await review.open(name);
      await review.turn('change what I type in', [review.overwrite(name, sixty())]);
      await expect.poll(() => review.lenses(name), patience).toHaveLength(6);
      await typeAt(40, 'mine ');
      const typed = (text: string) => text.replace('line 40\n', 'mine line 40\n');
      await expect
        .poll(() => review.opened(name), patience)
        .toEqual({
          text: typed(sixty()),
          isDirty: true,
        });
      await review.runLens(name, 5, 'Undo');
      expect(await review.opened(name)).toEqual({
        text: typed(sixty([10, 15, 20, 25, 30])),
        isDirty: true,
      });
      expect(await review.read(name)).toBe(sixty());
      await window.run('tandem.changes.undoFile');
      await expect
        .poll(() => review.opened(name), patience)
        .toEqual({
          text: typed(sixty([])),
          isDirty: true,
        });
      expect(await review.read(name)).toBe(sixty());
      await window.run('workbench.action.files.save');
      await expect.poll(() => review.read(name), patience).toBe(typed(sixty([])));
      await review.expectEmpty();
    });

    test('undoing lines that the user also changed opens a merge, or leaves the change pending', async () => {
      const { workbench } = window;
      const name = 'both.txt';
      const commands = await window.driver.evaluate(vscode => vscode.commands.getCommands());
      expect(commands).toContain('_open.mergeEditor');
      await review.write(name, sixty([]));
      await review.open(name);
      await review.turn('change what I change', [review.overwrite(name, sixty())]);
      await expect.poll(() => review.lenses(name), patience).toHaveLength(6);
      await typeAt(5, 'mine ');
      await window.run('workbench.action.files.save');
      const mine = sixty().replace('LINE 5\n', 'mine LINE 5\n');
      await expect.poll(() => review.read(name), patience).toBe(mine);

      const merge = workbench.page.locator('.merge-editor');
      const text = async () => (await review.opened(name))?.text;
      const leaving = review.runLens(name, 5, 'Undo');
      await merge.waitFor();
      // The result initially contains the parts that merge automatically.
      await expect.poll(text, patience).toBe(sixty());
      await window.run('workbench.action.revertAndCloseActiveEditor');
      await leaving;
      await merge.waitFor({ state: 'hidden' });
      await expect.poll(text, patience).toBe(mine);
      expect(await review.read(name)).toBe(mine);
      expect(await review.lenses(name)).toHaveLength(6);

      const merging = review.runLens(name, 5, 'Undo');
      await merge.waitFor();
      await expect.poll(text, patience).toBe(sixty());
      await window.run('merge.acceptAllInput2');
      const merged = sixty([10, 15, 20, 25, 30]);
      await expect.poll(text, patience).toBe(merged);
      await window.run('mergeEditor.acceptMerge');
      await merging;
      await expect.poll(() => review.read(name), patience).toBe(merged);
      await expect.poll(() => review.lenses(name), patience).toHaveLength(5);
    });
  },
);
