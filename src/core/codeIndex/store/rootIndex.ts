import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../../base/errors';
import { systemClock } from '../../../node/systemClock';
import { TimeSlices } from '../../../node/timeSlices';
import { fileTerms } from '../text/fileTerms';
import type { TermTable } from '../text/termTable';
import { readIndex, writeIndex } from './indexFile';
import type { LeftOut } from './leftOut';
import type { ListedFiles } from './listFiles';
import { largestFile, readSource, stateOf } from './readSource';
import type { IndexedFile, Segment } from './segment';
import { mostInSegment, SegmentBuilder } from './segmentBuilder';

/** Segments with few files, after which they become one. */
const mostSmall = 8;
const smallSize = 1_024;
/** Part of the files whose change is worth writing the index. */
const worthSaving = 0.02;
const fewestWorthSaving = 200;
/** Changes that are noted one by one; with more, all files are looked at. */
const mostNoted = 2_000;
/** Milliseconds after which all files are looked at again: not every change is reported. */
const longestTrusted = 10 * 60_000;

type Forbidden = Pick<LeftOut, 'has' | 'isBehindLink'>;

export interface RootIndexOptions {
  readonly root: string;
  /** File that keeps the index. */
  readonly file: string;
  readonly table: TermTable;
  list(signal: AbortSignal): Promise<ListedFiles>;
  /** Returns what the index must not hold, as it is now. */
  leftOut(): Forbidden;
  /** Notes a problem that only costs time. */
  report(text: string): void;
}

/** How far an index has come. */
export interface IndexState {
  /** Files that are known, and those to be looked at while it is brought up to date. */
  readonly files: number;
  readonly left: number;
  /** Whether the folder has more files than are searched. */
  readonly isCut: boolean;
}

interface Place {
  readonly segment: Segment;
  readonly at: number;
}

/** Index of the files below one folder. Only files that have changed are read again. */
export class RootIndex {
  private segmentList: Segment[] = [];
  private readonly places = new Map<string, Place>();
  private builder = new SegmentBuilder();
  private settling: Promise<void> | undefined;
  private isLoaded = false;
  /** Whether the list of files, or all that is known of them, may be out of date. */
  private isListStale = true;
  private areFilesStale = true;
  private readonly noted = new Set<string>();
  private comparedAt = 0;
  private unsaved = 0;
  private savedCount = 0;
  private left = 0;
  private isCut = false;
  /** Renewed before each look at files. */
  private leftOut: Forbidden = { has: () => true, isBehindLink: () => true };
  /** Segments with files that must be forgotten, not only be left out of answers. */
  private readonly tainted = new Set<Segment>();
  /** Whether what is kept on the disk may still hold what was forgotten. */
  private isKeptForbidden = false;

  constructor(private readonly options: RootIndexOptions) {}

  /** Segments to be searched, with what has been read so far. */
  get segments(): readonly Segment[] {
    this.flush();
    return this.segmentList;
  }

  get state(): IndexState {
    return { files: this.places.size + this.builder.size, left: this.left, isCut: this.isCut };
  }

  /** Whether a file is known, and not left out. */
  has(path: string): boolean {
    return this.places.has(path);
  }

  /** Notes that a file may have come, changed or gone. */
  note(path: string): void {
    if (this.areFilesStale) return;
    if (/(?:^|\/)\.(?:gitignore|ignore|rgignore)$/.test(path)) this.isListStale = true;
    this.noted.add(path);
    if (this.noted.size > mostNoted) this.noteAll();
  }

  /** Notes that any file may have changed. */
  noteAll(): void {
    this.isListStale = true;
    this.areFilesStale = true;
    this.noted.clear();
  }

  /**
   * Brings the index up to date. Calls at the same time share the work.
   * @throws what `list` throws; what was known remains
   */
  settle(signal: AbortSignal): Promise<void> {
    this.settling ??= this.update(signal).finally(() => {
      this.settling = undefined;
      this.left = 0;
    });
    return this.settling;
  }

  private async update(signal: AbortSignal): Promise<void> {
    await this.load();
    if (performance.now() - this.comparedAt > longestTrusted) this.noteAll();
    while (this.isListStale || this.noted.size > 0) {
      const noted = [...this.noted];
      this.noted.clear();
      this.leftOut = this.options.leftOut();
      const isNew = noted.some(path => !this.places.has(path) && this.exists(path));
      if (this.isListStale || isNew) await this.compare(noted, signal);
      else await this.look(noted, signal);
    }
    this.flush();
    this.forget();
    this.mergeSmall();
    await this.save();
  }

  private async load(): Promise<void> {
    if (this.isLoaded) return;
    const { file, root } = this.options;
    this.segmentList = (await readIndex(file, root).catch(() => undefined)) ?? [];
    this.isLoaded = true;
    for (const segment of this.segmentList) this.place(segment);
    this.savedCount = this.places.size;
  }

  /** Compares the files that are there with those that are known. */
  private async compare(noted: readonly string[], signal: AbortSignal): Promise<void> {
    const isEach = this.areFilesStale;
    if (isEach) this.comparedAt = performance.now();
    // Changes from here on are noted again.
    this.isListStale = false;
    this.areFilesStale = false;
    try {
      const { paths, isCut } = await this.options.list(signal);
      this.isCut = isCut;
      const listed = new Set(paths);
      for (const path of this.places.keys()) {
        if (!listed.has(path)) this.remove(path);
      }
      if (isEach) await this.findForbidden(signal);
      const changed = new Set(noted);
      await this.look(
        isEach ? paths : paths.filter(path => changed.has(path) || !this.places.has(path)),
        signal,
      );
    } catch (error) {
      this.noteAll();
      throw error;
    }
  }

