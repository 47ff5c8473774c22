import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore, toDisposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { type Log, silentLog } from '../../base/log';
import * as z from '../../base/schema';
import type { SessionId } from '../../contract/ids';
import { FolderWatch } from '../../node/folderWatch';
import { isAlive } from '../../node/isAlive';
import { processStartTime } from '../../node/processIdentity';
import { readProcStat } from '../../node/processTable';
import { systemClock } from '../../node/systemClock';
import { number, text } from '../../protocol/lenient';
import type { CliVersion } from '../launch/version';

/** A CLI process that has a session open, in a terminal or as another program's child. */
export interface LiveSession {
  readonly sessionId: SessionId;
  readonly pid: number;
  readonly cwd?: string;
  /** Status in the CLI's spelling: `idle`, `busy`. */
  readonly status?: string;
  /** Milliseconds since 1970. */
  readonly startedAt?: number;
  /** `cli` for a process that a user runs in a terminal. */
  readonly entrypoint?: string;
}

export interface LiveSessionsOptions {
  /** Folder in which the CLI keeps its files, see `configFolder`; undefined while unknown. */
  configFolder(): Promise<string | undefined>;
  /** Opaque start time, see `ProcessIdentity`; undefined if no such process lives. */
  readonly startTime?: (pid: number) => Promise<string | undefined>;
  readonly platform?: NodeJS.Platform;
  /** Whether a process with this pid exists at all. */
  readonly isAlive?: (pid: number) => boolean;
  readonly clock?: Clock;
  readonly log?: Log;
}

const entry = z.object({
  pid: z.number(),
  sessionId: z.string(),
  procStart: text,
  cwd: text,
  status: text,
  startedAt: number,
  entrypoint: text,
});
type Entry = z.infer<typeof entry>;

/** Milliseconds of start-up allowed where the system's start time differs from the CLI's. */
const longestStart = 60_000;
/** Milliseconds between checks for killed processes, whose files do not change. */
const looksEvery = 2_000;
/** Milliseconds until the first such check where a process has removed its file and should end. */
const looksAtEndingAfter = 100;
/** Milliseconds before a half-written file is read again, and how often. */
const rereadAfter = 20;
const mostRereads = 5;

/**
 * Oldest tested version that keeps a file under `sessions/` for each of its processes. Writes of
 * older ones count as untraced, also where a version in between does keep a file.
 */
export const tracedSince: CliVersion = '2.1.120';

/**
 * Lists the live CLI processes from the files that the CLI keeps under `sessions/`, see
 * `tracedSince`. Includes our own processes.
 */
