import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { environmentChanges } from '../../node/environment';
import type { SettingsReader } from '../settings';
import { ideVariables } from './terminalVariables';

const vendor = 'anthropic.claude-code';

/** Gives every new terminal of the window the variables that a CLI needs to find the server. */
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

  /** Keeps the variables: VS Code restores terminals after a reload before the extension starts. */
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
      // Setting them again would make VS Code mark open terminals as out of date.
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

/** Returns the environment of terminals without us: the window's own, and what the settings add. */
function terminalBase(): Readonly<Record<string, string | undefined>> {
  const platforms: Partial<Record<NodeJS.Platform, string>> = { win32: 'windows', darwin: 'osx' };
  const settings = vscode.workspace.getConfiguration('terminal.integrated.env');
  const added = settings.get<Record<string, string | null>>(platforms[process.platform] ?? 'linux');
  return { ...process.env, ...environmentChanges(added) };
}
