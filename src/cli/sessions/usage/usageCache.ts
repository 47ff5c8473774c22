import * as z from 'zod/mini';
import { type Log, silentLog } from '../../../base/log';
import { VersionedFile } from '../../../node/versionedFile';
import type { CountedCall, FileUsage } from './fileUsage';

/** Most calls that are kept: some 30 MB. Files beyond them are read anew each time. */
const mostCalls = 400_000;

const storedFile = z.object({
  state: z.object({ size: z.number(), mtime: z.number(), ino: z.number() }),
  offset: z.number(),
  lines: z.number(),
  mark: z.string(),
  /** See `packCalls`. */
  calls: z.string(),
  models: z.array(z.string()),
  cwd: z.optional(z.string()),
  session: z.optional(z.string()),
  agents: z.record(z.string(), z.string()),
  starting: z.record(z.string(), z.string()),
  badLines: z.number(),
  bad: z.array(z.object({ line: z.number(), reason: z.string() })),
});
const storedFiles = z.record(z.string(), storedFile);

type StoredFile = Readonly<Omit<z.output<typeof storedFile>, 'bad'>> & Pick<FileUsage, 'bad'>;
type StoredFiles = Readonly<Record<string, StoredFile>>;

/** Keeps what was counted in transcripts for the next time. If lost, they are counted anew. */
export class UsageCache {
  private constructor(private readonly file: VersionedFile<StoredFiles>) {}

  /** @throws the system error if the file cannot be read */
  static async open(path: string, log: Log = silentLog): Promise<UsageCache> {
    return new UsageCache(
      await VersionedFile.open<StoredFiles>({
        path,
        // Must change, too, when something else is counted in the same transcripts.
        version: 1,
        initial: () => ({}),
        parse: data => {
          const parsed = storedFiles.safeParse(data);
          return parsed.success
            ? { ok: true, value: parsed.data }
            : { ok: false, error: z.prettifyError(parsed.error) };
        },
        log,
      }),
    );
  }

  load(): Map<string, FileUsage> {
    const files = new Map<string, FileUsage>();
    for (const [path, { calls, models, cwd, session, ...rest }] of Object.entries(
      this.file.value,
    )) {
      const unpacked = unpackCalls(calls, models);
      if (unpacked) {
        files.set(path, { ...rest, cwd, session, calls: unpacked });
      }
    }
    return files;
  }

  /**
   * Keeps the files that have changed last, as far as there is room for them.
   * @throws the system error if they cannot be written
   */
  async save(files: ReadonlyMap<string, FileUsage>): Promise<void> {
    const newest = [...files].sort(([, a], [, b]) => b.state.mtime - a.state.mtime);
    const kept: [string, StoredFile][] = [];
    let room = mostCalls;
    for (const [path, { calls, ...rest }] of newest) {
      room -= calls.length;
      if (room >= 0) {
        kept.push([path, { ...rest, ...packCalls(calls) }]);
      }
    }
    this.file.set(Object.fromEntries(kept));
    await this.file.flush();
  }
}

/** Packs calls into one text, which is a third as long as objects are, and quicker to read. */
function packCalls(calls: readonly CountedCall[]): Pick<StoredFile, 'calls' | 'models'> {
  const models = [...new Set(calls.map(({ model }) => model))];
  const packed = calls.map(call => {
    const { id, minute, input, output, written5m, written1h, cacheRead, webSearches } = call;
    const side = call.isSidechain ? 1 : 0;
    const numbers = [input, output, written5m, written1h, cacheRead, webSearches];
    return [id, minute, models.indexOf(call.model), side, ...numbers].join(' ');
  });
  return { calls: packed.join('\n'), models };
}

/** @returns undefined if the text is not what was packed */
function unpackCalls(packed: string, models: readonly string[]): CountedCall[] | undefined {
  const calls: CountedCall[] = [];
  for (const line of packed === '' ? [] : packed.split('\n')) {
    const [id = '', ...rest] = line.split(' ');
    const numbers = rest.map(Number);
    const [minute = 0, model = 0, side = 0, input = 0, output = 0] = numbers;
    const [written5m = 0, written1h = 0, cacheRead = 0, webSearches = 0] = numbers.slice(5);
    const name = models[model];
    if (numbers.length !== 9 || !numbers.every(Number.isSafeInteger) || name === undefined) {
      return undefined;
    }
    calls.push({
      ...{ id, minute, model: name, isSidechain: side === 1 },
      ...{ input, output, written5m, written1h, cacheRead, webSearches },
    });
  }
  return calls;
}
