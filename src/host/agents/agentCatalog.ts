import * as l10n from '@vscode/l10n';
import type { AcpCommand } from '../../acp/ports';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { UserError } from '../../base/errors';
import type { SettingsReader } from '../settings';
import { type AgentSetting, readAgentSetting } from './agentSetting';
import { completeCommand, type FindAgentOptions, type FoundAgent, findAgent } from './findAgent';
import { type AgentPreset, agentPresets, presetOf } from './presets';

export interface CatalogPorts {
  readonly settings: Pick<SettingsReader, 'get' | 'onChanged'>;
  /** Asks the user's login shell, which is a process. */
  environment(): Promise<Readonly<Record<string, string>>>;
  /** Path of the Claude Code that Tandem uses; undefined if there is none. */
  claude(): Promise<string | undefined>;
  readonly platform: NodeJS.Platform;
  /** Folder in which Tandem installs agents. */
  readonly ownFolder: string;
  /** @throws UserError `trust.required` */
  requireTrust(): void;
}

/** Agent that a list offers. */
export interface OfferedAgent {
  readonly name: string;
  /** Absent for an agent that only the setting describes. */
  readonly preset?: AgentPreset;
  /** Absent if its program was not found. */
  readonly found?: FoundAgent;
  /** Program as the setting or the preset names it. */
  readonly program: string;
}

/** Agents other than Claude Code: those of the setting, and those that Tandem knows. */
export class AgentCatalog implements Disposable {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<void>());
  private readonly resolved = new Map<string, AcpCommand>();

  /** Fires when other agents may be offered, or may be found. */
  readonly onChanged = this.changed.event;

  constructor(private readonly ports: CatalogPorts) {
    this.store.add(
      ports.settings.onChanged(mayDiffer => {
        if (mayDiffer('tandem.agents')) {
          this.refresh();
        }
      }),
    );
  }

  /** Commands of the agents that were resolved, for the launcher. */
  get commands(): readonly AcpCommand[] {
    return [...this.resolved.values()];
  }

  /** Agents of the setting, and the problems of its other entries. */
  get setting(): AgentSetting {
    return readAgentSetting(this.ports.settings.get('tandem.agents'));
  }

  /** Forgets where programs were found, after an installation. */
  refresh(): void {
    this.resolved.clear();
    this.changed.fire();
  }

  /**
   * Lists all agents with what was found on this machine; those of the setting come first.
   * @throws UserError `trust.required`, because the search asks the login shell
   */
  async offered(): Promise<readonly OfferedAgent[]> {
    const options = await this.search();
    const { agents } = this.setting;
    const own = new Set(agents.map(({ name }) => name));
    const presets = agentPresets.filter(({ name }) => !own.has(name));
    const known = [
      ...agents.map(({ name, command }) => ({ name, program: command })),
      ...presets.map(preset => ({ name: preset.name, program: preset.program, preset })),
    ];
    return Promise.all(
      known.map(async agent => {
        const found = await findAgent(agent.program, options);
        return { ...agent, ...(found ? { found } : {}) };
      }),
    );
  }

  /**
   * Finds an agent's program.
   * @throws UserError `agent.unknown` if nothing describes it, `agent.missing` if a known agent is
   *   not installed, `agent.badCommand` if the setting names a program that is not there
   */
  async resolve(name: string): Promise<AcpCommand> {
    const options = await this.search();
    const { command, preset } = this.described(name);
    const found = await findAgent(command.command, options);
    if (!found) {
      this.resolved.delete(name);
      throw preset ? notInstalled(preset) : notThere(command);
    }
    const complete = completeCommand(await this.withClaude(command, preset), found, options);
    this.resolved.set(name, complete);
    return complete;
  }

  dispose(): void {
    this.store.dispose();
  }

  private described(name: string): { command: AcpCommand; preset?: AgentPreset } {
    const own = this.setting.agents.find(agent => agent.name === name);
    if (own) {
      return { command: own };
    }
    const preset = presetOf(name);
    if (!preset) {
      throw new UserError(
        'agent.unknown',
        l10n.t(
          'The setting tandem.agents no longer has an agent “{0}”. Add it again, or start a conversation with another agent.',
          name,
        ),
      );
    }
    const { program, args } = preset;
    return { command: { name, command: program, args, env: {} }, preset };
  }

  /** The vendor's adapter brings a Claude Code of its own, and must run the user's instead. */
  private async withClaude(command: AcpCommand, preset?: AgentPreset): Promise<AcpCommand> {
    const path = preset?.runsClaude ? await this.ports.claude() : undefined;
    return path === undefined
      ? command
      : { ...command, env: { ...command.env, CLAUDE_CODE_EXECUTABLE: path } };
  }

  private async search(): Promise<FindAgentOptions> {
    const { platform, ownFolder } = this.ports;
    this.ports.requireTrust();
    return { env: await this.ports.environment(), platform, ownFolder };
  }
}

function notInstalled({ name, program }: AgentPreset): UserError {
  return new UserError(
    'agent.missing',
    l10n.t(
      '{0} is not installed: the program {1} was not found on PATH. Install it, or name its program in the setting tandem.agents.',
      name,
      program,
    ),
  );
}

function notThere({ name, command }: AcpCommand): UserError {
  return new UserError(
    'agent.badCommand',
    l10n.t(
      'The program of {0} was not found: {1}. Correct “command” in the setting tandem.agents.',
      name,
      command,
    ),
  );
}
