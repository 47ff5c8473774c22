import { open } from 'node:fs/promises';
import type { Disposable } from '../../base/disposable';
import type { Event } from '../../base/emitter';
import type { SessionId } from '../../contract/ids';
import type { Environment } from '../../node/environment';
import { askToEnd, processStartTime } from '../../node/processIdentity';
import { readProcessTable } from '../../node/processTable';
import type { ForeignProcess, LastWrite, SessionWatch } from '../../protocol/sessionWatch';
import { type CliVersion, isAtLeast } from '../launch/version';
import { LiveSessions, tracedSince } from './liveSessions';
import { sessionPath } from './sessionFile';
import { configFolder, sessionFolder } from './sessionFolder';

/** Bytes read from the end of a transcript, whose last lines name the CLI version. */
const tailLength = 256 * 1024;

interface WatchedCli {
  readonly env: Environment;
  /** Command by which our own processes are started. */
  readonly wrapper?: unknown;
}

/** Reports which processes have CLI sessions open, based on the CLI's own files. */
export class CliSessionWatch implements SessionWatch, Disposable {
  readonly live: LiveSessions;
  readonly onChanged: Event<void>;

  /** @param environment in which the CLI finds its files, if that is known earlier */
  constructor(
    private readonly locate: () => Promise<WatchedCli>,
    private readonly environment = async () => (await locate()).env,
    private readonly platform: NodeJS.Platform = process.platform,
  ) {
    this.live = new LiveSessions({ configFolder: async () => configFolder(await environment()) });
    this.onChanged = this.live.onChanged;
  }

  async foreignProcesses(
    ids: ReadonlySet<SessionId>,
    own: ReadonlySet<number>,
  ): Promise<readonly ForeignProcess[]> {
    const live = await this.live.list();
    const others = live.filter(one => ids.has(one.sessionId) && !own.has(one.pid));
    if (others.length === 0) {
      return [];
    }
    const rows = await readProcessTable(this.platform);
    const parents = new Map(rows.map(row => [row.pid, row.parent]));
    // A wrapper such as ssh starts it as a child of another program.
    const isHidden = rows.length === 0 || (await this.locate()).wrapper !== undefined;
    return others.flatMap(({ sessionId, pid, status, entrypoint }) => {
      // If a wrapper starts the CLI, our child is the wrapper and the CLI is its descendant.
      const isOurs = descendsFrom(pid, own, parents) || (isHidden && entrypoint !== 'cli');
      return isOurs ? [] : [{ sessionId, pid, isWorking: status === 'busy' }];
    });
  }

  async lastWrite(cwd: string, id: SessionId): Promise<LastWrite | undefined> {
    const path = sessionPath(await sessionFolder(cwd, await this.environment()), id);
    try {
      const file = await open(path);
      try {
        const { size, mtimeMs } = await file.stat();
        const tail = Buffer.alloc(Math.min(size, tailLength));
        await file.read(tail, 0, tail.length, size - tail.length);
        return { at: mtimeMs, isUntraced: isUntraced(tail.toString('utf8')) };
      } finally {
        await file.close();
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
        return undefined;
      }
      throw error;
    }
  }

  async end(pid: number): Promise<boolean> {
    const startTime = await processStartTime(pid, this.platform);
    return startTime === undefined || askToEnd({ pid, startTime }, this.platform);
  }

  dispose(): void {
    this.live.dispose();
  }
}

function descendsFrom(
  pid: number,
  ancestors: ReadonlySet<number>,
  parents: ReadonlyMap<number, number>,
): boolean {
  const seen = new Set<number>();
  for (let at: number | undefined = pid; at !== undefined && !seen.has(at); at = parents.get(at)) {
    if (ancestors.has(at)) {
      return true;
    }
    seen.add(at);
  }
  return false;
}

function isUntraced(tail: string): boolean {
  const versions = [...tail.matchAll(/"version":"(\d+\.\d+\.\d+)"/g)];
  const last = versions.at(-1)?.[1];
  return last !== undefined && !isAtLeast(last as CliVersion, tracedSince);
}
