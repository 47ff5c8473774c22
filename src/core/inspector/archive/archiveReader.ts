import { type FileHandle, lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Clock } from '../../../base/clock';
import { messageOf } from '../../../base/errors';
import type { Log } from '../../../base/log';
import * as z from '../../../base/schema';
import type { InspectedCall } from '../../../contract/inspector/callRows';
import type { RecordedCall } from '../../../contract/inspector/recordedCall';
import { hasCode } from '../../../node/hasCode';
import { TimeSlices } from '../../../node/timeSlices';
import { recordedBodies } from '../schema/recordedCallSchema';
import { backwardLines } from './backwardLines';
import { type ArchivePaths, bodyName, isSubjectName, openOwn, readOwn } from './ownFiles';
import { namesIn } from './stock';
import { type ArchivedSubject, readLine, readSubject, type StoredLine } from './storedLine';

const gunzipAsync = promisify(gunzip);
/** Bytes of a stored content, and of what it unpacks to: a small file may unpack to any size. */
const [longestBody, longestContent] = [64 * 1024 * 1024, 256 * 1024 * 1024];
const longestHead = 64 * 1024;
/** Bytes of the first read, enough for the lines that a page shows at first. */
const firstBlock = 64 * 1024;
/** Bytes at the beginning of an index that hold its first line. */
const firstLine = 256 * 1024;

export interface ReaderParts {
  readonly paths: ArchivePaths;
  readonly clock: Clock;
  readonly log: Log;
  /** Called for lines that a newer version of Tandem has written. */
  onNewer(): void;
}

/** Reads what any window has recorded. Damage costs no more than the calls that it has hit. */
export class ArchiveReader {
  constructor(private readonly parts: ReaderParts) {}

  /** Returns the newest calls, oldest first. Takes the same time however many there are. */
  async newest(subject: string, count: number): Promise<readonly InspectedCall[]> {
    const found: InspectedCall[] = [];
    for await (const piece of this.pieces(subject, count)) {
      found.unshift(...piece);
      if (found.length >= count) {
        break;
      }
    }
    const newest = found.slice(-count);
    const folder = this.parts.paths.subject(subject);
    return Promise.all(
      newest.map(async call => ({
        ...call,
        hasBodies: call.hasBodies && (await exists(this.parts.paths.body(folder, call.key))),
      })),
    );
  }

  /** Yields all calls, the newest piece first, each piece oldest first. */
  async *calls(subject: string): AsyncGenerator<readonly InspectedCall[]> {
    const { paths, clock } = this.parts;
    const kept = new Set(await namesIn(paths.bodies(paths.subject(subject))));
    const slices = new TimeSlices(clock);
    for await (const piece of this.pieces(subject)) {
      yield piece.map(call => ({
        ...call,
        hasBodies: call.hasBodies && kept.has(bodyName(call.key)),
      }));
      await slices.pause();
    }
  }

