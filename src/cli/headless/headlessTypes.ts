import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import type { Event } from '../../base/emitter';
import type { UserError } from '../../base/errors';
import type { JsonObject } from '../../base/json';
import type { Log } from '../../base/log';
import type { PermissionMode } from '../../contract/content';
import type { SpawnTarget } from '../../node/spawnTarget';
import type { ContextBlock } from '../../protocol/agentSource';
import type { ParsedLine } from '../../protocol/frames';
import type { CliHelp } from '../launch/cliHelp';
import type { LaunchSettings } from '../launch/launchSettings';
import type { CliVersion } from '../launch/version';

/** CLI to run; a `LocatedCli` is one. */
interface HeadlessCli {
  readonly target: SpawnTarget;
  /** Absent: not asked. Then `agent`, `schema` and `isTemporary` count as supported. */
  readonly version?: CliVersion | undefined;
  readonly help?: CliHelp | undefined;
  /** True if it does not see the files of this machine. */
  readonly isElsewhere?: boolean;
}

export interface HeadlessRequest {
  readonly cli: HeadlessCli;
  readonly cwd: string;
  /** Goes to stdin. A name with `/` at its start is a command, `@path` a file, as in a chat. */
  readonly prompt: string;
  /** Content that goes with the prompt. */
  readonly context?: readonly ContextBlock[];
  /** Complete environment, see `cliEnvironment`. */
  readonly environment: Readonly<Record<string, string>>;
  /**
   * Whether the folder's settings, hooks, servers, agents, commands and memory are read and run.
   * The caller has the user's consent.
   */
  readonly trustFolder: boolean;
  readonly model?: string;
  readonly agent?: string;
  /** JSON Schema of the result. */
  readonly schema?: JsonObject;
  readonly maxTurns?: number;
  readonly maxBudgetUsd?: number;
  /** Default: `default`, whatever the user's settings say. */
  readonly mode?: PermissionMode;
  /** Rules, for example `Bash(npm test:*)`; all that no rule allows is denied. */
  readonly allow?: readonly string[];
  readonly disallow?: readonly string[];
  /** Names of the only built-in tools; `[]` for none. */
  readonly tools?: readonly string[];
  /** Stores no session. */
  readonly isTemporary?: boolean;
  /** Sends text as it is written, not message by message. */
  readonly isStreamed?: boolean;
  /** Settings of Tandem that apply where no option above does. */
  readonly settings?: LaunchSettings;
  /** Folder for private settings on their way to the CLI; created when needed. */
  readonly scratchFolder: string;
  readonly platform?: NodeJS.Platform;
  readonly clock?: Clock;
  readonly log?: Log;
}

/**
 * How a run ended.
 *
 * - `notStarted`: no CLI, a CLI that lacks what the options need, or one that refused to start
 * - `signIn`: the account or key was not accepted
 * - `apiError`: the API answered with an error, or not at all, after all retries
 * - `refused`: the model declined to answer
 * - `turnLimit`, `budgetLimit`: a limit of the request was reached
 * - `schemaUnmet`: the agent ended without a value that meets the schema
 * - `stopped`: by `stop` or `dispose`
 * - `failed`: anything else, such as a crash
 */
export type HeadlessOutcome =
  | 'success'
  | 'notStarted'
  | 'signIn'
  | 'apiError'
  | 'refused'
  | 'turnLimit'
  | 'budgetLimit'
  | 'schemaUnmet'
  | 'stopped'
  | 'failed';

/** Call of a tool that was not allowed. */
export interface HeadlessDenial {
  readonly tool: string;
  readonly toolUseId: string;
  readonly input: JsonObject;
}

/** Tokens as the API counts them. */
export interface HeadlessUsage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

export interface HeadlessResult {
  readonly outcome: HeadlessOutcome;
  /** The agent's last message; what there is of it if the run was cut off. */
  readonly text: string;
  /** Value by the schema. */
  readonly structured?: unknown;
  readonly denials: readonly HeadlessDenial[];
  readonly costUsd?: number;
  readonly usage?: HeadlessUsage;
  readonly turns: number;
  readonly durationMs: number;
  readonly sessionId?: string;
  /** Present unless the outcome is `success`; free of secrets. */
  readonly error?: UserError;
  /** Absent if the process was not started, or was ended by a signal. */
  readonly exitCode?: number;
  /** Result frame as the CLI has written it; absent if the run ended before it. */
  readonly line?: string;
}

export interface HeadlessFrame {
  /** Line without its end. */
  readonly line: string;
  readonly parsed: ParsedLine;
}

/** Agent that answers one prompt without anybody to ask. Dispose of it to end it at once. */
export interface HeadlessRun extends Disposable {
  /** Each line of the CLI's stdout, in order. */
  readonly onFrame: Event<HeadlessFrame>;
  /** Text of the main agent: pieces of messages if streamed, else whole messages. */
  readonly onText: Event<string>;
  /** Limits and settings that do not apply, for the user. Fires before the first frame. */
  readonly onNotice: Event<string>;
  /** Last line that the CLI has written to stderr, and those before. */
  readonly onErrorLine: Event<string>;
  /** Resolves when the process and all that it started have ended. Never rejects. */
  readonly result: Promise<HeadlessResult>;
  /** Ends the process and all that it started: SIGTERM, then SIGKILL. May be called at any time. */
  stop(): Promise<void>;
}
