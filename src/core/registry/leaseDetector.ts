import type { Clock } from '../../base/clock';
import type { SessionId } from '../../contract/ids';
import type { ProcessIdentity } from '../../node/processIdentity';
import type { SessionWatch } from '../../protocol/sessionWatch';
import type { ChannelRecord } from '../conversation/channelRecord';
import { isWrittenElsewhere, type LeaseHolder } from '../conversation/leaseHolder';
import type { SessionLocks } from './sessionLocks';

/** System access to processes that other windows or an earlier run started. */
export interface ProcessPort {
  self(): Promise<ProcessIdentity | undefined>;
  lives(identity: ProcessIdentity): Promise<boolean>;
  /** Ends a process that outlived its window, including all processes that it started. */
  endOrphan(identity: ProcessIdentity): Promise<void>;
}

/** Finds a session's holder: another window, a terminal, or one that only its writes reveal. */
export class LeaseDetector {
  constructor(
    private readonly processes: ProcessPort,
    private readonly locks: SessionLocks,
    private readonly watch: SessionWatch,
    private readonly clock: Clock,
  ) {}

  self(): Promise<ProcessIdentity | undefined> {
    return this.processes.self();
  }

  /** Whether another window has the conversation open. */
  async isElsewhere({ owner }: ChannelRecord): Promise<boolean> {
    const self = await this.processes.self();
    if (!owner || owner.pid === self?.pid) {
      return false;
    }
    return this.processes.lives(owner);
  }

  /** Finds another window that has one of these records open or holds the session lease. */
  async window(id: SessionId, records: readonly ChannelRecord[]): Promise<LeaseHolder | undefined> {
    for (const record of records) {
      if (record.owner && (await this.isElsewhere(record))) {
        return { kind: 'window', pid: record.owner.pid };
      }
    }
    // The window may have opened the session under another folder.
    const owner = await this.locks.ownerOf(id);
    return owner && { kind: 'window', pid: owner.pid };
  }

  /** Finds another live agent process that has the session open. */
  async terminal(id: SessionId, own: ReadonlySet<number>): Promise<LeaseHolder | undefined> {
    const [foreign] = await this.watch.foreignProcesses(new Set([id]), own);
    return foreign && { kind: 'terminal', pid: foreign.pid, isWorking: foreign.isWorking };
  }

  /** Finds a process that only its writes reveal; `records` are those of the session. */
  async unknownWriter(
    cwd: string,
    id: SessionId,
    records: readonly ChannelRecord[],
  ): Promise<LeaseHolder | undefined> {
    // A window of ours was killed: its process's writes are our own.
    const hadProcess = records.some(record => record.process !== undefined);
    const oursUntil = Math.max(0, ...records.map(record => record.updatedAt));
    const write = hadProcess ? undefined : await this.watch.lastWrite(cwd, id);
    return isWrittenElsewhere(write, oursUntil, this.clock) ? { kind: 'unknownWriter' } : undefined;
  }

  /** Takes the session lease for this window. @returns the window that was faster */
  async acquire(id: SessionId): Promise<LeaseHolder | undefined> {
    const owner = await this.locks.acquire(id);
    return owner && { kind: 'window', pid: owner.pid };
  }

  release(id: SessionId): void {
    this.locks.release(id);
  }

  releaseAll(): void {
    this.locks.releaseAll();
  }
}
