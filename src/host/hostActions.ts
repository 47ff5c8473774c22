import * as vscode from 'vscode';
import type { CliAssistant } from './agent/cliAssistant';
import type { GeneralAction } from './chat/handlers';
import type { OutputLog } from './outputLog';

/** Actions that a page may trigger in VS Code. The list is closed: a page cannot name a command. */
export class HostActions {
  private readonly actions: Record<GeneralAction, () => unknown>;

  constructor(cli: CliAssistant, log: OutputLog) {
    this.actions = {
      openFolder: () => vscode.commands.executeCommand('vscode.openFolder'),
      manageTrust: () => vscode.commands.executeCommand('workbench.trust.manage'),
      installCli: () => cli.install(),
      choosePath: () => cli.choosePath(),
      searchCliAgain: () => cli.searchAgain(),
      showLog: () => log.show(),
      openSettings: () =>
        vscode.commands.executeCommand('workbench.action.openSettings', '@ext:tandem.tandem-code'),
      signIn: () => cli.signIn(),
    };
  }

  async run(action: GeneralAction): Promise<void> {
    await this.actions[action]();
  }
}
