import { dirname } from 'node:path';
import { lastTime } from '../../base/calendar';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { Log } from '../../base/log';
import * as z from '../../base/schema';
import { makeFolder } from '../../node/durableFolder';
import { OwnedFile } from '../../node/ownedFile';
import { VersionedFile } from '../../node/versionedFile';
import { type Batch, isOver, mostRuns, type Run } from './run';

const line = z.int().check(z.gte(1));
/** Milliseconds since 1970; rows cannot be drawn with a time beyond what a date can be. */
const time = z.number().check(z.gte(0), z.lte(lastTime));
const target = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), path: z.string() }),
  z.object({
    kind: z.literal('selection'),
    name: z.string(),
    path: z.optional(z.string()),
    lines: z.optional(z.object({ start: line, end: line })),
    text: z.optional(z.string()),
  }),
  z.object({ kind: z.literal('folder'), path: z.string() }),
]);
const run = z.object({
  id: z.string(),
  target,
  folder: z.string(),
  state: z.enum(['queued', 'running', 'waiting', 'done', 'failed', 'stopped', 'interrupted']),
  startedAt: z.optional(time),
  endedAt: z.optional(time),
  costUsd: z.optional(z.number()),
  result: z.optional(z.string()),
  problem: z.optional(z.string()),
  cwd: z.optional(z.string()),
  channelId: z.optional(z.string()),
  sessionId: z.optional(z.string()),
  branch: z.optional(z.string()),
  denied: z.optional(z.number()),
  changed: z.optional(z.array(z.string())),
});
const batch = z.object({
  id: z.string(),
  prompt: z.object({
    key: z.string(),
    kind: z.enum(['typed', 'saved', 'file']),
    name: z.string(),
    text: z.string(),
    root: z.optional(z.string()),
  }),
  startedAt: time,
  atATime: line,
  mode: z.optional(z.string()),
  inWorktrees: z.boolean(),
  runs: z.array(run),
});
const book = z.object({ batches: z.array(batch) });

interface Kept {
  /** Newest first. */
  readonly batches: readonly Batch[];
}

/** The batches of a workspace, newest first. The oldest go when there are too many runs. */
export class RunBook implements Disposable {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<void>());

  readonly onChanged = this.changed.event;

  private constructor(
    private readonly file: VersionedFile<Kept>,
    place: Disposable | undefined,
  ) {
    // The file is written before its place is free for another window.
    if (place) this.store.add(place);
    this.store.add(file);
  }

  /**
   * Opens the file of a workspace, which no other window has open. What was under way when it was
   * written counts as interrupted.
   * @param place of the file, to be left with it
   */
  static async open(path: string, clock: Clock, log: Log, place?: Disposable): Promise<RunBook> {
    await makeFolder(dirname(path));
    const file = await VersionedFile.open<Kept>({
      path,
      version: 1,
      initial: () => ({ batches: [] }),
      parse: data => {
        const parsed = z.safeParse(book, data);
        return parsed.success
          ? // Absent members stay absent, which the type of a schema cannot say.
            { ok: true, value: parsed.data as Kept }
          : { ok: false, error: z.prettifyError(parsed.error) };
      },
      clock,
      log,
    });
    const { batches } = file.value;
    if (batches.some(({ runs }) => !runs.every(isOver))) {
      file.set({ batches: batches.map(interrupted) });
    }
    return new RunBook(file, place);
  }

  /** Opens a file for a window without a workspace, of which there may be several. */
  static async openOwn(path: string, clock: Clock, log: Log): Promise<RunBook> {
    const place = await OwnedFile.take(path, clock, log);
    try {
      return await RunBook.open(place.path, clock, log, place);
    } catch (error) {
      place.dispose();
      throw error;
    }
  }

  get all(): readonly Batch[] {
    return this.file.value.batches;
  }

  batch(id: string): Batch | undefined {
    return this.all.find(one => one.id === id);
  }

  /** Finds a run, whatever its batch. */
  run(id: string): { readonly batch: Batch; readonly run: Run } | undefined {
    for (const one of this.all) {
      const found = one.runs.find(candidate => candidate.id === id);
      if (found) {
        return { batch: one, run: found };
      }
    }
    return undefined;
  }

  /** Returns the newest batch of a prompt. */
  lastOf(promptKey: string): Batch | undefined {
    return this.all.find(({ prompt }) => prompt.key === promptKey);
  }

  add(added: Batch): void {
    this.set(bounded([added, ...this.all]));
  }

  /** Replaces runs by their ids. */
  update(ids: ReadonlySet<string>, change: (run: Run) => Run): void {
    this.set(
      this.all.map(one =>
        one.runs.some(({ id }) => ids.has(id))
          ? { ...one, runs: one.runs.map(each => (ids.has(each.id) ? change(each) : each)) }
          : one,
      ),
    );
  }

  /** Removes batches that are over. */
  clear(): void {
    this.set(this.all.filter(({ runs }) => !runs.every(isOver)));
  }

  dispose(): void {
    this.store.dispose();
  }

  private set(batches: readonly Batch[]): void {
    this.file.set({ batches });
    this.changed.fire();
  }
}

function interrupted(one: Batch): Batch {
  const runs = one.runs.map(each =>
    isOver(each) ? each : { ...each, state: 'interrupted' as const },
  );
  return { ...one, runs };
}

/** Keeps the newest batch whatever its size, and the others while there are not too many runs. */
function bounded(batches: readonly Batch[]): readonly Batch[] {
  let count = 0;
  return batches.filter(({ runs }, index) => {
    count += runs.length;
    return index === 0 || count <= mostRuns || !runs.every(isOver);
  });
}
