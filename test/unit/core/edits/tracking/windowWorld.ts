import * as fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Log, silentLog } from '../../../../../src/base/log';
import type { ChannelId, ToolCallId } from '../../../../../src/contract/ids';
import type { FilePlan } from '../../../../../src/core/edits/review/plan';
import type { FileChange, OperationFile } from '../../../../../src/core/edits/review/reviewRecord';
import { GitProgram } from '../../../../../src/node/git/gitProgram';
import { Worktrees } from '../../../../../src/node/git/worktrees';
import type { ToolUse } from '../../../../../src/protocol/agentSource';
import { type LineEdit, linesWithoutEnds } from '../review/lineEdits';
import { channels, type Owner, TrackingWindow } from './trackingWindow';
import type { Change, Decision, FileStart, Move } from './windowMoves';
import {
  add,
  type Name,
  nameOf,
  names,
  type State,
  type States,
  sameState,
  WorldFiles,
} from './worldFiles';

interface Card {
  readonly use: ToolUse;
  readonly name: Name;
  readonly edit: LineEdit;
}

/**
 * Two windows on one folder, each with an agent, and a user who types and decides in both. Each move
 * is followed by a comparison of the files with what it was allowed to do.
 */
export class WindowWorld {
  private windows: TrackingWindow[] = [];
  private time = 1;
  private count = 0;
  private readonly cards = new Map<Owner, Card>();
  /** Files before an agent's pending changes that nobody else has touched since. */
  private readonly origins = new Map<Name, { readonly owner: Owner; readonly state: State }>();
  /** Files before the newest undo, while it is the last that happened. */
  private undone: { readonly owner: Owner; readonly states: States } | undefined;
  /** Files whose merge was shown, or whose changes the user was asked about, in this move. */
  private readonly shown = new Set<string>();
  private answer: 'leaves' | 'takesOriginal' = 'leaves';
  private readonly errors: string[] = [];

  private readonly files: WorldFiles;

  private constructor(private readonly root: string) {
    this.files = new WorldFiles(root);
  }

  /** @param hasRepository whether the folder is the main work tree of a repository */
  static async open(starts: readonly FileStart[], hasRepository: boolean): Promise<WindowWorld> {
    const world = new WindowWorld(fs.realpathSync(await mkdtemp(join(tmpdir(), 'windows-'))));
    world.files.create(starts, hasRepository);
    for (let index = 0; index < channels.length; index += 1) {
      world.windows.push(await world.openWindow());
    }
    return world;
  }

  async make(move: Move): Promise<void> {
    this.shown.clear();
    this.answer = 'leaves';
    this.time += 1;
    for (const window of this.windows) {
      await window.advance(1);
    }
    switch (move.do) {
      case 'together':
        await this.decideTogether(move.both);
        break;
      case 'crashes':
        await this.crash(move.at, move.during);
        break;
      case 'fails':
        await this.fail(move.isFull, move.during);
        break;
      case 'mergeIsRefused':
        await this.mergeWorktree();
        break;
      case 'reopens':
        await this.reopen(move.window % 2);
        break;
      default:
        await this.play(move);
    }
    for (const window of this.windows) {
      await window.flush();
    }
    expect(this.errors).toEqual([]);
  }

  async remove(): Promise<void> {
    for (const window of this.windows) {
      window.close();
    }
    await rm(this.root, { recursive: true });
  }

  private async play(move: Change | Decision): Promise<void> {
    if ('window' in move) {
      await this.decided(move);
    } else if (move.do === 'userEdits' || move.do === 'userDeletes') {
      this.userChanges(nameOf(move.file), move.do === 'userEdits' ? move.edit : undefined);
    } else {
      this.undone = undefined;
      await this.agentMoves(move);
    }
  }

  private userChanges(name: Name, edit: LineEdit | undefined): void {
    if (!edit && this.files.state(name).target !== undefined) {
      return;
    }
    this.undone = undefined;
    this.origins.delete(name);
    this.files.write(name, edit && this.files.edited(name, edit, 'user'));
  }

