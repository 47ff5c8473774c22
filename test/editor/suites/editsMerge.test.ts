import { strict as assert } from 'node:assert';
import * as vscode from 'vscode';
import { ConflictLenses } from '../../../src/host/review/conflictLenses';
import { ConflictResolver } from '../../../src/host/review/conflictResolver';
import { systemClock } from '../../../src/node/systemClock';
import { ChangesBed } from './changesBed';
import { allTabs, type, until } from './editsBed';

const before = 'a\nold\nb\nc\nd\nolder\ne\n';
const byAgent = 'a\nnew\nb\nc\nd\nnewer\ne\n';
/** Text after the user changed one of the agent's two places, and a third. */
const byPerson = 'a\nnew\nb\nc, mine\nd\nnewer, mine\ne\n';
const merged = (conflict: string) => `a\nold\nb\nc, mine\nd\n${conflict}e\n`;

const run = vscode.commands.executeCommand;

describe('a change that conflicts with later edits', () => {
  let bed: ChangesBed;

  beforeEach(async () => {
    bed = await ChangesBed.create();
    await bed.write('a.txt', before);
    await bed.change('a.txt', byAgent);
  });

  afterEach(() => bed.dispose());

  function room(hasMergeEditor?: () => Promise<boolean>): ConflictResolver {
    const { edits, stored, files } = bed;
    return bed.add(
      new ConflictResolver(edits.contents, stored, files, systemClock, hasMergeEditor),
    );
  }

  async function typed(): Promise<vscode.TextDocument> {
    const { document } = await bed.open('a.txt');
    await type(document, byPerson);
    return document;
  }

  describe('the merge editor', () => {
    const mergeTab = () => allTabs().find(({ input }) => isMerge(input));

    /** Opens the merge editor; `done` is the result of `resolve`. */
    async function opened(document: vscode.TextDocument): Promise<{ done: Promise<boolean> }> {
      const done = room().resolve(await bed.undoPlan('a.txt'));
      await until('the merge editor', mergeTab);
      const text = () => document.getText();
      await until('what merges by itself', () => text() === merged('newer\n')).catch(error => {
        throw new Error(JSON.stringify(text()), { cause: error });
      });
      assert.ok(isMerge(activeInput()));
      return { done };
    }

    it('can be opened by a command', async () => {
      assert.ok((await vscode.commands.getCommands()).includes('_open.mergeEditor'));
    });

    it('merges what it can and leaves the rest to the user', async () => {
      const document = await typed();
      await document.save();
      const { done } = await opened(document);
      await type(document, merged('solved\n'));
      await run('mergeEditor.acceptMerge');
      assert.equal(await done, true);
      assert.equal(await bed.read('a.txt'), merged('solved\n'));
      assert.equal(mergeTab(), undefined);
    });

    it('leaves the file as it was when the user closes it', async () => {
      const document = await typed();
      await document.save();
      const { done } = await opened(document);
      await run('workbench.action.revertAndCloseActiveEditor');
      assert.equal(await done, false);
      assert.equal(await bed.read('a.txt'), byPerson);
      assert.equal(document.getText(), byPerson);
    });

    it('stays open when another tab of the file is closed', async () => {
      const document = await typed();
      await document.save();
      const { done } = await opened(document);
      const isOver = done.then(() => true);
      const other = allTabs().filter(({ input }) => input instanceof vscode.TabInputText);
      await vscode.window.tabGroups.close(other);
      const answer = await Promise.race([isOver, Promise.resolve(false)]);
      assert.equal(answer, false);
      await run('workbench.action.revertAndCloseActiveEditor');
      assert.equal(await done, false);
    });

    it('keeps unsaved text in the file when the user closes it', async () => {
      const document = await typed();
      const { done } = await opened(document);
      await run('workbench.action.revertAndCloseActiveEditor');
      assert.equal(await done, false);
      // VS Code saves files that it opens to merge.
      assert.equal(await bed.read('a.txt'), byPerson);
      assert.equal(document.getText(), byPerson);
    });
  });

  describe('a file with conflict markers', () => {
    const marked = merged(
      '<<<<<<< Your file\nnewer, mine\n=======\nolder\n>>>>>>> Without this change\n',
    );

    /** Opens the file with conflict markers in the active editor. */
    async function withMarks(): Promise<vscode.TextDocument> {
      const document = await typed();
      await document.save();
      assert.equal(await room(async () => false).resolve(await bed.undoPlan('a.txt')), true);
      return document;
    }

    const lensesOf = (uri: vscode.Uri) =>
      run<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri, 100);

    it('contains both versions between the markers', async () => {
      const document = await withMarks();
      assert.equal(await bed.read('a.txt'), marked);
      assert.equal(vscode.window.activeTextEditor?.document, document);
    });

    const choices = [
      ['Keep Your Lines', merged('newer, mine\n')],
      ['Undo This Change', merged('older\n')],
      ['Keep Both', merged('newer, mine\nolder\n')],
    ] as const;
    for (const [title, expected] of choices) {
      it(`is resolved by the lens "${title}"`, async () => {
        bed.add(new ConflictLenses(() => false));
        const { uri } = await withMarks();
        const lenses = (await lensesOf(uri)).filter(one => titles.has(one.command?.title ?? ''));
        assert.deepEqual(
          lenses.map(one => [one.range.start.line, one.command?.title]),
          choices.map(([name]) => [5, name]),
        );
        const { command } = lenses.find(one => one.command?.title === title) ?? {};
        assert.ok(command);
        await run(command.command, ...(command.arguments ?? []));
        const document = await vscode.workspace.openTextDocument(uri);
        assert.equal(document.getText(), expected);
        // The file stays unsaved for the user, and running the same lens again changes nothing.
        assert.equal(document.isDirty, true);
        await run(command.command, ...(command.arguments ?? []));
        assert.equal(document.getText(), expected);
      });
    }
    const titles: ReadonlySet<string> = new Set(choices.map(([name]) => name));

    it('has no lenses of ours beside those of VS Code, nor on markers of others', async () => {
      const other = await bed.write('b.txt', '<<<<<<< HEAD\n1\n=======\n2\n>>>>>>> branch\n');
      const { uri } = await withMarks();
      let hasOwn = true;
      bed.add(new ConflictLenses(() => hasOwn));
      const ours = async (at: vscode.Uri) =>
        (await lensesOf(at)).filter(one => titles.has(one.command?.title ?? ''));
      assert.deepEqual(await ours(uri), []);
      hasOwn = false;
      assert.equal((await ours(uri)).length, 3);
      await vscode.window.showTextDocument(vscode.Uri.file(other));
      assert.deepEqual(await ours(vscode.Uri.file(other)), []);
    });

    it("is handled by VS Code's own merge-conflict extension", () => {
      assert.ok(vscode.extensions.getExtension('vscode.merge-conflict'));
    });
  });
});

function activeInput(): unknown {
  return vscode.window.tabGroups.activeTabGroup.activeTab?.input;
}

function isMerge(input: unknown): boolean {
  return typeof input === 'object' && input !== null && 'result' in input;
}
