import type { Clock } from '../../base/clock';
import type { LastWrite } from '../../protocol/sessionWatch';

/** Who else has a session open. */
export interface SessionHolder {
  /** Another window; another program of the agent's, as in a terminal; or somebody, we cannot say who. */
  readonly kind: 'window' | 'terminal' | 'growing';
  readonly pid?: number;
  readonly isWorking?: boolean;
  /** It was open here before: it was handed over. */
  readonly wasOurs?: boolean;
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

/** One sentence for the user. */
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
