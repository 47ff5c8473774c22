import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { BlobId, ToolCallId } from '../../../../../src/contract/ids';
import { ChannelReview } from '../../../../../src/core/edits/review/channelReview';
import { Contents } from '../../../../../src/core/edits/review/contents';
import { Decisions } from '../../../../../src/core/edits/review/decisions';
import { type FileView, FileViewer } from '../../../../../src/core/edits/review/fileView';
import { asThreeTexts } from '../../../../../src/core/edits/review/mergeContents';
import type { FilePlan } from '../../../../../src/core/edits/review/plan';
import type {
  FileChange,
  OperationFile,
  ReviewRecord,
} from '../../../../../src/core/edits/review/reviewRecord';
import { SavedFiles } from '../../../../../src/core/edits/review/savedFiles';
import { toLines } from '../../../../../src/core/edits/text/lines';
import { linesOf, mergeLines } from '../../../../../src/core/edits/text/merge';
import type { VersionedFile } from '../../../../../src/node/versionedFile';
import { FakeClock } from '../../../node/fakeClock';
import { type LineEdit, linesWithoutEnds, withEdit, withoutMark } from './lineEdits';

const names = ['a', 'b'] as const;
/** Lines that occur more than once. */
export const kinds = ['}', '', 'one', 'two', 'three', 'four'] as const;
type Name = (typeof names)[number];

type Edit =
  | { readonly do: 'agentEdits' | 'userEdits'; readonly file: number; readonly edit: LineEdit }
  | { readonly do: 'agentDeletes' | 'userDeletes'; readonly file: number };

type Decision =
  | { readonly do: 'keepFile' | 'undoFile'; readonly file: number }
  | { readonly do: 'keepHunk' | 'undoHunk'; readonly file: number; readonly hunk: number }
  | { readonly do: 'keepTool' | 'undoTool'; readonly tool: number }
  | { readonly do: 'undoAll' | 'restore' }
  | { readonly do: 'rewind'; readonly change: number };

export type Move = Edit | Decision;

/** How the user answers when a merge is shown. */
export type Answer = 'leaves' | 'takesOriginal' | 'takesOwn';

export interface World {
  readonly texts: readonly [string, string];
  readonly answer: Answer;
}

/** Files in memory that an agent and a user change in turns, and the user's decisions about them. */
export class ReviewWorld {
  private readonly texts = new Map<string, string>();
  private readonly stored = new Map<BlobId, Uint8Array>();
  private readonly clock = new FakeClock();
  private readonly contents = new Contents({
    put: async bytes => {
      const ref = createHash('sha256').update(bytes).digest('hex') as BlobId;
      this.stored.set(ref, Buffer.from(bytes));
      return ref;
    },
    get: async ref => this.stored.get(ref),
  });
  private readonly channel: ChannelReview;
  private readonly viewer = new FileViewer(this.contents);
  private readonly decisions: Decisions;
  private count = 0;
  /** Line of each file that was edited last. */
  private readonly places = new Map<number, number>();
  /** Lines that somebody has written, without their ends; a mark on its own becomes an empty one. */
  private readonly written = new Set<string>(['']);
  private readonly typed = new Set<string>();
  /** Files whose merge was shown during the present move. */
  private readonly merged = new Set<string>();
  /** Lines that a merge of the present move would remove without a conflict. */
  private unshown: string[] = [];
  /** Texts before the agent's pending changes, of files that nobody else has touched since. */
  private readonly untouched = new Map<string, string | undefined>();
  /** Texts at earlier times, as long as the user has typed nothing since. */
  private states: { readonly at: number; readonly texts: ReadonlyMap<string, string> }[] = [];
  /** Texts before the newest undo, while it is the last that happened. */
  private undone: ReadonlyMap<string, string> | undefined;

