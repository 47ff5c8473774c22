import { strict as assert } from 'node:assert';
import { mkdtemp, readFile, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../../src/base/disposable';
import { silentLog } from '../../../src/base/log';
import type { ChannelId, ToolCallId } from '../../../src/contract/ids';
import { ChangeList } from '../../../src/core/edits/review/changeList';
import type { ChannelReview } from '../../../src/core/edits/review/channelReview';
import { type FileView, FileViewer } from '../../../src/core/edits/review/fileView';
import { type FilePlan, Planner } from '../../../src/core/edits/review/plan';
import { FilesOnDisk } from '../../../src/core/edits/review/reviewedFiles';
import { StoredContents } from '../../../src/host/review/storedContents';
import { WorkspaceFiles } from '../../../src/host/review/workspaceFiles';
import { removeFolder } from '../../support/removeFolder';
import { TrackedEdits } from '../../support/trackedEdits';
import { revertBelow } from './revertBelow';

/** Id in the format that names records. */
export const channel = 'c1' as ChannelId;

/** Pending changes in real files of a temporary folder and in the editor. */
export class ChangesBed {
  private readonly store = new DisposableStore();
  readonly edits: TrackedEdits;
  readonly stored: StoredContents;
  readonly files = new WorkspaceFiles(new FilesOnDisk(() => [this.folder]));
  readonly viewer: FileViewer;
  readonly list: ChangeList;
  readonly planner: Planner;
  private calls = 0;

  private constructor(readonly folder: string) {
    this.edits = this.store.add(new TrackedEdits(join(folder, '.storage')));
    const { contents, baselines, reviews } = this.edits;
    this.stored = this.store.add(new StoredContents(baselines));
    this.viewer = new FileViewer(contents);
    this.list = this.store.add(new ChangeList(reviews, this.viewer, this.files, silentLog));
    this.planner = new Planner(contents);
    this.attach(channel, 'A conversation');
  }

  /** @param root parent of the temporary folder */
  static async create(root = tmpdir()): Promise<ChangesBed> {
    return new ChangesBed(await mkdtemp(join(root, 'changes-')));
  }

  attach(id: ChannelId, title: string): void {
    this.edits.tracker.attach({ id, cwd: this.folder, title: () => title });
  }

  add<T extends Disposable>(part: T): T {
    return this.store.add(part);
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  async write(name: string, content: string | Uint8Array): Promise<string> {
    await writeFile(this.path(name), content);
    return this.path(name);
  }

  read(name: string): Promise<string> {
    return readFile(this.path(name), 'utf8');
  }

  bytes(name: string): Promise<Buffer> {
    return readFile(this.path(name));
  }

  /** Changes a file like an agent's tool, between the two hooks; `undefined` deletes it. */
  async change(name: string, content: string | undefined, by: ChannelId = channel): Promise<void> {
    const path = this.path(name);
    this.calls += 1;
    const use = {
      toolId: `tool-${this.calls}` as ToolCallId,
      tool: 'Write',
      input: {},
      cwd: this.folder,
      edits: [path],
      reads: [path],
      isSubagent: false,
    };
    const { tracker } = this.edits;
    await tracker.before(by, use);
    await (content === undefined ? unlink(path) : writeFile(path, content));
    await tracker.after(by, use, { kind: 'succeeded', response: {} });
    await this.settled(name);
  }

  async settled(...names: readonly string[]): Promise<void> {
    this.list.refresh(names.map(name => this.path(name)));
    await this.list.settled();
  }

  view(name: string): FileView {
    const [view] = this.list.at(this.path(name));
    assert.ok(view, `${name} has no changes`);
    return view;
  }

  /** Returns the plan for undoing all changes to a file. */
  async undoPlan(name: string): Promise<FilePlan> {
    const { review } = this.view(name);
    return this.planner.undoFile(review, await this.files.read(review));
  }

  review(id: ChannelId = channel): ChannelReview {
    const review = this.edits.reviews.get(id);
    assert.ok(review);
    return review;
  }

  async open(name: string): Promise<vscode.TextEditor> {
    return vscode.window.showTextDocument(vscode.Uri.file(this.path(name)), { preview: false });
  }

  async dispose(): Promise<void> {
    await revertBelow(this.folder);
    this.store.dispose();
    // The first scan of the workspace may still be writing to our storage.
    await removeFolder(this.folder);
  }
}