  private async agentMoves(
    move: Exclude<Change, { readonly do: 'userEdits' | 'userDeletes' }>,
  ): Promise<void> {
    const owner = ownerOf(move.of);
    const window = this.windowOf(owner);
    switch (move.do) {
      case 'agentEdits':
        return this.agentWrites(owner, nameOf(move.file), move.edit);
      case 'agentDeletes':
        return this.agentWrites(owner, nameOf(move.file), undefined);
      case 'cardOpens': {
        if (!this.cards.has(owner)) {
          const name = nameOf(move.file);
          const use = this.use({ tool: 'Edit', edits: [this.files.path(name)] });
          this.cards.set(owner, { use, name, edit: move.edit });
          await window.run(async () => {
            await window.tracker.before(idOf(owner), use);
            window.tracker.asked(idOf(owner), use.toolId);
          });
        }
        return;
      }
      case 'cardAnswered': {
        const card = this.cards.get(owner);
        this.cards.delete(owner);
        if (!card) {
          return;
        }
        if (!move.isAllowed) {
          await window.run(async () => window.tracker.forget(idOf(owner), card.use.toolId));
          return;
        }
        const { use, name, edit } = card;
        return this.agentRuns(owner, use, [name], 'permitted', () => {
          this.files.write(name, this.files.edited(name, edit, 'agent'));
        });
      }
      case 'commandRuns': {
        const use = this.use({ tool: 'Bash', edits: [], command: { isBackground: false } });
        return this.agentRuns(owner, use, names, 'before', () => {
          for (const [index, edit] of move.edits.entries()) {
            const name = nameOf(index);
            if (edit && this.files.state(name).target === undefined) {
              this.files.write(
                name,
                edit.removes > 2 ? undefined : this.files.edited(name, edit, 'agent'),
              );
            }
          }
        });
      }
    }
  }

  private async agentWrites(owner: Owner, name: Name, edit: LineEdit | undefined): Promise<void> {
    if (edit || this.files.state(name).target === undefined) {
      const use = this.use({ tool: 'Edit', edits: [this.files.path(name)] });
      await this.agentRuns(owner, use, [name], 'before', () => {
        this.files.write(name, edit && this.files.edited(name, edit, 'agent'));
      });
    }
  }

  /** Lets a call act on these files between the messages that announce its start and its end. */
  private async agentRuns(
    owner: Owner,
    use: ToolUse,
    affected: readonly Name[],
    start: 'before' | 'permitted',
    act: () => void,
  ): Promise<void> {
    const { tracker, ...window } = this.windowOf(owner);
    const id = idOf(owner);
    const before = this.files.states();
    const began = await this.windowOf(owner).run(async () => {
      await (start === 'before' ? tracker.before(id, use) : tracker.permitted(id, use.toolId));
      return true;
    });
    // An agent asks for leave: it does not act when nobody answers.
    if (!began || window.process.isDead) {
      return;
    }
    const pending = affected.map(name => [name, this.isPending(name)] as const);
    act();
    for (const [name, isPending] of pending) {
      const known = this.origins.get(name);
      if (!sameState(before[name], this.files.state(name))) {
        const isGone = this.files.state(name).text === undefined;
        const isUnknown = before[name].isShared || (use.command && before[name].mode !== 0o755);
        if (isGone && isUnknown) {
          // Nobody knows other names of a file that is gone, nor the permissions that it had when a
          // command deleted it.
          this.origins.delete(name);
        } else if (!isPending) {
          this.origins.set(name, { owner, state: before[name] });
        } else if (known?.owner !== owner) {
          this.origins.delete(name);
        }
      }
    }
    await this.windowOf(owner).run(() =>
      tracker.after(id, use, { kind: 'succeeded', response: {} }),
    );
  }

  /** Decides, and compares the files with what the decision was allowed to do. */
  private async decided(move: Decision): Promise<void> {
    const window = this.windowAt(move.window);
    await window.focus();
    const before = this.files.states();
    const brought = await this.broughtBy(move);
    await this.decide(window, move).catch((error: unknown) =>
      expect(error).toMatchObject({ code: 'change.builtUpon' }),
    );
    if (!window.process.isDead) {
      this.compareLines(before, brought);
      this.compareStates(move, before);
    }
  }

