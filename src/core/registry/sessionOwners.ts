import type { Clock } from '../../base/clock';
import type { SessionId } from '../../contract/ids';
import type { ProcessIdentity } from '../../node/processIdentity';
import type { SessionWatch } from '../../protocol/sessionWatch';
import { isGrowing, type SessionHolder } from '../conversation/elsewhere';
import type { ChannelRecord } from '../conversation/journal';
import type { SessionLocks } from './sessionLocks';

/** What the registry asks the system about processes that other windows or an earlier run started. */
export interface ProcessPort {
  self(): Promise<ProcessIdentity | undefined>;
  lives(identity: ProcessIdentity): Promise<boolean>;
  /** Ends a process that outlived its window, with all that it started. */
  endLeftover(identity: ProcessIdentity): Promise<void>;
}

/** Finds out who else has a session: another window, a terminal, or somebody whom only its file shows. */
export class SessionOwners {
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

  /** Another window with one of these records, or with the session's lock. */
  async window(
    id: SessionId,
    records: readonly ChannelRecord[],
  ): Promise<SessionHolder | undefined> {
    for (const record of records) {
      if (record.owner && (await this.isElsewhere(record))) {
        return { kind: 'window', pid: record.owner.pid };
      }
    }
    // It may have it under the name of another folder.
    const owner = await this.locks.ownerOf(id);
    return owner && { kind: 'window', pid: owner.pid };
  }

  /** Another program of the agent's that lives. */
  async terminal(id: SessionId, own: ReadonlySet<number>): Promise<SessionHolder | undefined> {
    const [stranger] = await this.watch.strangers(new Set([id]), own);
    return stranger && { kind: 'terminal', pid: stranger.pid, isWorking: stranger.isWorking };
  }

  /** Somebody who leaves no other trace; `records` are what we know of the session. */
  async growing(
    cwd: string,
    id: SessionId,
    records: readonly ChannelRecord[],
  ): Promise<SessionHolder | undefined> {
    // A window of ours that was killed: what its process wrote is ours.
    const hadProcess = records.some(record => record.process !== undefined);
    const oursUntil = Math.max(0, ...records.map(record => record.updatedAt));
    const write = hadProcess ? undefined : await this.watch.lastWrite(cwd, id);
    return isGrowing(write, oursUntil, this.clock) ? { kind: 'growing' } : undefined;
  }

  /** Makes the session this window's. @returns who was quicker */
  async take(id: SessionId): Promise<SessionHolder | undefined> {
    const owner = await this.locks.take(id);
    return owner && { kind: 'window', pid: owner.pid };
  }

  release(id: SessionId): void {
    this.locks.release(id);
  }

  releaseAll(): void {
    this.locks.releaseAll();
  }
}
