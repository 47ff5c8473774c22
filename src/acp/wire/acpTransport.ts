import type { Clock } from '../../base/clock';
import type { JsonObject } from '../../base/json';
import type { Log } from '../../base/log';
import { maskSecrets } from '../../base/secrets';
import { OwnedProcess, type OwnedProcessHost } from '../../node/ownedProcess';
import { stoppedWhileStarting } from './startErrors';
import { traceMessage } from './traceMessage';

export interface AcpTransportOptions {
  /** Full path of the executable. */
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Agent's name for users. */
  readonly title: string;
  readonly clock: Clock;
  readonly log: Log;
}

export interface AcpTransportHost extends OwnedProcessHost {
  onLine(line: string): void;
  /** Called when a line was skipped because it has more bytes than the limit. */
  onOverlong(limit: number): void;
}

/** Bytes. Images and diffs of several MB are usual; a line beyond this is no message. */
const longestLine = 128 * 1024 * 1024;

/** Carries lines to and from one agent process. */
export class AcpTransport {
  readonly process: OwnedProcess;

  constructor(
    private readonly options: AcpTransportOptions,
    private readonly host: AcpTransportHost,
  ) {
    const { clock, log } = options;
    this.process = new OwnedProcess({ sweepsAlways: true, clock, log }, host);
  }

  /** @throws UserError `agent.stopped`, or the reason why the process cannot be spawned */
  async start(): Promise<void> {
    const { command, args, cwd, env, log, title } = this.options;
    const child = await this.process.start({
      ...{ command, args, cwd, env },
      platform: process.platform,
      lineLimit: longestLine,
      onOverlongLine: limit => this.host.onOverlong(limit),
    });
    if (!child) {
      throw stoppedWhileStarting(title);
    }
    child.onErrorLine(line => log.debug(`stderr: ${maskSecrets(line.slice(0, 4_000))}`));
    child.onLine(line => {
      if (log.traces) {
        log.trace(`← ${traceMessage(line)}`);
      }
      this.host.onLine(line);
    });
  }

  /** @throws UserError `process.inputClosed`, `process.ended` */
  async write(message: JsonObject): Promise<void> {
    const { piped } = this.process;
    if (!piped) {
      throw new Error('The agent has not been started.');
    }
    const line = JSON.stringify(message);
    if (this.options.log.traces) {
      this.options.log.trace(`→ ${traceMessage(line)}`);
    }
    await piped.write(`${line}\n`);
  }
}
