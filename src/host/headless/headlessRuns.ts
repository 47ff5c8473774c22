import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { UserError } from '../../base/errors';
import type { JsonObject } from '../../base/json';
import type { Log } from '../../base/log';
import type { HeadlessFrame, HeadlessResult } from '../../cli/headless/headlessTypes';
import type { LocatedCli } from '../../cli/launch/cliLocator';
import type { LaunchSettings } from '../../cli/launch/launchSettings';
import { type ProcessVariables, withPinned } from '../../cli/launch/pinnedVariables';
import type { ChannelId } from '../../contract/ids';
import type { ContextBlock } from '../../protocol/agentSource';
import { toolCallsIn } from './toolCalls';

/** Prompt that is answered without a conversation. */
export interface RunRequest {
  readonly cwd: string;
  /** Our own words: Claude Code looks for commands and files in them. */
  readonly prompt: string;
  readonly context: readonly ContextBlock[];
  /** Names of the only tools, none of which may change anything. */
  readonly tools: readonly string[];
  /** JSON Schema of the answer. */
  readonly schema?: JsonObject;
  readonly maxTurns: number;
  /** Whether the folder's instructions and settings apply, as far as the user has allowed them. */
  readonly readsFolder: boolean;
}

export interface RunEvents {
  /** Called with each piece of the answer's text. */
  onText?(piece: string): void;
  onTool?(name: string, input: JsonObject): void;
}

export interface RunAnswer {
  readonly text: string;
  /** Value by the schema; unchecked. */
  readonly structured?: unknown;
  readonly costUsd?: number;
}

export interface HeadlessRunsOptions {
  /** @throws UserError `trust.required`; if no CLI runs */
  locate(): Promise<LocatedCli>;
  settings(cwd: string): LaunchSettings;
  /** Name of the model for runs; empty: that of conversations. */
  model(): string;
  environment(
    env: Record<string, string>,
    cwd: string,
    channel: ChannelId,
    version: string,
  ): Promise<ProcessVariables>;
  /** Whether the user has allowed what the folder's files make the CLI run. Asks nothing. */
  allowsPrograms(cwd: string): Promise<boolean>;
  readonly scratchFolder: string;
  readonly log: Log;
}

/**
 * Runs of Claude Code outside of conversations, each a process of its own that stores nothing. Its
 * end ends them: nobody would read what they go on to cost.
 */
export class HeadlessRuns implements Disposable {
  private readonly going = new DisposableStore();

  constructor(private readonly options: HeadlessRunsOptions) {}

  /**
   * Runs a prompt to its end.
   * @throws UserError `run.stopped` when the signal aborts, after the process has ended, or when
   *   this is disposed of; otherwise with the reason why there is no answer
   */
  async run(request: RunRequest, signal: AbortSignal, events: RunEvents = {}): Promise<RunAnswer> {
    const { locate, environment, settings, log } = this.options;
    const { cwd } = request;
    const { startHeadlessRun } = await import('../../cli/headless/headlessRun');
    const cli = await locate();
    // Nobody was asked about the programs of a folder on another machine.
    const readsFolder = request.readsFolder && !cli.isElsewhere;
    const trustFolder = readsFolder && (await this.options.allowsPrograms(cwd));
    const id = randomUUID() as unknown as ChannelId;
    const { env, pinned, lease } = await environment(cli.env, cwd, id, cli.version);
    try {
      const own = settingsOfRun(settings(cwd), this.options.model());
      const layered = await withPinned(own, pinned, cwd, path => readFile(path, 'utf8'));
      requireGoing(signal);
      const run = startHeadlessRun({
        ...{ cli, cwd, environment: env, trustFolder, settings: layered },
        ...{ prompt: request.prompt, context: request.context, tools: request.tools },
        ...(request.schema ? { schema: request.schema } : {}),
        maxTurns: Math.min(request.maxTurns, layered['tandem.limits.maxTurns'] ?? Infinity),
        isTemporary: true,
        isStreamed: events.onText !== undefined,
        ...{ scratchFolder: this.options.scratchFolder, log: log.child('run') },
      });
      this.going.add(run);
      const stop = () => void run.stop();
      run.onText(piece => events.onText?.(piece));
      run.onFrame(frame => reportTools(frame, events));
      signal.addEventListener('abort', stop, { once: true });
      try {
        return answerOf(await run.result, signal);
      } finally {
        signal.removeEventListener('abort', stop);
        this.going.release(run);
        run.dispose();
      }
    } finally {
      lease?.dispose();
    }
  }

  dispose(): void {
    this.going.dispose();
  }
}

/**
 * Rules against reading what is secret by its name. What a run reads may come from strangers, and
 * nobody looks on.
 */
const secretFiles = [
  ...['.env', '.env.*', '*.pem', '*.key', '*.p12', 'id_rsa', 'id_ed25519', '.npmrc', '.netrc'],
  ...['.git-credentials', '.aws/**', '.ssh/**', '.gnupg/**', '.kube/**'],
].map(name => `Read(**/${name})`);

/**
 * Keeps the settings that say how Claude Code runs, and what it may not do. Those that give it
 * tools, folders and instructions are for conversations.
 */
function settingsOfRun(settings: LaunchSettings, model: string): LaunchSettings {
  const {
    'tandem.agent': _agent,
    'tandem.permissions.initialMode': _mode,
    'tandem.permissions.allowBypass': _bypass,
    'tandem.permissions.allowedTools': _allowed,
    'tandem.tools': _tools,
    'tandem.additionalDirectories': _folders,
    'tandem.mcp.config': _servers,
    'tandem.systemPrompt': _system,
    'tandem.appendSystemPrompt': _appended,
    'tandem.promptSuggestions': _suggestions,
    ...kept
  } = settings;
  const denied = [...(kept['tandem.permissions.disallowedTools'] ?? []), ...secretFiles];
  const args = [...(kept['tandem.cli.args'] ?? []), '--strict-mcp-config'];
  return {
    ...kept,
    'tandem.cli.args': args,
    'tandem.permissions.disallowedTools': denied,
    ...(model === '' ? {} : { 'tandem.model': model }),
  };
}

function reportTools({ parsed }: HeadlessFrame, { onTool }: RunEvents): void {
  for (const { name, input } of onTool ? toolCallsIn(parsed) : []) {
    onTool?.(name, input);
  }
}

function answerOf(result: HeadlessResult, signal: AbortSignal): RunAnswer {
  requireGoing(signal);
  if (result.outcome !== 'success') {
    throw result.error ?? new UserError('run.failed', l10n.t('Claude Code gave no answer.'));
  }
  const { text, structured, costUsd } = result;
  return {
    text,
    ...(structured === undefined ? {} : { structured }),
    ...(costUsd === undefined ? {} : { costUsd }),
  };
}

/** @throws UserError `run.stopped` */
function requireGoing(signal: AbortSignal): void {
  if (signal.aborted) {
    throw new UserError('run.stopped', l10n.t('The run was stopped.'));
  }
}
