import type { Event } from '../base/emitter';
import type { SessionId } from '../contract/ids';

/** What is seen of sessions from outside: the agent's own files and processes. */
export interface SessionWatch {
  /**
   * The processes that have one of these sessions open and that this window has not started.
   * @param own the processes that are known to be ours
   */
  strangers(ids: ReadonlySet<SessionId>, own: ReadonlySet<number>): Promise<readonly Stranger[]>;
  /** The strangers may be others. */
  readonly onChanged: Event<void>;
  /** When something was last written into a stored session; undefined when there is none. */
  lastWrite(cwd: string, id: SessionId): Promise<LastWrite | undefined>;
  /** Asks a process to end, and waits. @returns whether it is gone */
  end(pid: number): Promise<boolean>;
}

export interface Stranger {
  readonly sessionId: SessionId;
  readonly pid: number;
  readonly isWorking: boolean;
}

export interface LastWrite {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** By an agent that leaves no other trace of its processes. */
  readonly isUntraced: boolean;
}
