import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable';
import { Emitter, type Event } from '../../base/emitter';
import type { Log } from '../../base/log';
import type { CliLocator, LocatedCli } from '../../cli/launch/cliLocator';
import { type InstallResult, installCli } from '../../cli/launch/installCli';
import { actionLabel } from '../../contract/labels/actionLabel';
import type { LoginShell } from '../../node/loginShell';
import { createTerminal, nativeUi } from '../nativeText/nativeUi';
import type { SettingsReader } from '../settings';
import { requireTrust } from '../trust';
import { type CliProblem, CliSearch } from './cliSearch';
import type { FoundBefore } from './foundBefore';
import { withReason } from './installFailure';

export interface CliAssistantOptions {
  readonly locator: CliLocator;
  readonly before: FoundBefore;
  readonly shell: LoginShell;
  readonly settings: SettingsReader;
  readonly ownFolder: string;
  readonly log: Log;
}

/** Helps the user get a working CLI: finds, installs or selects one, and signs in. */
export class CliAssistant implements Disposable {
  private readonly search: CliSearch;
  private readonly signingIn = new Emitter<void>();

  /** Fires when `locate` may find a different CLI. */
  readonly onChanged: Event<void>;

  /** Fires when `configFolder` may have changed. */
  readonly onFound: Event<void>;

  constructor(private readonly options: CliAssistantOptions) {
    this.search = new CliSearch({ ...options, requireTrust, process, now: () => Date.now() });
    this.onChanged = this.search.onChanged;
    this.onFound = this.search.onFound;
  }

  /**
   * Finds the CLI once and caches it. The search starts processes, so it requires trust.
   * @throws UserError when no CLI runs; `detail` lists the places searched
   */
  locate(): Promise<LocatedCli> {
    return this.search.locate();
  }

  /** Environment of the user's login shell, which is started to ask it. */
  async shellEnvironment(): Promise<Readonly<Record<string, string>>> {
    requireTrust();
    return (await this.options.shell.environment()).env;
  }

  /** True once this window has found a CLI. */
  get isFound(): boolean {
    return this.search.isFound;
  }

  /** The CLI's folder for settings and sessions. Starts no process. */
  get configFolder(): string {
    return this.search.configFolder;
  }

  /** Environment of the CLI that runs, or would run if there were one. */
  async environment(): Promise<Pick<LocatedCli, 'wrapper'> & { readonly env: NodeJS.ProcessEnv }> {
    // Conversations with other agents need no CLI, and terminals may have left files of one.
    return this.locate().catch(() => ({ env: this.search.env }));
  }

  /**
   * Environment in which the CLI finds its files. Known as early as `likelyProblem`; nothing may be
   * started with it.
   * @throws UserError when no CLI runs
   */
  likelyEnvironment(): Promise<NodeJS.ProcessEnv> {
    return this.search.likelyEnvironment();
  }

  /** Fires if `likelyEnvironment` has named another folder for sessions than the CLI has. */
  get onMoved(): Event<void> {
    return this.search.onMoved;
  }

  /** Path of the CLI's `.claude.json`. Starts no process. */
  get stateFile(): string {
    return this.search.stateFile;
  }

  /**
   * Reports why no CLI can be run.
   * @returns undefined if a CLI can be run
   */
  problem(): Promise<CliProblem | undefined> {
    return this.search.problem();
  }

  /** Like `problem`, without waiting for a search that most likely ends as in an earlier window. */
  likelyProblem(): Promise<CliProblem | undefined> {
    return this.search.likelyProblem();
  }

  searchAgain(): void {
    this.search.searchAgain();
  }

  /** Installs the CLI into Tandem's own folder, after asking the user. */
  async install(): Promise<void> {
    requireTrust();
    const install = actionLabel('installCli');
    const answer = await nativeUi.showInformationMessage(
      vscode.l10n.t('Install Claude Code with npm, for Tandem only?'),
      {
        modal: true,
        detail: vscode.l10n.t(
          'The package @anthropic-ai/claude-code is downloaded from npm into {0}. Nothing else on this machine is changed.',
          this.options.ownFolder,
        ),
      },
      install,
    );
    if (answer === install) {
      await this.report(await this.installWithProgress().catch(withReason));
    }
  }

  async choosePath(): Promise<void> {
    const [file] =
      (await vscode.window.showOpenDialog({
        title: vscode.l10n.t('Choose the Claude Code executable'),
        openLabel: vscode.l10n.t('Use'),
      })) ?? [];
    if (file) {
      const target = vscode.ConfigurationTarget.Global;
      await vscode.workspace.getConfiguration().update('tandem.cli.path', file.fsPath, target);
    }
  }

  /** Fires when the user is asked to sign in. */
  get onSigningIn(): Event<void> {
    return this.signingIn.event;
  }

  /** Opens the CLI in a terminal, where it asks the user to sign in. */
  async signIn(): Promise<void> {
    requireTrust();
    const cli = await this.locate();
    const terminal = createTerminal({
      name: vscode.l10n.t('Sign in to Claude Code'),
      shellPath: cli.target.command,
      shellArgs: [...cli.target.args, '/login'],
      env: cli.env,
      strictEnv: true,
    });
    this.signingIn.fire();
    terminal.show();
  }

  /** Opens a terminal in which the CLI checks its own installation. */
  async doctor(cwd: string | undefined): Promise<void> {
    requireTrust();
    const cli = await this.locate();
    const terminal = createTerminal({
      name: vscode.l10n.t('Claude Code Doctor'),
      shellPath: cli.target.command,
      shellArgs: [...cli.target.args, 'doctor'],
      env: cli.env,
      strictEnv: true,
      ...(cwd === undefined ? {} : { cwd }),
    });
    terminal.show();
  }

  dispose(): void {
    this.search.dispose();
  }

  private async installWithProgress(): Promise<InstallResult> {
    const { shell, ownFolder, log } = this.options;
    const { env } = await shell.environment();
    return nativeUi.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: vscode.l10n.t('Installing Claude Code'),
        cancellable: true,
      },
      async (progress, token) => {
        const abort = new AbortController();
        token.onCancellationRequested(() => abort.abort());
        return installCli({
          folder: ownFolder,
          env,
          platform: process.platform,
          execPath: process.execPath,
          signal: abort.signal,
          onProgress: message => {
            log.info(message);
            progress.report({ message });
          },
          log,
        });
      },
    );
  }

  private async report(result: InstallResult): Promise<void> {
    switch (result.kind) {
      case 'installed':
        this.searchAgain();
        await nativeUi.showInformationMessage(
          vscode.l10n.t('Claude Code {0} is installed.', result.version),
        );
        return;
      case 'noNpm': {
        // Not executed: whether to run a script from the network is the user's decision.
        const terminal = createTerminal({ name: vscode.l10n.t('Install Claude Code') });
        terminal.show();
        terminal.sendText(result.command, false);
        const open = vscode.l10n.t('Open Instructions');
        const answer = await nativeUi.showWarningMessage(
          vscode.l10n.t(
            "npm was not found. The vendor's command is in the terminal and has not been run. Run it, then search again.",
          ),
          open,
        );
        if (answer === open) {
          await vscode.env.openExternal(vscode.Uri.parse(result.url));
        }
        return;
      }
      case 'cancelled':
        return;
    }
  }
}
