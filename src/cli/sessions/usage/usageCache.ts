import { type Log, silentLog } from '../../../base/log';
import * as z from '../../../base/schema';
import { VersionedFile } from '../../../node/versionedFile';
import { type CallTable, callWidth, columns, type FileUsage } from './fileUsage';
import { hashLength } from './readLines';

/** Most calls that are kept: some 30 MB. Files beyond them are read anew each time. */
const mostCalls = 400_000;

const storedFile = z.object({
  state: z.object({ size: z.number(), mtime: z.number(), ino: z.number() }),
  offset: z.number(),
  lines: z.number(),
  mark: z.string(),
  /** Hashes of the calls' ids, one after another. */
  ids: z.string(),
  models: z.array(z.string()),
  /** Checked when they are loaded: a schema is slow for a million. */
  numbers: z.array(z.unknown()),
  cwd: z.optional(z.string()),
  session: z.optional(z.string()),
  agents: z.record(z.string(), z.string()),
  starting: z.record(z.string(), z.string()),
  badLines: z.number(),
  bad: z.array(z.object({ line: z.number(), reason: z.string() })),
});
const storedFiles = z.record(z.string(), storedFile);

type StoredFile = Readonly<Omit<z.output<typeof storedFile>, 'bad' | 'models' | 'numbers'>> &
  Pick<FileUsage, 'bad'> & {
    readonly models: readonly string[];
    readonly numbers: readonly unknown[];
  };
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
    for (const [path, { ids, models, numbers, cwd, session, ...rest }] of Object.entries(
      this.file.value,
    )) {
      const calls = callTable(ids, models, numbers);
      if (calls) {
        files.set(path, { ...rest, cwd, session, calls });
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
      const { ids, models, numbers } = calls;
      room -= ids.length;
      if (room >= 0) {
        kept.push([path, { ...rest, ids: ids.join(''), models, numbers }]);
      }
    }
    this.file.set(Object.fromEntries(kept));
    await this.file.flush();
  }
}

/** @returns undefined if the parts do not fit together */
function callTable(
  packed: string,
  models: readonly string[],
  numbers: readonly unknown[],
): CallTable | undefined {
  const count = packed.length / hashLength;
  if (numbers.length !== count * callWidth || !numbers.every(isCount)) {
    return undefined;
  }
  const ids: string[] = [];
  for (let row = 0; row < count; row += 1) {
    ids.push(packed.slice(row * hashLength, (row + 1) * hashLength));
    if ((numbers[row * callWidth + columns.model] ?? 0) >= models.length) {
      return undefined;
    }
  }
  return { ids, models, numbers };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
