import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { messageOf, UserError } from '../../base/errors';
import { cliEnvironment } from '../../cli/launch/cliEnvironment';
import type { CliLocator, LocatedCli, LocateRequest } from '../../cli/launch/cliLocator';
import { stateFile } from '../../cli/servers/serverFiles';
import { configFolder } from '../../cli/sessions/sessionFolder';
import type { LoginShell } from '../../node/loginShell';
import type { SettingsReader } from '../settings';
import type { FoundBefore } from './foundBefore';

export interface CliSearchPorts {
  readonly locator: Pick<CliLocator, 'locate' | 'isCurrent' | 'hasCandidate'>;
  readonly before: Pick<FoundBefore, 'find' | 'keep'>;
  readonly shell: Pick<LoginShell, 'forget' | 'onLateAnswer'>;
  readonly settings: Pick<SettingsReader, 'get' | 'onChanged'>;
  /** The extension host. */
  readonly process: Pick<NodeJS.Process, 'platform' | 'env'>;
  /** Milliseconds since 1970. */
  now(): number;
  /** @throws UserError `trust.required` */
  requireTrust(): void;
}

/** Why no CLI can be run. */
export interface CliProblem {
  readonly message: string;
  /** True if the command of `tandem.cli.wrapper` does not start it. */
  readonly isWrapper?: true;
  readonly searched: readonly string[];
}

/** A CLI that the first search will most likely find. */
interface PresumedCli {
  /** `CLAUDE_CONFIG_DIR` in its environment. */
  readonly configDir?: string | undefined;
}

/** Settings that decide which CLI is found, and how it is started. */
const searchSettings = ['tandem.cli.path', 'tandem.cli.env', 'tandem.cli.wrapper'] as const;

/** Milliseconds for which a failure is kept, because its search takes time. */
const failureKept = 10_000;