  private compareLines(before: States, brought: ReadonlySet<string>): void {
    for (const name of names) {
      const [old, now] = [
        linesWithoutEnds(before[name].text),
        linesWithoutEnds(this.files.state(name).text),
      ];
      if (!this.wasShown(name)) {
        const lost = old.filter(line => this.files.typed.has(line) && !now.includes(line));
        expect(lost.filter(line => !brought.has(line))).toEqual([]);
      }
      expect(now.filter(line => !this.files.written.has(line))).toEqual([]);
    }
  }

  private compareStates(move: Decision, before: States): void {
    const now = this.files.states();
    const owner = ownerOf(move.of);
    if (move.do.startsWith('keep')) {
      expect(now).toEqual(before);
    }
    for (const name of names) {
      expect({ ...now[name], text: '' }).toMatchObject({
        target: before[name].target,
        ...(before[name].text !== undefined && now[name].text !== undefined
          ? { isShared: before[name].isShared }
          : {}),
      });
    }
    if (move.do === 'undoFile' || move.do === 'undoAll') {
      const decided = move.do === 'undoFile' ? [nameOf(move.file)] : names;
      for (const name of decided) {
        const origin = this.origins.get(name);
        if (origin?.owner === owner) {
          expect(this.wasMerged(name)).toBe(false);
          expect({ name, ...now[name] }).toEqual({ name, ...origin.state });
          this.origins.delete(name);
        }
      }
    } else {
      // A part that was decided on is not to come back with the rest.
      this.origins.clear();
    }
    if (move.do === 'restore' && this.undone?.owner === owner) {
      expect([...this.shown].filter(one => one.startsWith('merged '))).toEqual([]);
      expect(now).toEqual(this.undone.states);
    }
    const isUndo = move.do.startsWith('undo') && this.shown.size === 0;
    const isEffective = isUndo && JSON.stringify(before) !== JSON.stringify(now);
    this.undone = isEffective ? { owner, states: before } : undefined;
  }

  private async decide(window: TrackingWindow, move: Decision): Promise<void> {
    const owner = ownerOf(move.of);
    const channel = window.channel(owner);
    const { decisions } = window;
    const find = (name: Name) => channel.find(this.files.path(name));
    await window.run(async () => {
      switch (move.do) {
        case 'keepFile': {
          const review = find(nameOf(move.file));
          await (review && decisions.keepFile({ channel, review }));
          return;
        }
        case 'undoFile': {
          const review = find(nameOf(move.file));
          await decisions.undoFiles('Undo', review ? [{ channel, review }] : []);
          return;
        }
        case 'undoAll':
          await decisions.undoFiles(
            'Undo',
            channel.files.map(review => ({ channel, review })),
          );
          return;
        case 'keepHunk':
        case 'undoHunk':
          return this.decideHunk(window, move);
        case 'keepTool':
          return decisions.keepTools(channel, toolAt(channel.files, move.which));
        case 'undoTool':
          await decisions.undoTools('Undo', channel, toolAt(channel.files, move.which));
          return;
        case 'restore': {
          const operation = channel.record.operations.at(-1);
          await (operation && decisions.restore(channel, operation));
          return;
        }
        case 'rewind': {
          const since = this.since(window, move);
          const plans = [];
          for (const path of new Set(channel.record.changes.map(one => one.path))) {
            const known = channel.record.changes.findLast(one => one.path === path) ?? { path };
            const now = await decisions.read(known);
            const plan = await decisions.planner.rewind(channel, path, since, now);
            plans.push(...(plan ? [{ channel, plan }] : []));
          }
          await decisions.run('Rewind', plans);
        }
      }
    });
  }

  private async decideHunk(window: TrackingWindow, move: Decision): Promise<void> {
    const channel = window.channel(ownerOf(move.of));
    const review = channel.find(this.files.path(nameOf(move.file)));
    const now = review && (await window.decisions.read(review));
    const view = review && now && (await window.viewer.view({ channel, review }, now));
    const hunk = view?.hunks[move.which % view.hunks.length];
    if (view?.lines && hunk) {
      const { before, after } = view.lines.text;
      // Each half of a move is a decision of its own.
      for (const line of linesWithoutEnds(before.join(''))) {
        if (linesWithoutEnds(after.join('')).includes(line)) {
          this.files.typed.delete(line);
        }
      }
      await (move.do === 'keepHunk'
        ? window.decisions.keepHunk(view, hunk)
        : window.decisions.undoHunk('Undo', view, hunk));
    }
  }

