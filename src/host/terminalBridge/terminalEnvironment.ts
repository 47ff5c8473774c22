import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { environmentChanges } from '../../node/environment';
import type { SettingsReader } from '../settings';
import { ideVariables } from './terminalVariables';

const vendor = 'anthropic.claude-code';

/** Gives every new terminal of the window what a CLI needs to find the server. */
export class TerminalEnvironment implements Disposable {
  private readonly store = new DisposableStore();

  constructor(
    private readonly collection: vscode.EnvironmentVariableCollection,
    private readonly port: number,
    private readonly settings: SettingsReader,
  ) {
    const look = () => this.look();
    this.store.add(vscode.extensions.onDidChange(look));
    this.store.add(
      settings.onChanged(mayDiffer => {
        if (mayDiffer('tandem.ide.terminalEnvironment')) {
          look();
        }
      }),
    );
    look();
  }

  /** What was set stays: terminals that VS Code brings back after a reload come before us. */
  dispose(): void {
    this.store.dispose();
  }

  private look(): void {
    const { collection, port } = this;
    if (!this.isWanted()) {
      collection.clear();
      return;
    }
    const changes = ideVariables(port, terminalBase(), process.platform);
    const isSame = changes.every(({ name, value }) => collection.get(name)?.value === value);
    if (isSame && [...collection].length === changes.length) {
      // VS Code would mark terminals that are open as out of date.
      return;
    }
    collection.clear();
    (collection as vscode.GlobalEnvironmentVariableCollection).description = vscode.l10n.t(
      'Connects Claude Code in this terminal to this window. The setting `tandem.ide.terminalEnvironment` turns it off.',
    );
    for (const { name, value, appends } of changes) {
      if (appends) {
        collection.append(name, value);
      } else {
        collection.replace(name, value);
      }
    }
  }

  private isWanted(): boolean {
    const wanted = this.settings.get('tandem.ide.terminalEnvironment');
    return (
      wanted === 'always' ||
      (wanted === 'auto' && vscode.extensions.getExtension(vendor) === undefined)
    );
  }
}

/** What terminals have without us: the window's own environment and what the settings add to it. */
function terminalBase(): Readonly<Record<string, string | undefined>> {
  const platforms: Partial<Record<NodeJS.Platform, string>> = { win32: 'windows', darwin: 'osx' };
  const settings = vscode.workspace.getConfiguration('terminal.integrated.env');
  const added = settings.get<Record<string, string | null>>(platforms[process.platform] ?? 'linux');
  return { ...process.env, ...environmentChanges(added) };
}
