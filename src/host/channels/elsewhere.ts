import type { Clock } from '../../base/clock';
import type { Event } from '../../base/emitter';
import type { SessionId } from '../../contract/ids';

/** Who else has a session open. */
export interface SessionHolder {
  /** Another window; another program of the agent's, as in a terminal; or somebody, we cannot say who. */
  readonly kind: 'window' | 'terminal' | 'growing';
  readonly pid?: number;
  readonly isWorking?: boolean;
  /** It was open here before: it was handed over. */
  readonly wasOurs?: boolean;
}

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

/** Milliseconds in which a transcript that grows without us counts as open elsewhere. */
const growsWithin = 10_000;
/** An agent's process writes its last lines when it ends, after we have noted the end. */
const afterword = 3_000;

/** @param oursUntil when we last had to do with the session, milliseconds since 1970 */
export function isGrowing(write: LastWrite | undefined, oursUntil: number, clock: Clock): boolean {
  if (!write?.isUntraced) {
    return false;
  }
  return clock.now() - write.at < growsWithin && write.at > oursUntil + afterword;
}

/** One sentence for the person. */
export function holderWords(holder: SessionHolder): string {
  switch (holder.kind) {
    case 'window':
      return holder.wasOurs
        ? 'This conversation goes on in another window.'
        : 'This conversation is open in another window.';
    case 'terminal':
      return holder.pid === undefined
        ? 'This conversation was given to a terminal.'
        : `This conversation is open in a terminal (process ${holder.pid}).`;
    case 'growing':
      return 'Something else is writing into this conversation.';
  }
}
