import * as l10n from '@vscode/l10n';
import type { Clock } from '../base/clock';
import { UserError } from '../base/errors';
import type { JsonObject } from '../base/json';
import type { Log } from '../base/log';
import { maskSecrets, traceLine } from '../base/secrets';
import { OwnedProcess, type OwnedProcessHost } from '../node/ownedProcess';
import type { FrameTrace } from './frames/frameTrace';
import { LogBudget } from './frames/logBudget';

export interface TransportOptions {
  /** Executable; `args` come before those of `start`. */
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly clock: Clock;
  readonly log: Log;
  /** Records the shape of each frame. */
  readonly trace?: FrameTrace | undefined;
}

/** Receives what comes from the process. */
export interface TransportHost extends OwnedProcessHost {
  onLine(line: string): void;
  /** Whether lines are left out that are no frames: enough of them have been logged. */
  leavesOutText?(): boolean;
}

/** Carries lines to and from one `claude` process. */
export class CliTransport {
  readonly process: OwnedProcess;

  constructor(
    private readonly options: TransportOptions,
    private readonly host: TransportHost,
  ) {
    const { clock, log } = options;
    this.process = new OwnedProcess({ sweepsAlways: false, clock, log }, host);
  }

  /** @throws UserError `cli.closed`, or the reason why the process cannot be spawned */
  async start(args: readonly string[]): Promise<void> {
    const { command, cwd, env, platform, log } = this.options;
    const child = await this.process.start({
      ...{ command, args: [...this.options.args, ...args], cwd, env, platform },
      leavesOutText: () => this.host.leavesOutText?.() === true,
    });
    if (!child) {
      throw new UserError('cli.closed', l10n.t('Claude Code was stopped while it started.'));
    }
    const errors = new LogBudget(log, 'stderr');
    const reading = child.onErrorLine(line => {
      errors.line(() => maskSecrets(line));
      if (errors.isSpent) {
        reading.dispose();
      }
    });
    child.onLine(line => this.host.onLine(line));
  }

  /** @throws UserError `cli.notStarted`, `process.inputClosed`, `process.ended` */
  async write(frame: JsonObject): Promise<void> {
    const { piped } = this.process;
    const { log, trace } = this.options;
    if (!piped) {
      throw new UserError('cli.notStarted', l10n.t('Claude Code has not been started.'));
    }
    const line = JSON.stringify(frame);
    trace?.add('agent', frame, line.length);
    if (log.traces) {
      log.trace(`→ ${traceLine(line)}`);
    }
    await piped.write(`${line}\n`);
  }
}
