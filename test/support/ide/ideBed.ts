import type { Clock } from '../../../src/base/clock';
import { systemClock } from '../../../src/node/systemClock';
import type { IdeAddress } from '../../../src/terminalServer/editor/connection';
import { IdeServer } from '../../../src/terminalServer/ideServer';
import type { IdeLimits } from '../../../src/terminalServer/wire/limits';
import { recordingLog } from './recordingLog';
import { ScriptedEditor } from './scriptedEditor';

/** A listening server for one test. */
export interface IdeBed {
  readonly server: IdeServer;
  readonly editor: ScriptedEditor;
  readonly address: IdeAddress;
  readonly log: ReturnType<typeof recordingLog>;
  /** Log entries about refused or misbehaving clients. */
  reasons(): unknown[];
  /** Resolves when the condition holds; checked whenever connections change. */
  until(isSo: () => boolean): Promise<void>;
}

export interface IdeBedOptions {
  readonly limits?: Partial<IdeLimits>;
  readonly preferred?: IdeAddress;
  readonly clock?: Clock;
}

/** Milliseconds, less than a test's timeout, so that the failure shows what was seen. */
const patience = 50_000;

export async function ideBed(options: IdeBedOptions = {}): Promise<IdeBed> {
  const editor = new ScriptedEditor();
  const log = recordingLog();
  const server = new IdeServer({ editor, version: '1.2.3', clock: systemClock, log, ...options });
  return {
    server,
    editor,
    log,
    address: await server.listen(),
    reasons: () =>
      log.lines
        .filter(line => line.level === 'warn')
        .map(line => (line.data as { reason?: unknown }).reason),
    until: async isSo => {
      while (!isSo()) {
        await new Promise<void>((resolve, reject) => {
          const late = setTimeout(() => {
            listening.dispose();
            const seen = { connections: server.connections, log: log.lines };
            reject(new Error(`Waited in vain: ${JSON.stringify(seen)}`));
          }, patience);
          const listening = server.onConnectionsChanged(() => {
            clearTimeout(late);
            listening.dispose();
            resolve();
          });
        });
      }
    },
  };
}
