import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { messageOf, UserError } from '../../base/errors';
import { numberText } from '../../base/locale';
import type { Log } from '../../base/log';
import { Npm, type PackageFacts } from '../../node/npm';
import { withReason } from '../agent/installFailure';
import { nativeUi } from '../nativeText/nativeUi';
import { requireTrust } from '../trust';
import { installFolder } from './installedAgents';
import type { AgentPreset } from './presets';

export interface InstallerOptions {
  environment(): Promise<Readonly<Record<string, string>>>;
  /** Folder in which Tandem installs agents. */
  readonly ownFolder: string;
  readonly log: Log;
}

/** Installs known agents for Tandem only, with the user's npm and consent. */
export class AgentInstaller {
  constructor(private readonly options: InstallerOptions) {}

  /**
   * Shows what would be downloaded, asks, and installs it.
   * @returns whether it is installed
   * @throws UserError `install.noNpm`, `install.failed` with npm's reason, `trust.required`
   */
  async install(preset: AgentPreset): Promise<boolean> {
    requireTrust();
    const npm = await this.npm(preset);
    const facts = await this.ask(npm, preset).catch(withReason);
    return facts !== undefined && (await this.run(npm, preset, facts).catch(withReason));
  }

  private async npm({ name, package: source }: AgentPreset): Promise<Npm> {
    const env = await this.options.environment();
    const { platform, execPath } = process;
    const npm = await Npm.find({ env, platform, execPath, log: this.options.log });
    if (!npm) {
      throw new UserError(
        'install.noNpm',
        vscode.l10n.t(
          'npm was not found, which brings {0} as the package {1}. Install Node.js, or install {0} as its vendor describes it, then try again.',
          name,
          source,
        ),
      );
    }
    return npm;
  }

  /** @returns undefined if the user declines */
  private async ask(npm: Npm, preset: AgentPreset): Promise<PackageFacts | undefined> {
    const { ownFolder } = this.options;
    const facts = await progress(vscode.l10n.t('Looking up {0}', preset.package), (_, signal) =>
      npm.view(preset.package, ownFolder, signal),
    );
    if (!facts) {
      return undefined;
    }
    const install = vscode.l10n.t('Install');
    const answer = await nativeUi.showInformationMessage(
      vscode.l10n.t('Install {0} with npm, for Tandem only?', preset.name),
      { modal: true, detail: detailOf(facts, installFolder(ownFolder, preset.program)) },
      install,
    );
    return answer === install ? facts : undefined;
  }

  private async run(npm: Npm, preset: AgentPreset, facts: PackageFacts): Promise<boolean> {
    const { ownFolder, log } = this.options;
    const folder = installFolder(ownFolder, preset.program);
    let isInstalled = false;
    try {
      isInstalled = await progress(vscode.l10n.t('Installing {0}', preset.name), (report, signal) =>
        npm.install({
          spec: `${facts.name}@${facts.version}`,
          ...{ folder, signal },
          onProgress: line => {
            log.info(line);
            report(line);
          },
          failure: vscode.l10n.t('npm could not install {0}.', preset.name),
        }),
      );
    } finally {
      if (!isInstalled) {
        // Half a package would be found as if it were the agent.
        await rm(join(folder, 'node_modules'), { recursive: true, force: true }).catch(
          (error: unknown) => log.warn('A half installation is left', { error: messageOf(error) }),
        );
      }
    }
    if (isInstalled) {
      void nativeUi.showInformationMessage(
        vscode.l10n.t('{0} {1} is installed.', preset.name, facts.version),
      );
    }
    return isInstalled;
  }
}

function detailOf({ name, version, size, host }: PackageFacts, folder: string): string {
  const lines = [
    vscode.l10n.t('Package: {0}', name),
    vscode.l10n.t('Version: {0}', version),
    ...(host ? [vscode.l10n.t('From: {0}', host)] : []),
    size === undefined
      ? vscode.l10n.t('Size: not stated by the registry')
      : vscode.l10n.t(
          'Size: {0} MB, without what it depends on',
          numberText(Math.max(0.1, size / 1e6), 1),
        ),
    '',
    vscode.l10n.t('It is installed in {0}. Nothing else on this machine is changed.', folder),
  ];
  return lines.join('\n');
}

function progress<T>(
  title: string,
  task: (report: (message: string) => void, signal: AbortSignal) => Promise<T>,
): Thenable<T> {
  const location = vscode.ProgressLocation.Notification;
  return nativeUi.withProgress({ location, title, cancellable: true }, async (shown, token) => {
    const abort = new AbortController();
    token.onCancellationRequested(() => abort.abort());
    return task(message => shown.report({ message }), abort.signal);
  });
}
