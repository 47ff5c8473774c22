import * as l10n from '@vscode/l10n';
import type { Clock } from '../../../base/clock';
import { UserError } from '../../../base/errors';
import type { ToolCallId } from '../../../contract/ids';
import type { Located } from '../place';
import type { ChannelReview } from './channelReview';
import { type Contents, fromLines, sameBytes } from './contents';
import type { FileView, FileViewer } from './fileView';
import type { ManyReviewed, ReadFile } from './manyReviewed';
import { type FilePlan, Planner, type Present } from './plan';
import { keepForDecision } from './replacedContents';
import type { ReviewedFiles } from './reviewedFiles';
import { type FileReview, type Operation, type OperationFile, sameReview } from './reviewRecord';
import type { ReviewedFile } from './reviews';
import type { ReviewHunk } from './reviewText';
import type { SavedFiles } from './savedFiles';
import { type DoneSoFar, type PlannedChange, StartedOperations } from './startedOperations';
import { WrittenTogether } from './writtenTogether';

export interface OwnedPlan extends PlannedChange {
  /** Plans again for different content: an earlier plan of the same run has changed the file. */
  replan?(now: Present): Promise<FilePlan>;
}

/** Asks the user, and lets them resolve conflicts. */
interface DecisionUi {
  /**
   * Asks the user to confirm.
   * @returns the plans to carry out; `undefined` when the user cancels
   */
  confirm(title: string, plans: readonly OwnedPlan[]): Promise<readonly OwnedPlan[] | undefined>;
  /** Resolves with whether the user has resolved the conflict; their text is then in the store. */
  resolve(plan: FilePlan): Promise<boolean>;
}

export interface DecisionsOptions {
  readonly contents: Contents;
  readonly files: ReviewedFiles;
  readonly viewer: FileViewer;
  readonly ui: DecisionUi;
  readonly saved: SavedFiles;
  /** For many files at once. */
  readonly many?: ManyReviewed | undefined;
  readonly clock: Clock;
}

/** Completed operations, so that they can be reverted. */
export interface Done {
  readonly files: number;
  readonly operations: readonly {
    readonly channel: ChannelReview;
    readonly operation: Operation;
  }[];
}

/** Carries out the user's decisions about changes. Stores the user's text before replacing it. */
export class Decisions {
  readonly planner: Planner;

  constructor(private readonly options: DecisionsOptions) {
    this.planner = new Planner(options.contents);
  }

  read(file: Located): Promise<Present> {
    return this.options.files.read(file);
  }

  async keepHunk({ channel, review, lines }: FileView, hunk: ReviewHunk): Promise<void> {
    if (!lines) {
      throw notByHunk();
    }
    const text = lines.text.keep(hunk);
    const bytes = fromLines(text.before, lines.encoding);
    const before = await keepForDecision(this.options.contents, bytes, review.before);
    const left = { ...review, before };
    this.options.viewer.remember(left, text, lines.encoding);
    await channel.decide(review, left);
  }

  /** @param label question to ask when the origin is uncertain */
  async undoHunk(label: string, view: FileView, hunk: ReviewHunk): Promise<void> {
    const { channel, review, lines, now } = view;
    if (!lines) {
      throw notByHunk();
    }
    const { contents, viewer } = this.options;
    const text = lines.text.undo(hunk);
    const theirs = fromLines(text.after, lines.encoding);
    const after = await keepForDecision(contents, theirs, review.after);
    const reviewAfter = { ...review, after };
    viewer.remember(reviewAfter, text, lines.encoding);
    const base = await contents.read(review.after);
    const undone = fromLines(lines.text.undoneIn(lines.now, hunk), lines.encoding);
    const plan: FilePlan = {
      path: review.path,
      place: review.place,
      now,
      outcome: hunk.isEdited
        ? { kind: 'conflict', base, theirs }
        : { kind: 'clean', bytes: undone },
      isEdited: !sameBytes(base, now.bytes),
      isUncertain: review.isUncertain === true,
      reviewBefore: review,
      reviewAfter,
    };
    await this.run(label, [{ channel, plan }]);
  }