  constructor(
    file: VersionedFile<ReviewRecord>,
    private readonly world: World,
  ) {
    this.channel = new ChannelReview(file, this.contents);
    this.decisions = new Decisions({
      contents: this.contents,
      files: {
        read: async ({ path }) => ({ bytes: this.bytes(path), isUnsaved: false }),
        write: async ({ path }, bytes) => this.put(path, bytes && Buffer.from(bytes).toString()),
      },
      viewer: this.viewer,
      ui: {
        confirm: async (_, plans) => plans,
        resolve: async plan => this.resolve(plan),
      },
      saved: new SavedFiles(),
      clock: this.clock,
    });
    names.forEach((name, index) => {
      this.put(name, world.texts[index]);
      this.note(this.linesIn(name));
    });
  }

  async make(move: Move): Promise<void> {
    this.merged.clear();
    this.unshown = [];
    this.clock.advance(1);
    switch (move.do) {
      case 'agentEdits':
        return this.agentWrites(nameOf(move.file), this.edited(move.file, move.edit, 'agent'));
      case 'agentDeletes':
        return this.agentWrites(nameOf(move.file), undefined);
      case 'userEdits':
        return this.userWrites(nameOf(move.file), this.edited(move.file, move.edit, 'user'));
      case 'userDeletes':
        return this.userWrites(nameOf(move.file), undefined);
      default:
        return this.decided(move);
    }
  }

  private async agentWrites(name: Name, text: string | undefined): Promise<void> {
    if (text === this.texts.get(name)) {
      return;
    }
    this.undone = undefined;
    this.states.push({ at: this.clock.now(), texts: new Map(this.texts) });
    if (!this.channel.find(name)) {
      this.untouched.set(name, this.texts.get(name));
    }
    const old = await this.contents.keep(this.bytes(name));
    this.put(name, text);
    const now = await this.contents.keep(this.bytes(name));
    this.count += 1;
    const toolId = `t${this.count}` as ToolCallId;
    await this.channel.add([{ at: this.clock.now(), path: name, old, new: now, toolId }]);
  }

  private async userWrites(name: Name, text: string | undefined): Promise<void> {
    this.undone = undefined;
    this.states = [];
    this.untouched.delete(name);
    this.put(name, text);
  }

  /** Decides, and compares the files with what the decision was allowed to do. */
  private async decided(move: Decision): Promise<void> {
    const before = new Map(this.texts);
    const changes = [...this.channel.record.changes];
    const operation = this.channel.record.operations.at(-1);
    const since = move.do === 'rewind' ? this.since(move.change) : 0;
    const taken =
      move.do === 'rewind'
        ? changes.filter(({ at, toolId }) => at >= since && !toolId)
        : move.do === 'restore'
          ? (operation?.files ?? [])
          : [];
    const brought = await this.broughtBy(taken);
    await this.decide(move, since);
    const unshown = this.unshown.filter(line => this.typed.has(line) && !brought.has(line));
    expect(unshown).toEqual([]);
    for (const name of names) {
      const [old, now] = [linesWithoutEnds(before.get(name)), this.linesIn(name)];
      if (!this.merged.has(name)) {
        const lost = old.filter(line => this.typed.has(line) && !now.includes(line));
        expect(lost.filter(line => !brought.has(line))).toEqual([]);
        expect(now.filter(line => !this.written.has(line))).toEqual([]);
      }
      this.note(now);
    }
    this.compare(move, before, since);
  }

