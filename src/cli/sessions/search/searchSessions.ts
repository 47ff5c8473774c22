import { type FileHandle, open } from 'node:fs/promises';
import type { AbortSignalLike } from '../../../base/abort';
import { type Log, silentLog } from '../../../base/log';
import type { SessionId } from '../../../contract/ids';
import type { ListedSession } from '../listedSession';
import { ByteSearch } from './byteSearch';
import { CandidatesAhead, fewBytes } from './candidatesAhead';
import { type BegunFile, chunk, filesAhead, readInto } from './filesAhead';
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
  /** Ripgrep's executable; without it every byte is read here, which takes six times as long. */
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
      const files = candidates ? undefined : filesAhead(batch.map(({ path }) => path));
      try {
        for (const session of batch) {
          if (signal?.aborted) {
            return;
          }
          const search = new FileSearch(session, pattern, bytes, hitsPerSession, signal);
          const begun = (await files?.next())?.value ?? undefined;
          yield* begun ? search.inAll(begun) : search.inLines(candidates?.get(session.path) ?? []);
          filesDone += 1;
          request.onProgress?.({ filesDone, filesTotal: sessions.length });
        }
      } finally {
        await files?.return();
      }
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    ahead.dispose();
  }
}

/**
 * Groups the sessions that are searched together: few at first, so that hits in the newest appear
 * soon, if possible before ripgrep has started; then as many as fit on one command line.
 */
function* batches<T extends { path: string; size: number }>(
  sessions: readonly T[],
): Generator<T[]> {
  let batch: T[] = [];
  let bytes = 0;
  let letters = 0;
  let most = firstBatch;
  let mostBytes = fewBytes;
  for (const session of sessions) {
    if (
      batch.length > 0 &&
      (batch.length >= most ||
        bytes + session.size > mostBytes ||
        letters + session.path.length > batchLetters)
    ) {
      yield batch;
      batch = [];
      bytes = 0;
      letters = 0;
      most = Number.POSITIVE_INFINITY;
      mostBytes = batchBytes;
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

  /** @param lines offsets of the lines to check */
  async *inLines(lines: readonly number[]): AsyncGenerator<SearchHit> {
    // The file may have been deleted after it was listed.
    const file =
      lines.length > 0 ? await open(this.session.path).catch(() => undefined) : undefined;
    try {
      yield* file ? this.limited(this.matchesInLines(file, lines)) : [];
    } finally {
      await file?.close();
    }
  }

  /** Looks for the text in all lines, in chunks that begin with one. */
  inAll(begun: BegunFile): AsyncGenerator<SearchHit> {
    return this.limited(this.matchesInAll(begun));
  }

  private async *limited(hits: AsyncIterable<SearchHit>): AsyncGenerator<SearchHit> {
    let count = 0;
    for await (const hit of hits) {
      yield hit;
      count += 1;
      if (count >= this.limit) {
        return;
      }
    }
  }

  private async *matchesInLines(
    file: FileHandle,
    lines: readonly number[],
  ): AsyncGenerator<SearchHit> {
    for (const offset of lines) {
      const { match } = await this.lineAt(file, offset);
      if (match) {
        yield this.hit(offset, match);
      }
    }
  }

  private async *matchesInAll({ file, first, memory }: BegunFile): AsyncGenerator<SearchHit> {
    let offset = 0;
    let bytes = first;
    for (let isEnd = false; !isEnd && !this.signal?.aborted; ) {
      const lines = bytes.subarray(0, bytes.lastIndexOf(lineFeed) + 1);
      isEnd = lines.length === bytes.length && bytes.length < memory.length;
      if (lines.length === 0 && !isEnd) {
        // Longer than a chunk, or the end of the file.
        const { match, end } = await this.lineAt(file, offset);
        if (match) {
          yield this.hit(offset, match);
        }
        offset = end;
      } else {
        yield* this.bytes.isIn(lines) ? this.inChunk(lines, offset) : [];
        offset += lines.length;
      }
      bytes = isEnd ? bytes : await readInto(file, offset, memory);
    }
  }

  private *inChunk(lines: Buffer, offset: number): Generator<SearchHit> {
    for (let start = 0; start < lines.length; ) {
      const end = lines.indexOf(lineFeed, start);
      const line = lines.subarray(start, end);
      const match = this.bytes.isIn(line) ? this.matchIn(line) : undefined;
      if (match) {
        yield this.hit(offset + start, match);
      }
      start = end + 1;
    }
  }

  private matchIn(line: Buffer): MessageMatch | undefined {
    this.messages.push(line);
    return this.messages.endLine();
  }

  /** @returns the match, if there is one, and where the next line begins */
  private async lineAt(
    file: FileHandle,
    offset: number,
  ): Promise<{ readonly match: MessageMatch | undefined; readonly end: number }> {
    let length = firstChunk;
    let isEnd = false;
    let at = offset;
    while (!isEnd && !this.signal?.aborted) {
      const bytes = await readInto(file, at, Buffer.allocUnsafe(length));
      const end = bytes.indexOf(lineFeed);
      isEnd = end !== -1 || bytes.length === 0;
      this.messages.push(end === -1 ? bytes : bytes.subarray(0, end));
      at += end === -1 ? bytes.length : end + 1;
      length = chunk;
    }
    const match = this.messages.endLine();
    return { match: isEnd ? match : undefined, end: at };
  }

  private hit(offset: number, match: MessageMatch): SearchHit {
    return { id: this.session.id, path: this.session.path, offset, ...match };
  }
}