  async keepFile({ channel, review }: ReviewedFile): Promise<void> {
    await channel.decide(review, undefined);
  }

  async keepTools(channel: ChannelReview, tools: ReadonlySet<ToolCallId>): Promise<void> {
    for (const review of reviewsOf(channel, tools)) {
      const left = await this.planner.keepTools(channel, review, tools);
      await channel.decide(review, left);
    }
  }

  async undoFiles(label: string, files: readonly ReviewedFile[]): Promise<Done | undefined> {
    const plans: OwnedPlan[] = [];
    const found = await this.readTogether(files);
    for (const { channel, review } of files) {
      const replan = (now: Present) => this.planner.undoFile(review, now);
      const read = found.get(review);
      const plan = read
        ? await this.planner.undoFile(review, read.now, read)
        : await replan(await this.read(review));
      plans.push({ channel, plan, replan });
    }
    return this.run(label, plans);
  }

  async undoTools(
    label: string,
    channel: ChannelReview,
    tools: ReadonlySet<ToolCallId>,
  ): Promise<Done | undefined> {
    const plans: OwnedPlan[] = [];
    for (const review of reviewsOf(channel, tools)) {
      const now = await this.read(review);
      plans.push({ channel, plan: await this.planner.undoTools(channel, review, tools, now) });
    }
    const effective = plans.filter(({ plan }) => !hasNoEffect(plan));
    if (effective.length === 0 && plans.length > 0) {
      throw new UserError(
        'change.builtUpon',
        l10n.t(
          'Later changes build on all of these, so they cannot be undone on their own. Undo the later ones too.',
        ),
      );
    }
    return this.run(label, effective);
  }

  /** @param asks show what would happen even when everything merges */
  async run(label: string, plans: readonly OwnedPlan[], asks = false): Promise<Done | undefined> {
    const chosen = await this.confirmed(label, plans, asks);
    if (!chosen) {
      return undefined;
    }
    const isClean = ({ plan }: OwnedPlan) => plan.outcome.kind === 'clean';
    const done = await this.carryOutAll(label, chosen.filter(isClean));
    // Each conflict waits for the user, who may take time: finished work is already on record.
    for (const conflict of chosen.filter(one => !isClean(one))) {
      const solved = await this.carryOutAll(label, [conflict]);
      done.files += solved.files;
      done.operations.push(...solved.operations);
    }
    return done;
  }

  /**
   * Reverts an undo or rewind. Changes that the user has made since then stay. Files that the user
   * leaves as they are can be restored later.
   */
  async restore(channel: ChannelReview, operation: Operation): Promise<Done | undefined> {
    const plans: OwnedPlan[] = [];
    for (const file of operation.files) {
      const { path, old, new: changedTo, reviewBefore, reviewAfter } = file;
      const now = await this.read(file);
      const plan = await this.planner.takeBack(file, now);
      const present = channel.find(path);
      const isAsLeft = sameReview(present, reviewAfter);
      const left = isAsLeft
        ? reviewBefore
        : await channel.steps.shifted(present, { path, old: changedTo, new: old });
      const { reviewBefore: _, ...rest } = plan;
      const reviews = {
        ...(present ? { reviewBefore: present } : {}),
        ...(left ? { reviewAfter: left } : {}),
      };
      plans.push({ channel, plan: { ...rest, ...reviews } });
    }
    const done = await this.run(operation.label, plans);
    if (done) {
      const left = new Set(operation.files.map(({ path }) => path));
      for (const { path } of done.operations.flatMap(one => one.operation.files)) {
        left.delete(path);
      }
      await channel.dropOperation(operation.id, left);
      // The next restore takes back the undo before this one, rather than this restore.
      for (const { channel: restored, operation: own } of done.operations) {
        await restored.dropOperation(own.id, new Set());
      }
    }
    return done;
  }