  /** Two windows decide at the same time: none waits for the other. */
  private async decideTogether(both: readonly [Decision, Decision]): Promise<void> {
    const before = this.files.states();
    const brought = new Set<string>();
    for (const [index, one] of both.entries()) {
      await this.windowAt(index).focus();
      add([...(await this.broughtBy({ ...one, window: index }))], brought);
    }
    await Promise.all(
      both.map((one, index) =>
        this.decide(this.windowAt(index), one).catch((error: unknown) =>
          expect((error as { code: string }).code).toMatch(/^(change\.builtUpon|file\.)/),
        ),
      ),
    );
    this.compareLines(before, brought);
    this.origins.clear();
    this.undone = undefined;
  }

  /** Ends a window's process at one of its calls; the user opens the window again. */
  private async crash(at: number, during: Change | Decision): Promise<void> {
    const isDecision = 'window' in during;
    const dying = isDecision
      ? this.windowAt(during.window)
      : 'of' in during
        ? this.windowOf(ownerOf(during.of))
        : undefined;
    if (!dying) {
      return this.play(during);
    }
    const index = this.windows.indexOf(dying);
    await dying.focus();
    const known = this.operationIds(dying);
    const before = this.files.states();
    dying.process.endAfter(at);
    await this.play(during);
    if (!dying.process.isDead) {
      await dying.process.bury();
    }
    await dying.process.bury();
    const opened = await this.openWindow();
    this.windows[index] = opened;
    // The agent's process ends with its window.
    this.cards.delete(channels[index] ?? channels[0]);
    this.undone = undefined;
    if (during.do === 'commandRuns') {
      // The card says that what the command changed is not known.
      this.origins.clear();
    }
    if (isDecision) {
      this.origins.clear();
      await this.recovered(opened, ownerOf(during.of), known, before, during);
    }
  }

  /** Restores what a decision had done until its window ended. */
  private async recovered(
    window: TrackingWindow,
    owner: Owner,
    known: ReadonlySet<string>,
    before: States,
    during: Decision,
  ): Promise<void> {
    if (JSON.stringify(before) === JSON.stringify(this.files.states())) {
      return;
    }
    const channel = window.channel(owner);
    const operation = channel.record.operations.find(({ id }) => !known.has(id));
    expect(operation, `${during.do} is on record`).toBeDefined();
    if (operation) {
      this.answer = 'takesOriginal';
      await window.run(async () => {
        await window.decisions.restore(channel, operation);
      });
      expect(this.files.states()).toEqual(before);
    }
  }

  /** The disk of the review records, or of all our files, is full for the time of one move. */
  private async fail(isFull: boolean, during: Change | Decision): Promise<void> {
    const folder = join(this.root, 'storage', isFull ? '' : 'reviews');
    const errors = this.errors.length;
    for (const { process } of this.windows) {
      process.refuses = path => path.startsWith(folder);
    }
    const before = this.files.states();
    if ('window' in during) {
      const window = this.windowAt(during.window);
      await window.focus();
      const brought = await this.broughtBy(during);
      const isDone = await this.decide(window, during).then(
        () => true,
        () => false,
      );
      this.compareLines(before, brought);
      if (!isDone || during.do.startsWith('keep')) {
        expect(this.files.states()).toEqual(before);
      }
    } else {
      await this.play(during);
    }
    this.origins.clear();
    this.undone = undefined;
    for (const window of this.windows) {
      window.process.refuses = () => false;
      await window.flush().catch(() => undefined);
      await window.advance(10_001);
    }
    this.time += 10_001;
    this.errors.splice(errors);
  }

  /** Merges a branch into a folder with changes that are not committed: git is not to touch them. */
  private async mergeWorktree(): Promise<void> {
    if (!this.files.hasRepository) {
      return;
    }
    const before = this.files.states();
    const tracked = join(this.files.work, 'kept', 'tracked');
    fs.writeFileSync(tracked, 'two\n');
    const program = new GitProgram({ env: process.env, platform: process.platform });
    const { signal } = new AbortController();
    const merge = new Worktrees(program).merge(this.files.work, 'tree', signal);
    await expect(merge).rejects.toMatchObject({ code: 'worktree.dirty' });
    program.dispose();
    fs.writeFileSync(tracked, 'one\n');
    expect(this.files.states()).toEqual(before);
  }

