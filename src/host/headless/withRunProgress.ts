import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import { nativeUi } from '../nativeText/nativeUi';

export interface RunProgress {
  readonly signal: AbortSignal;
  report(step: string): void;
}

/**
 * Shows a task in a notification, where the user can cancel it.
 * @returns undefined if the user has cancelled it, however far it was
 */
export async function withRunProgress<T>(
  title: string,
  task: (progress: RunProgress) => Promise<T>,
): Promise<T | undefined> {
  const location = vscode.ProgressLocation.Notification;
  return nativeUi.withProgress({ location, title, cancellable: true }, async (progress, token) => {
    const abort = new AbortController();
    const listener = token.onCancellationRequested(() => abort.abort());
    const report = (message: string) => progress.report({ message });
    try {
      const done = await task({ signal: abort.signal, report });
      return abort.signal.aborted ? undefined : done;
    } catch (error) {
      if (abort.signal.aborted && isStop(error)) {
        return undefined;
      }
      throw error;
    } finally {
      listener.dispose();
    }
  });
}

function isStop(error: unknown): boolean {
  const stops = ['run.stopped', 'git.stopped'];
  return (
    (error instanceof UserError && stops.includes(error.code)) ||
    (error instanceof Error && error.name === 'AbortError')
  );
}
