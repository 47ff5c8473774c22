import { strict as assert } from 'node:assert';
import { chmod, mkdir, rename, rm, stat, symlink } from 'node:fs/promises';
import * as vscode from 'vscode';
import { type ErrorCode, UserError } from '../../../src/base/errors';
import { ChangesBed } from './changesBed';
import { configure, type, until } from './editsBed';

const run = vscode.commands.executeCommand;

describe('a file that is written for the user', () => {
  let bed: ChangesBed;

  beforeEach(async () => {
    // VS Code may miss writes just after opening a file outside its folders.
    bed = await ChangesBed.create(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath);
  });

  afterEach(() => bed.dispose());

  /** Writes like a decision that was computed from the current content. */
  async function write(name: string, content: string | Uint8Array | undefined): Promise<void> {
    const path = bed.path(name);
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    await bed.files.write({ path }, bytes, await bed.files.read({ path }));
  }

  const isCode = (code: ErrorCode) => (error: unknown) =>
    error instanceof UserError && error.code === code && error.message.length > 20;

  it('keeps unsaved text and stays unsaved', async () => {
    await bed.write('a.txt', '1\n2\n3\n');
    const { document } = await bed.open('a.txt');
    await type(document, '1\n2\n3, mine\n');
    const { bytes, isUnsaved } = await bed.files.read({ path: bed.path('a.txt') });
    assert.deepEqual([String(bytes), isUnsaved], ['1\n2\n3, mine\n', true]);

    await write('a.txt', '1, back\n2\n3, mine\n');
    assert.equal(document.getText(), '1, back\n2\n3, mine\n');
    assert.equal(document.isDirty, true);
    assert.equal(await bed.read('a.txt'), '1\n2\n3\n');
  });

  it('is changed in its editor and saved, so that Undo there reverts it', async () => {
    await bed.write('a.txt', '1\n2\n3\n');
    const editor = await bed.open('a.txt');
    editor.selection = new vscode.Selection(2, 1, 2, 1);
    await write('a.txt', '1, back\nmore\n2\n3\n');
    assert.equal(editor.document.getText(), '1, back\nmore\n2\n3\n');
    assert.equal(editor.document.isDirty, false);
    assert.equal(await bed.read('a.txt'), '1, back\nmore\n2\n3\n');
    // The cursor stays in its line.
    assert.deepEqual(editor.selection.active, new vscode.Position(3, 1));
    await run('undo');
    assert.equal(editor.document.getText(), '1\n2\n3\n');
  });

  it('is written byte for byte although its language is formatted on save', async () => {
    await configure('files.trimTrailingWhitespace', true);
    await configure('files.insertFinalNewline', true);
    try {
      await bed.write('a.txt', '1\n');
      await bed.open('a.txt');
      await write('a.txt', '1  \nlast');
      assert.equal(await bed.read('a.txt'), '1  \nlast');
    } finally {
      await configure('files.trimTrailingWhitespace', undefined);
      await configure('files.insertFinalNewline', undefined);
    }
  });

  const forms: readonly (readonly [string, Uint8Array, Uint8Array])[] = [
    ['mixed line endings', Buffer.from('1\r\n2\n3\r\n'), Buffer.from('1\r\n2, back\n3\r\n')],
    ['CRLF', Buffer.from('1\r\n2\r\n'), Buffer.from('1, back\r\n2\r\n')],
    ['a byte order mark', Buffer.from('\uFEFF1\n2\n'), Buffer.from('\uFEFF1, back\n2\n')],
    ['a removed byte order mark', Buffer.from('\uFEFF1\n2\n'), Buffer.from('1, back\n2\n')],
    ['Latin-1', Buffer.from('\xe9\n2\n', 'latin1'), Buffer.from('\xe9 \xe8\n2\n', 'latin1')],
    ['UTF-16', Buffer.from('\uFEFF1\n2\n', 'utf16le'), Buffer.from('\uFEFF1 €\n2\n', 'utf16le')],
    [
      'UTF-16, big-endian',
      Buffer.from('\uFEFF1\n2\n', 'utf16le').swap16(),
      Buffer.from('\uFEFF1 €\n2\n', 'utf16le').swap16(),
    ],
    ['no content', Buffer.from('1\n'), new Uint8Array()],
  ];
  for (const [what, before, wanted] of forms) {
    it(`with ${what} is written byte for byte while it is open`, async () => {
      await bed.write('a.txt', before);
      const document = await vscode.workspace.openTextDocument(bed.path('a.txt'));
      await vscode.window.showTextDocument(document);
      await write('a.txt', wanted);
      assert.deepEqual(await bed.bytes('a.txt'), Buffer.from(wanted));
      assert.equal(document.isDirty, false);
      const shown = Buffer.from(wanted).toString();
      if (what === 'mixed line endings') {
        await until('the editor to follow', () => document.lineAt(1).text === '2, back');
      } else if (what.includes('mark') || what === 'CRLF') {
        await until(
          'the editor to follow',
          () => document.getText() === shown.replace('\uFEFF', ''),
        );
      }
    });
  }

  it('is not written when it has changed since it was read', async () => {
    await bed.write('a.txt', '1\n');
    const path = bed.path('a.txt');
    const { document } = await bed.open('a.txt');
    const closed = await bed.write('b.txt', '1\n');
    const [now, nowClosed] = [
      await bed.files.read({ path }),
      await bed.files.read({ path: closed }),
    ];
    await type(document, '1\ntyped\n');
    await bed.write('b.txt', 'other\n');
    const wanted = Buffer.from('back\n');
    await assert.rejects(bed.files.write({ path }, wanted, now), isCode('file.changed'));
    await assert.rejects(
      bed.files.write({ path: closed }, wanted, nowClosed),
      isCode('file.changed'),
    );
    assert.equal(document.getText(), '1\ntyped\n');
    assert.equal(await bed.read('a.txt'), '1\n');
    assert.equal(await bed.read('b.txt'), 'other\n');
  });

  it('in Latin-1 with unsaved text has the content of its editor', async () => {
    await bed.write('a.txt', Buffer.from('\xe9\n2\n', 'latin1'));
    const { document } = await bed.open('a.txt');
    await type(document, '\uFFFD\n2, mine\n');
    const { bytes } = await bed.files.read({ path: bed.path('a.txt') });
    assert.equal(String(bytes), '\uFFFD\n2, mine\n');
    await write('a.txt', '\uFFFD\nback\n2, mine\n');
    assert.equal(document.getText(), '\uFFFD\nback\n2, mine\n');
  });

  it('is deleted although it has unsaved text that was read, which the editor keeps', async () => {
    await bed.write('a.txt', '1\n');
    const { document } = await bed.open('a.txt');
    await type(document, '1\ntyped\n');
    await write('a.txt', undefined);
    await assert.rejects(stat(bed.path('a.txt')));
    assert.equal(document.getText(), '1\ntyped\n');
  });

  it('is not deleted when it has unsaved text that was not read', async () => {
    await bed.write('a.txt', '1\n');
    const path = bed.path('a.txt');
    const { document } = await bed.open('a.txt');
    const now = await bed.files.read({ path });
    await type(document, '1\ntyped\n');
    await assert.rejects(bed.files.write({ path }, undefined, now), isCode('file.changed'));
    assert.equal(await bed.read('a.txt'), '1\n');
    assert.equal(document.getText(), '1\ntyped\n');
  });

  it('reports an error when it has become a folder', async () => {
    await mkdir(bed.path('folder'));
    await assert.rejects(bed.files.read({ path: bed.path('folder') }), isCode('file.unreadable'));
    const now = { bytes: undefined, isUnsaved: false };
    const writing = bed.files.write({ path: bed.path('folder') }, Buffer.from('1\n'), now);
    await assert.rejects(writing, (error: unknown) => error instanceof UserError);
  });

  it('is not written through a link that came later, open or not', async () => {
    await mkdir(bed.path('sub'));
    await bed.write('sub/a.txt', '1\n');
    const path = bed.path('sub/a.txt');
    const now = await bed.files.read({ path });
    await rename(bed.path('sub'), bed.path('away'));
    await symlink('away', bed.path('sub'), 'dir');
    const { place } = now;
    const write = () => bed.files.write({ path, place }, Buffer.from('2\n'), now);
    await assert.rejects(write(), isCode('file.relinked'));
    await bed.open('sub/a.txt');
    await assert.rejects(write(), isCode('file.relinked'));
    assert.equal(await bed.read('away/a.txt'), '1\n');
  });

  it('reports an error when its folder cannot be written', async () => {
    // Root can write anywhere, except below a path that is not a folder.
    await bed.write('a', 'file\n');
    const now = { bytes: undefined, isUnsaved: false };
    const writing = bed.files.write({ path: bed.path('a/b.txt') }, Buffer.from('1\n'), now);
    await assert.rejects(writing, isCode('file.unwritable'));
  });

  // Root can write read-only files.
  if (process.getuid?.() !== 0) {
    it('that is read-only is left alone with an error, open or not', async () => {
      await bed.write('a.txt', '1\n');
      await chmod(bed.path('a.txt'), 0o444);
      await assert.rejects(write('a.txt', '2\n'), isCode('file.unwritable'));
      await bed.open('a.txt');
      await assert.rejects(write('a.txt', '2\n'), UserError);
      assert.equal(await bed.read('a.txt'), '1\n');
    });
  }

  it('is deleted while it is open, and restored with its permissions', async () => {
    await bed.write('a.sh', '1\n');
    const path = bed.path('a.sh');
    const { document } = await bed.open('a.sh');
    await write('a.sh', undefined);
    await assert.rejects(stat(path));
    await bed.files.write({ path }, Buffer.from('1\n'), await bed.files.read({ path }), 0o755);
    assert.equal(await bed.read('a.sh'), '1\n');
    assert.equal((await stat(path)).mode & 0o777, 0o755);
    assert.equal(document.isDirty, false);
  });

  it('is restored in a deleted folder', async () => {
    await mkdir(bed.path('deep/er'), { recursive: true });
    await bed.write('deep/er/a.txt', '1\n');
    await rm(bed.path('deep'), { recursive: true });
    await write('deep/er/a.txt', '1\n');
    assert.equal(await bed.read('deep/er/a.txt'), '1\n');
  });
});
