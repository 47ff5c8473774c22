import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import type { AgentSettings, Switch } from '../../contract/agentSettings';
import type { Effort, PermissionMode } from '../../contract/content';
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
    /** Values that are set by neither the model nor the CLI's own settings. */
    private readonly own: { model: boolean; effort: boolean },
    /** Returns the id behind the value of an offered model. */
    private readonly idOf: (model: string) => string | undefined,
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
    this.own.model = true;
    const id = reply?.model;
    // An id is no name: several of the offered models may have it.
    return { model: id === undefined || id === this.idOf(model) ? model : id };
  }

  /**
   * @param effort null leaves it to the user's own settings and the model
   * @throws UserError `cli.needsRestart` if this version takes an effort only as a flag,
   *   `cli.unsupported` if it has no effort levels
   */
  async effort(effort: Effort | null): Promise<Partial<AgentSettings>> {
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
        const message = l10n.t('The effort changes when Claude Code starts again.');
        throw new UserError('cli.needsRestart', message, { cause: error });
      }
      throw error;
    }
    this.own.effort = effort !== null;
    const { inUse, model: _, ...others } = await this.applied();
    // A model may lack the requested level.
    return {
      ...others,
      effort: effort && (inUse ?? effort),
      usualEffort: effort ? undefined : inUse,
    };
  }

  async maxThinkingTokens(tokens: number | null): Promise<Partial<AgentSettings>> {
    await this.client.request('set_max_thinking_tokens', { max_thinking_tokens: tokens });
    return { maxThinkingTokens: tokens };
  }

  /** The next turn reports whether it is on. */
  async fastMode(state: Switch): Promise<Partial<AgentSettings>> {
    const settings = { fastMode: state === 'on' };
    await this.client.request('apply_flag_settings', { settings });
    return { fastMode: state };
  }

  /** @throws UserError `settings.badArgument` if the model has no Ultracode */
  async ultracode(state: Switch): Promise<Partial<AgentSettings>> {
    const settings = { ultracode: state === 'on' };
    await this.client.request('apply_flag_settings', { settings });
    const { ultracode } = await this.applied();
    if (ultracode !== state) {
      throw new UserError('settings.badArgument', l10n.t('Ultracode is not available here.'));
    }
    return { ultracode };
  }

  /** Reads what the CLI uses now: its own commands and settings change it, too. */
  async current(): Promise<Partial<AgentSettings>> {
    const { inUse, model, ...others } = await this.applied();
    return {
      ...others,
      // A name that was set says more than the id: it may stand for several models.
      ...(model && !this.own.model ? { model } : {}),
      ...(this.own.effort
        ? { effort: inUse ?? null, usualEffort: undefined }
        : { effort: null, usualEffort: inUse }),
    };
  }

  private async applied(): Promise<Applied> {
    try {
      const { applied = {} } = await this.client.request('get_settings', {});
      const { model, effort, ultracode, ultracodeAvailable } = applied;
      return {
        inUse: toEffort(effort),
        ...(model ? { model } : {}),
        ...(ultracodeAvailable === undefined
          ? {}
          : { ultracode: ultracodeAvailable ? (ultracode ? 'on' : 'off') : undefined }),
      };
    } catch (error) {
      if (error instanceof UserError && error.code === 'cli.unsupported') {
        return { inUse: undefined };
      }
      throw error;
    }
  }
}

interface Applied {
  /** Effort of the next request. */
  readonly inUse: Effort | undefined;
  /** Id of the model of the next request. */
  readonly model?: string;
  readonly ultracode?: Switch | undefined;
}