  private async reopen(index: number): Promise<void> {
    const window = this.windowAt(index);
    window.close();
    await window.process.bury();
    this.cards.delete(channels[index] ?? channels[0]);
    this.windows[index] = await this.openWindow();
  }

  private async openWindow(): Promise<TrackingWindow> {
    const note = (message: string) => this.errors.push(message);
    const log: Log = { ...silentLog, error: note };
    return TrackingWindow.open(
      this.root,
      this.files.work,
      this.time,
      {
        confirmed: plans => {
          for (const { plan } of plans.filter(one => one.plan.isUncertain)) {
            this.shown.add(plan.path);
          }
        },
        resolve: plan => this.resolve(plan),
      },
      log,
    );
  }

  private resolve({ path, outcome }: FilePlan): boolean {
    this.shown.add(path);
    this.shown.add(`merged ${path}`);
    if (this.answer === 'leaves' || outcome.kind === 'clean') {
      return false;
    }
    if (outcome.theirs) {
      fs.writeFileSync(path, outcome.theirs);
    } else {
      fs.rmSync(path, { force: true });
    }
    return true;
  }

  /** Returns the user's lines that what is to be taken back had brought into the files. */
  private async broughtBy(move: Decision): Promise<ReadonlySet<string>> {
    const window = this.windowAt(move.window);
    const channel = window.channel(ownerOf(move.of));
    const { changes, operations } = channel.record;
    const since = move.do === 'rewind' ? this.since(window, move) : 0;
    const taken: readonly (FileChange | OperationFile)[] =
      move.do === 'rewind'
        ? changes.filter(({ at, toolId }) => at >= since && !toolId)
        : move.do === 'restore'
          ? (operations.at(-1)?.files ?? [])
          : [];
    const brought = new Set<string>();
    for (const { old, new: made } of taken) {
      const [before, after] = [await window.read(old), await window.read(made)];
      const had = new Set(linesWithoutEnds(before && Buffer.from(before).toString()));
      const lines = linesWithoutEnds(after && Buffer.from(after).toString());
      add(
        lines.filter(line => !had.has(line)),
        brought,
      );
    }
    return brought;
  }

  private since(window: TrackingWindow, { of, which }: Decision): number {
    const { changes } = window.channel(ownerOf(of)).record;
    return changes[which % changes.length]?.at ?? 0;
  }

  private operationIds(window: TrackingWindow): ReadonlySet<string> {
    return new Set(
      channels.flatMap(one => window.channel(one).record.operations.map(({ id }) => id)),
    );
  }

  private isPending(name: Name): boolean {
    const paths = [
      this.files.path(name),
      fs.existsSync(this.files.path(name)) ? fs.realpathSync(this.files.path(name)) : '',
    ];
    return this.windows.some(window =>
      channels.some(one => paths.some(path => window.channel(one).find(path))),
    );
  }

  private wasShown(name: Name): boolean {
    return (
      this.shown.has(this.files.path(name)) || this.shown.has(join(this.files.work, 'kept', name))
    );
  }

  private wasMerged(name: Name): boolean {
    return this.shown.has(`merged ${this.files.path(name)}`);
  }

  private use(about: Pick<ToolUse, 'tool' | 'edits' | 'command'>): ToolUse {
    this.count += 1;
    const toolId = `t${this.count}` as ToolCallId;
    return { ...about, toolId, input: {}, cwd: this.files.work, reads: [], isSubagent: false };
  }

  private windowAt(index: number): TrackingWindow {
    const window = this.windows[index % this.windows.length];
    if (!window) {
      throw new Error('There is no window.');
    }
    return window;
  }

  private windowOf(owner: Owner): TrackingWindow {
    return this.windowAt(channels.indexOf(owner));
  }
}

function ownerOf(of: number): Owner {
  return channels[of % channels.length] ?? channels[0];
}

function idOf(owner: Owner): ChannelId {
  return owner as ChannelId;
}

function toolAt(
  files: readonly { readonly tools: readonly ToolCallId[] }[],
  which: number,
): ReadonlySet<ToolCallId> {
  const tools = files.flatMap(file => file.tools);
  return new Set(tools.slice(which % tools.length).slice(0, 1));
}