  /** Compares bytes where a decision has to give them back. */
  private compare(move: Decision, before: ReadonlyMap<string, string>, since: number): void {
    if (move.do.startsWith('keep')) {
      expect(this.texts).toEqual(before);
    }
    if (move.do === 'undoFile' || move.do === 'undoAll') {
      const undone = move.do === 'undoFile' ? [nameOf(move.file)] : names;
      for (const name of undone.filter(one => this.untouched.has(one))) {
        expect(this.merged.has(name)).toBe(false);
        expect(this.texts.get(name)).toBe(this.untouched.get(name));
      }
    }
    if (move.do === 'restore' && this.undone) {
      expect(this.merged.size).toBe(0);
      expect(this.texts).toEqual(this.undone);
    }
    if (move.do === 'rewind') {
      const state = this.states.find(({ at }) => at === since);
      if (state) {
        expect(this.merged.size).toBe(0);
        expect(this.texts).toEqual(state.texts);
      }
    }
    const isUndo = move.do.startsWith('undo') && this.merged.size === 0;
    const isOne = isUndo && before.size + this.texts.size > 0 && !same(before, this.texts);
    this.undone = isOne ? before : undefined;
    if (this.merged.size > 0) {
      this.states = [];
    }
    // A part that was decided on is not to come back with the rest.
    if (!['undoFile', 'undoAll'].includes(move.do)) {
      this.untouched.clear();
    } else {
      for (const name of names.filter(one => !this.channel.find(one))) {
        this.untouched.delete(name);
      }
    }
  }

  private async decide(move: Decision, since: number): Promise<void> {
    const { channel, decisions } = this;
    switch (move.do) {
      case 'keepFile': {
        const review = channel.find(nameOf(move.file));
        return review && decisions.keepFile({ channel, review });
      }
      case 'undoFile':
        return this.undo([nameOf(move.file)]);
      case 'undoAll':
        return this.undo(names);
      case 'keepHunk':
      case 'undoHunk':
        return this.decideHunk(move.do, nameOf(move.file), move.hunk);
      case 'keepTool':
        return decisions.keepTools(channel, this.toolAt(move.tool));
      case 'undoTool':
        await decisions
          .undoTools('Undo a turn', channel, this.toolAt(move.tool))
          .catch((error: unknown) => expect(error).toMatchObject({ code: 'change.builtUpon' }));
        return;
      case 'restore': {
        const operation = channel.record.operations.at(-1);
        await (operation && decisions.restore(channel, operation));
        return;
      }
      case 'rewind':
        return this.rewind(since);
    }
  }

  private async undo(undone: readonly Name[]): Promise<void> {
    const files = undone.flatMap(name => {
      const review = this.channel.find(name);
      return review ? [{ channel: this.channel, review }] : [];
    });
    await this.decisions.undoFiles('Undo', files);
  }

  private async decideHunk(what: 'keepHunk' | 'undoHunk', name: Name, at: number): Promise<void> {
    const { channel, decisions } = this;
    const review = channel.find(name);
    const now = { bytes: this.bytes(name), isUnsaved: false };
    const view = review && (await this.viewer.view({ channel, review }, now));
    const hunk = view?.hunks[at % view.hunks.length];
    if (view && hunk) {
      this.forgetMoved(view);
      await (what === 'keepHunk'
        ? decisions.keepHunk(view, hunk)
        : decisions.undoHunk('Undo a change', view, hunk));
    }
  }

  /** Excuses lines that are shown as moved: each half of a move is a decision of its own. */
  private forgetMoved({ lines, hunks }: FileView): void {
    const { before = [], after = [] } = lines?.text ?? {};
    for (const one of hunks) {
      const added = after.slice(one.after.start, one.after.end).join('');
      for (const other of hunks.filter(each => each !== one)) {
        const removed = before.slice(other.before.start, other.before.end).join('');
        const moved = linesWithoutEnds(removed);
        for (const line of linesWithoutEnds(added).filter(each => moved.includes(each))) {
          this.typed.delete(line);
        }
      }
    }
  }

  private async rewind(since: number): Promise<void> {
    const { channel, decisions } = this;
    const plans: { channel: ChannelReview; plan: FilePlan }[] = [];
    for (const name of names) {
      const now = { bytes: this.bytes(name), isUnsaved: false };
      const plan = await decisions.planner.rewind(channel, name, since, now);
      plans.push(...(plan ? [{ channel, plan }] : []));
    }
    this.clock.advance(1);
    await decisions.run('Rewind', plans);
  }

