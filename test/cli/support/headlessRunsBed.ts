import { execFileSync } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { silentLog } from '../../../src/base/log';
import { cliEnvironment } from '../../../src/cli/launch/cliEnvironment';
import type { LaunchSettings } from '../../../src/cli/launch/launchSettings';
import { HeadlessRuns } from '../../../src/host/headless/headlessRuns';
import { GitReader } from '../../../src/host/mentions/git/gitReader';
import { FilePrivacy } from '../../../src/host/mentions/privacy/filePrivacy';
import { GitProgram } from '../../../src/node/git/gitProgram';
import { ScriptedApi } from '../../support/api/scriptedApi';
import { type CliVersion, cliBinary } from '../../support/cli/cliBinary';
import { type IsolatedHome, isolatedHome } from '../../support/cli/isolatedHome';

export interface HeadlessRunsOptions {
  readonly version?: CliVersion;
  readonly settings?: LaunchSettings;
  readonly allowsPrograms?: boolean;
  readonly model?: string;
}

/** Runs outside of conversations, and a real repository that they are about. */
export class RunsBed {
  private readonly program = new GitProgram({ env: process.env, platform: process.platform });
  readonly git = new GitReader(
    this.program,
    new FilePrivacy({
      readRules: () => ({ deny: async () => false }),
      git: this.program,
      workspaceFolders: () => [],
      excludes: () => [],
      log: silentLog,
    }),
  );
  readonly signal = new AbortController().signal;
  /** Number of rights that running processes hold. */
  leases = 0;

  private constructor(
    readonly api: ScriptedApi,
    readonly home: IsolatedHome,
  ) {}

  static async open(): Promise<RunsBed> {
    const api = await ScriptedApi.start();
    return new RunsBed(api, await isolatedHome({ maxRetries: 0, apiUrl: api.url }));
  }

  get cwd(): string {
    return this.home.workspace;
  }

  async runs(options: HeadlessRunsOptions = {}): Promise<HeadlessRuns> {
    const { version = 'newest', settings = {}, allowsPrograms = false, model = '' } = options;
    const binary = await cliBinary(version);
    const env = cliEnvironment({
      ...{ inherited: this.home.env, shell: this.home.env, platform: process.platform },
      ...{ target: {}, isOwnInstall: false },
    });
    const target = { command: binary.command, args: [...binary.prefix], env: {} };
    const cli = {
      target,
      version: binary.version,
      key: '',
      path: '',
      env,
      source: 'setting' as const,
    };
    return new HeadlessRuns({
      locate: async () => cli,
      settings: () => settings,
      model: () => model,
      environment: async known => {
        this.leases += 1;
        const dispose = () => {
          this.leases -= 1;
        };
        return { env: known, pinned: {}, lease: { dispose } };
      },
      allowsPrograms: async () => allowsPrograms,
      scratchFolder: join(this.home.root, 'scratch'),
      log: silentLog,
    });
  }

  runGit(...args: readonly string[]): void {
    const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
    execFileSync('git', [...who, '-c', 'commit.gpgsign=false', ...args], { cwd: this.cwd });
  }

  write(name: string, text: string): Promise<void> {
    return writeFile(join(this.cwd, name), text);
  }

  /** Writes a program that leaves a file if it runs; returns the program and the file. */
  async trap(): Promise<{ readonly program: string; readonly ran: string }> {
    const [program, ran] = ['trap.sh', 'ran'].map(name => join(this.home.root, name));
    await writeFile(program ?? '', `#!/bin/sh\ntouch '${ran}'\ncat\n`);
    await chmod(program ?? '', 0o755);
    return { program: program ?? '', ran: ran ?? '' };
  }

  async close(): Promise<void> {
    this.program.dispose();
    await this.api.close();
    await this.home.dispose();
  }
}
