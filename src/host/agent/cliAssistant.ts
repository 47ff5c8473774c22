import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { messageOf, UserError } from '../../base/errors';
import type { Log } from '../../base/log';
import { cliEnvironment } from '../../cli/launch/cliEnvironment';
import type { CliLocator, LocatedCli } from '../../cli/launch/cliLocator';
import { type InstallResult, installCli } from '../../cli/launch/installCli';
import { configFolder } from '../../cli/sessions/sessionFolder';
import { actionLabel } from '../../contract/labels/actionLabel';
import type { LoginShell } from '../../node/loginShell';
import type { SettingsReader } from '../settings';
import { requireTrust } from '../trust';

export interface CliAssistantOptions {
  readonly locator: CliLocator;
  readonly shell: LoginShell;
  readonly settings: SettingsReader;
  readonly ownFolder: string;
  readonly log: Log;
}

/** Helps the user get a working CLI: finds, installs or selects one, and signs in. */
export class CliAssistant implements Disposable {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<void>());

  private readonly found = this.store.add(new Emitter<void>());
  private located: Promise<LocatedCli> | undefined;
  private lastEnv: NodeJS.ProcessEnv | undefined;

  /** Fires when `locate` may find a different CLI. */
  readonly onChanged = this.changed.event;

  /** Fires when `configFolder` may have changed. */
  readonly onFound = this.found.event;

  constructor(private readonly options: CliAssistantOptions) {
    this.store.add(
      options.settings.onChanged(mayDiffer => {
        if (mayDiffer('tandem.cli.path') || mayDiffer('tandem.cli.env')) {
          this.searchAgain();
        }
      }),
    );
  }

  /**
   * Finds the CLI once and caches it. The search starts processes, so it requires trust.
   * @throws UserError when no CLI runs; `detail` lists the places searched
   */
  locate(): Promise<LocatedCli> {
    requireTrust();
    const { locator, settings } = this.options;
    this.located ??= locator
      .locate({
        setting: settings.get('tandem.cli.path'),
        customEnv: settings.get('tandem.cli.env'),
      })
      .then(cli => {
        this.lastEnv = cli.env;
        this.found.fire();
        return cli;
      });
    return this.located;
  }

  /** True once this window has found a CLI. */
  get isFound(): boolean {
    return this.lastEnv !== undefined;
  }

  /**
   * The CLI's folder for settings and sessions. Starts no process: until a CLI is found, the folder
   * is derived from the editor's own environment and the settings.
   */
  get configFolder(): string {
    const { platform, env: inherited } = process;
    const custom = this.options.settings.get('tandem.cli.env');
    const env =
      this.lastEnv ??
      cliEnvironment({
        inherited,
        shell: inherited,
        platform,
        target: {},
        isOwnInstall: false,
        custom,
      });
    return configFolder(env);
  }

  /**
   * Reports why no CLI can be run.
   * @returns undefined if a CLI can be run
   */
  async problem(): Promise<{ message: string; searched: readonly string[] } | undefined> {
    try {
      await this.locate();
      return undefined;
    } catch (error) {
      const detail = error instanceof UserError ? (error.detail ?? '') : '';
      const searched = detail.split('\n').slice(1);
      return { message: messageOf(error), searched };
    }
  }

  searchAgain(): void {
    this.located = undefined;
    this.options.shell.forget();
    this.changed.fire();
  }

  /** Installs the CLI into Tandem's own folder, after asking the user. */
  async install(): Promise<void> {
    requireTrust();
    const install = actionLabel('installCli');
    const answer = await vscode.window.showInformationMessage(
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

  /** Opens the CLI in a terminal, where it asks the user to sign in. */
  async signIn(): Promise<void> {
    requireTrust();
    const cli = await this.locate();
    const terminal = vscode.window.createTerminal({
      name: vscode.l10n.t('Sign in to Claude Code'),
      shellPath: cli.target.command,
      shellArgs: [...cli.target.args, '/login'],
      env: cli.env,
      strictEnv: true,
    });
    terminal.show();
  }

  dispose(): void {
    this.store.dispose();
  }

  private async installWithProgress(): Promise<InstallResult> {
    const { shell, ownFolder, log } = this.options;
    const { env } = await shell.environment();
    return vscode.window.withProgress(
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
        await vscode.window.showInformationMessage(
          vscode.l10n.t('Claude Code {0} is installed.', result.version),
        );
        return;
      case 'noNpm': {
        // Not executed: whether to run a script from the network is the user's decision.
        const terminal = vscode.window.createTerminal(vscode.l10n.t('Install Claude Code'));
        terminal.show();
        terminal.sendText(result.command, false);
        const open = vscode.l10n.t('Open Instructions');
        const answer = await vscode.window.showWarningMessage(
          vscode.l10n.t(
            "npm was not found. The vendor's command stands in the terminal and has not been run. Run it, then search again.",
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

/** Appends the last line of npm's output, because the user sees only the error message. */
function withReason(error: unknown): never {
  const reason = error instanceof UserError ? error.detail?.trim().split('\n').at(-1) : undefined;
  if (error instanceof UserError && reason) {
    throw new UserError(error.code, `${error.message} ${reason}`, { cause: error });
  }
  throw error;
}
