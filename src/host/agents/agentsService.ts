import * as vscode from 'vscode';
import { messageOf, UserError } from '../../base/errors';
import type { Log } from '../../base/log';
import type { Channel } from '../../core/conversation/channel';
import type { CliAssistant } from '../agent/cliAssistant';
import { nativeUi } from '../nativeText/nativeUi';
import { requireTrust } from '../trust';
import type { AgentCatalog } from './agentCatalog';
import { agentIcon } from './agentIcon';
import type { AgentInstaller } from './agentInstaller';
import { pickAgent } from './agentPicker';
import { type AgentRow, agentRows } from './agentRows';
import { claudeCode } from './agentSetting';
import type { ConversationAgent, DefaultAgents } from './defaultAgents';
import { type AgentPreset, agentPresets, presetOf } from './presets';
import { runInTerminal } from './signInToAgent';

export interface AgentsServiceParts {
  readonly catalog: AgentCatalog;
  readonly installer: AgentInstaller;
  readonly defaults: DefaultAgents;
  readonly cli: Pick<CliAssistant, 'locate'>;
  /** Folder for new conversations. */
  cwd(): string | undefined;
  readonly log: Log;
}

/** The user's actions on agents other than Claude Code: choosing, installing, signing in. */
export class AgentsService {
  constructor(private readonly parts: AgentsServiceParts) {}

  /**
   * Lets the user choose the agent of a new conversation; installs it first if need be.
   * @param given name of an agent; else the user picks one
   * @returns undefined if the user chooses none
   * @throws UserError `agent.unknown`, `install.*`, `trust.required`
   */
  async choose(given: unknown): Promise<ConversationAgent | undefined> {
    requireTrust();
    const row =
      typeof given === 'string'
        ? await this.named(given)
        : await this.pick(vscode.l10n.t('New Conversation with Agent'), true);
    return row && this.take(row);
  }

  /** Lets the user choose the agent of all new conversations in the folder. */
  async chooseDefault(given: unknown): Promise<void> {
    requireTrust();
    const cwd = this.requireCwd();
    const row =
      typeof given === 'string'
        ? await this.named(given)
        : await this.pick(vscode.l10n.t('Default Agent for New Conversations'), false);
    const agent = row && (await this.take(row));
    if (agent) {
      await this.parts.defaults.choose(cwd, agent.source);
      await nativeUi.showInformationMessage(
        vscode.l10n.t(
          'New conversations in this folder start with {0}.',
          agent.source ?? claudeCode,
        ),
      );
    }
  }

  /** @throws UserError `agent.notInstallable`, `install.*`, `trust.required` */
  async install(given: unknown): Promise<boolean> {
    requireTrust();
    const preset = await this.preset(given, vscode.l10n.t('Install Agent'), () => true);
    if (!preset || !(await this.parts.installer.install(preset))) {
      return false;
    }
    this.parts.catalog.refresh();
    return true;
  }

  /**
   * Opens a terminal in which the agent signs the user in by itself.
   * @throws UserError `agent.noSignIn`, `agent.missing`, `trust.required`
   */
  async signIn(given: unknown): Promise<void> {
    requireTrust();
    const title = vscode.l10n.t('Sign In to Agent');
    const preset = await this.preset(given, title, ({ signIn }) => signIn !== undefined);
    if (!preset) {
      return;
    }
    if (!preset.signIn) {
      throw new UserError(
        'agent.noSignIn',
        vscode.l10n.t(
          '{0} asks you to sign in when a conversation with it starts. Start one.',
          preset.name,
        ),
      );
    }
    const { command, env } = await this.parts.catalog.resolve(preset.name);
    const name = vscode.l10n.t('Sign In to {0}', preset.name);
    await runInTerminal(name, { command, args: preset.signIn, env });
  }

  async configure(): Promise<void> {
    await vscode.commands.executeCommand('workbench.action.openSettings', 'tandem.agents');
  }

  /** Signs in to the agent of a conversation, which asks by itself when it starts. */
  async signInFor(channel: Channel, source: string): Promise<void> {
    const { phase } = channel.conversation.summary.agent;
    if (phase === 'stopped' || phase === 'lost' || presetOf(source)?.signIn === undefined) {
      await channel.agent.resume();
    } else {
      await this.signIn(source);
    }
  }

  /** Installs the agent of a conversation, and starts it. */
  async installFor(channel: Channel, source: string): Promise<void> {
    if (await this.install(source)) {
      await channel.agent.resume();
    }
  }

  private async take(row: AgentRow): Promise<ConversationAgent | undefined> {
    switch (row.kind) {
      case 'agent':
        return row.name === undefined ? {} : { source: row.name };
      case 'install':
        return (await this.install(row.name)) ? { source: row.name } : undefined;
      case 'configure':
        await this.configure();
        return undefined;
    }
  }

  private async named(name: string): Promise<AgentRow> {
    if (name === claudeCode) {
      return { kind: 'agent' };
    }
    const agent = (await this.parts.catalog.offered()).find(one => one.name === name);
    if (!agent) {
      throw new UserError(
        'agent.unknown',
        vscode.l10n.t('No agent is called “{0}”. Add it to the setting tandem.agents.', name),
      );
    }
    return agent.found || !agent.preset ? { kind: 'agent', name } : { kind: 'install', name };
  }

  private pick(title: string, hasDefault: boolean): Promise<AgentRow | undefined> {
    const cwd = this.requireCwd();
    const { defaults, log } = this.parts;
    return pickAgent({
      title,
      placeholder: vscode.l10n.t('Agents on this machine, and agents that can be installed'),
      rows: () => this.rows(cwd),
      ...(hasDefault ? { setDefault: name => defaults.choose(cwd, name) } : {}),
      onFailure: error => {
        log.warn('The default agent was not kept', { error: messageOf(error) });
        void nativeUi.showErrorMessage(messageOf(error));
      },
    });
  }

  private async rows(cwd: string) {
    const { catalog, cli, defaults } = this.parts;
    const [agents, claude] = await Promise.all([
      catalog.offered(),
      cli.locate().then(
        ({ version }) => ({ version: String(version) }),
        (error: unknown) => ({ problem: messageOf(error) }),
      ),
    ]);
    return agentRows({
      ...{ agents, claude, chosen: defaults.of(cwd) },
      problems: catalog.setting.problems,
    });
  }

  private async preset(
    given: unknown,
    title: string,
    isFit: (preset: AgentPreset) => boolean,
  ): Promise<AgentPreset | undefined> {
    if (typeof given === 'string') {
      const preset = presetOf(given);
      if (!preset) {
        throw new UserError(
          'agent.notInstallable',
          vscode.l10n.t(
            'Tandem does not know how to install or sign in to “{0}”. Do it as its vendor describes.',
            given,
          ),
        );
      }
      return preset;
    }
    const items = agentPresets.filter(isFit).map(preset => ({
      label: preset.name,
      iconPath: new vscode.ThemeIcon(agentIcon(preset.name)),
      description: preset.package,
      preset,
    }));
    return (await nativeUi.showQuickPick(items, { title }))?.preset;
  }

  private requireCwd(): string {
    const cwd = this.parts.cwd();
    if (cwd === undefined) {
      throw new UserError('folder.none', vscode.l10n.t('Open a folder first.'));
    }
    return cwd;
  }
}
