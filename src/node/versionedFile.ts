import { rename } from 'node:fs/promises';
import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { messageOf } from '../base/errors';
import { type Log, silentLog } from '../base/log';
import { type AheadMark, AheadTexts, type StagedText } from './aheadTexts';
import { readJsonFile, replaceAtomic, writeFileAtomicSync } from './atomicFile';
import { stateOf } from './fileState';
import { type DataForm, newerVersion, readStored } from './storedData';
import { systemClock } from './systemClock';

export interface VersionedFileOptions<T> extends DataForm<T> {
  path: string;
  initial(): T;
  /** Whether `written` need not wait for the disk (see ADR 18). */
  isWrittenAhead?: boolean;
  clock?: Clock;
  log?: Log;
}

export type LoadReport =
  | { kind: 'loaded' | 'created' }
  | { kind: 'migrated'; from: number }
  /** A later version of Tandem wrote the file: it is kept, and the value lives in memory only. */
  | { kind: 'newer'; version: number }
  /** The file could not be understood: it was moved to `movedTo`, and the initial value is used. */
  | { kind: 'setAside'; movedTo: string; reason: string };

/** Milliseconds until a failed write is tried again, such as after the disk was full. */
const retryAfter = 10_000;
/** UTF-16 units of a text that is written without yielding: it takes less than a millisecond. */
const mostAtOnce = 256 * 1024;

/**
 * Value kept in a JSON file `{version, data}`. Every change is written through, one write at a
 * time; the latest value wins. Failed writes are repeated.
 */
export class VersionedFile<T> implements Disposable {
  /** True if the value has changed since its text was last taken for writing. */
  private dirty = false;
  /** Newest text that is written, and is yet to take the file's place. */
  private staged:
    | { readonly text: StagedText; readonly isAhead: boolean; isWanted(): boolean }
    | undefined;
  private staging: Promise<void> | undefined;
  /** Number of texts so far, and of the newest one that was written. */
  private texts = 0;
  private newest = 0;
  private overtakes = 0;
  private writing: Promise<void> | undefined;
  private failure: unknown;
  private retry: Disposable | undefined;
  /** State of the file at the last read or write here, see `stateOf`. */
  private seen: string | undefined;
  private readonly log: Log;
  private readonly clock: Clock;

  private constructor(
    private readonly options: VersionedFileOptions<T>,
    private current: T,
    private lastReport: LoadReport,
    private ahead?: AheadTexts,
  ) {
    this.log = options.log ?? silentLog;
    this.clock = options.clock ?? systemClock;
  }

  /** @throws if the file exists but cannot be read: it must not be overwritten then */
  static async open<T>(options: VersionedFileOptions<T>): Promise<VersionedFile<T>> {
    const { path, log = silentLog, clock = systemClock } = options;
    // Looked for before the file is read: another process may replace it at any time.
    const ahead = options.isWrittenAhead ? await AheadTexts.find(path, log) : undefined;
    const file = await readJsonFile(path);
    if (file.kind === 'missing') {
      return new VersionedFile(options, options.initial(), { kind: 'created' }, ahead);
    }
    const content = ahead?.found ?? (file.kind === 'read' ? file.value : undefined);
    const newer = newerVersion(content, options.version);
    if (newer !== undefined) {
      logNewer(log, options, newer);
      return new VersionedFile(options, options.initial(), { kind: 'newer', version: newer });
    }
    const stored =
      file.kind === 'read'
        ? readStored(file.value, options)
        : { ok: false as const, error: messageOf(file.error) };
    const newest = ahead?.found === undefined ? stored : readStored(ahead.found, options);
    const outcome = newest.ok ? newest : stored;
    if (outcome.ok) {
      const { value, from } = outcome;
      const isOld = from !== options.version;
      const report: LoadReport = isOld ? { kind: 'migrated', from } : { kind: 'loaded' };
      const opened = new VersionedFile(options, value, report, ahead);
      if (isOld) {
        opened.set(value);
      }
      return opened;
    }
    const time = new Date(clock.now()).toISOString().replaceAll(':', '-');
    const movedTo = `${path}.unreadable-${time}`;
    await rename(path, movedTo);
    log.error(`${path} could not be understood (${outcome.error}) and was moved to ${movedTo}`);
    const report: LoadReport = { kind: 'setAside', movedTo, reason: outcome.error };
    ahead?.lose();
    return new VersionedFile(options, options.initial(), report, ahead);
  }

