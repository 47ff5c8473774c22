import * as l10n from '@vscode/l10n';
import type { Clock } from '../../base/clock';
import type { LastWrite } from '../../protocol/sessionWatch';

/** Process outside this window that has a session open. */
export interface LeaseHolder {
  /** Another window; another agent process, as in a terminal; or an unknown process. */
  readonly kind: 'window' | 'terminal' | 'unknownWriter';
  readonly pid?: number;
  readonly isWorking?: boolean;
  /** True if the session was open here before and was handed over. */
  readonly wasOurs?: boolean;
}

/** Milliseconds since the last unexplained write in which a session counts as open elsewhere. */
const recentWrite = 10_000;
/** Milliseconds after the recorded end of our process in which it may write its last lines. */
const lastLinesTime = 3_000;

/** @param oursUntil when we last used the session, in milliseconds since 1970 */
export function isWrittenElsewhere(
  write: LastWrite | undefined,
  oursUntil: number,
  clock: Clock,
): boolean {
  if (!write?.isUntraced) {
    return false;
  }
  return clock.now() - write.at < recentWrite && write.at > oursUntil + lastLinesTime;
}

/** Describes the holder in one sentence for the user. */
export function holderMessage(holder: LeaseHolder): string {
  switch (holder.kind) {
    case 'window':
      return holder.wasOurs
        ? l10n.t('This conversation continues in another window.')
        : l10n.t('This conversation is open in another window.');
    case 'terminal':
      return holder.pid === undefined
        ? l10n.t('This conversation was given to a terminal.')
        : l10n.t('This conversation is open in a terminal (process {0}).', holder.pid);
    case 'unknownWriter':
      return l10n.t('Something else is writing into this conversation.');
  }
}
