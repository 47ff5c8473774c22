import { strict as assert } from 'node:assert';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Clock } from '../../../src/base/clock';
import { silentLog } from '../../../src/base/log';
import type { ToolCallId } from '../../../src/contract/ids';
import { EditorFiles } from '../../../src/host/editor/editorFiles';
import { systemClock } from '../../../src/node/systemClock';
import type { ToolOutcome, ToolUse } from '../../../src/protocol/agentSource';
import { FakeClock } from '../../unit/node/fakeClock';
import { configure, EditsBed, type } from './editsBed';
import { revertBelow } from './revertBelow';

const succeeded: ToolOutcome = { kind: 'succeeded', response: {} };

describe('open files of a tool call', () => {
  let folder: string;
  let saves: boolean;
  let tells: boolean;
  const owned: vscode.Disposable[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'files-'));
    [saves, tells] = [true, true];
    await configure('files.autoSave', 'off');
  });

  afterEach(async () => {
    for (const one of owned.splice(0)) one.dispose();
    await revertBelow(folder);
    await rm(folder, { recursive: true, force: true });
  });

  function createFiles(clock: Clock = systemClock): EditorFiles {
    return new EditorFiles({
      savesBeforeTools: () => saves,
      tellsAgentOfProblems: () => tells,
      clock,
      log: silentLog,
    });
  }

  function use(tool: string, path: string): ToolUse {
    const base = { toolId: 't' as ToolCallId, tool, input: {}, cwd: folder, isSubagent: false };
    return { ...base, reads: [path], edits: tool === 'Edit' ? [path] : [] };
  }

  async function openFile(name: string, content: string) {
    const path = join(folder, name);
    await writeFile(path, content);
    const document = await vscode.workspace.openTextDocument(path);
    await vscode.window.showTextDocument(document);
    return { path, document };
  }

  describe('before the call', () => {
    for (const tool of ['Read', 'Edit']) {
      it(`are saved, so that ${tool} finds what the user sees`, async () => {
        const { path, document } = await openFile('a.txt', 'old\n');
        const other = await openFile('b.txt', 'old\n');
        await type(document, 'typed\n');
        await type(other.document, 'typed\n');
        assert.deepEqual(await createFiles().before(use(tool, path)), []);
        assert.equal(await readFile(path, 'utf8'), 'typed\n');
        assert.equal(document.isDirty, false);
        assert.equal(other.document.isDirty, true, 'A file of no concern was saved.');
      });
    }

    it('are found through a symbolic link', async () => {
      const { path, document } = await openFile('a.txt', 'old\n');
      await symlink(path, join(folder, 'link.txt'));
      await type(document, 'typed\n');
      await createFiles().before(use('Read', join(folder, 'link.txt')));
      assert.equal(await readFile(path, 'utf8'), 'typed\n');
    });

    it('are saved as notebooks', async () => {
      const cell = { cell_type: 'code', id: 'c', metadata: {}, outputs: [], source: ['x = 1'] };
      const path = join(folder, 'book.ipynb');
      const book = { cells: [{ ...cell, execution_count: null }], metadata: {} };
      await writeFile(path, JSON.stringify({ ...book, nbformat: 4, nbformat_minor: 5 }));
      const document = await vscode.workspace.openNotebookDocument(vscode.Uri.file(path));
      await vscode.window.showNotebookDocument(document);
      await type(document.cellAt(0).document, 'x = 2');
      assert.equal(document.isDirty, true);
      assert.deepEqual(await createFiles().before(use('Read', path)), []);
      assert.match(await readFile(path, 'utf8'), /x = 2/);
    });

    it('are left alone when the setting is off', async () => {
      saves = false;
      const { path, document } = await openFile('a.txt', 'old\n');
      await type(document, 'typed\n');
      assert.deepEqual(await createFiles().before(use('Edit', path)), []);
      assert.equal(document.isDirty, true);
    });

    it('are reported when they cannot be saved', async () => {
      const { path, document } = await openFile('a.txt', 'old\n');
      await type(document, 'typed\n');
      await writeFile(path, 'written by another program\n');
      const notes = await createFiles().before(use('Read', path));
      assert.equal(notes.length, 1);
      assert.match(notes[0] ?? '', /a\.txt has unsaved changes that could not be saved: /);
      assert.equal(await readFile(path, 'utf8'), 'written by another program\n');
    });

    it('are not awaited when a save participant hangs', async () => {
      const { path, document } = await openFile('a.txt', 'old\n');
      await type(document, 'typed\n');
      const saving = new Promise<void>(resolve => {
        owned.push(
          vscode.workspace.onWillSaveTextDocument(event => {
            event.waitUntil(new Promise(() => undefined));
            resolve();
          }),
        );
      });
      const clock = new FakeClock();
      const before = createFiles(clock).before(use('Edit', path));
      await saving;
      clock.advance(2_000);
      const notes = await before;
      assert.equal(notes.length, 1);
      assert.match(notes[0] ?? '', /saving took longer than 2 s/);
    });
  });

  describe('after the call', () => {
    let found: vscode.DiagnosticCollection;

    beforeEach(() => {
      found = vscode.languages.createDiagnosticCollection('suite');
      owned.push(found);
    });

    function problem(
      message: string,
      line = 0,
      severity = vscode.DiagnosticSeverity.Error,
    ): vscode.Diagnostic {
      const diagnostic = new vscode.Diagnostic(new vscode.Range(line, 0, line, 1), message);
      return Object.assign(diagnostic, { severity, source: 'suite', code: 7 });
    }

    /** Publishes diagnostics and resolves after VS Code's change event. */
    async function publish(path: string, ...problems: vscode.Diagnostic[]) {
      const told = new Promise<void>(resolve => {
        const listener = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
          if (uris.some(uri => uri.fsPath === path)) {
            listener.dispose();
            resolve();
          }
        });
      });
      found.set(vscode.Uri.file(path), problems);
      await told;
    }

    const { Warning, Information, Hint } = vscode.DiagnosticSeverity;

    it('are checked for problems at once when no document is open', async () => {
      const path = join(folder, 'closed.txt');
      await publish(path, problem('was there', 3));
      const clock = new FakeClock();
      const files = createFiles(clock);
      await files.before(use('Edit', path));
      await publish(
        path,
        problem('is new', 4),
        problem('was there', 9),
        problem('smells', 1, Warning),
        problem('by the way', 1, Information),
        problem('dim', 1, Hint),
      );
      const { problems, feedback } = await files.after(use('Edit', path), succeeded);
      assert.deepEqual(problems.get(path), { errors: 1, warnings: 1 });
      assert.deepEqual(feedback?.split('\n').slice(1), [
        path,
        'line 5: error: is new suite(7)',
        'line 2: warning: smells suite(7)',
      ]);
      assert.deepEqual(clock.waiting, []);
    });

    it('are checked after the language service when the document is open', async () => {
      const { path } = await openFile('a.txt', 'one\n');
      await publish(path, problem('was there'));
      const clock = new FakeClock();
      const files = createFiles(clock);
      await files.before(use('Edit', path));
      const after = files.after(use('Edit', path), succeeded);
      await publish(path);
      clock.advance(149);
      await publish(path, problem('is new'));
      clock.advance(149);
      assert.notDeepEqual(clock.waiting, [], 'It did not wait for silence.');
      clock.advance(1);
      const { problems, feedback } = await after;
      assert.match(feedback ?? '', /error: is new/);
      assert.equal(problems.size, 0, 'One error went, another came.');
    });

    it('are checked soon after a published change, and after 1 s without one', async () => {
      const { path } = await openFile('a.txt', 'one\n');
      const clock = new FakeClock();
      const files = createFiles(clock);
      await files.before(use('Edit', path));
      await publish(path, problem('is new'));
      const early = files.after(use('Edit', path), succeeded);
      clock.advance(150);
      assert.match((await early).feedback ?? '', /is new/);

      await files.before(use('Edit', path));
      const never = files.after(use('Edit', path), succeeded);
      clock.advance(1_000);
      assert.deepEqual(await never, { problems: new Map() });
    });

    it('have their problems counted for the user even when the agent is not told', async () => {
      tells = false;
      const path = join(folder, 'closed.txt');
      const files = createFiles();
      await files.before(use('Edit', path));
      await publish(path, problem('is new'));
      const findings = await files.after(use('Edit', path), succeeded);
      assert.deepEqual(findings, { problems: new Map([[path, { errors: 1, warnings: 0 }]]) });
    });

    it('are not checked when the call failed', async () => {
      const { path } = await openFile('a.txt', 'one\n');
      const clock = new FakeClock();
      const files = createFiles(clock);
      await files.before(use('Edit', path));
      await publish(path, problem('is new'));
      const failed: ToolOutcome = { kind: 'failed', error: 'no' };
      assert.deepEqual(await files.after(use('Edit', path), failed), { problems: new Map() });
    });
  });
});

describe('a proposal that the user has edited', () => {
  it("includes a note for the agent about the user's changes", async () => {
    const bed = await EditsBed.create();
    try {
      const file_path = await bed.write('a.ts', 'one\ntwo\nthree\n');
      const { prompt } = await bed.ask('Edit', { file_path, old_string: 'two', new_string: 'TWO' });
      await type(await bed.rightOf(prompt), 'one\nzwei\nthree\n');
      const { feedback = '' } = (await bed.proposals.editedInput(prompt)) ?? {};
      assert.ok(
        feedback.startsWith(`The user edited your proposal for ${file_path} before`),
        feedback,
      );
      assert.deepEqual(feedback.split('\n').slice(-4), [' one', '-TWO', '+zwei', ' three']);
    } finally {
      await bed.dispose();
    }
  });
});