  /** Returns undefined if the contents are gone or damaged. */
  async bodies(
    subject: string,
    key: string,
  ): Promise<Pick<RecordedCall, 'request' | 'response'> | undefined> {
    const { paths, log } = this.parts;
    try {
      const packed = await readOwn(paths.body(paths.subject(subject), key), longestBody);
      const text = await gunzipAsync(packed, { maxOutputLength: longestContent });
      const parsed = z.safeParse(recordedBodies, JSON.parse(text.toString('utf8')));
      if (parsed.success) {
        return parsed.data;
      }
      log.warn('Recorded content has an unexpected form', { error: z.prettifyError(parsed.error) });
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) {
        log.warn('Recorded content cannot be read', { error: messageOf(error) });
      }
    }
    return undefined;
  }

  /** Returns all subjects, the one with the newest call first. */
  async list(): Promise<readonly ArchivedSubject[]> {
    const { paths } = this.parts;
    const found: ArchivedSubject[] = [];
    for (const name of (await namesIn(paths.root)).filter(isSubjectName)) {
      const folder = join(paths.root, name);
      const subject = await this.subjectIn(folder);
      const [newest] = subject ? await this.indexes(folder) : [];
      // A folder with another id was put here by somebody else.
      if (subject && newest && paths.subject(subject.id) === folder) {
        found.push({ ...subject, newestAt: Math.round(newest.at) });
      }
    }
    return found.toSorted((one, other) => (other.newestAt ?? 0) - (one.newestAt ?? 0));
  }

  /** Returns the number of lines, and the time of the oldest one. */
  async sums(): Promise<{ readonly calls: number; readonly oldestAt?: number }> {
    const { paths } = this.parts;
    let calls = 0;
    let oldestAt = Number.POSITIVE_INFINITY;
    for (const name of (await namesIn(paths.root)).filter(isSubjectName)) {
      for (const { path } of await this.indexes(join(paths.root, name))) {
        const ends = await this.endsOf(path);
        if (ends) {
          calls += ends.last.place - ends.first.place + 1;
          oldestAt = Math.min(oldestAt, ends.first.inspected.call.startedAt);
        }
      }
    }
    return { calls, ...(Number.isFinite(oldestAt) ? { oldestAt } : {}) };
  }

  /** Yields calls with the newest piece first; ends early when the rest is older than `count` calls. */
  private async *pieces(
    subject: string,
    count = Number.POSITIVE_INFINITY,
  ): AsyncGenerator<readonly InspectedCall[]> {
    const indexes = await this.indexes(this.parts.paths.subject(subject));
    const seen = new Set<string>();
    for (const { path } of indexes) {
      for await (const lines of this.linesOf(path)) {
        // No more lines are read than are wanted: reading one costs more than finding it.
        for (let end = lines.length; end > 0 && seen.size < count; ) {
          const from = Math.max(0, end - (count - seen.size));
          const calls = lines
            .slice(from, end)
            .flatMap(line => this.read(line))
            .map(({ inspected }) => inspected)
            .filter(({ key }) => !seen.has(key) && seen.add(key));
          end = from;
          yield calls;
        }
        if (seen.size >= count) {
          return;
        }
      }
    }
  }

  /** Returns the indexes of all windows, the one that was written last first. */
  private async indexes(folder: string): Promise<{ path: string; at: number }[]> {
    const names = (await namesIn(folder)).filter(name => name.endsWith('.jsonl'));
    const found = await Promise.all(
      names.map(async name => {
        const path = join(folder, name);
        const stats = await lstat(path).catch(() => undefined);
        return stats?.isFile() ? [{ path, at: stats.mtimeMs }] : [];
      }),
    );
    return found.flat().toSorted((one, other) => other.at - one.at);
  }

  private async *linesOf(path: string): AsyncGenerator<readonly string[]> {
    const file = await this.opened(path);
    try {
      yield* file ? backwardLines(file, firstBlock) : [];
    } finally {
      await file?.close();
    }
  }

  private async opened(path: string): Promise<FileHandle | undefined> {
    try {
      return await openOwn(path);
    } catch (error) {
      // Another window may have cleared the archive just now.
      this.parts.log.warn('Recorded calls cannot be read', { error: messageOf(error) });
      return undefined;
    }
  }

  private read(line: string): StoredLine[] {
    const found = readLine(line);
    if (typeof found === 'object') {
      return [found];
    }
    if (found === 'newer') {
      this.parts.onNewer();
    } else {
      this.parts.log.warn('A line of a recorded call is damaged', { length: line.length });
    }
    return [];
  }

  private async endsOf(path: string): Promise<{ first: StoredLine; last: StoredLine } | undefined> {
    const file = await this.opened(path);
    try {
      const last = file && (await this.lastOf(file));
      return last && { first: (await firstOf(file)) ?? last, last };
    } finally {
      await file?.close();
    }
  }

  private async lastOf(file: FileHandle): Promise<StoredLine | undefined> {
    for await (const lines of backwardLines(file, firstBlock)) {
      for (const line of lines.toReversed()) {
        const [last] = this.read(line);
        if (last) {
          return last;
        }
      }
    }
    return undefined;
  }

  private async subjectIn(folder: string): Promise<ArchivedSubject | undefined> {
    try {
      const head = await readOwn(this.parts.paths.head(folder), longestHead);
      return readSubject(head.toString('utf8'));
    } catch (error) {
      this.parts.log.warn('A folder of recorded calls has no head', { error: messageOf(error) });
      return undefined;
    }
  }
}

async function firstOf(file: FileHandle): Promise<StoredLine | undefined> {
  const block = Buffer.alloc(firstLine);
  const { bytesRead } = await file.read(block, 0, block.length, 0);
  const [line = ''] = block.toString('utf8', 0, bytesRead).split('\n', 1);
  const found = readLine(line);
  return typeof found === 'object' ? found : undefined;
}

async function exists(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isFile();
  } catch {
    return false;
  }
}