  get value(): T {
    return this.current;
  }

  /** How the file was found when it was last read. */
  get report(): LoadReport {
    return this.lastReport;
  }

  set(value: T): void {
    this.current = value;
    if (this.report.kind === 'newer') return;
    this.dirty = true;
    this.writing ??= this.write();
  }

  update(change: (value: T) => T): void {
    this.set(change(this.current));
  }

  /**
   * Resolves when the current value is on disk.
   * @throws the system error if it cannot be written; the value is kept and tried again
   */
  async flush(): Promise<void> {
    await this.writing;
    if (this.dirty) {
      this.writing ??= this.write();
      await this.writing;
    }
    if (this.failure) {
      throw this.failure;
    }
  }

  /**
   * Resolves when the current value survives the end of this process. A power cut may still take it
   * back, but leaves the value before it. Without `isWrittenAhead`, works as `flush`.
   * @throws as `flush`
   */
  async written(): Promise<void> {
    if (this.ahead?.isUsable && !this.failure) {
      if (this.dirty && this.stageAtOnce()) {
        this.writing ??= this.write();
        return;
      }
      if (this.dirty && !this.staged) {
        this.writing ??= this.write();
        await this.stage();
      } else {
        await this.staging;
      }
      if (!this.dirty && this.ahead?.isUsable) {
        return;
      }
    }
    // A text before this one is still on its way.
    await this.flush();
  }

  /**
   * Takes over what another process has written since. A value set here and not yet on disk wins.
   * A file of a later version is noticed, and kept from then on.
   * @returns whether the value was replaced
   */
  async refresh(): Promise<boolean> {
    const { path, version } = this.options;
    const state = await stateOf(path).catch(() => undefined);
    if (this.dirty || this.writing || state === undefined || state === this.seen) {
      return false;
    }
    const file = await readJsonFile(path);
    if (this.dirty || this.writing || file.kind !== 'read') {
      return false;
    }
    const newer = newerVersion(file.value, version);
    if (newer !== undefined) {
      if (this.report.kind !== 'newer') logNewer(this.log, this.options, newer);
      this.lastReport = { kind: 'newer', version: newer };
      this.seen = state;
      return false;
    }
    const outcome = readStored(file.value, this.options);
    if (!outcome.ok) {
      return false;
    }
    this.lastReport = { kind: 'loaded' };
    this.seen = state;
    this.current = outcome.value;
    return true;
  }

  /** Writes synchronously, for deactivate, and overtakes a pending write. */
  flushSync(): void {
    if (this.dirty || this.writing) {
      writeFileAtomicSync(this.options.path, this.text());
      // If that fails, a text that was written ahead remains for the next process.
      this.overtakes += 1;
      this.ahead?.lose();
      this.settle();
    }
  }

  /** Drops what has not been written: the file is about to be removed. */
  abandon(): void {
    this.overtakes += 1;
    this.settle();
  }

  dispose(): void {
    this.retry?.dispose();
    this.flushSync();
  }

  private settle(): void {
    this.dirty = false;
    this.failure = undefined;
    this.retry?.dispose();
  }

  private async write(): Promise<void> {
    // Changes made synchronously become one write.
    await Promise.resolve();
    this.retry?.dispose();
    // The last look at `dirty` and the end of `writing` are one step: no change comes between.
    while (this.dirty || this.staged || this.staging) {
      try {
        await (this.staged ? undefined : this.stage());
        await this.replace();
      } catch (error) {
        if (this.failure) {
          break;
        }
        this.log.debug(`An overtaken write failed: ${messageOf(error)}`);
      }
    }
    this.writing = undefined;
  }

