import { type FileHandle, open } from 'node:fs/promises';
import type { AbortSignalLike } from '../../../base/abort';
import { type Log, silentLog } from '../../../base/log';
import type { SessionId } from '../../../contract/ids';
import type { ListedSession } from '../listedSession';
import { ByteSearch } from './byteSearch';
import { CandidatesAhead } from './candidatesAhead';
import { type MessageMatch, MessageSearch } from './messageSearch';
import { type SearchPattern, searchPattern } from './searchPattern';

/** A transcript line whose conversation text contains the search text. */
export interface SearchHit extends MessageMatch {
  readonly id: SessionId;
  readonly path: string;
  /** Byte offset at which the line begins. */
  readonly offset: number;
}

export interface SearchProgress {
  readonly filesDone: number;
  readonly filesTotal: number;
}

export interface SearchRequest {
  /** Search text as typed; case matters if it contains a capital letter. */
  readonly needle: string;
  /** Sessions in search order: the newest first. */
  readonly sessions: readonly Pick<ListedSession, 'id' | 'path' | 'size'>[];
  /** Ripgrep's executable; without it every byte is read here, which takes twice as long. */
  readonly ripgrep?: string | undefined;
  readonly signal?: AbortSignalLike | undefined;
  /** Maximum number of lines per session, 20 by default. */
  readonly hitsPerSession?: number;
  onProgress?(progress: SearchProgress): void;
  readonly log?: Log;
}

const firstBatch = 32;
const batchBytes = 256 * 1024 * 1024;
/** Windows allows command lines of 32,000 characters, Linux and macOS some hundred thousand. */
const batchLetters = process.platform === 'win32' ? 24_000 : 120_000;
const chunk = 256 * 1024;
/** Small, because most candidates are hits and most lines are short. */
const firstChunk = 16 * 1024;
const lineFeed = 0x0a;

/**
 * Full-text search over transcripts. Ripgrep finds lines that may contain the text; they are read
 * here in chunks, to check that it is in the conversation. Ends early, without an error, if
 * `signal` aborts.
 */
export async function* searchSessions(request: SearchRequest): AsyncGenerator<SearchHit> {
  const { needle, sessions, signal, hitsPerSession = 20, log = silentLog } = request;
  if (needle === '' || signal?.aborted) {
    return;
  }
  const pattern = searchPattern(needle);
  const bytes = new ByteSearch(needle, pattern);
  let filesDone = 0;
  const ahead = new CandidatesAhead(request.ripgrep, pattern, log);
  const stop = () => ahead.dispose();
  signal?.addEventListener('abort', stop);
  try {
    for await (const { batch, candidates } of ahead.read(batches(sessions))) {
      for (const session of batch) {
        if (signal?.aborted) {
          return;
        }
        const lines = candidates ? (candidates.get(session.path) ?? []) : undefined;
        const search = new FileSearch(session, pattern, bytes, hitsPerSession, signal);
        yield* search.hits(lines);
        filesDone += 1;
        request.onProgress?.({ filesDone, filesTotal: sessions.length });
      }
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    ahead.dispose();
  }
}

/**
 * Groups the sessions that are searched together: few at first, so that hits in the newest appear
 * soon, then as many as fit on one command line.
 */
function* batches<T extends { path: string; size: number }>(
  sessions: readonly T[],
): Generator<T[]> {
  let batch: T[] = [];
  let bytes = 0;
  let letters = 0;
  let most = firstBatch;
  for (const session of sessions) {
    if (
      batch.length > 0 &&
      (batch.length >= most ||
        bytes + session.size > batchBytes ||
        letters + session.path.length > batchLetters)
    ) {
      yield batch;
      batch = [];
      bytes = 0;
      letters = 0;
      most = Number.POSITIVE_INFINITY;
    }
    batch.push(session);
    bytes += session.size;
    // The path, a space and two quotes.
    letters += session.path.length + 3;
  }
  if (batch.length > 0) {
    yield batch;
  }
}

class FileSearch {
  private readonly messages: MessageSearch;

  constructor(
    private readonly session: { readonly id: SessionId; readonly path: string },
    pattern: SearchPattern,
    private readonly bytes: ByteSearch,
    private readonly limit: number,
    private readonly signal: AbortSignalLike | undefined,
  ) {
    this.messages = new MessageSearch(pattern);
  }

  /** @param lines offsets of the lines to check; absent: all lines */
  async *hits(lines: readonly number[] | undefined): AsyncGenerator<SearchHit> {
    if (lines?.length === 0) {
      return;
    }
    let file: FileHandle;
    try {
      file = await open(this.session.path);
    } catch {
      // The file was deleted after it was listed.
      return;
    }
    try {
      let count = 0;
      const found = lines ? this.inLines(file, lines) : this.inAll(file);
      for await (const hit of found) {
        yield hit;
        count += 1;
        if (count >= this.limit) {
          return;
        }
      }
    } finally {
      await file.close();
    }
  }

  private async *inLines(file: FileHandle, lines: readonly number[]): AsyncGenerator<SearchHit> {
    for (const offset of lines) {
      let length = firstChunk;
      let isEnd = false;
      for (let at = offset; !isEnd && !this.signal?.aborted; ) {
        const bytes = await readAt(file, at, length);
        const end = bytes.indexOf(lineFeed);
        isEnd = end !== -1 || bytes.length === 0;
        this.messages.push(end === -1 ? bytes : bytes.subarray(0, end));
        at += bytes.length;
        length = chunk;
      }
      const match = this.messages.endLine();
      if (match && isEnd) {
        yield this.hit(offset, match);
      }
    }
  }

  private async *inAll(file: FileHandle): AsyncGenerator<SearchHit> {
    let lineStart = 0;
    let bytes: Buffer;
    for (let at = 0; !this.signal?.aborted; at += bytes.length) {
      bytes = await readAt(file, at, chunk);
      let start = 0;
      const last = bytes.lastIndexOf(lineFeed);
      while (start <= last) {
        const end = bytes.indexOf(lineFeed, start);
        this.messages.push(bytes.subarray(start, end));
        const match = this.messages.endLine();
        if (match) {
          yield this.hit(lineStart, match);
        }
        // Complete lines after the first are walked through only if they may contain the text.
        const isFirst = start === 0;
        start = end + 1;
        if (isFirst && !this.bytes.isIn(bytes.subarray(start, last + 1))) {
          start = last + 1;
        }
        lineStart = at + start;
      }
      this.messages.push(bytes.subarray(start));
      if (bytes.length === 0) {
        break;
      }
    }
    const match = this.messages.endLine();
    if (match && !this.signal?.aborted) {
      yield this.hit(lineStart, match);
    }
  }

  private hit(offset: number, match: MessageMatch): SearchHit {
    return { id: this.session.id, path: this.session.path, offset, ...match };
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