  /** Reads those of the files again that have changed. */
  private async look(paths: readonly string[], signal: AbortSignal): Promise<void> {
    const slices = new TimeSlices(systemClock);
    let most = Math.max(mostInSegment, this.savedCount);
    this.left = paths.length;
    for (const path of paths) {
      this.lookAt(path);
      this.left -= 1;
      await slices.pause();
      signal.throwIfAborted();
      // Whatever ends the worker early, at most half of the work is lost.
      if (this.unsaved > most) {
        await this.save();
        // Without success, it is not tried again for each file.
        most = this.unsaved + Math.max(mostInSegment, this.savedCount);
      }
    }
  }

  private lookAt(path: string): void {
    const absolute = join(this.options.root, path);
    const isLeftOut = this.leftOut.has(path);
    const state = isLeftOut || this.leftOut.isBehindLink(path) ? undefined : stateOf(absolute);
    const place = this.places.get(path);
    if (isLeftOut && place) this.tainted.add(place.segment);
    if (state && place) {
      const known = place.segment.file(place.at);
      if (known.time === state.time && known.size === state.size) return;
    }
    if (place) this.remove(path);
    if (!state) return;
    const text = state.size > largestFile ? undefined : readSource(absolute);
    const { weights, length } =
      text === undefined
        ? { weights: new Map<number, number>(), length: 0 }
        : fileTerms(path, text, this.options.table);
    this.add({ path, ...state, length }, weights);
  }

  private exists(path: string): boolean {
    return !this.leftOut.has(path) && stateOf(join(this.options.root, path)) !== undefined;
  }

  private add(file: IndexedFile, weights: ReadonlyMap<number, number>): void {
    this.builder.add(file, weights);
    this.unsaved += 1;
    if (this.builder.isFull) this.flush();
  }

  private remove(path: string): void {
    const place = this.places.get(path);
    if (place) {
      place.segment.remove(place.at);
      this.places.delete(path);
      this.unsaved += 1;
    }
  }

  private flush(): void {
    if (this.builder.size === 0) return;
    const segment = this.builder.build();
    this.builder = new SegmentBuilder();
    this.segmentList.push(segment);
    this.place(segment);
  }

  private place(segment: Segment): void {
    for (let at = 0; at < segment.size; at += 1) {
      if (!segment.isLive(at)) continue;
      const { path } = segment.file(at);
      // A file that was noted twice while it was read stands twice: the later one counts.
      const before = this.places.get(path);
      before?.segment.remove(before.at);
      this.places.set(path, { segment, at });
    }
  }

  /** Puts small segments, and those that are mostly gone, into one. */
  private mergeSmall(): void {
    const small = this.segmentList.filter(
      segment => segment.liveCount < Math.max(smallSize, segment.size / 2),
    );
    if (small.length <= mostSmall && !small.some(({ liveCount }) => liveCount === 0)) return;
    let builder = new SegmentBuilder();
    const merged: Segment[] = [];
    for (const segment of small) {
      if (builder.size + segment.liveCount > mostInSegment) {
        merged.push(builder.build());
        builder = new SegmentBuilder();
      }
      builder.addAll([segment]);
    }
    if (builder.size > 0) merged.push(builder.build());
    this.segmentList = [...this.segmentList.filter(one => !small.includes(one)), ...merged];
    for (const segment of merged) this.place(segment);
  }

  /** Finds files that are gone, but whose words a segment still has, though they are forbidden now. */
  private async findForbidden(signal: AbortSignal): Promise<void> {
    const slices = new TimeSlices(systemClock);
    for (const segment of this.segmentList) {
      for (let at = 0; at < segment.size && !this.tainted.has(segment); at += 1) {
        if (segment.isLive(at)) continue;
        if (this.leftOut.has(segment.file(at).path)) this.tainted.add(segment);
        await slices.pause();
        signal.throwIfAborted();
      }
    }
  }

  /** Builds segments anew without the files that are gone. */
  private forget(): void {
    if (this.tainted.size > 0) this.isKeptForbidden = true;
    for (const segment of this.tainted) {
      const builder = new SegmentBuilder();
      builder.addAll([segment]);
      const rest = builder.size > 0 ? [builder.build()] : [];
      this.segmentList = this.segmentList.flatMap(one => (one === segment ? rest : [one]));
      for (const one of rest) this.place(one);
    }
    this.tainted.clear();
  }

  /** Keeps the index, unless so little is new that reading it again is cheaper. */
  private async save(): Promise<void> {
    const isWorthIt =
      this.isKeptForbidden ||
      this.unsaved > Math.max(fewestWorthSaving, this.savedCount * worthSaving) ||
      (this.savedCount === 0 && this.unsaved > 0);
    if (!isWorthIt) return;
    this.flush();
    const { file, root, report } = this.options;
    try {
      await writeIndex(file, root, this.segmentList);
      this.unsaved = 0;
      this.savedCount = this.places.size;
      this.isKeptForbidden = false;
    } catch (error) {
      // The search works without it, only the next window reads all files again.
      report(`The index of code could not be kept: ${messageOf(error)}`);
      if (this.isKeptForbidden) await this.removeKept();
    }
  }

  /** Removes what may not stay on the disk. What fails now is tried again with the next search. */
  private async removeKept(): Promise<void> {
    try {
      await rm(this.options.file, { force: true });
      this.savedCount = 0;
      this.isKeptForbidden = false;
    } catch (error) {
      this.options.report(`The index of code could not be removed: ${messageOf(error)}`);
    }
  }
}
