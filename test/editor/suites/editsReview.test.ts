import { strict as assert } from 'node:assert';
import { mkdtemp, readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../../src/base/errors';
import type { FileUpdate } from '../../../src/contract/fileUpdates';
import type { ToolCallId } from '../../../src/contract/ids';
import type { EditTracker } from '../../../src/core/edits/tracking/editTracker';
import { ChangeViewer } from '../../../src/host/review/changeViewer';
import { baselineScheme, StoredContents } from '../../../src/host/review/storedContents';
import { openBaselines } from '../../support/openBaselines';
import { TrackedEdits } from '../../support/trackedEdits';
import { allTabs, channel, until } from './editsBed';

describe('diffs of completed edits', () => {
  let folder: string;
  let contents: StoredContents;
  let edits: TrackedEdits;
  let tracker: EditTracker;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'review-'));
    const baselines = openBaselines(join(folder, 'store'));
    contents = new StoredContents(baselines);
    const view = new ChangeViewer(contents);
    edits = new TrackedEdits(join(folder, 'storage'), { baselines, view });
    tracker = edits.tracker;
    tracker.attach({ id: channel, cwd: folder, title: () => 'A test' });
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    contents.dispose();
    edits.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  /** Changes a file like an agent's tool, between the two hooks; `undefined` deletes it. */
  async function change(name: string, content: string | Uint8Array | undefined) {
    const path = join(folder, name);
    const use = {
      toolId: `tool-${name}` as ToolCallId,
      tool: 'Write',
      input: {},
      cwd: folder,
      edits: [path],
      reads: [path],
      isSubagent: false,
    };
    await tracker.before(channel, use);
    await (content === undefined ? unlink(path) : writeFile(path, content));
    const { updates } = await tracker.after(channel, use, { kind: 'succeeded', response: {} });
    const [update] = updates;
    assert.ok(update);
    return update;
  }

  const activeDiff = () => {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    return input;
  };

  it('show baseline and result, both read-only, whatever the file contains now', async () => {
    await writeFile(join(folder, 'a.ts'), 'one\n');
    const update = await change('a.ts', 'two\n');
    await writeFile(join(folder, 'a.ts'), 'three\n');
    await tracker.openDiff(channel, update);

    const { original, modified } = activeDiff();
    const [before, after] = await Promise.all(
      [original, modified].map(uri => vscode.workspace.openTextDocument(uri)),
    );
    assert.deepEqual([before?.getText(), after?.getText()], ['one\n', 'two\n']);
    assert.equal(after?.languageId, 'typescript');
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    assert.equal(tab?.label, "a.ts (agent's edit)");
    assert.equal(tab?.isPreview, true);
    assert.equal(vscode.workspace.fs.isWritableFileSystem(baselineScheme), false);
    await assert.rejects(async () => {
      await vscode.workspace.fs.writeFile(modified, new Uint8Array());
    });
  });

  it('show an empty side for a created or deleted file', async () => {
    const created = await change('new.txt', 'new\n');
    await tracker.openDiff(channel, created);
    const left = await vscode.workspace.openTextDocument(activeDiff().original);
    assert.equal(left.getText(), '');

    const deleted = await change('new.txt', undefined);
    assert.equal(deleted.status, 'deleted');
    await tracker.openDiff(channel, deleted);
    const right = await vscode.workspace.openTextDocument(activeDiff().modified);
    assert.equal(right.getText(), '');
  });

  it('report why there is none when an edit was not tracked or its content is gone', async () => {
    const update: FileUpdate = {
      toolId: 't' as ToolCallId,
      path: join(folder, 'big.bin'),
      status: 'untracked',
      added: 0,
      removed: 0,
      detail: 'It is larger than 10 MB.',
    };
    await assert.rejects(tracker.openDiff(channel, update), /larger than 10 MB/);
    await assert.rejects(tracker.review(channel, 'Turn', [update]), UserError);

    const created = await change('gone.txt', 'gone\n');
    await rm(join(folder, 'store'), { recursive: true });
    const isLost = (error: unknown) => error instanceof UserError && error.code === 'change.lost';
    await assert.rejects(tracker.openDiff(channel, created), isLost);
  });

  it('show all changes of a turn in the multi-file diff editor', async () => {
    await writeFile(join(folder, 'a.ts'), 'one\n');
    await writeFile(join(folder, 'b.md'), 'old\n');
    const updates = [
      await change('a.ts', 'two\n'),
      await change('c.py', 'new\n'),
      await change('b.md', undefined),
    ];
    await tracker.review(channel, 'Add a flag', updates);
    const tab = await until('the multi-file diff', () =>
      allTabs().find(one => one.label.startsWith('Add a flag')),
    );
    assert.equal(tab.isActive, true);
    // The diff editor is ready when its documents are loaded.
    const shown = () =>
      vscode.workspace.textDocuments
        .filter(document => document.uri.scheme === baselineScheme)
        .map(document => document.getText())
        .sort();
    await until('all sides that there are', () => shown().length >= 4);
    assert.deepEqual(shown(), ['new\n', 'old\n', 'one\n', 'two\n']);
    assert.equal(await readFile(join(folder, 'a.ts'), 'utf8'), 'two\n');
  });
});
