import * as l10n from '@vscode/l10n';
import { messageOf, UserError } from '../../base/errors';
import type { Effort, PermissionMode } from '../../contract/content';
import type { AgentSettings, ConversationEvent, ModelChoice } from '../../contract/events';
import type { Picks } from '../../protocol/agentLauncher';
import type { AgentProcess } from '../../protocol/agentSource';
import { isSameModel } from './modelCommand';
import { narrowerMode } from './narrowerMode';

type Switchable = Pick<AgentProcess, 'setMode' | 'setModel'>;

interface SettingsRequest {
  mode?: PermissionMode;
  model?: string;
  effort?: Effort;
  maxThinkingTokens?: number | null;
}

export interface SwitchOwner {
  /** True while a process runs or is being started. */
  hasProcess(): boolean;
  /** Returns the process that runs, once a start under way is over. */
  live(): Promise<AgentProcess | undefined>;
  settings(): AgentSettings;
  /** Models that the agent offers. */
  models(): readonly ModelChoice[];
  /** User's choices for the conversation. */
  picks(): Picks;
  emit(events: readonly ConversationEvent[]): void;
  now(): number;
  /** Called when a change requires a new process. */
  onRestartNeeded(): void;
  onPicked(picks: Picks): void;
  /** Puts back what was picked before the agent refused these choices. */
  onRefused(choices: readonly (keyof SettingsRequest)[], before: Picks): void;
}

/**
 * Changes mode, model, effort and thinking of a live agent. A change is only requested until the agent
 * reports a value, which wins.
 */
export class SettingsSwitch {
  /** Mode set for a single message, and the one that it stands in for. */
  private lent: { mode: PermissionMode; instead: PermissionMode } | undefined;

  constructor(private readonly owner: SwitchOwner) {}

  async set(wish: SettingsRequest): Promise<void> {
    const before = this.owner.picks();
    this.owner.onPicked(wish as Picks);
    if (wish.mode) {
      this.lent = undefined;
    }
    if (!this.owner.hasProcess()) {
      this.setWithoutProcess(wish);
      return;
    }
    const { requested } = this.owner.settings();
    this.owner.emit([
      { type: 'settings.changed', settings: { requested: { ...requested, ...toSettings(wish) } } },
    ]);
    const process = await this.owner.live();
    if (!process) {
      this.setWithoutProcess(wish);
      return;
    }
    try {
      await this.apply(process, wish);
    } catch (error) {
      this.refuse(wish, before, error);
    }
  }

  /**
   * Switches a live agent to the mode and model that a message was written under. A mode that was
   * picked since and asks more often stays.
   */
  async applyPicks(process: Switchable, picks: Picks): Promise<void> {
    if (picks.mode) {
      await this.applyMode(process, picks.mode);
    }
    const { model } = this.owner.settings();
    // Unless the user has ever picked a model, the setting decides, then as now.
    const isPicked = this.owner.picks().model !== undefined;
    if (isPicked && picks.model && !isSameModel(picks.model, model, this.owner.models())) {
      await process.setModel(picks.model);
    }
  }

  private async applyMode(process: Switchable, written: PermissionMode): Promise<void> {
    const { mode, requested } = this.owner.settings();
    const live = requested.mode ?? mode;
    const picked = this.lent?.mode === live ? this.lent.instead : live;
    const wanted = narrowerMode(written, picked);
    this.lent = wanted === picked ? undefined : { mode: wanted, instead: picked };
    if (wanted !== live) {
      await process.setMode(wanted);
    }
  }

  private async apply(process: AgentProcess, wish: SettingsRequest): Promise<void> {
    if (wish.mode !== undefined) {
      await process.setMode(wish.mode);
    }
    if (wish.model !== undefined) {
      await process.setModel(wish.model);
    }
    if (wish.effort !== undefined) {
      await process.setEffort(wish.effort);
    }
    if (wish.maxThinkingTokens !== undefined) {
      await process.setMaxThinkingTokens(wish.maxThinkingTokens);
    }
  }

  /** No process runs that could disagree; the next one starts with the change. */
  private setWithoutProcess(wish: SettingsRequest): void {
    const requested = this.openWithout(wish);
    this.owner.emit([{ type: 'settings.changed', settings: { ...toSettings(wish), requested } }]);
  }

  /** Returns the open requests without those of this wish. */
  private openWithout(wish: SettingsRequest): AgentSettings['requested'] {
    const open = Object.entries(this.owner.settings().requested).filter(([key]) => !(key in wish));
    return Object.fromEntries(open);
  }

  private refuse(wish: SettingsRequest, before: Picks, error: unknown): void {
    if (error instanceof UserError && error.code === 'cli.needsRestart') {
      this.owner.onRestartNeeded();
      return;
    }
    this.owner.onRefused(Object.keys(wish) as (keyof SettingsRequest)[], before);
    this.owner.emit([
      { type: 'settings.changed', settings: { requested: this.openWithout(wish) } },
      {
        type: 'notice',
        at: this.owner.now(),
        notice: {
          kind: 'warning',
          text: l10n.t('The agent did not take the change: {0}', messageOf(error)),
        },
      },
    ]);
  }
}

function toSettings(request: SettingsRequest): Partial<Omit<AgentSettings, 'requested'>> {
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
}
