import * as l10n from '@vscode/l10n';
import { messageOf, UserError } from '../../base/errors';
import type { Effort, PermissionMode } from '../../contract/content';
import type { AgentSettings, ConversationEvent } from '../../contract/events';
import type { Picks } from '../../protocol/agentLauncher';
import type { AgentProcess } from '../../protocol/agentSource';

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
  emit(events: readonly ConversationEvent[]): void;
  now(): number;
  /** Called when a change requires a new process. */
  onRestartNeeded(): void;
  onPicked(picks: Picks): void;
}

/**
 * Changes mode, model, effort and thinking of a live agent. A change is only requested until the agent
 * reports a value, which wins.
 */
export class SettingsSwitch {
  constructor(private readonly owner: SwitchOwner) {}

  async set(wish: SettingsRequest): Promise<void> {
    this.owner.onPicked(wish as Picks);
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
      this.refuse(wish, error);
    }
  }

  /** Switches a live agent to the mode and model that a message was written under. */
  async applyPicks(process: AgentProcess, picks: Picks): Promise<void> {
    const { mode, model } = this.owner.settings();
    if (picks.mode && picks.mode !== mode) {
      await process.setMode(picks.mode);
    }
    if (picks.model && picks.model !== model) {
      await process.setModel(picks.model);
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

  private refuse(wish: SettingsRequest, error: unknown): void {
    if (error instanceof UserError && error.code === 'cli.needsRestart') {
      this.owner.onRestartNeeded();
      return;
    }
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
