import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { AbortSignalLike } from '../../../base/abort';
import { sessionSlug } from '../sessionFolder';
import { CallTables } from './callTables';
import type { BadLine, FileUsage, TranscriptState } from './fileUsage';
import { markAt, readLines, shortHash } from './readLines';
import type { TranscriptFile } from './transcriptFiles';
import { folderIn, readUsageLine, type UsageLine } from './usageLine';

const mostBad = 5;
/** Lines in which the folder is looked for. */
const linesWithFolder = 200;
const minute = 60_000;

interface ReadOptions {
  readonly signal: AbortSignalLike;
  /** Called with the number of bytes that were read since the last call. */
  onRead(bytes: number): void;
}

/**
 * Counts the calls in a transcript. Reads only what was appended to the part that is known.
 * @throws the file system's error; an error if it is no regular file, or if aborted
 */
export async function readUsage(
  file: TranscriptFile,
  known: FileUsage | undefined,
  { signal, onRead }: ReadOptions,
): Promise<FileUsage> {
  // A pipe under this name would keep a plain `open` waiting for its other end.
  const handle = await open(file.path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) {
      throw new Error('It is not a regular file.');
    }
    const state = { size: stats.size, mtime: stats.mtimeMs, ino: stats.ino };
    const isGrown =
      known?.state.ino === state.ino &&
      known.offset <= state.size &&
      (await markAt(handle, known.offset)) === known.mark;
    const counter = new Counter(file, state, isGrown ? known : undefined);
    const from = { offset: counter.last?.offset ?? 0, lines: counter.last?.lines ?? 0 };
    const sink = {
      line: (text: string, number: number) => counter.line(text, number),
      overlong: (number: number) => counter.badLine({ line: number, reason: 'too long' }),
      read: onRead,
    };
    const { offset, lines } = await readLines(handle, from, sink, signal);
    return counter.result({ state, offset, lines, mark: await markAt(handle, offset) });
  } finally {
    await handle.close();
  }
}

class Counter {
  private readonly calls: CallTables;
  private readonly agents: Map<string, string>;
  private readonly starting: Map<string, string>;
  private readonly bad: BadLine[];
  private badLines: number;
  private cwd: string | undefined;
  private isOwnFolder: boolean;
  private session: string | undefined;
  /** A line without a time was written after the one before it. */
  private minute: number;

  constructor(
    private readonly file: TranscriptFile,
    state: TranscriptState,
    readonly last: FileUsage | undefined,
  ) {
    this.calls = new CallTables(last?.calls);
    this.agents = new Map(Object.entries(last?.agents ?? {}));
    this.starting = new Map(Object.entries(last?.starting ?? {}));
    this.bad = [...(last?.bad ?? [])];
    this.badLines = last?.badLines ?? 0;
    this.cwd = last?.cwd;
    this.session = last?.session;
    this.isOwnFolder = this.isOwn(this.cwd);
    this.minute = this.calls.lastMinute ?? Math.floor(state.mtime / minute);
  }

  line(text: string, number: number): void {
    if (!this.isOwnFolder && number <= linesWithFolder) {
      this.folder(folderIn(text));
    }
    this.take(readUsageLine(text), number);
  }

  badLine(bad: BadLine): void {
    this.badLines += 1;
    if (this.bad.length < mostBad) {
      this.bad.push(bad);
    }
  }

  result(read: Pick<FileUsage, 'state' | 'offset' | 'lines' | 'mark'>): FileUsage {
    const { calls, cwd, session, agents, starting, badLines, bad } = this;
    return {
      ...read,
      calls: calls.table,
      ...{ cwd, session, badLines, bad },
      agents: Object.fromEntries(agents),
      starting: Object.fromEntries(starting),
    };
  }

  private take(line: UsageLine, number: number): void {
    switch (line.kind) {
      case 'call': {
        const { id, model, usage, time, isSidechain, starts } = line;
        this.session ??= line.session;
        this.minute = time === undefined ? this.minute : Math.floor(time / minute);
        // Earlier lines of a message were written before its usage was final.
        this.calls.set(shortHash(id), { minute: this.minute, model, isSidechain }, usage);
        for (const [callId, kind] of starts) {
          this.starting.set(callId, kind);
        }
        break;
      }
      case 'agent': {
        const kind = this.starting.get(line.callId);
        if (kind !== undefined) {
          this.starting.delete(line.callId);
          this.agents.set(line.agentId, kind);
        }
        break;
      }
      case 'bad':
        this.badLine({ line: number, reason: line.reason });
        break;
      case 'other':
        break;
    }
  }

  private folder(path: string | undefined): void {
    if (path !== undefined && (this.cwd === undefined || this.isOwn(path))) {
      this.cwd = path;
      this.isOwnFolder = this.isOwn(path);
    }
  }

  private isOwn(path: string | undefined): boolean {
    return path !== undefined && sessionSlug(path) === this.file.slug;
  }
}
