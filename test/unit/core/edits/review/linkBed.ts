import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ChannelId, ToolCallId } from '../../../../../src/contract/ids';
import type { ChannelReview } from '../../../../../src/core/edits/review/channelReview';
import { Decisions } from '../../../../../src/core/edits/review/decisions';
import { FileViewer } from '../../../../../src/core/edits/review/fileView';
import { FilesOnDisk } from '../../../../../src/core/edits/review/reviewedFiles';
import type { ToolUse } from '../../../../../src/protocol/agentSource';
import { removeFolder } from '../../../../support/removeFolder';
import { TrackedEdits } from '../../../../support/trackedEdits';
import { FakeClock } from '../../../node/fakeClock';

/** Text of a file; `null` if there is none. */
export type Text = string | null;

const channelId = 'c0ffee' as ChannelId;

/** A workspace whose files the agent changes, and a folder beside it that nobody may touch. */
export class LinkBed {
  private readonly clock = new FakeClock();
  private edits: TrackedEdits;
  private decisions: Decisions;
  private calls = 0;

  private constructor(
    private readonly root: string,
    /** Name of the folder that the conversation works in. */
    private readonly folder: string,
  ) {
    this.edits = this.trackedEdits();
    this.decisions = this.openDecisions();
  }

  static async open(folder = 'work'): Promise<LinkBed> {
    const bed = new LinkBed(await mkdtemp(join(tmpdir(), 'links-')), folder);
    await mkdir(bed.at('work'));
    await mkdir(bed.at('outside'));
    return bed;
  }

  at(name: string): string {
    return join(this.root, name);
  }

  async put(name: string, text: string): Promise<void> {
    await mkdir(dirname(this.at(name)), { recursive: true });
    await writeFile(this.at(name), text);
  }

  /** Copies the folder as the agent leaves it to where nobody may touch it. */
  async copy(from: string, to: string): Promise<void> {
    await cp(this.at(from), this.at(to), { recursive: true });
  }

  /** Returns every file outside of storage with its text, links not followed. */
  async texts(): Promise<Record<string, string>> {
    const entries = await readdir(this.root, { withFileTypes: true, recursive: true });
    const files = entries
      .filter(entry => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter(path => !path.startsWith(this.at('storage')));
    const texts = files.sort().map(async path => {
      return [path.slice(this.root.length + 1), await readFile(path, 'utf8')] as const;
    });
    return Object.fromEntries(await Promise.all(texts));
  }

  /** Changes a file by a tool call; `null` removes it. */
  change(name: string, text: Text, between?: () => Promise<void>): Promise<void> {
    const path = this.at(name);
    return this.call({ tool: 'Edit', edits: [path] }, async () => {
      await between?.();
      await (text === null ? rm(path) : this.put(name, text));
    });
  }

  /** Runs a shell command of the agent's that does this. */
  async run(command: () => Promise<void>): Promise<void> {
    await this.call({ tool: 'Bash', edits: [], command: { isBackground: false } }, command);
  }

  async undo(name: string): Promise<unknown> {
    const review = (await this.channel()).find(this.at(name));
    const channel = await this.channel();
    return this.decisions.undoFiles('Undo', review ? [{ channel, review }] : []);
  }

  async undoByHunk(name: string): Promise<void> {
    const channel = await this.channel();
    const review = channel.find(this.at(name));
    const viewer = new FileViewer(this.edits.contents);
    const now = review && (await this.decisions.read(review));
    const view = review && now && (await viewer.view({ channel, review }, now));
    const [hunk] = view?.hunks ?? [];
    if (view && hunk) {
      await this.decisions.undoHunk('Undo', view, hunk);
    }
  }

  async keep(name: string): Promise<void> {
    const channel = await this.channel();
    const review = channel.find(this.at(name));
    if (review) {
      await this.decisions.keepFile({ channel, review });
    }
  }

  async restore(): Promise<unknown> {
    const channel = await this.channel();
    const operation = channel.record.operations.at(-1);
    return operation && this.decisions.restore(channel, operation);
  }

  /** Takes a file back to before its first change. */
  async rewind(name: string): Promise<unknown> {
    const channel = await this.channel();
    const path = this.at(name);
    const known = channel.record.changes.findLast(change => change.path === path);
    const now = await this.decisions.read(known ?? { path });
    const plan = await this.decisions.planner.rewind(channel, path, 0, now);
    return this.decisions.run('Rewind', plan ? [{ channel, plan }] : []);
  }

  async isWaiting(name: string): Promise<boolean> {
    return (await this.channel()).find(this.at(name)) !== undefined;
  }

  rename(from: string, to: string): Promise<void> {
    return this.edits.reviews.moved(this.at(from), this.at(to));
  }

  /** Opens another window, whose record was written before places were recorded. */
  reopenOld(): Promise<void> {
    return this.reopen(async path => {
      const isPlace = (key: string, value: unknown) => (key === 'place' ? undefined : value);
      const text = await readFile(path, 'utf8');
      await writeFile(path, JSON.stringify(JSON.parse(text), isPlace));
    });
  }

  /** Closes the window while a call is about to change a file, and opens another one. */
  async reopenDuringCall(name: string, between: () => Promise<void>): Promise<void> {
    const { tracker } = this.edits;
    await tracker.before(channelId, this.use({ tool: 'Edit', edits: [this.at(name)] }));
    await this.reopen(async () => undefined);
    await between();
    await this.edits.tracker.recover(await this.channel());
  }

  async remove(): Promise<void> {
    this.edits.dispose();
    await removeFolder(this.root);
  }

  private async call(
    about: Pick<ToolUse, 'tool' | 'edits' | 'command'>,
    action: () => Promise<void>,
  ): Promise<void> {
    const { tracker } = this.edits;
    const use = this.use(about);
    await tracker.before(channelId, use);
    await action();
    await tracker.after(channelId, use, { kind: 'succeeded', response: {} });
    this.clock.advance(1);
  }

  private use(about: Pick<ToolUse, 'tool' | 'edits' | 'command'>): ToolUse {
    const cwd = this.at(this.folder);
    this.edits.tracker.attach({ id: channelId, cwd, title: () => '' });
    this.calls += 1;
    const toolId = `t${this.calls}` as ToolCallId;
    return { ...about, toolId, input: {}, cwd, reads: [], isSubagent: false };
  }

  /** @param between done to each record */
  private async reopen(between: (path: string) => Promise<void>): Promise<void> {
    await (await this.channel()).flush();
    this.edits.dispose();
    const reviews = this.at('storage/reviews');
    const names = await readdir(reviews, { recursive: true });
    await Promise.all(
      names.filter(name => name.endsWith('.json')).map(name => between(join(reviews, name))),
    );
    this.edits = this.trackedEdits();
    this.decisions = this.openDecisions();
  }

  private channel(): Promise<ChannelReview> {
    return this.edits.reviews.open(this.at(this.folder), channelId);
  }

  private trackedEdits(): TrackedEdits {
    return new TrackedEdits(this.at('storage'), { clock: this.clock });
  }

  private openDecisions(): Decisions {
    const { contents, saved } = this.edits;
    return new Decisions({
      contents,
      files: new FilesOnDisk(() => [this.at(this.folder)]),
      viewer: new FileViewer(contents),
      ui: {
        confirm: async (_, plans) => plans,
        resolve: () => Promise.reject(new Error('The user has to merge.')),
      },
      saved,
      clock: this.clock,
    });
  }
}
