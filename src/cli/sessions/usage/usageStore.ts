import { stat } from 'node:fs/promises';
import type { AbortSignalLike } from '../../../base/abort';
import { messageOf } from '../../../base/errors';
import { inParallel } from '../../../base/inParallel';
import { asString, isObject } from '../../../base/json';
import { type Log, silentLog } from '../../../base/log';
import { readBoundedText } from '../../../node/boundedFile';
import { callWidth, columns, type FileUsage } from './fileUsage';
import type { UsageAnswer, UsageFault, UsageProgress, UsageQuery } from './messages';
import { readUsage } from './readUsage';
import { findTranscripts, type TranscriptFile } from './transcriptFiles';
import { UsageCache } from './usageCache';
import { agentKeys, entriesOf, type PlacedCall, sumUp } from './usageSums';

const filesAtOnce = 8;
const mostFaults = 20;
/** Size of the file beside that of a subagent, in MB. */
const largestMeta = 1;

interface CountOptions {
  readonly projects: string;
  readonly query: UsageQuery;
  readonly hasEntries?: boolean | undefined;
  readonly signal: AbortSignalLike;
  onProgress(progress: UsageProgress): void;
}

interface Counted {
  readonly file: TranscriptFile;
  /** Milliseconds since 1970 at which the file was made. */
  readonly born: number;
  readonly usage: FileUsage;
  /** Kind of the subagent, as the file beside its own names it. */
  readonly agent: string | undefined;
}

/** Counts the usage in transcripts. Reads only what was not read before. */
export class UsageStore {
  private known = new Map<string, FileUsage>();
  private readonly agents = new Map<string, string | undefined>();
  private hasChanged = false;
  private opening: Promise<UsageCache | undefined> | undefined;

  /** @param cachePath file that keeps what was counted for the next time; absent: none */
  constructor(
    private readonly cachePath: string | undefined,
    private readonly log: Log = silentLog,
  ) {}

  /** @throws an error if aborted; what was read until then is kept */
  async count({
    projects,
    query,
    hasEntries = false,
    signal,
    onProgress,
  }: CountOptions): Promise<UsageAnswer> {
    const cache = await this.openCache();
    const faults: UsageFault[] = [];
    const { files, failed } = await findTranscripts(projects);
    faults.push(...failed);
    let counted: readonly Counted[];
    try {
      counted = await this.readAll(files, faults, signal, onProgress);
    } finally {
      await this.save(cache, files);
    }
    for (const { file, usage } of counted) {
      faults.push(...usage.bad.map(bad => ({ path: file.path, ...bad })));
    }
    const unnamed = counted.reduce((sum, { usage }) => sum + usage.badLines - usage.bad.length, 0);
    return {
      history: {
        ...sumUp(placed(counted, query)),
        files: files.length,
        faults: faults.length + unnamed,
        firstFaults: faults.slice(0, mostFaults),
      },
      entries: hasEntries ? entriesOf(placed(counted, query)) : [],
    };
  }