  /**
   * Writes the current value without yielding. It overtakes texts that are on their way.
   * @returns false if it is too long, or cannot be written in this way
   */
  private stageAtOnce(): boolean {
    try {
      const text = this.ahead?.stageNow(mark => {
        const content = this.text(mark);
        return content.length > mostAtOnce ? undefined : content;
      });
      if (!text) {
        return false;
      }
      void this.staged?.text.discard();
      this.texts += 1;
      this.newest = this.texts;
      this.staged = { text, isAhead: true, isWanted: this.wanted() };
      this.dirty = false;
      return true;
    } catch (error) {
      // The usual way reports what is wrong, or overcomes it.
      this.log.debug(`A text was not written at once: ${messageOf(error)}`);
      return false;
    }
  }

  private stage(): Promise<void> {
    this.staging ??= this.stageNow().finally(() => {
      this.staging = undefined;
    });
    return this.staging;
  }

  private async stageNow(): Promise<void> {
    this.dirty = false;
    this.texts += 1;
    const number = this.texts;
    const isWanted = this.wanted();
    const { path } = this.options;
    const { ahead } = this;
    try {
      const text = await (ahead?.stage(mark => this.text(mark)) ?? unstaged(path, this.text()));
      if (number < this.newest) {
        await text.discard();
        return;
      }
      this.newest = number;
      this.staged = { text, isAhead: ahead !== undefined, isWanted };
    } catch (error) {
      // A newer text that is written says the same and more.
      if (number < this.newest) {
        return;
      }
      if (isWanted() && ahead && isTakenAway(error)) {
        this.endAhead();
        await this.stageNow();
        return;
      }
      this.failIf(isWanted, error);
      throw error;
    }
  }

  private async replace(): Promise<void> {
    const { staged } = this;
    this.staged = undefined;
    try {
      this.seen = (await staged?.text.replace(staged.isWanted)) ?? this.seen;
      this.failure = undefined;
    } catch (error) {
      const isWanted = staged?.isWanted ?? this.wanted();
      if (isWanted() && staged?.isAhead && isTakenAway(error)) {
        this.endAhead();
        this.dirty = true;
        return;
      }
      this.failIf(isWanted, error);
      throw error;
    }
  }

  /** Gives each text a name of its own from now on. Two texts may be lost at the same time. */
  private endAhead(): void {
    if (this.ahead) {
      this.log.warn(`Texts of ${this.options.path} are lost: each waits for the disk from now on`);
      this.ahead = undefined;
    }
  }

  /** Returns a function that returns false once a synchronous write has overtaken this one. */
  private wanted(): () => boolean {
    const { overtakes } = this;
    return () => overtakes === this.overtakes;
  }

  private failIf(isWanted: () => boolean, error: unknown): void {
    if (isWanted()) {
      this.fail(error);
    }
  }

  private fail(error: unknown): void {
    if (!this.failure || kindOf(this.failure) !== kindOf(error)) {
      this.log.error(`${this.options.path} could not be written: ${messageOf(error)}`);
    }
    this.dirty = true;
    this.failure = error;
    this.retry?.dispose();
    this.retry = this.clock.setTimeout(() => {
      this.writing ??= this.write();
    }, retryAfter);
  }

  /** @param ahead for the process that finds the text before it has taken the file's place */
  private text(ahead?: AheadMark): string {
    const mark = ahead && ahead.over.length > 0 ? { ahead } : {};
    const { version } = this.options;
    return `${JSON.stringify({ version, data: this.current, ...mark })}\n`;
  }
}

function logNewer(log: Log, options: { path: string; version: number }, newer: number): void {
  const { path, version } = options;
  log.error(
    `${path} is of version ${newer}, newer than ${version}. It is kept, and nothing is written to it.`,
  );
}

/**
 * Whether a text that was written ahead is gone, or its name is taken: another process has the file
 * open by mistake, or cleans up its folder.
 */
function isTakenAway(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'EEXIST';
}

/** Messages name temporary files, so that no two of them are the same. */
function kindOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : messageOf(error);
}

/** Writes in one step, where nobody waits for the first half. */
async function unstaged(path: string, text: string): Promise<StagedText> {
  return {
    replace: isWanted => replaceAtomic(path, text, { isWanted }),
    discard: async () => undefined,
  };
}
