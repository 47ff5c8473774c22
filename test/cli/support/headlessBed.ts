import { join } from 'node:path';
import { startHeadlessRun } from '../../../src/cli/headless/headlessRun';
import type {
  HeadlessFrame,
  HeadlessRequest,
  HeadlessRun,
} from '../../../src/cli/headless/headlessTypes';
import { cliEnvironment } from '../../../src/cli/launch/cliEnvironment';
import { ScriptedApi } from '../../support/api/scriptedApi';
import { type CliVersion, cliBinary } from '../../support/cli/cliBinary';
import {
  type IsolatedHome,
  type IsolatedHomeOptions,
  isolatedHome,
} from '../../support/cli/isolatedHome';

/** Runs without a chat, in a home and with an API of their own. */
export class HeadlessBed {
  private constructor(
    readonly api: ScriptedApi,
    readonly home: IsolatedHome,
  ) {}

  static async open(options: Omit<IsolatedHomeOptions, 'apiUrl'> = {}): Promise<HeadlessBed> {
    const api = await ScriptedApi.start();
    return new HeadlessBed(api, await isolatedHome({ maxRetries: 0, ...options, apiUrl: api.url }));
  }

  async start(
    prompt: string,
    options: Partial<HeadlessRequest> = {},
    version: CliVersion = 'newest',
  ): Promise<StartedRun> {
    const binary = await cliBinary(version);
    const environment = cliEnvironment({
      ...{ inherited: this.home.env, shell: this.home.env, platform: process.platform },
      ...{ target: {}, isOwnInstall: false },
    });
    const run = startHeadlessRun({
      cli: {
        target: { command: binary.command, args: [...binary.prefix], env: {} },
        version: binary.version,
      },
      ...{ cwd: this.home.workspace, prompt, environment, trustFolder: false },
      scratchFolder: join(this.home.root, 'scratch'),
      ...options,
    });
    return new StartedRun(run);
  }

  async close(): Promise<void> {
    await this.api.close();
    await this.home.dispose();
  }
}

/** Run whose output is kept. */
export class StartedRun {
  readonly frames: HeadlessFrame[] = [];
  readonly texts: string[] = [];

  private readonly waiters = new Set<() => void>();

  constructor(readonly run: HeadlessRun) {
    run.onFrame(frame => this.frames.push(frame));
    run.onText(text => {
      this.texts.push(text);
      for (const wake of this.waiters) wake();
    });
  }

  /** Resolves once this text has been written. */
  async heard(words: string): Promise<void> {
    while (!this.texts.join('').includes(words)) {
      await new Promise<void>(resolve => this.waiters.add(resolve));
    }
  }

  get result() {
    return this.run.result;
  }
}