  private async readAll(
    files: readonly TranscriptFile[],
    faults: UsageFault[],
    signal: AbortSignalLike,
    onProgress: (progress: UsageProgress) => void,
  ): Promise<readonly Counted[]> {
    const counted: Counted[] = [];
    const unread: { file: TranscriptFile; born: number }[] = [];
    const progress = { files: 0, allFiles: files.length, bytes: 0, allBytes: 0 };
    await inParallel(files, filesAtOnce, async file => {
      throwIfAborted(signal);
      const state = await stat(file.path).catch(() => undefined);
      const known = this.known.get(file.path);
      // Some file systems do not know when a file was made.
      const born = state?.birthtimeMs || state?.mtimeMs || 0;
      if (
        state &&
        known?.state.mtime === state.mtimeMs &&
        known.state.size === state.size &&
        known.state.ino === state.ino
      ) {
        counted.push({ file, born, usage: known, agent: await this.agentOf(file) });
        progress.files += 1;
      } else if (state) {
        unread.push({ file, born });
        progress.allBytes += Math.max(0, state.size - (known?.offset ?? 0));
      }
    });
    onProgress({ ...progress });
    await inParallel(unread, filesAtOnce, async ({ file, born }) => {
      throwIfAborted(signal);
      try {
        const usage = await readUsage(file, this.known.get(file.path), {
          signal,
          onRead: bytes => {
            progress.bytes += bytes;
            onProgress({ ...progress });
          },
        });
        this.known.set(file.path, usage);
        this.hasChanged = true;
        counted.push({ file, born, usage, agent: await this.agentOf(file) });
      } catch (error) {
        throwIfAborted(signal);
        this.known.delete(file.path);
        // A file that was deleted meanwhile is not missed.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
          faults.push({ path: file.path, reason: messageOf(error) });
        }
      }
      progress.files += 1;
      onProgress({ ...progress });
    });
    return counted;
  }

  /** Reads the kind of a subagent, which newer versions store beside its file. */
  private async agentOf({ path, agentId }: TranscriptFile): Promise<string | undefined> {
    if (agentId === undefined || this.agents.get(path) !== undefined) {
      return this.agents.get(path);
    }
    try {
      const meta: unknown = JSON.parse(
        await readBoundedText(path.replace(/\.jsonl$/, '.meta.json'), largestMeta),
      );
      this.agents.set(path, isObject(meta) ? asString(meta.agentType) : undefined);
    } catch {
      // Versions up to 2.0.36 write none: the call names the kind.
    }
    return this.agents.get(path);
  }

  private async openCache(): Promise<UsageCache | undefined> {
    const { cachePath, log } = this;
    if (cachePath === undefined) {
      return undefined;
    }
    if (!this.opening) {
      this.opening = UsageCache.open(cachePath, log).catch((error: unknown) => {
        log.warn(`Usage is counted without its cache: ${messageOf(error)}`);
        return undefined;
      });
      this.known = (await this.opening)?.load() ?? new Map();
    }
    return this.opening;
  }

  /** Drops files that are gone, and keeps the others for the next time. */
  private async save(cache: UsageCache | undefined, files: readonly TranscriptFile[]) {
    const present = new Set(files.map(({ path }) => path));
    for (const path of this.known.keys()) {
      if (!present.has(path)) {
        this.known.delete(path);
        this.hasChanged = true;
      }
    }
    if (!this.hasChanged) {
      return;
    }
    this.hasChanged = false;
    try {
      await cache?.save(this.known);
    } catch (error) {
      this.log.warn(`What was counted could not be kept: ${messageOf(error)}`);
    }
  }
}

function throwIfAborted({ aborted }: AbortSignalLike): void {
  if (aborted) {
    throw new Error('The count was canceled.');
  }
}

/**
 * Returns each call once: in the oldest file that has it, because forks repeat the lines of the
 * conversation that they continue, and some subagents those of their caller.
 */
function* placed(counted: readonly Counted[], { since = 0, project }: UsageQuery) {
  const seen = new Set<string>();
  const agents = new Map<string, string>();
  const folders = new Map<string, string>();
  for (const { file, usage } of counted) {
    for (const [id, kind] of Object.entries(usage.agents)) {
      agents.set(id, kind);
    }
    if (usage.cwd !== undefined && file.agentId === undefined && file.session !== undefined) {
      folders.set(file.session, usage.cwd);
    }
  }
  const oldest = [...counted].sort(
    (a, b) => a.born - b.born || (a.file.path < b.file.path ? -1 : 1),
  );
  for (const { file, usage, agent } of oldest) {
    const conversation = file.session ?? usage.session ?? file.path;
    const folder = folders.get(conversation) ?? usage.cwd ?? file.slug;
    const kind = agent ?? (file.agentId && agents.get(file.agentId)) ?? agentKeys.unnamed;
    const { ids, models, numbers } = usage.calls;
    for (const [row, id] of ids.entries()) {
      if (seen.has(id)) {
        continue;
      }
      seen.add(id);
      const at = row * callWidth;
      const number = (column: number) => numbers[at + column] ?? 0;
      const minute = number(columns.minute);
      if (minute * 60_000 < since || (project !== undefined && folder !== project)) {
        continue;
      }
      const isOfAgent = file.agentId !== undefined || number(columns.side) === 1;
      yield {
        minute,
        project: folder,
        conversation,
        model: models[number(columns.model)] ?? '',
        agent: isOfAgent ? kind : agentKeys.main,
        input: number(columns.input),
        output: number(columns.output),
        written5m: number(columns.written5m),
        written1h: number(columns.written1h),
        cacheRead: number(columns.cacheRead),
        webSearches: number(columns.webSearches),
      } satisfies PlacedCall;
    }
  }
}
