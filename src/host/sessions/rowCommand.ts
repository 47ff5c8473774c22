import type { SessionActions } from './sessionActions';
import type { SessionRow } from './sessionRow';
import type { SessionService } from './sessionService';

/** Creates a command on the given row, or on a row that the user picks. */
export function onRow(
  sessions: SessionService,
  title: string,
  act: (row: SessionRow, argument: unknown) => Promise<unknown>,
) {
  return async (target: unknown, argument?: unknown): Promise<void> => {
    const row = await sessions.targets.one(title, target);
    if (row) {
      await act(row, argument);
    }
  };
}

/** Creates a command on the given rows, or on a fitting row that the user picks. */
export function onRows(
  sessions: SessionService,
  title: string,
  isFit: (row: SessionRow) => boolean,
  act: (actions: SessionActions, rows: readonly SessionRow[]) => Promise<unknown>,
) {
  return async (target: unknown, others: unknown): Promise<void> => {
    const rows = await sessions.targets.many(title, target, others, isFit);
    if (rows.length > 0) {
      await act(sessions.actions, rows);
    }
  };
}
