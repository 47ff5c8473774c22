import * as l10n from '@vscode/l10n';
import type { ListedSession } from '../../acp/errands/listSessions';
import { shortPath } from '../shortPath';

export interface KeptSessionRow {
  readonly label: string;
  /** Age, if the agent says when the session was last used. */
  readonly description?: string;
  /** Folder. */
  readonly detail: string;
  readonly session: ListedSession;
}

/**
 * Describes the sessions that an agent has kept, newest first; those without a time come last.
 * @param age returns how long ago a time was, which is in milliseconds since 1970
 */
export function keptSessionRows(
  sessions: readonly ListedSession[],
  age: (at: number) => string,
): KeptSessionRow[] {
  const byTime = sessions.toSorted((a, b) => (b.updatedAt ?? 0) - (a.updatedAt ?? 0));
  return byTime.map(session => {
    const { title, updatedAt, cwd } = session;
    return {
      label: title?.trim() || l10n.t('Untitled'),
      ...(updatedAt === undefined ? {} : { description: age(updatedAt) }),
      detail: shortPath(cwd),
      session,
    };
  });
}
