import type { Clock } from '../../base/clock';
import type { Log } from '../../base/log';
import { mergeEnvironment } from '../../node/environment';
import { raceTimeout } from '../../node/raceTimeout';
import { spawnProcess } from '../../node/spawnProcess';
import type { LocatedCli } from './cliLocator';

export type CommandCli = Pick<LocatedCli, 'target' | 'version' | 'env'>;

export interface CommandOptions {
  locate(): Promise<CommandCli>;
  readonly platform: NodeJS.Platform;
  readonly clock: Clock;
  readonly log: Log;
}

export interface CommandRun {
  readonly args: readonly string[];
  readonly cwd: string;
  /** Text for stdin, which is closed after it. */
  readonly input?: string;
  /** Milliseconds until it is ended. */
  readonly limit: number;
  /** Ends it. */
  readonly signal?: AbortSignal;
}

export interface CommandResult {
  /** Exit code; absent if a signal or the limit has ended it. */
  readonly code?: number | undefined;
  /** True if it ended by itself. */
  readonly hasEnded: boolean;
  readonly lines: readonly string[];
  /** Last 8 KB of stderr. */
  readonly errors: string;
}

/**
 * Runs a command of the CLI that ends by itself, such as `claude mcp remove`. Use in a trusted
 * workspace only.
 * @throws UserError `spawn.*`
 */
export async function runCommand(
  { target, env }: CommandCli,
  { platform, clock, log }: Omit<CommandOptions, 'locate'>,
  { args, cwd, input = '', limit, signal }: CommandRun,
): Promise<CommandResult> {
  const child = await spawnProcess({
    command: target.command,
    args: [...target.args, ...args],
    cwd,
    env: mergeEnvironment(env, { ...target.env, DISABLE_AUTOUPDATER: '1' }, platform),
    ...{ platform, signal, clock, log },
  });
  const lines: string[] = [];
  child.onLine(line => lines.push(line));
  try {
    if (input !== '' && !signal?.aborted) {
      await child.write(input);
    }
    child.endInput();
    const exit = await raceTimeout(child.exited, limit, clock);
    const code = exit?.code ?? undefined;
    return { code, hasEnded: exit !== undefined, lines, errors: child.stderrTail };
  } finally {
    child.dispose();
  }
}
