import * as vscode from 'vscode';
import type { Channel } from '../core/conversation/channel';
import type { CliAssistant } from './agent/cliAssistant';
import type { AgentsService } from './agents/agentsService';
import type { GeneralAction } from './chat/handlers';
import type { CommandId, SettingKey } from './contributed';
import { openSettings } from './openSettings';
import type { OutputLog } from './outputLog';

/** Actions that a page may trigger in VS Code. The list is closed: a page cannot name a command. */
export class HostActions {
  private readonly actions: Record<GeneralAction, () => unknown>;

  constructor(
    cli: CliAssistant,
    private readonly agents: AgentsService,
    log: OutputLog,
  ) {
    this.actions = {
      openFolder: () => vscode.commands.executeCommand('vscode.openFolder'),
      manageTrust: () => vscode.commands.executeCommand('workbench.trust.manage'),
      installCli: () => cli.install(),
      choosePath: () => cli.choosePath(),
      searchCliAgain: () => cli.searchAgain(),
      showLog: () => log.show(),
      openSettings,
      openWrapperSetting: () =>
        vscode.commands.executeCommand(
          'workbench.action.openSettings',
          'tandem.cli.wrapper' satisfies SettingKey,
        ),
      signIn: () => cli.signIn(),
      configureAgents: () => agents.configure(),
      otherAgent: () =>
        vscode.commands.executeCommand('tandem.agents.newConversation' satisfies CommandId),
      continueLast: () =>
        vscode.commands.executeCommand('tandem.sessions.continueLast' satisfies CommandId),
      getStarted: () =>
        vscode.commands.executeCommand('tandem.walkthrough.open' satisfies CommandId),
    };
  }

  /** @param channel conversation whose card offers the action, and whose agent it concerns */
  async run(action: GeneralAction, channel?: Channel): Promise<void> {
    const source = channel?.record.source;
    if (channel && source !== undefined && action === 'signIn') {
      await this.agents.signInFor(channel, source);
    } else if (channel && source !== undefined && action === 'installCli') {
      await this.agents.installFor(channel, source);
    } else {
      await this.actions[action]();
    }
  }
}
