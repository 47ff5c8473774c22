import * as l10n from '@vscode/l10n';
import type { Clock } from '../../../base/clock';
import { UserError } from '../../../base/errors';
import { type Bytes, type Contents, sameBytes } from './contents';
import type { ManyReviewed, WrittenFile } from './manyReviewed';
import type { FilePlan, Present } from './plan';
import type { ReviewedFiles } from './reviewedFiles';
import { contentOf } from './reviewRecord';
import type { SavedFiles } from './savedFiles';
import type { PlannedChange, StartedOperations } from './startedOperations';

/** Bytes after which no more files are written at once: their contents are copied. */
const mostBytes = 4 * 1024 * 1024;

interface WrittenTogetherOptions {
  readonly many?: ManyReviewed | undefined;
  readonly files: ReviewedFiles;
  readonly contents: Contents;
  readonly saved: SavedFiles;
  readonly clock: Clock;
  /** Has announced the plans. */
  readonly started: StartedOperations;
}

/** A clean plan for a file that no editor has open. */
interface PlainChange extends PlannedChange {
  readonly bytes: Bytes;
}

interface Progress {
  /** Plans carried out. */
  readonly count: number;
  /** Why the next one could not be. */
  readonly failure?: { readonly error: unknown };
}

/** Carries out plans for many files at once, as far as no editor has them open. */
export class WrittenTogether {
  constructor(private readonly options: WrittenTogetherOptions) {}

  /**
   * Carries out the next plans if they are many, in order and up to the first failure.
   * @param written paths of files that the run has written; grows
   */
  async write(
    plans: readonly PlannedChange[],
    start: number,
    written: Set<string>,
  ): Promise<Progress> {
    const { many, saved, clock } = this.options;
    const next = many ? this.plainOnes(plans, start, written, many.mostWritten) : [];
    if (!many || next.length < many.fewestWritten) {
      return { count: 0 };
    }
    const paths = next.map(({ plan }) => plan.path);
    // When exactly each is written is not known: until they all are, each counts as just saved.
    const noteAll = (at: number) => {
      for (const path of paths) {
        saved.note(path, at);
      }
    };
    noteAll(Number.POSITIVE_INFINITY);
    try {
      const outcome = await many.write(next.map(wantedFile));
      if (!outcome) {
        return await this.recover(next, written);
      }
      const { done, error } = outcome;
      let failure: Progress['failure'] = error === undefined ? undefined : { error };
      for (const [index, file] of done.entries()) {
        const change = next[index];
        await this.add(change, file, written).catch((cause: unknown) => {
          // The file has been written, and so have those after it: all of them are on record.
          this.addAnnounced(change);
          failure ??= { error: cause };
        });
      }
      return { count: done.length, ...(failure ? { failure } : {}) };
    } finally {
      noteAll(clock.now());
    }
  }

  private plainOnes(
    plans: readonly PlannedChange[],
    start: number,
    written: ReadonlySet<string>,
    most: number,
  ): PlainChange[] {
    const paths = new Set(written);
    const plain: PlainChange[] = [];
    let size = 0;
    for (let at = start; plain.length < most && size < mostBytes; at += 1) {
      const one = plans[at];
      const path = one?.plan.path ?? '';
      if (one?.plan.outcome.kind !== 'clean' || paths.has(path)) {
        break;
      }
      if (!this.options.files.isOnDiskOnly?.(path)) {
        break;
      }
      size += (one.plan.outcome.bytes?.length ?? 0) + (one.plan.now.bytes?.length ?? 0);
      paths.add(path);
      plain.push({ ...one, bytes: one.plan.outcome.bytes });
    }
    return plain;
  }

  /** @param file as it was read back, which is not as planned if somebody has changed it since */
  private async add(
    change: PlainChange | undefined,
    file: WrittenFile | undefined,
    written: Set<string>,
  ): Promise<void> {
    const { contents, files, started } = this.options;
    if (!change) {
      return;
    }
    const { channel, plan } = change;
    const { path, now, reviewBefore, reviewAfter } = plan;
    const announced = started.announcedFor(channel, path);
    const isAsPlanned = file?.isAsWanted === true && announced !== undefined;
    const present = isAsPlanned ? file : await files.read(plan);
    started.add(channel, {
      path,
      place: present.place,
      old: announced?.old ?? (await contents.keep(now.bytes, now)),
      new:
        'bytes' in present
          ? await contents.keep(present.bytes, { mode: present.mode })
          : contentOf(announced?.new?.ref, present.mode),
      ...(reviewBefore ? { reviewBefore } : {}),
      ...(reviewAfter ? { reviewAfter } : {}),
    });
    written.add(path);
  }

  private addAnnounced(change: PlainChange | undefined): void {
    if (change) {
      const { started } = this.options;
      started.add(change.channel, started.announcedFor(change.channel, change.plan.path));
    }
  }

  /** Finds how far the writing went that ended before it could tell. */
  private async recover(changes: readonly PlainChange[], written: Set<string>): Promise<Progress> {
    for (const [count, change] of changes.entries()) {
      const { plan, bytes } = change;
      let present: Present;
      try {
        present = await this.options.files.read(plan);
      } catch (error) {
        return { count, failure: { error } };
      }
      if (!sameBytes(present.bytes, bytes)) {
        const isUntouched = sameBytes(present.bytes, plan.now.bytes);
        return { count, ...(isUntouched ? {} : { failure: { error: interrupted(plan.path) } }) };
      }
      const { place, mode } = present;
      await this.add(change, { place, mode, isAsWanted: true }, written);
    }
    return { count: changes.length };
  }
}

function wantedFile({ plan, bytes }: PlainChange) {
  const { path, place, now, mode }: FilePlan = plan;
  return { path, place, now, bytes, mode };
}

function interrupted(path: string): UserError {
  const reason = l10n.t('Writing was interrupted.');
  return new UserError('file.unwritable', l10n.t('{0} could not be written: {1}', path, reason));
}
