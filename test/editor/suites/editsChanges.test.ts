import { strict as assert } from 'node:assert';
import { rename } from 'node:fs/promises';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { Clock } from '../../../src/base/clock';
import { silentLog } from '../../../src/base/log';
import type { ChannelId } from '../../../src/contract/ids';
import { views } from '../../../src/host/contributed';
import { BeforeDocuments, beforeUri } from '../../../src/host/review/beforeDocuments';
import type { ChangeNode } from '../../../src/host/review/changeNodes';
import { ChangesTree } from '../../../src/host/review/changesTree';
import { FileEvents } from '../../../src/host/review/fileEvents';
import { HunkLenses } from '../../../src/host/review/hunkLenses';
import { LateTree } from '../../../src/host/views/lateTree';
import { systemClock } from '../../../src/node/systemClock';
import { FakeClock } from '../../unit/node/fakeClock';
import { ChangesBed, channel } from './changesBed';
import { type, until } from './editsBed';

const run = vscode.commands.executeCommand;
const other = 'c2' as ChannelId;

describe('pending changes', () => {
  let bed: ChangesBed;

  beforeEach(async () => {
    bed = await ChangesBed.create();
    await bed.write('a.txt', '1\n2\n3\n4\n5\n');
    await bed.change('a.txt', '1\n2, new\n3\n4\n');
    await bed.change('new.txt', 'new\n');
    await bed.write('gone.txt', 'gone\n');
    await bed.change('gone.txt', undefined);
  });

  afterEach(() => bed.dispose());

  const uri = (name: string) => vscode.Uri.file(bed.path(name));

  describe('code lenses', () => {
    let isWanted: boolean;

    beforeEach(() => {
      isWanted = true;
      bed.add(
        new HunkLenses(
          bed.list,
          () => isWanted,
          () => ({ dispose: () => undefined }),
        ),
      );
    });

    async function lenses(name: string): Promise<(readonly [number, string])[]> {
      const found = await run<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri(name), 100);
      return found
        .filter(({ command }) => command?.command.startsWith('tandem.'))
        .map(({ range, command }) => [range.start.line, command?.title ?? ''] as const)
        .sort((a, b) => a[0] - b[0]);
    }

    it('appear above each change and at the top of the file', async () => {
      await bed.open('a.txt');
      assert.deepEqual(await lenses('a.txt'), [
        [0, '2 agent changes'],
        [0, '$(check-all) Keep All'],
        [0, '$(discard) Undo All'],
        [1, '$(check) Keep'],
        [1, '$(discard) Undo'],
        [4, '$(check) Keep'],
        [4, '$(discard) Undo'],
      ]);
    });

    it('cover a new file as a whole', async () => {
      await bed.open('new.txt');
      assert.deepEqual(await lenses('new.txt'), [
        [0, 'New file by an agent'],
        [0, '$(check-all) Keep All'],
        [0, '$(discard) Undo All'],
      ]);
    });

    it('mark changes whose lines the user has also changed', async () => {
      const { document } = await bed.open('a.txt');
      await type(document, 'mine\n1\n2, new and mine\n3\n4\n');
      await bed.settled('a.txt');
      assert.deepEqual(
        (await lenses('a.txt')).filter(([, title]) => title.includes('Undo')),
        [
          [0, '$(discard) Undo All'],
          [2, '$(discard) Undo (these lines have changed since)'],
          [5, '$(discard) Undo'],
        ],
      );
    });

    it('pass the arguments by which commands find the change', async () => {
      await bed.open('a.txt');
      const found = await run<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri('a.txt'));
      const passed = await run<vscode.CodeLens[]>(
        'vscode.executeCodeLensProvider',
        uri('a.txt'),
        found.length,
      );
      const keep = passed.find(({ command }) => command?.command === 'tandem.changes.keepHunk');
      assert.deepEqual(keep?.command?.arguments, [bed.path('a.txt'), channel, 1, 1]);
    });

    it('are absent when switched off and in unchanged files', async () => {
      await bed.write('same.txt', '1\n');
      await bed.open('same.txt');
      assert.deepEqual(await lenses('same.txt'), []);
      isWanted = false;
      await bed.open('a.txt');
      assert.deepEqual(await lenses('a.txt'), []);
    });
  });

  describe('the document without the changes', () => {
    beforeEach(() => {
      bed.add(new BeforeDocuments(bed.list, bed.files));
    });

    const without = (name: string) => vscode.workspace.openTextDocument(beforeUri(bed.path(name)));

    it('contains what the user typed elsewhere', async () => {
      const { document } = await bed.open('a.txt');
      await type(document, '1\n2, new\n3, mine\n4\n');
      await bed.settled('a.txt');
      assert.equal((await without('a.txt')).getText(), '1\n2\n3, mine\n4\n5\n');
    });

    it('is empty for a new file and has the old content for a deleted one', async () => {
      assert.equal((await without('new.txt')).getText(), '');
      assert.equal((await without('gone.txt')).getText(), 'gone\n');
    });

    it('follows edits and decisions, and finally equals the file', async () => {
      const shown = await without('a.txt');
      const { document } = await bed.open('a.txt');
      await type(document, 'mine\n1\n2, new\n3\n4\n');
      await bed.settled('a.txt');
      await until('what was typed', () => shown.getText() === 'mine\n1\n2\n3\n4\n5\n');
      const review = bed.review().find(bed.path('a.txt'));
      assert.ok(review);
      await bed.review().decide(review, undefined);
      await bed.settled('a.txt');
      await until('the file itself', () => shown.getText() === document.getText());
    });

    it('excludes the changes of both conversations', async () => {
      bed.attach(other, 'Another');
      await bed.change('a.txt', '0, new\n1\n2, new\n3\n4\n', other);
      assert.equal((await without('a.txt')).getText(), '1\n2\n3\n4\n5\n');
    });
  });

  describe('the tree', () => {
    let tree: ChangesTree;

    beforeEach(() => {
      tree = bed.add(new ChangesTree(bed.add(new LateTree<ChangeNode>(views.changes))));
      tree.follow(bed.list);
    });

    const shown = (node: ChangeNode) => {
      const { label, description, accessibilityInformation, contextValue } = tree.getTreeItem(node);
      return [label, description, accessibilityInformation?.label, contextValue];
    };

    it('lists files with their counts, also for screen readers', () => {
      // Outside of the workspace, a path begins with the folder of its conversation.
      const where = basename(bed.folder);
      assert.deepEqual(tree.getChildren().map(shown), [
        ['a.txt', `+1 −2 · ${where}`, `a.txt, changed, +1 −2, ${where}`, 'file'],
        ['gone.txt', `+0 −1 · ${where}`, `gone.txt, deleted, +0 −1, ${where}`, 'file.deleted'],
        ['new.txt', `+1 −0 · ${where}`, `new.txt, new file, +1 −0, ${where}`, 'file'],
      ]);
    });

    it('lists the changes within a file', () => {
      const [file] = tree.getChildren();
      assert.ok(file);
      assert.deepEqual(tree.getChildren(file).map(shown), [
        ['Line 2', '+1 −1', 'Line 2, +1 −1', 'hunk'],
        ['Line 4', '+0 −1', 'Line 4, +0 −1', 'hunk'],
      ]);
    });

    it('marks changes that the user has edited', async () => {
      const { document } = await bed.open('a.txt');
      await type(document, '1\n2, mine\nand mine\n3\n4\n');
      await bed.settled('a.txt');
      const [file] = tree.getChildren();
      assert.ok(file);
      assert.deepEqual(shown(tree.getChildren(file)[0] ?? file).slice(0, 3), [
        'Lines 2–3',
        '+2 −1 · changed since',
        'Lines 2–3, +2 −1 · changed since',
      ]);
      assert.match(String(tree.getTreeItem(file).tooltip), /unsaved changes of yours/);
    });

    it('groups files by conversation when there are several, under unique ids', async () => {
      bed.attach(other, 'Another');
      await bed.change('a.txt', '0, new\n1\n2, new\n3\n4\n', other);
      const nodes = tree.getChildren();
      assert.deepEqual(
        nodes.map(node => shown(node).slice(0, 2)),
        [
          ['A conversation', '3 files, +2 −3'],
          ['Another', '1 file, +1 −0'],
        ],
      );
      const files = nodes.flatMap(node => tree.getChildren(node));
      const ids = files.map(node => tree.getTreeItem(node).id);
      assert.equal(new Set(ids).size, 4);
    });
  });

  describe('the list of changes', () => {
    const follow = (clock: Clock = systemClock) =>
      bed.add(new FileEvents(bed.list, bed.edits.reviews, bed.edits.saved, clock, silentLog));

    const hunks = (name: string) =>
      bed.list.at(bed.path(name))[0]?.hunks.map(({ now, isEdited }) => [now.start, isEdited]);

    it('updates once the user pauses typing', async () => {
      const clock = new FakeClock();
      follow(clock);
      const { document } = await bed.open('a.txt');
      const told: string[][] = [];
      bed.add(bed.list.onChanged(paths => told.push([...paths])));
      for (const word of ['m', 'mine']) {
        await type(document, `${word}\n1\n2, new\n3\n4\n`);
        clock.advance(100);
      }
      assert.deepEqual(told, []);
      clock.advance(150);
      await until('the change one line down', () => hunks('a.txt')?.[0]?.[0] === 2);
      assert.deepEqual(told, [[bed.path('a.txt')]]);
    });

    it('updates when unsaved text is reverted', async () => {
      follow();
      const { document } = await bed.open('a.txt');
      await type(document, 'mine\n1\n2, new\n3\n4\n');
      await until('the change one line down', () => hunks('a.txt')?.[0]?.[0] === 2);
      await run('workbench.action.revertAndCloseActiveEditor');
      await until('the change where it was', () => hunks('a.txt')?.[0]?.[0] === 1);
    });

    it('records when the user saves', async () => {
      follow();
      const { document } = await bed.open('a.txt');
      const at = Date.now() - 1;
      await type(document, 'mine\n1\n2, new\n3\n4\n');
      await document.save();
      await until('the save', () => bed.edits.saved.since(bed.path('a.txt'), at));
    });

    it('follows a file that the user renames, including its history', async () => {
      follow();
      await bed.open('a.txt');
      const edit = new vscode.WorkspaceEdit();
      edit.renameFile(uri('a.txt'), uri('b.txt'));
      assert.ok(await vscode.workspace.applyEdit(edit));
      await until('the changes at the new name', () => hunks('b.txt')?.length === 2);
      assert.deepEqual(bed.list.at(bed.path('a.txt')), []);
      const { record } = bed.review();
      const names = new Set(record.changes.map(({ path }) => path));
      assert.deepEqual(
        [...names].sort(),
        ['b.txt', 'gone.txt', 'new.txt'].map(name => bed.path(name)),
      );
      const plan = await bed.planner.rewind(
        bed.review(),
        bed.path('b.txt'),
        0,
        await bed.files.read({ path: bed.path('b.txt') }),
      );
      assert.ok(plan?.outcome.kind === 'clean');
      assert.equal(String(plan.outcome.bytes), '1\n2\n3\n4\n5\n');
    });

    it('does not follow a file that another program moves', async () => {
      follow();
      await rename(bed.path('new.txt'), bed.path('moved.txt'));
      await bed.settled('new.txt');
      assert.deepEqual(bed.list.at(bed.path('new.txt')), []);
      assert.equal(bed.review().find(bed.path('new.txt'))?.path, bed.path('new.txt'));
    });
  });
});