  /** Reads files at once that no editor has open, as far as there are many. */
  private async readTogether(
    files: readonly ReviewedFile[],
  ): Promise<ReadonlyMap<FileReview, ReadFile>> {
    const { many, files: disk } = this.options;
    const asked = files
      .map(({ review }) => review)
      .filter(({ path }) => many && disk.isOnDiskOnly?.(path));
    const found = (await many?.read(asked, false)) ?? [];
    return new Map(
      asked.flatMap((review, index) => {
        const read = found[index];
        return read ? [[review, read] as const] : [];
      }),
    );
  }

  private async confirmed(
    label: string,
    plans: readonly OwnedPlan[],
    asks = false,
  ): Promise<readonly OwnedPlan[] | undefined> {
    const isDoubtful = plans.some(({ plan }) => plan.isUncertain);
    return asks || isDoubtful ? this.options.ui.confirm(label, plans) : plans;
  }

  /** @returns how the file changed; `undefined` when the user left it unchanged */
  private async changeFile(plan: FilePlan): Promise<OperationFile | undefined> {
    const { contents } = this.options;
    const { path, reviewBefore, reviewAfter } = plan;
    const old = await contents.keep(plan.now.bytes, plan.now);
    if (!(await this.carryOut(plan))) {
      return undefined;
    }
    // Recorded as read back, not as planned: the editor may format on save.
    const { bytes, mode, place } = await this.read(plan);
    return {
      path,
      place,
      old,
      new: await contents.keep(bytes, { mode }),
      ...(reviewBefore ? { reviewBefore } : {}),
      ...(reviewAfter ? { reviewAfter } : {}),
    };
  }

  private async carryOut(plan: FilePlan): Promise<boolean> {
    const { files, ui, saved, clock, contents } = this.options;
    const { path, outcome, now, mode } = plan;
    // Whatever happens next, the user's text can be recovered.
    await contents.keep(now.bytes);
    if (outcome.kind === 'clean') {
      await files.write(plan, outcome.bytes, now, mode);
    }
    const isDone = outcome.kind === 'clean' || (await ui.resolve(plan));
    saved.note(path, clock.now());
    return isDone;
  }

  /** Records one operation per conversation, including files written before a failure. */
  private async carryOutAll(label: string, plans: readonly OwnedPlan[]): Promise<DoneSoFar> {
    const { contents, clock, many } = this.options;
    const started = new StartedOperations(label, contents, clock, many);
    await started.announce(plans);
    let failure: { readonly error: unknown } | undefined;
    const paths = new Set<string>();
    const together = new WrittenTogether({ ...this.options, started });
    for (let at = 0; at < plans.length && !failure; ) {
      const written = await together.write(plans, at, paths);
      at += written.count;
      const next = plans[at];
      if (!next) {
        failure = written.failure;
        break;
      }
      const { channel, plan: first, replan } = next;
      const { path } = first;
      let plan = first;
      try {
        if (written.failure) {
          throw written.failure.error;
        }
        plan = paths.has(path) && replan ? await replan(await this.read(first)) : first;
        started.add(channel, await this.changeFile(plan));
        paths.add(path);
      } catch (error) {
        failure = { error };
        if (!isChangedByOthers(error)) {
          await started.addFailed(channel, plan, await this.read(plan).catch(() => plan.now));
        }
      }
      at += 1;
    }
    const done = await started.finish();
    if (failure) {
      throw failure.error;
    }
    return done;
  }
}

function hasNoEffect({ outcome, now }: FilePlan): boolean {
  return outcome.kind === 'clean' && sameBytes(outcome.bytes, now.bytes);
}

function isChangedByOthers(error: unknown): boolean {
  return error instanceof UserError && error.code === 'file.changed';
}

function reviewsOf(channel: ChannelReview, tools: ReadonlySet<ToolCallId>): readonly FileReview[] {
  return channel.files.filter(review => review.tools.some(tool => tools.has(tool)));
}

function notByHunk(): UserError {
  return new UserError('change.whole', l10n.t('This file can only be kept or undone as a whole.'));
}
