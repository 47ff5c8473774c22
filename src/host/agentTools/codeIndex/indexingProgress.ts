import * as vscode from 'vscode';
import { nativeUi } from '../../nativeText/nativeUi';

type OnProgress = (known: number, left: number) => void;

/** Shows in the status bar how far an index has come, from when a search waits for it. */
export async function showIndexing<T>(task: (onProgress: OnProgress) => Promise<T>): Promise<T> {
  let show: ((message: string) => void) | undefined;
  let isShown = false;
  const running = task((known, left) => {
    if (left === 0) return;
    if (!isShown) {
      isShown = true;
      const title = vscode.l10n.t('Indexing code');
      const location = vscode.ProgressLocation.Window;
      // Progress ends with the search, which reports its own failure.
      nativeUi.withProgress({ location, title }, progress => {
        show = message => progress.report({ message });
        return running.then(
          () => undefined,
          () => undefined,
        );
      });
    }
    show?.(vscode.l10n.t('{0} of {1} files', known, known + left));
  });
  return running;
}
