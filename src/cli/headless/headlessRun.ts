import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import { DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { messageOf, UserError } from '../../base/errors';
import type { JsonObject } from '../../base/json';
import { silentLog } from '../../base/log';
import { maskSecrets, traceLine } from '../../base/secrets';
import type { MessageId } from '../../contract/ids';
import { mergeEnvironment } from '../../node/environment';
import { type PipedProcess, type ProcessExit, spawnProcess } from '../../node/spawnProcess';
import { endLadder, stopProcess } from '../../node/stopLadder';
import { systemClock } from '../../node/systemClock';
import { type Frame, parseLine } from '../../protocol/frames';
import { toUserFrame } from '../frames/userFrame';
import { environmentWithoutFolder } from '../launch/folderSources';
import { checkSupported, newestTested } from '../launch/version';
import { headlessArgv } from './headlessArgv';
import type { HeadlessFrame, HeadlessRequest, HeadlessResult, HeadlessRun } from './headlessTypes';
import { type RunEnding, stoppedEnding } from './runEnding';
import { RunRecord } from './runRecord';

/**
 * Runs one prompt in a process of its own, with nobody to ask: what no rule allows is denied. Start
 * it in a trusted workspace only, or without the folder's settings and where the user said so.
 */
export function startHeadlessRun(request: HeadlessRequest): HeadlessRun {
  return new HeadlessProcess(request);
}

class HeadlessProcess implements HeadlessRun {
  readonly result: Promise<HeadlessResult>;

  private readonly store = new DisposableStore();
  private readonly frames: Emitter<HeadlessFrame>;
  private readonly texts: Emitter<string>;
  private readonly notices: Emitter<string>;
  private readonly errorLines: Emitter<string>;
  private readonly record: RunRecord;
  private readonly began: number;
  private child: PipedProcess | undefined;
  private stopping: Promise<unknown> | undefined;
  private wasStopped = false;
  /** Why Tandem ends the process by itself. */
  private refusal: UserError | undefined;

  constructor(private readonly request: HeadlessRequest) {
    const { clock = systemClock, log = silentLog, schema, maxTurns, maxBudgetUsd } = request;
    this.began = clock.now();
    const onError = (error: unknown) => log.error('A listener of a run failed', messageOf(error));
    this.frames = this.store.add(new Emitter<HeadlessFrame>(onError));
    this.texts = this.store.add(new Emitter<string>(onError));
    this.notices = this.store.add(new Emitter<string>(onError));
    this.errorLines = this.store.add(new Emitter<string>(onError));
    this.record = new RunRecord({
      ...{ hasSchema: schema !== undefined, maxTurns, maxBudgetUsd },
      onText: text => this.texts.fire(text),
    });
    this.result = this.run().finally(() => this.store.dispose());
  }

  get onFrame() {
    return this.frames.event;
  }

  get onText() {
    return this.texts.event;
  }

  get onNotice() {
    return this.notices.event;
  }

  get onErrorLine() {
    return this.errorLines.event;
  }

  async stop(): Promise<void> {
    this.wasStopped = true;
    this.end();
    await this.result;
  }

  dispose(): void {
    this.wasStopped = true;
    // The process may have ended, and what it started not yet.
    this.child?.tree.killSync();
  }

  private end(): void {
    const { clock = systemClock, log = silentLog } = this.request;
    if (this.child) {
      this.stopping ??= stopProcess(this.child, endLadder, { clock, log });
    }
  }

  private async run(): Promise<HeadlessResult> {
    // Listeners come first.
    await Promise.resolve();
    try {
      const argv = await headlessArgv(this.request);
      try {
        for (const notice of argv.notices) {
          this.notices.fire(notice);
        }
        return await this.runProcess(argv.args);
      } finally {
        argv.dispose();
      }
    } catch (error) {
      return this.unstarted(error);
    }
  }

  private async runProcess(args: readonly string[]): Promise<HeadlessResult> {
    const { cli, cwd, environment, trustFolder } = this.request;
    const { platform = process.platform, clock = systemClock, log = silentLog } = this.request;
    if (this.wasStopped) {
      return this.without(stoppedEnding());
    }
    const changes = { ...cli.target.env, ...(trustFolder ? {} : environmentWithoutFolder) };
    const child = await spawnProcess({
      command: cli.target.command,
      args: [...cli.target.args, ...args],
      env: mergeEnvironment(environment, changes, platform),
      ...{ cwd, platform, clock, log },
    });
    this.child = child;
    child.onErrorLine(line => this.errorLines.fire(maskSecrets(line)));
    child.onLine(line => this.readLine(line));
    if (this.wasStopped) {
      this.end();
    } else {
      this.sendPrompt(child);
    }
    const exit = await child.exited;
    await this.stopping;
    await child.sweep();
    return this.ended(exit, child);
  }

  private sendPrompt(child: PipedProcess): void {
    const { prompt, context = [], cli, log = silentLog } = this.request;
    const id = randomUUID() as string as MessageId;
    const message = { id, text: prompt, images: [], context, urgency: 'turn' as const };
    const line = JSON.stringify(toUserFrame(message, cli.version ?? newestTested));
    if (log.traces) {
      log.trace(`→ ${traceLine(line)}`);
    }
    // A process that ends at once reads nothing; its exit says why.
    child
      .write(`${line}\n`)
      .catch((error: unknown) => log.debug('The prompt was not read', messageOf(error)));
    child.endInput();
  }

  private readLine(line: string): void {
    const { log = silentLog } = this.request;
    if (log.traces) {
      log.trace(`← ${traceLine(line)}`);
    }
    const parsed = parseLine(line);
    this.record.read(parsed, line);
    this.frames.fire({ line, parsed });
    if (parsed.kind === 'frame' && isInit(parsed.frame)) {
      this.checkStart(parsed.frame as JsonObject);
    }
    if (this.record.isHopeless && !this.record.hasResult) {
      this.end();
    }
  }

  /** Some problems show in the first frame only, before the model is asked. */
  private checkStart(frame: JsonObject): void {
    const { cli, agent } = this.request;
    const { claude_code_version: version, agents } = frame;
    try {
      if (cli.version === undefined && typeof version === 'string') {
        checkSupported(version);
      }
      if (agent !== undefined && Array.isArray(agents) && !agents.includes(agent)) {
        throw new UserError(
          'run.badOption',
          l10n.t('Claude Code has no agent {0}. It has: {1}', agent, agents.join(', ')),
        );
      }
    } catch (error) {
      this.refusal = error instanceof UserError ? error : undefined;
      this.end();
    }
  }

  private ended(exit: ProcessExit, child: PipedProcess): HeadlessResult {
    const { clock = systemClock } = this.request;
    const stderr = maskSecrets(child.stderrTail.trim());
    const took = clock.now() - this.began;
    const result = this.record.result(exit, this.wasStopped, stderr, took);
    return this.refusal ? { ...result, outcome: 'notStarted', error: this.refusal } : result;
  }

  private unstarted(error: unknown): HeadlessResult {
    const known =
      error instanceof UserError
        ? error
        : new UserError(
            'run.notStarted',
            l10n.t('Claude Code could not be started: {0}', messageOf(error)),
            { cause: error },
          );
    return this.without({ outcome: 'notStarted', error: known });
  }

  private without(ending: RunEnding): HeadlessResult {
    const { clock = systemClock } = this.request;
    const durationMs = clock.now() - this.began;
    return { ...ending, text: '', denials: [], turns: 0, durationMs };
  }
}

function isInit(frame: Frame): boolean {
  return frame.type === 'system' && frame.subtype === 'init';
}
