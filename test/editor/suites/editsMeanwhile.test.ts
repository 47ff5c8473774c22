import { strict as assert } from 'node:assert';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { type ErrorCode, UserError } from '../../../src/base/errors';
import type { PromptId } from '../../../src/contract/ids';
import { EditsBed, type, until } from './editsBed';

describe('a file that changes while its edit waits for permission', () => {
  let bed: EditsBed;

  beforeEach(async () => {
    bed = await EditsBed.create();
  });

  afterEach(() => bed.dispose());

  const before = 'one\ntwo\nthree\nfour\nfive\n';

  async function askForEdit(content = before) {
    const file_path = await bed.write('a.txt', content);
    return bed.ask('Edit', { file_path, old_string: 'two', new_string: 'TWO' });
  }

  async function refused(prompt: PromptId, code: ErrorCode = 'edit.changed'): Promise<string> {
    try {
      await bed.editedInput(prompt);
    } catch (error) {
      assert.ok(error instanceof UserError, String(error));
      assert.equal(error.code, code, error.message);
      return error.message;
    }
    throw new assert.AssertionError({ message: 'It was allowed.' });
  }

  it('is shown with its current content, and reported once', async () => {
    const { prompt } = await askForEdit();
    const left = await bed.leftOf(prompt);
    const right = await bed.rightOf(prompt);
    await until('the left side', async () => {
      // Writes repeatedly, because VS Code starts its file watcher in the background.
      await bed.write('a.txt', `zero\n${before}`);
      return left.getText() === `zero\n${before}`;
    });
    await until('the right side', () => right.getText().startsWith('zero\none\nTWO\n'));
    assert.match(await refused(prompt), /a\.txt has changed .* allow again/);
    assert.equal(await bed.editedInput(prompt), undefined);
  });

  it('is reported when no diff is opened', async () => {
    bed.opening = 'never';
    const { prompt } = await askForEdit();
    let writes = 0;
    await until('the words', async () => {
      // Writes repeatedly, because the file is read in the background.
      writes += 1;
      await bed.write('a.txt', `${writes}\n${before}`);
      return bed.editedInput(prompt).then(
        () => false,
        (error: unknown) => error instanceof UserError && error.code === 'edit.changed',
      );
    });
    assert.equal(bed.tabOf(prompt), undefined);
    assert.equal(await bed.editedInput(prompt), undefined);
  });

  it('reopens its closed diff without taking the focus', async () => {
    const work = await vscode.window.showTextDocument(
      vscode.Uri.file(await bed.write('work.txt', 'work\n')),
    );
    const { prompt } = await askForEdit();
    const tab = bed.tabOf(prompt);
    assert.ok(tab);
    await vscode.window.tabGroups.close(tab, true);
    await bed.write('a.txt', `zero\n${before}`);
    await refused(prompt);
    await until('the tab', () => bed.tabOf(prompt));
    assert.equal((await bed.rightOf(prompt)).getText(), `zero\n${before.replace('two', 'TWO')}`);
    assert.equal(vscode.window.activeTextEditor, work);
  });

  for (const isSaved of [false, true]) {
    it(`is merged with what the user typed and ${isSaved ? 'saved' : 'did not save'}`, async () => {
      const { prompt, edit } = await askForEdit();
      const right = await bed.rightOf(prompt);
      await type(right, before.replace('two', 'mine'));
      if (isSaved) {
        assert.equal(await right.save(), true);
      }
      const newer = before.replace('five', 'FIVE');
      await bed.write('a.txt', newer);
      assert.match(await refused(prompt), /your own changes with it/);
      const merged = 'one\nmine\nthree\nfour\nFIVE\n';
      await until('the right side', () => right.getText() === merged);
      await until('the left side', async () => (await bed.leftOf(prompt)).getText() === newer);
      assert.deepEqual(await bed.editedInput(prompt), edit.inputFor(newer, merged));
    });
  }

  it('keeps the cursor where the user types on the right side', async () => {
    const { prompt } = await askForEdit();
    await bed.proposals.reveal(prompt);
    const editor = await until('the editor', () => vscode.window.activeTextEditor);
    await type(editor.document, `${before.replace('two', 'mine')}last\n`);
    editor.selection = new vscode.Selection(3, 2, 3, 2);
    await bed.write('a.txt', `zero\nnull\n${before}`);
    await refused(prompt);
    assert.equal(editor.document.getText(), `zero\nnull\n${before.replace('two', 'mine')}last\n`);
    assert.deepEqual(editor.selection.active, new vscode.Position(5, 2));
  });

  it('is rejected while conflict markers remain in the text', async () => {
    const { prompt, edit } = await askForEdit();
    const right = await bed.rightOf(prompt);
    await type(right, before.replace('two', 'mine'));
    const newer = before.replace('two', 'theirs');
    await bed.write('a.txt', newer);
    assert.match(await refused(prompt), /[Cc]onflict markers/);
    assert.equal(
      right.getText(),
      [
        ...['one', '<<<<<<< your proposal', 'mine', '||||||| file when it was proposed', 'two'],
        ...['=======', 'theirs', '>>>>>>> file now', 'three', 'four', 'five', ''],
      ].join('\n'),
    );
    assert.match(await refused(prompt, 'edit.conflict'), /contains conflict markers/);
    await type(right, `${before.replace('two', 'both')}=======\n`);
    await refused(prompt, 'edit.conflict');
    await type(right, before.replace('two', 'both'));
    assert.deepEqual(
      await bed.editedInput(prompt),
      edit.inputFor(newer, before.replace('two', 'both')),
    );
  });

  it('is not mistaken for an edit by the user when Allow is pressed twice at once', async () => {
    const { prompt } = await askForEdit();
    await bed.write('a.txt', `zero\n${before}`);
    await refused(prompt);
    // VS Code has not reloaded the document on the right yet.
    assert.equal(await bed.editedInput(prompt), undefined);
  });

  it('is reported when the edit no longer applies, and accepted when it is reverted', async () => {
    const { prompt } = await askForEdit();
    await bed.write('a.txt', 'other\n');
    assert.match(await refused(prompt, 'edit.noMatch'), /a\.txt has changed .* no longer fits/);
    await refused(prompt, 'edit.noMatch');
    assert.equal((await bed.leftOf(prompt)).getText(), before);
    await bed.write('a.txt', before);
    assert.equal(await bed.editedInput(prompt), undefined);
  });

  it("is reported when it is deleted under an Edit, and the user's text can be kept", async () => {
    const { prompt, edit } = await askForEdit();
    await rm(join(bed.folder, 'a.txt'));
    await refused(prompt, 'edit.noMatch');
    await type(await bed.rightOf(prompt), 'mine\n');
    assert.match(await refused(prompt), /has been deleted/);
    await until('the left side', async () => (await bed.leftOf(prompt)).getText() === '');
    assert.deepEqual(await bed.editedInput(prompt), edit.inputFor(undefined, 'mine\n'));
  });

  it('is shown as empty when it is deleted under a Write', async () => {
    const file_path = await bed.write('a.txt', before);
    const { prompt } = await bed.ask('Write', { file_path, content: 'new\n' });
    await rm(file_path);
    assert.match(await refused(prompt), /has been deleted/);
    await until('the left side', async () => (await bed.leftOf(prompt)).getText() === '');
    assert.equal(await bed.editedInput(prompt), undefined);
  });

  it('is shown when it appears under a Write of a new file', async () => {
    const file_path = join(bed.folder, 'new.txt');
    const { prompt } = await bed.ask('Write', { file_path, content: 'new\n' });
    assert.match(bed.tabOf(prompt)?.label ?? '', /proposed new file/);
    await bed.write('new.txt', 'there\n');
    await refused(prompt);
    await until('the left side', async () => (await bed.leftOf(prompt)).getText() === 'there\n');
    assert.equal(await bed.editedInput(prompt), undefined);
  });

  it('is shown as empty on the right when the edit removes all text', async () => {
    const file_path = await bed.write('a.txt', 'one\n');
    const { prompt } = await bed.ask('Edit', { file_path, old_string: 'one\n', new_string: '' });
    assert.equal((await bed.leftOf(prompt)).getText(), 'one\n');
    assert.equal((await bed.rightOf(prompt)).getText(), '');
    assert.equal(await bed.editedInput(prompt), undefined);
  });

  it('is reported when changed only in an editor, and the left side shows the file on disk', async () => {
    const { prompt } = await askForEdit();
    const document = await vscode.workspace.openTextDocument(join(bed.folder, 'a.txt'));
    await type(document, 'unsaved\n');
    assert.equal(document.isDirty, true);
    assert.match(await refused(prompt), /unsaved text in an editor/);
    assert.equal((await bed.leftOf(prompt)).getText(), before);
    assert.equal(await bed.editedInput(prompt), undefined);
    await type(document, before.replace('five', 'FIVE'));
    assert.equal(await document.save(), true);
    assert.match(await refused(prompt), /a\.txt has changed/);
  });
});