  /** Answers in the merge editor, which puts in what does not conflict. */
  private resolve({ path, outcome, now }: FilePlan): boolean {
    this.merged.add(path);
    const { answer } = this.world;
    if (outcome.kind === 'clean') {
      return false;
    }
    const { base, theirs } = outcome;
    const view = asThreeTexts({ base, ours: now.bytes, theirs });
    // Both sides of a conflict are in view: the user sees a line that the other side has moved.
    const shown = view
      ? mergeLines(view.texts, conflict => [
          ...linesOf(view.texts.ours, conflict.ours),
          ...linesOf(view.texts.theirs, conflict.theirs),
        ])
      : toLines(this.texts.get(path) ?? '');
    const left = linesWithoutEnds(shown?.join(''));
    this.unshown.push(...this.linesIn(path).filter(line => !left.includes(line)));
    if (answer === 'leaves') {
      return false;
    }
    const lines =
      view &&
      mergeLines(view.texts, conflict =>
        answer === 'takesOwn'
          ? linesOf(view.texts.ours, conflict.ours)
          : linesOf(view.texts.theirs, conflict.theirs),
      );
    const whole = answer === 'takesOwn' ? now.bytes : theirs;
    this.put(path, lines ? lines.join('') : whole && Buffer.from(whole).toString());
    return true;
  }

  /** Returns the user's lines that these changes have brought into their files. */
  private async broughtBy(
    taken: readonly (FileChange | OperationFile)[],
  ): Promise<ReadonlySet<string>> {
    const brought = new Set<string>();
    for (const { old, new: made } of taken) {
      const [before, after] = [await this.contents.read(old), await this.contents.read(made)];
      const known = new Set(linesWithoutEnds(before && Buffer.from(before).toString()));
      for (const line of linesWithoutEnds(after && Buffer.from(after).toString())) {
        if (!known.has(line)) {
          brought.add(line);
        }
      }
    }
    return brought;
  }

  private edited(file: number, edit: LineEdit, who: 'agent' | 'user'): string {
    const text = this.texts.get(nameOf(file)) ?? '';
    const bare = withoutMark(text);
    const lines = toLines(bare);
    const lineEnd = (this.world.texts[0] + text).includes('\r\n') ? '\r\n' : '\n';
    const last = this.places.get(file) ?? 0;
    const near = Math.min(Math.max(0, last + (edit.at % 4) - 1), lines.length);
    const at = edit.isNear ? near : edit.at % (lines.length + 1);
    this.places.set(file, at);
    const inserted = Array.from({ length: edit.inserts }, () => {
      this.count += 1;
      const isRepeated = who === 'agent' && edit.isRepeating;
      return isRepeated ? (kinds[this.count % kinds.length] ?? '') : `${who} ${this.count}`;
    });
    this.count += 1;
    this.note(inserted);
    if (who === 'user') {
      add(inserted, this.typed);
    }
    return text.slice(0, text.length - bare.length) + withEdit(lines, at, edit, inserted, lineEnd);
  }

  private note(lines: readonly string[]): void {
    add(lines, this.written);
  }

  private since(change: number): number {
    const { changes } = this.channel.record;
    return changes[change % changes.length]?.at ?? 0;
  }

  private toolAt(tool: number): ReadonlySet<ToolCallId> {
    const tools = this.channel.files.flatMap(file => file.tools);
    return new Set(tools.slice(tool % tools.length).slice(0, 1));
  }

  private linesIn(name: string): string[] {
    return linesWithoutEnds(this.texts.get(name));
  }

  private bytes(path: string): Uint8Array | undefined {
    const text = this.texts.get(path);
    return text === undefined ? undefined : Buffer.from(text);
  }

  private put(path: string, text: string | undefined): void {
    if (text === undefined) {
      this.texts.delete(path);
    } else {
      this.texts.set(path, text);
    }
  }
}

function nameOf(file: number): Name {
  return file % 2 ? 'b' : 'a';
}

function same(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  return names.every(name => a.get(name) === b.get(name));
}

function add(lines: readonly string[], to: Set<string>): void {
  for (const line of lines) {
    to.add(line);
  }
}
