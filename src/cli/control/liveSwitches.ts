import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import type { Effort, PermissionMode } from '../../contract/content';
import type { AgentSettings } from '../../contract/events';
import { type CliVersion, isAtLeast } from '../launch/version';
import { toEffort, toPermissionMode } from './choices';
import type { ControlClient } from './controlClient';

const effortFlagSince: CliVersion = '2.1.50';

/** Changes settings of a live process; each method returns what the CLI then reports. */
export class LiveSwitches {
  constructor(
    private readonly client: ControlClient,
    private readonly version: CliVersion,
    private readonly modes: readonly PermissionMode[],
  ) {}

  /** @throws UserError `cli.modeUnavailable` */
  async mode(mode: PermissionMode): Promise<Partial<AgentSettings>> {
    // Versions up to 2.1.200 accept any mode, but may apply another one.
    if (!this.modes.includes(mode)) {
      throw new UserError(
        'cli.modeUnavailable',
        l10n.t('Claude Code {0} cannot switch to the mode {1} here.', this.version, mode),
      );
    }
    const reply = await this.client.request('set_permission_mode', { mode });
    return { mode: toPermissionMode(reply?.mode) ?? mode };
  }

  /** Takes an alias or an id. The CLI does not check it: a wrong one fails in the next turn. */
  async model(model: string): Promise<Partial<AgentSettings>> {
    const reply = await this.client.request('set_model', { model });
    return { model: reply?.model ?? model };
  }

  /**
   * @throws UserError `cli.needsRestart` if this version takes an effort only as a flag,
   *   `cli.unsupported` if it has no effort levels
   */
  async effort(effort: Effort): Promise<Partial<AgentSettings>> {
    if (!isAtLeast(this.version, effortFlagSince)) {
      throw new UserError(
        'cli.unsupported',
        l10n.t('Claude Code {0} has no effort levels.', this.version),
      );
    }
    try {
      await this.client.request('apply_flag_settings', { settings: { effortLevel: effort } });
    } catch (error) {
      if (error instanceof UserError && error.code === 'cli.unsupported') {
        const message = l10n.t('The effort changes when the agent is started anew.');
        throw new UserError('cli.needsRestart', message, { cause: error });
      }
      throw error;
    }
    return { effort: (await this.appliedEffort()) ?? effort };
  }

  async maxThinkingTokens(tokens: number | null): Promise<Partial<AgentSettings>> {
    await this.client.request('set_max_thinking_tokens', { max_thinking_tokens: tokens });
    return { maxThinkingTokens: tokens };
  }

  /** Reads the effort that the CLI applied: a model may lack the requested level. */
  private async appliedEffort(): Promise<Effort | undefined> {
    try {
      const { applied } = await this.client.request('get_settings', {});
      return toEffort(applied?.effort);
    } catch (error) {
      if (error instanceof UserError && error.code === 'cli.unsupported') {
        return undefined;
      }
      throw error;
    }
  }
}
