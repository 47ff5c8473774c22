import type { Event } from '../base/emitter';
import type { SessionId } from '../contract/ids';

/** Observes sessions from outside, through the agent's own files and processes. */
export interface SessionWatch {
  /**
   * Finds processes that this window has not started and that have one of these sessions open.
   * @param own processes known to be ours
   */
  foreignProcesses(
    ids: ReadonlySet<SessionId>,
    own: ReadonlySet<number>,
  ): Promise<readonly ForeignProcess[]>;
  /** Fires when the result of `foreignProcesses` may have changed. */
  readonly onChanged: Event<void>;
  /** Returns the last write to a stored session; undefined if there is none. */
  lastWrite(cwd: string, id: SessionId): Promise<LastWrite | undefined>;
  /** Asks a process to end, and waits. @returns whether it has ended */
  end(pid: number): Promise<boolean>;
}

export interface ForeignProcess {
  readonly sessionId: SessionId;
  readonly pid: number;
  readonly isWorking: boolean;
}

export interface LastWrite {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** True if the writing agent leaves no other trace of its processes. */
  readonly isUntraced: boolean;
}
