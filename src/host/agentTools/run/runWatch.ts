import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { messageOf } from '../../../base/errors';
import { lazily } from '../../../base/lazily';
import type { Log } from '../../../base/log';
import type { RunLogs } from './runLogs';

/**
 * Listens to terminal commands and debug sessions from the start; loads the logs with the first
 * event.
 */
export class RunWatch implements Disposable {
  private readonly store = new DisposableStore();
  /** Returns the logs of all that has run so far; loads them on first use. */
  readonly logs = lazily(async () => {
    const { RunLogs } = await import('./runLogs');
    return this.store.add(new RunLogs(this.log));
  });

  constructor(private readonly log: Log) {
    const { window, debug } = vscode;
    this.store.add(
      window.onDidStartTerminalShellExecution(event => {
        // Output printed before this call cannot be read.
        const output = event.execution.read();
        const at = Date.now();
        this.tell(({ terminals }) => terminals.begin(event, output, at));
      }),
    );
    this.store.add(
      window.onDidEndTerminalShellExecution(event =>
        this.tell(({ terminals }) => terminals.end(event)),
      ),
    );
    this.store.add(
      debug.registerDebugAdapterTrackerFactory('*', {
        createDebugAdapterTracker: session => {
          this.tell(({ debugging }) => debugging.begin(session));
          return {
            onDidSendMessage: message =>
              this.tell(({ debugging }) => debugging.told(session, message)),
          };
        },
      }),
    );
    this.store.add(
      debug.onDidTerminateDebugSession(session =>
        this.tell(({ debugging }) => debugging.end(session)),
      ),
    );
  }

  dispose(): void {
    this.store.dispose();
  }

  private tell(logs: (logs: RunLogs) => void): void {
    this.logs()
      .then(logs)
      .catch((error: unknown) =>
        this.log.error(`What runs in the editor is not followed: ${messageOf(error)}`),
      );
  }
}