/** Searches for the CLI once, and again only when the result may differ. */
export class CliSearch implements Disposable {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<void>());
  private readonly found = this.store.add(new Emitter<void>());
  private readonly moved = this.store.add(new Emitter<void>());
  private located: Promise<LocatedCli> | undefined;
  /** Number of the newest search, or one more if what it was asked no longer holds. */
  private searches = 0;
  private failedAt: number | undefined;
  private lastEnv: NodeJS.ProcessEnv | undefined;
  /** Present while a CLI that was presumed stands for the answer of the first search. */
  private presumed: PresumedCli | undefined;
  /** Folder that was named last, since one was presumed. */
  private named: string | undefined;

  /** Fires when `locate` may find a different CLI. */
  readonly onChanged = this.changed.event;

  /** Fires when `configFolder` may have changed. */
  readonly onFound = this.found.event;

  /** Fires if a folder for sessions was presumed, and the CLI that was found has another one. */
  readonly onMoved = this.moved.event;

  constructor(private readonly ports: CliSearchPorts) {
    this.store.add(
      ports.settings.onChanged(mayDiffer => {
        if (searchSettings.some(mayDiffer)) {
          this.searchAgain();
        }
      }),
    );
    this.store.add(ports.shell.onLateAnswer(() => this.takeLateAnswer()));
  }

  /** @throws UserError when no CLI runs; `detail` lists the places searched */
  locate(): Promise<LocatedCli> {
    this.ports.requireTrust();
    return this.located ? this.confirm(this.located) : this.search();
  }

  private search(): Promise<LocatedCli> {
    const { request } = this;
    this.searches += 1;
    const number = this.searches;
    const isNewest = () => number === this.searches;
    this.located = this.remember(request, this.ports.locator.locate(request), isNewest);
    return this.located;
  }

  private get request(): LocateRequest {
    const { settings } = this.ports;
    return {
      setting: settings.get('tandem.cli.path'),
      customEnv: settings.get('tandem.cli.env'),
      wrapper: settings.get('tandem.cli.wrapper'),
    };
  }

  /** Returns a known answer, unless the CLI has been updated or may have been installed since. */
  private async confirm(known: Promise<LocatedCli>): Promise<LocatedCli> {
    const isCurrent = await known.then(
      cli => this.ports.locator.isCurrent(cli),
      () => this.failedAt === undefined || this.ports.now() - this.failedAt < failureKept,
    );
    // Others may have searched in the meantime.
    const latest = this.located ?? this.search();
    return isCurrent || latest !== known ? latest : this.search();
  }

  get isFound(): boolean {
    return this.lastEnv !== undefined;
  }

  /** Until a CLI is found, as it was presumed, or else as the editor and the settings say. */
  get configFolder(): string {
    return configFolder(this.env);
  }

  /** Path of the CLI's state, known like `configFolder`. */
  get stateFile(): string {
    return stateFile(this.env, this.configFolder);
  }

  /** Environment of the CLI, known like `configFolder`. */
  get env(): NodeJS.ProcessEnv {
    return (
      this.lastEnv ??
      (this.presumed ? withConfigFolder(this.editorEnv, this.presumed) : this.editorEnv)
    );
  }

  /** Environment as the editor and the settings say. */
  private get editorEnv(): NodeJS.ProcessEnv {
    const { platform, env: inherited } = this.ports.process;
    const custom = this.ports.settings.get('tandem.cli.env');
    return cliEnvironment({
      ...{ inherited, platform, custom },
      shell: inherited,
      target: {},
      isOwnInstall: false,
    });
  }

  async problem(): Promise<CliProblem | undefined> {
    try {
      await this.locate();
      return undefined;
    } catch (error) {
      const isMissing = error instanceof UserError && error.code === 'cli.missing';
      const searched = isMissing ? (error.detail ?? '').split('\n').slice(1) : [];
      const isWrapper = error instanceof UserError && error.code === 'cli.wrapper';
      return { message: messageOf(error), searched, ...(isWrapper ? { isWrapper } : {}) };
    }
  }

  /**
   * Like `problem`, but does not wait for the first search if a CLI is likely there: a login shell may
   * take seconds. If the search fails after all, `onChanged` fires.
   */
  likelyProblem(): Promise<CliProblem | undefined> {
    const problem = this.problem();
    return Promise.race([problem, this.presume().then(known => (known ? undefined : problem))]);
  }

  /**
   * Environment in which the CLI finds its files, known as early as `likelyProblem`. Nothing may be
   * started with it.
   * @throws as `locate`
   */
  async likelyEnvironment(): Promise<NodeJS.ProcessEnv> {
    const found = this.locate().then(({ env }) => env);
    const likely = this.presume().then(known => (known ? this.env : found));
    const env = await Promise.race([found, likely]);
    if (this.presumed) {
      this.named = configFolder(env);
    }
    return env;
  }

  /** Returns what the first search will most likely find, until that has ended. */
  private async presume(): Promise<PresumedCli | undefined> {
    const isFirst = () => this.lastEnv === undefined && this.failedAt === undefined;
    const search = this.located;
    const known = isFirst() ? (this.presumed ?? (await this.expected())) : undefined;
    if (!isFirst() || this.located !== search) {
      return undefined;
    }
    this.presumed = known;
    return known;
  }

  /** Returns an earlier window's CLI if it is still there, or else one that the editor would start. */
  private async expected(): Promise<PresumedCli | undefined> {
    const { request, editorEnv, ports } = this;
    const before = await ports.before.find(request);
    if (before?.isUnchanged) {
      return before;
    }
    if (!(await ports.locator.hasCandidate(request))) {
      return undefined;
    }
    // An updated CLI keeps its sessions where the former one had them.
    return before ?? { configDir: editorEnv.CLAUDE_CONFIG_DIR };
  }

  /** Keeps a result. Whoever waits for a search that is outdated gets the newest one's. */
  private async remember(
    request: LocateRequest,
    locating: Promise<LocatedCli>,
    isNewest: () => boolean,
  ): Promise<LocatedCli> {
    const [outcome] = await Promise.allSettled([locating]);
    if (!isNewest()) {
      return this.located ?? this.search();
    }
    if (outcome.status === 'rejected') {
      this.keepFailure(outcome.reason);
      throw outcome.reason;
    }
    this.keepFound(request, outcome.value);
    return outcome.value;
  }

  private keepFound(request: LocateRequest, cli: LocatedCli): void {
    const hadFailed = this.failedAt !== undefined;
    this.presumed = undefined;
    this.failedAt = undefined;
    this.lastEnv = cli.env;
    void this.ports.before.keep(request, cli);
    this.found.fire();
    if (this.named !== undefined && this.named !== this.configFolder) {
      this.named = this.configFolder;
      this.moved.fire();
    }
    if (hadFailed) {
      this.changed.fire();
    }
  }

  /** Keeps a failure, unless it has nothing to do with what is installed. */
  private keepFailure(error: unknown): void {
    const wasPresumed = this.presumed !== undefined;
    this.presumed = undefined;
    this.failedAt = this.ports.now();
    if (!(error instanceof UserError && error.code.startsWith('cli.'))) {
      this.located = undefined;
    }
    if (wasPresumed) {
      this.changed.fire();
    }
  }

  searchAgain(): void {
    this.ports.shell.forget();
    this.takeLateAnswer();
  }

  /** Searches in the environment that the shell reports now. */
  private takeLateAnswer(): void {
    this.searches += 1;
    this.located = undefined;
    this.presumed = undefined;
    this.changed.fire();
  }

  dispose(): void {
    this.store.dispose();
  }
}

function withConfigFolder(
  { CLAUDE_CONFIG_DIR: _, ...env }: NodeJS.ProcessEnv,
  { configDir }: PresumedCli,
): NodeJS.ProcessEnv {
  return configDir === undefined ? env : { ...env, CLAUDE_CONFIG_DIR: configDir };
}
