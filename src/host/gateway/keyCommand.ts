import { homedir } from 'node:os';
import * as l10n from '@vscode/l10n';
import type { Clock } from '../../base/clock';
import { messageOf, UserError } from '../../base/errors';
import type { Log } from '../../base/log';
import { maskSecrets } from '../../base/secrets';
import { SingleFlight } from '../../base/singleFlight';
import type { KeySource } from '../../gateway/forward/credentials';
import { raceTimeout } from '../../node/raceTimeout';
import { spawnProcess } from '../../node/spawnProcess';

/** Milliseconds, as the CLI's own `apiKeyHelper` has it. */
const keptFor = 5 * 60_000;
const timeLimit = 30_000;
/** Characters of the output, and of the part of stderr that is shown. */
const longestOutput = 16_384;
const longestReason = 300;

export interface KeyCommandOptions {
  /** Program and its arguments. */
  readonly command: readonly string[];
  /** Name of the profile, for messages. */
  readonly profile: string;
  /** Environment of the user's own shell. */
  environment(): Promise<Readonly<Record<string, string>>>;
  readonly platform: NodeJS.Platform;
  readonly clock: Clock;
  readonly log: Log;
}

/** Key that a program of the user prints. It is run without a shell, and again after a refusal. */
export class KeyCommand implements KeySource {
  private readonly running = new SingleFlight<'key', string>();
  private known: { readonly key: string; readonly until: number } | undefined;

  constructor(private readonly options: KeyCommandOptions) {}

  /**
   * Returns both headers that may hold a key, as the CLI does with its own helper.
   * @throws UserError `profile.command` with what to do
   * @see https://code.claude.com/docs/en/settings
   */
  async headers(): Promise<Readonly<Record<string, string>>> {
    const key = await this.key();
    return { 'x-api-key': key, authorization: `Bearer ${key}` };
  }

  refused(): void {
    this.known = undefined;
  }

  private async key(): Promise<string> {
    if (this.known && this.options.clock.now() < this.known.until) {
      return this.known.key;
    }
    return this.running.run('key', async () => {
      const key = await this.run();
      this.known = { key, until: this.options.clock.now() + keptFor };
      return key;
    });
  }

  private async run(): Promise<string> {
    const { command, environment, platform, clock, log } = this.options;
    const [program = '', ...args] = command;
    const request = { command: program, args, cwd: homedir(), platform, clock, log };
    const env = await environment();
    const child = await spawnProcess({ ...request, env, lineLimit: longestOutput }).catch(
      (error: unknown) => {
        throw this.failure(messageOf(error), error);
      },
    );
    try {
      const lines: string[] = [];
      child.onLine(line => lines.length < 3 && lines.push(line));
      child.endInput();
      const exit = await raceTimeout(child.exited, timeLimit, clock);
      if (!exit) {
        throw this.failure(l10n.t('It did not end within {0} seconds.', timeLimit / 1_000));
      }
      if (exit.code !== 0) {
        const last = maskSecrets(child.stderrTail.trim().split('\n').at(-1) ?? '');
        const reason = last.slice(0, longestReason) || l10n.t('It printed no reason.');
        throw this.failure(l10n.t('It ended with code {0}: {1}', String(exit.code), reason));
      }
      const [key = '', ...others] = lines.map(line => line.trim()).filter(line => line !== '');
      if (others.length > 0 || !/^[\x21-\x7e]+$/.test(key)) {
        throw this.failure(l10n.t('It did not print one key, and nothing else.'));
      }
      return key;
    } finally {
      child.dispose();
    }
  }

  private failure(reason: string, cause?: unknown): UserError {
    const { profile } = this.options;
    return new UserError(
      'profile.command',
      l10n.t(
        'The helper command of the profile {0} gave no key. {1} Run it in a terminal to see why, or change it: Show Account and Profiles.',
        profile,
        reason,
      ),
      { cause },
    );
  }
}