export class LiveSessions implements Disposable {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<void>());
  private readonly log: Log;
  private watched: { readonly folder: string; readonly watch: Disposable } | undefined;
  private looking: Disposable | undefined;
  /** Last known entries of live processes, by path. */
  private readonly known = new Map<string, Entry>();

  /** Fires when a session starts, ends or changes; only after a first `list`. */
  readonly onChanged = this.changed.event;

  constructor(private readonly options: LiveSessionsOptions) {
    this.log = options.log ?? silentLog;
    this.store.add(toDisposable(() => this.looking?.dispose()));
    this.store.add(toDisposable(() => this.watched?.watch.dispose()));
  }

  /** Never rejects: anything that cannot be read counts as absent. */
  async list(): Promise<LiveSession[]> {
    const config = await this.options.configFolder().catch(() => undefined);
    if (config === undefined) {
      return [];
    }
    const folder = join(config, 'sessions');
    this.follow(folder);
    // Without the folder, no CLI that keeps such files has run.
    const names = await readdir(folder).catch(() => [] as string[]);
    const files = names.filter(name => /^\d+\.json$/.test(name));
    const paths = new Set(files.map(name => join(folder, name)));
    const ending = [...this.known.keys()].filter(path => !paths.has(path));
    const found = await Promise.all([...paths, ...ending].map(path => this.read(path)));
    const live = found.filter(one => one !== undefined);
    this.noticeEnds(
      live.map(({ pid }) => pid),
      ending.some(path => this.known.has(path)) ? looksAtEndingAfter : looksEvery,
    );
    return live;
  }

  dispose(): void {
    this.store.dispose();
  }

  /** Fires once when one of these processes ends; the next `list` starts a new check. */
  private noticeEnds(pids: readonly number[], after: number): void {
    const { platform = process.platform, clock = systemClock } = this.options;
    const { isAlive: lives = platform === 'linux' ? hasProcStat : isAlive } = this.options;
    this.looking?.dispose();
    if (pids.length === 0 || this.store.isDisposed) {
      return;
    }
    this.looking = clock.setTimeout(() => {
      if (pids.every(lives)) {
        this.noticeEnds(pids, Math.min(after * 2, looksEvery));
      } else {
        this.changed.fire();
      }
    }, after);
  }

  private follow(folder: string): void {
    if (this.watched?.folder !== folder && !this.store.isDisposed) {
      this.watched?.watch.dispose();
      this.known.clear();
      const { log } = this;
      this.watched = {
        folder,
        watch: new FolderWatch(folder, () => this.changed.fire(), { log }),
      };
    }
  }

  private async read(path: string): Promise<LiveSession | undefined> {
    // At its end, the CLI removes its file, may write it again, and still has its session.
    const stored = (await readEntry(path)) ?? this.known.get(path);
    if (!stored || !(await this.lives(stored))) {
      this.known.delete(path);
      return undefined;
    }
    if (this.watched?.folder === dirname(path)) {
      this.known.set(path, stored);
    }
    const { sessionId, pid, cwd, status, startedAt, entrypoint } = stored;
    return {
      sessionId: sessionId as SessionId,
      pid,
      ...(cwd === undefined ? {} : { cwd }),
      ...(status === undefined ? {} : { status }),
      ...(startedAt === undefined ? {} : { startedAt }),
      ...(entrypoint === undefined ? {} : { entrypoint }),
    };
  }

  /** A killed process leaves its file behind, and another process may have its pid by now. */
  private async lives({ pid, procStart, startedAt }: Entry): Promise<boolean> {
    const { platform = process.platform, startTime = startTimeOf(platform) } = this.options;
    const actual = await startTime(pid).catch(() => undefined);
    if (actual === undefined) {
      return false;
    }
    if (platform === 'linux') {
      // Our value has the boot id before the ticks.
      return procStart !== undefined && actual.split('/').at(-1) === procStart;
    }
    const began = startedMs(actual, platform);
    const isNear = (at: number) =>
      startedAt !== undefined && Math.abs(startedAt - at) < longestStart;
    return procStart === actual || (began !== undefined && isNear(began));
  }
}

/** Reads again while the CLI writes the file: a live session must not be missed. */
async function readEntry(path: string): Promise<Entry | undefined> {
  for (let left = mostRereads; left >= 0; left -= 1) {
    const content = await readFile(path, 'utf8').catch(() => undefined);
    if (content === undefined) return undefined;
    const stored = parse(content);
    if (stored !== 'halfWritten') return stored;
    await delay(rereadAfter);
  }
  return undefined;
}

function parse(content: string): Entry | 'halfWritten' | undefined {
  try {
    const parsed = z.safeParse(entry, JSON.parse(content));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return 'halfWritten';
  }
}

/** Unlike signals, this tells a process that lives from one that its parent has not reaped. */
function hasProcStat(pid: number): boolean {
  return readProcStat(pid) !== undefined;
}

function startTimeOf(platform: NodeJS.Platform) {
  return async (pid: number) =>
    platform === 'linux' ? readProcStat(pid)?.startTime : processStartTime(pid, platform);
}

/** Converts a Windows file time, or the date that `ps` prints, to milliseconds since 1970. */
function startedMs(startTime: string, platform: NodeJS.Platform): number | undefined {
  const at =
    platform === 'win32'
      ? Number(BigInt(startTime) / 10_000n) - 11_644_473_600_000
      : Date.parse(startTime);
  return Number.isFinite(at) ? at : undefined;
}