describe('a proposal with 100,000 lines', () => {
  let bed: EditsBed;

  beforeEach(async () => {
    bed = await EditsBed.create();
  });

  afterEach(() => bed.dispose());

  const text = (word: string) =>
    Array.from({ length: 100_000 }, (_, index) => `${word} ${index} with some more words\n`).join(
      '',
    );

  it("opens and returns exactly the user's text after an edit of one line", async () => {
    const content = text('line');
    const file_path = await bed.write('long.txt', content);
    const { prompt, edit } = await bed.ask('Edit', {
      file_path,
      old_string: 'line 50000 ',
      new_string: 'LINE 50000 ',
    });
    const right = await bed.rightOf(prompt);
    assert.equal(right.lineCount, 100_001);
    assert.equal(await bed.editedInput(prompt), undefined);
    const change = new vscode.WorkspaceEdit();
    change.insert(right.uri, new vscode.Position(99_999, 0), 'mine ');
    assert.ok(await vscode.workspace.applyEdit(change));
    const expected = content
      .replace('line 50000 ', 'LINE 50000 ')
      .replace('line 99999', 'mine line 99999');
    const input = await bed.editedInput(prompt);
    assert.ok(input?.new_string === expected, 'The text is another one.');
    assert.ok(input?.old_string === content);
    assert.ok(edit);
  });

  it("opens and returns exactly the user's text after an edit of all lines", async () => {
    const file_path = await bed.write('long.txt', text('old'));
    const { prompt } = await bed.ask('Write', { file_path, content: text('new') });
    const right = await bed.rightOf(prompt);
    await type(right, `${text('new')}mine`);
    const input = await bed.editedInput(prompt);
    assert.ok(input?.content === `${text('new')}mine`, 'The text is another one.');
  });
});
