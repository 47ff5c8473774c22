import { strict as assert } from 'node:assert';
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../../src/base/errors';
import { allTabs, configure, EditsBed, type, until } from './editsBed';

const notebook = {
  cells: [
    { id: 'aa', cell_type: 'markdown', metadata: {}, source: ['# Title'] },
    {
      ...{ id: 'bb', cell_type: 'code', metadata: {}, execution_count: 7 },
      outputs: [{ output_type: 'stream', name: 'stdout', text: ['1\n'] }],
      source: ['x = 1\n', 'y = 2'],
    },
  ],
  metadata: { language_info: { name: 'python', file_extension: '.py' } },
  nbformat: 4,
  nbformat_minor: 5,
};

describe('proposals of edits that wait for permission', () => {
  let bed: EditsBed;

  beforeEach(async () => {
    bed = await EditsBed.create();
  });

  afterEach(async () => {
    await bed.dispose();
    // The default differs in the browser.
    await configure('files.autoSave', 'off');
    await configure('files.encoding', undefined);
  });

  async function askForEdit(name = 'a.ts', content = 'one\ntwo\nthree\n') {
    const file_path = await bed.write(name, content);
    return bed.ask('Edit', { file_path, old_string: 'two', new_string: 'TWO' });
  }

  it('open beside the active file, which keeps the focus', async () => {
    const path = await bed.write('work.ts', 'work\n');
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(path));
    const { prompt } = await askForEdit();

    const tab = bed.tabOf(prompt);
    assert.equal(tab?.group.viewColumn, vscode.ViewColumn.Two);
    assert.equal(tab?.label, 'a.ts (proposed edit)');
    assert.equal(tab?.isPreview, false);
    assert.equal(vscode.window.activeTextEditor, editor);
    assert.equal(vscode.window.tabGroups.activeTabGroup.viewColumn, vscode.ViewColumn.One);
    assert.equal((await bed.leftOf(prompt)).getText(), 'one\ntwo\nthree\n');
    const right = await bed.rightOf(prompt);
    assert.equal(right.getText(), 'one\nTWO\nthree\n');
    assert.equal(right.languageId, 'typescript');
    assert.equal(basename(right.uri.path), 'a.ts');
  });

  it('cannot be typed into if the agent takes no changes', async () => {
    const file_path = await bed.write('a.ts', 'one\ntwo\n');
    const input = { file_path, old_string: 'two', new_string: 'TWO' };
    const { prompt } = await bed.ask('Edit', input, { isReadOnly: true });
    const right = await bed.rightOf(prompt);
    const { permissions } = await vscode.workspace.fs.stat(right.uri);
    assert.equal(permissions, vscode.FilePermission.Readonly);
    await vscode.window.showTextDocument(right);
    await vscode.commands.executeCommand('type', { text: 'x' });
    assert.equal(right.getText(), 'one\nTWO\n');
    assert.equal(await bed.editedInput(prompt), undefined);
  });

  it('leave the focus in a chat that the user types into', async () => {
    const panel = vscode.window.createWebviewPanel('chat', 'Chat', vscode.ViewColumn.One, {
      enableScripts: true,
    });
    const heard: string[] = [];
    panel.webview.onDidReceiveMessage((message: string) => heard.push(message));
    panel.webview.html = `<!doctype html><textarea id="composer"></textarea><script>
      const host = acquireVsCodeApi();
      const composer = document.getElementById('composer');
      const tell = () => host.postMessage(document.hasFocus() + ' ' + document.activeElement?.id);
      addEventListener('message', ({ data }) => {
        if (data === 'focus') composer.focus();
        tell();
      });
      addEventListener('blur', () => host.postMessage('blurred'));
      host.postMessage('ready');
    </script>`;
    await until('the page', () => heard.includes('ready'));
    await until('the focus', async () => {
      await panel.webview.postMessage('focus');
      return heard.includes('true composer') && panel.active;
    });
    heard.length = 0;
    await askForEdit();
    const second = await bed.ask('Write', { file_path: join(bed.folder, 'n.md'), content: '# N' });
    await bed.proposals.close(second.prompt);
    await panel.webview.postMessage('look');
    await until('an answer', () => heard.length > 0);

    assert.deepEqual(heard, ['true composer']);
    assert.equal(panel.active, true);
    panel.dispose();
  });

  it('return no input when the user leaves them unchanged', async () => {
    const { prompt } = await askForEdit();
    assert.equal(await bed.editedInput(prompt), undefined);
  });

  for (const autoSave of ['off', 'afterDelay'] as const) {
    describe(`with files.autoSave ${autoSave}`, () => {
      beforeEach(async () => {
        await configure('files.autoSave', autoSave);
        await configure('files.autoSaveDelay', 50);
      });

      it("return the user's text as tool input, saved or not", async () => {
        const { prompt, edit } = await askForEdit();
        const right = await bed.rightOf(prompt);
        await type(right, 'one\n2\nthree\n');
        const expected = edit.inputFor('one\ntwo\nthree\n', 'one\n2\nthree\n');
        assert.deepEqual(await bed.editedInput(prompt), expected);

        if (autoSave === 'off') {
          assert.equal(right.isDirty, true);
          assert.equal(await right.save(), true);
        } else {
          await until('the automatic save', () => !right.isDirty);
        }
        assert.deepEqual(await bed.editedInput(prompt), expected);
        assert.equal(await bed.read('a.ts'), 'one\ntwo\nthree\n');
        assert.ok(bed.tabOf(prompt), 'Saving has closed the tab.');
      });

      it('close without a question when answered, whatever was typed', async () => {
        const { prompt } = await askForEdit();
        const right = await bed.rightOf(prompt);
        await type(right, 'changed\n');
        // In test mode VS Code discards unsaved text without asking; otherwise it would ask.
        const saved: string[] = [];
        const listener = vscode.workspace.onDidSaveTextDocument(({ uri }) => {
          saved.push(uri.toString());
        });
        await bed.proposals.close(prompt);
        listener.dispose();

        assert.ok(saved.includes(right.uri.toString()), 'It was closed with unsaved text.');
        assert.equal(bed.tabOf(prompt), undefined);
        assert.deepEqual(
          allTabs().filter(tab => tab.label.includes('proposed')),
          [],
        );
        assert.equal(await bed.read('a.ts'), 'one\ntwo\nthree\n');
      });
    });
  }

  it("stay pending when the user closes the tab, and reopen with the user's text", async () => {
    const { prompt, edit } = await askForEdit();
    const right = await bed.rightOf(prompt);
    await type(right, 'mine\n');
    await right.save();
    const tab = bed.tabOf(prompt);
    assert.ok(tab);
    await vscode.window.tabGroups.close(tab);
    const expected = edit.inputFor('one\ntwo\nthree\n', 'mine\n');
    assert.deepEqual(await bed.editedInput(prompt), expected);

    await bed.proposals.reveal(prompt);
    assert.equal((await bed.rightOf(prompt)).getText(), 'mine\n');
    assert.equal(bed.activePrompt, prompt);
  });

  it('share one column and close one by one', async () => {
    const path = await bed.write('work.ts', 'work\n');
    await vscode.window.showTextDocument(vscode.Uri.file(path));
    const first = await askForEdit('a.ts');
    const second = await askForEdit('b.ts');
    const third = await askForEdit('a.ts');
    const columns = [first, second, third].map(one => bed.tabOf(one.prompt)?.group.viewColumn);
    assert.deepEqual(columns, [2, 2, 2]);

    await type(await bed.rightOf(first.prompt), 'first\n');
    await bed.proposals.close(second.prompt);
    await bed.proposals.close(third.prompt);
    assert.ok(bed.tabOf(first.prompt));
    assert.equal((await bed.rightOf(first.prompt)).getText(), 'first\n');
    assert.equal(allTabs().filter(tab => tab.label.includes('proposed')).length, 1);
  });

  it('do not disturb a user who types elsewhere while three of them open', async () => {
    const path = await bed.write('work.ts', '');
    const work = await vscode.window.showTextDocument(vscode.Uri.file(path));
    const told: unknown[] = [];
    const { window } = vscode;
    const listeners = [
      window.onDidChangeActiveTextEditor(editor => told.push(editor?.document.uri.toString())),
      window.tabGroups.onDidChangeTabGroups(({ changed }) => {
        told.push(...changed.filter(one => one.isActive && one !== window.tabGroups.all[0]));
      }),
    ];
    let typed = '';
    const keys = async (text: string) => {
      for (const key of text) {
        // Like the keyboard: types into the focused element.
        await vscode.commands.executeCommand('type', { text: key });
        typed += key;
      }
    };
    for (const opening of ['beside', 'background'] as const) {
      bed.opening = opening;
      const asked = Promise.all(
        ['a.md', 'b.md', 'nb.ipynb'].map((name, index) => {
          const file_path = join(bed.folder, `${opening}-${index}-${name}`);
          return bed.ask('Write', { file_path, content: `${opening}\n` });
        }),
      );
      const typing = keys('the quick brown fox jumps over the lazy dog ');
      await Promise.all([asked, typing]);
      await keys('and on');
    }
    for (const listener of listeners) {
      listener.dispose();
    }
    assert.equal(work.document.getText(), typed);
    assert.equal(vscode.window.activeTextEditor, work);
    assert.equal(work.selection.active.character, typed.length);
    assert.equal(work.selection.isEmpty, true);
    assert.deepEqual(told, []);
    const proposed = allTabs().filter(tab => tab.label.includes('proposed'));
    assert.equal(proposed.length, 6);
    assert.equal(new Set(proposed.map(tab => tab.group.viewColumn)).size, 1);
  });

  it('show a new file against an empty document', async () => {
    const file_path = join(bed.folder, 'new.py');
    const { prompt } = await bed.ask('Write', { file_path, content: 'print(1)\n' });
    assert.equal(bed.tabOf(prompt)?.label, 'new.py (proposed new file)');
    assert.equal((await bed.leftOf(prompt)).getText(), '');
    const right = await bed.rightOf(prompt);
    assert.equal(right.getText(), 'print(1)\n');
    await type(right, 'print(2)');
    const input = await bed.editedInput(prompt);
    assert.deepEqual(input, { file_path, content: 'print(2)' });
  });

  it('keep CRLF line endings and do not treat them as a change', async () => {
    const { prompt, edit } = await askForEdit('dos.txt', 'one\r\ntwo\r\nthree\r\n');
    assert.equal(await bed.editedInput(prompt), undefined);
    await type(await bed.rightOf(prompt), 'one\r\nzwei\r\nthree\r\n');
    assert.deepEqual(
      await bed.editedInput(prompt),
      edit.inputFor('one\r\ntwo\r\nthree\r\n', 'one\r\nzwei\r\nthree\r\n'),
    );
  });

  it('do not treat mixed line endings as a change, although the editor unifies them', async () => {
    const file_path = join(bed.folder, 'mixed.txt');
    const { prompt } = await bed.ask('Write', { file_path, content: 'a\r\nb\nc\n' });
    assert.equal((await bed.rightOf(prompt)).getText(), 'a\nb\nc\n');
    assert.equal(await bed.editedInput(prompt), undefined);
  });

  it('show a file without its byte order mark, and keep the one of a proposal', async () => {
    const marked = await askForEdit('bom.txt', '\uFEFFone\ntwo\n');
    assert.equal((await bed.leftOf(marked.prompt)).getText(), 'one\ntwo\n');
    assert.equal(await bed.editedInput(marked.prompt), undefined);
    await type(await bed.rightOf(marked.prompt), 'one\n2\n');
    const input = await bed.editedInput(marked.prompt);
    assert.deepEqual(input, marked.edit.inputFor('\uFEFFone\ntwo\n', 'one\n2\n'));

    const file_path = join(bed.folder, 'written.txt');
    const written = await bed.ask('Write', { file_path, content: '\uFEFFone\n' });
    assert.equal(await bed.editedInput(written.prompt), undefined);
    await type(await bed.rightOf(written.prompt), 'two\n');
    assert.deepEqual(await bed.editedInput(written.prompt), {
      file_path,
      content: '\uFEFFtwo\n',
    });
  });

  it('are read as UTF-8 regardless of the encoding setting', async () => {
    await configure('files.encoding', 'windows1252');
    const file_path = join(bed.folder, 'umlaut.txt');
    const { prompt } = await bed.ask('Write', { file_path, content: 'Übergröße €\n' });
    const right = await bed.rightOf(prompt);
    assert.equal(right.getText(), 'Übergröße €\n');
    await type(right, 'Übergröße ✓\n');
    await right.save();
    const tab = bed.tabOf(prompt);
    assert.ok(tab);
    await vscode.window.tabGroups.close(tab);
    const input = await bed.editedInput(prompt);
    assert.deepEqual(input, { file_path, content: 'Übergröße ✓\n' });
  });

  it('show cell source in its language when there is no editor for the notebook', async () => {
    const old = JSON.stringify({ ...notebook, nbformat: 3 });
    const notebook_path = await bed.write('nb.ipynb', old);
    const input = { notebook_path, cell_id: 'bb', new_source: 'x = 3\n' };
    const { prompt } = await bed.ask('NotebookEdit', input);
    assert.equal(bed.tabOf(prompt)?.label, 'nb.ipynb, cell bb (proposed edit)');
    assert.equal((await bed.leftOf(prompt)).getText(), 'x = 1\ny = 2');
    const right = await bed.rightOf(prompt);
    assert.equal(right.languageId, 'python');
    await type(right, 'x = 4\n');
    assert.deepEqual(await bed.editedInput(prompt), { ...input, new_source: 'x = 4\n' });
  });

  describe('for notebooks', () => {
    async function askForCell(more: object) {
      const notebook_path = await bed.write('nb.ipynb', JSON.stringify(notebook));
      const input = { notebook_path, cell_id: 'bb', new_source: 'x = 3\n', ...more };
      const { prompt } = await bed.ask('NotebookEdit', input);
      return { prompt, input };
    }
    const sources = (book: vscode.NotebookDocument) =>
      book.getCells().map(({ document }) => document.getText());

    for (const [mode, expected] of [
      ['replace', ['# Title', 'x = 3\n']],
      ['insert', ['# Title', 'x = 1\ny = 2', 'x = 3\n']],
      ['delete', ['# Title']],
    ] as const) {
      it(`show two notebooks for edit mode ${mode}`, async () => {
        const { prompt } = await askForCell({ edit_mode: mode });
        const { left, right } = await bed.notebooksOf(prompt);
        assert.deepEqual(sources(left), ['# Title', 'x = 1\ny = 2']);
        assert.deepEqual(sources(right), expected);
        assert.equal(await bed.editedInput(prompt), undefined);
        assert.equal(vscode.window.tabGroups.activeTabGroup.viewColumn, vscode.ViewColumn.One);
      });
    }

    it("return the user's cell text, saved or not, and close without a question", async () => {
      const { prompt, input } = await askForCell({});
      const { right } = await bed.notebooksOf(prompt);
      await type(right.cellAt(1).document, 'x = 4\n\ny = 5');
      assert.equal(right.isDirty, true);
      const expected = { ...input, new_source: 'x = 4\n\ny = 5' };
      assert.deepEqual(await bed.editedInput(prompt), expected);
      assert.equal(await right.save(), true);
      assert.deepEqual(await bed.editedInput(prompt), expected);
      await type(right.cellAt(1).document, 'unsaved');
      await bed.proposals.close(prompt);
      assert.equal(allTabs().filter(tab => tab.label.includes('proposed')).length, 0);
      assert.equal(await bed.read('nb.ipynb'), JSON.stringify(notebook));
    });

    it('are rejected with an error when the user changed another cell', async () => {
      const { prompt } = await askForCell({});
      const { right } = await bed.notebooksOf(prompt);
      await type(right.cellAt(0).document, '# Other');
      const isOther = (error: unknown) =>
        error instanceof UserError && error.code === 'notebook.unreadable';
      await assert.rejects(bed.editedInput(prompt), isOther);
      await type(right.cellAt(0).document, '# Title');
      assert.equal(await bed.editedInput(prompt), undefined);
    });

    it("keep the user's cell text when the notebook changes", async () => {
      const { prompt, input } = await askForCell({});
      const { left, right } = await bed.notebooksOf(prompt);
      await type(right.cellAt(1).document, 'mine');
      const [title, code] = notebook.cells;
      const more = { ...title, id: 'cc', source: ['# More'] };
      await bed.write('nb.ipynb', JSON.stringify({ ...notebook, cells: [more, title, code] }));
      await assert.rejects(bed.editedInput(prompt), /has changed/);
      await until('the left side', () => left.cellCount === 3);
      await until('the right side', () => right.cellCount === 3);
      assert.deepEqual(sources(right), ['# More', '# Title', 'mine']);
      const expected = { ...input, new_source: 'mine' };
      assert.deepEqual(await bed.editedInput(prompt), expected);
    });
  });

  it('show a Write of a whole notebook as text', async () => {
    const file_path = join(bed.folder, 'whole.ipynb');
    const { prompt } = await bed.ask('Write', { file_path, content: '{"cells": []}' });
    assert.equal((await bed.rightOf(prompt)).getText(), '{"cells": []}');
  });

  it('open as tandem.diff.open says: never, in the background, or with the focus', async () => {
    const path = await bed.write('work.ts', 'work\n');
    const work = await vscode.window.showTextDocument(vscode.Uri.file(path));
    bed.opening = 'never';
    const never = await askForEdit('never.ts');
    await bed.proposals.reveal(never.prompt);
    assert.equal(bed.activePrompt, never.prompt);
    await bed.proposals.close(never.prompt);

    await vscode.window.showTextDocument(work.document, vscode.ViewColumn.One);
    bed.opening = 'background';
    const background = await askForEdit('background.ts');
    assert.equal(bed.tabOf(background.prompt)?.isActive, false);
    assert.equal(vscode.window.activeTextEditor?.document, work.document);
    assert.equal(vscode.window.tabGroups.all.length, 1);

    bed.opening = 'focus';
    const focus = await askForEdit('focus.ts');
    await until('the focus', () => bed.activePrompt === focus.prompt);
  });

  it('report which of them is in the active editor', async () => {
    const { prompt } = await askForEdit();
    await bed.proposals.reveal(prompt);
    await until('the focus', () => bed.activePrompt === prompt);
    assert.equal(bed.promptAt((await bed.rightOf(prompt)).uri), prompt);
    await bed.proposals.close(prompt);
    assert.equal(bed.activePrompt, undefined);
  });

  it('open nothing for an edit that does not apply, and report why on request', async () => {
    bed.opening = 'never';
    const file_path = await bed.write('x.txt', 'abc\n');
    const { prompt } = await bed.ask('Edit', { file_path, old_string: 'zzz', new_string: '' });
    await assert.rejects(bed.proposals.reveal(prompt), UserError);
    assert.equal(await bed.editedInput(prompt), undefined);
  });

  it('leave no tab open after a reload, even with unsaved text', async () => {
    const { prompt } = await askForEdit();
    await type(await bed.rightOf(prompt), 'unsaved\n');
    // State after a reload: the tab remains, and the extension does not know it.
    bed.reload();
    await until('the tab to close', () => !allTabs().some(tab => tab.label.includes('proposed')));
  });
});
