import * as l10n from '@vscode/l10n';
import { messageOf, UserError } from '../../base/errors';
import type { AgentSettings, Switch } from '../../contract/agentSettings';
import type { ModelChoice } from '../../contract/choices';
import type { Effort, PermissionMode } from '../../contract/content';
import type { ConversationEvent } from '../../contract/events';
import type { Picks } from '../../protocol/agentLauncher';
import type { AgentProcess } from '../../protocol/agentSource';
import { effortFor, modelKey, withEffort } from './effortChoice';
import { isSameModel } from './modelCommand';
import { narrowerMode } from './narrowerMode';

type Switchable = Pick<
  AgentProcess,
  'setMode' | 'setModel' | 'setEffort' | 'setFastMode' | 'setUltracode'
>;

interface SettingsRequest {
  mode?: PermissionMode;
  model?: string;
  /** `null` leaves it to the settings and the model. */
  effort?: Effort | null;
  maxThinkingTokens?: number | null;
  fastMode?: Switch;
  ultracode?: Switch;
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
  /** Efforts by model that count where the conversation has none: picked earlier, elsewhere. */
  rememberedEfforts(): Readonly<Record<string, Effort>>;
  /** Effort of the settings. */
  usualEffort(): Effort | null;
  emit(events: readonly ConversationEvent[]): void;
  now(): number;
  /** Called when a change requires a new process. */
  onRestartNeeded(): void;
  onPicked(picks: Picks): void;
  /** Called before a message borrows a model. @param own model that it stands in for */
  onLent(own: string): void;
  /** Keeps an effort for other conversations; null forgets it. */
  rememberEffort(model: string, effort: Effort | null): void;
  /** Puts back what was picked before the agent refused these choices. */
  onRefused(choices: readonly (keyof Picks)[], before: Picks): void;
}

/**
 * Changes mode, model, effort and the like of a live agent. A change is only requested until the
 * agent reports a value, which wins.
 */
export class SettingsSwitch {
  /** Mode set for a single message, and the one that it stands in for. */
  private lent: { mode: PermissionMode; instead: PermissionMode } | undefined;
  /** Model set for a single message, and the one that it stands in for. */
  private lentModel: { model: string; instead: string } | undefined;
  /** Ends when what was lent is back, or could not be given back. */
  private returning: Promise<unknown> = Promise.resolve();

  constructor(private readonly owner: SwitchOwner) {}

  async set(wish: SettingsRequest): Promise<void> {
    const before = this.owner.picks();
    this.owner.onPicked(this.picksWith(before, wish));
    if (wish.mode) {
      this.lent = undefined;
    }
    if (wish.model) {
      this.lentModel = undefined;
    }
    if (!this.owner.hasProcess()) {
      this.setWithoutProcess(wish);
      this.remember(wish);
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
      this.remember(wish);
    } catch (error) {
      this.refuse(wish, before, error);
    }
  }

  /** Returns mode and model for a message that is written now: borrowed ones were for another. */
  written(): Required<Pick<Picks, 'mode' | 'model'>> {
    const { requested, ...live } = this.owner.settings();
    const [mode, model] = [requested.mode ?? live.mode, requested.model ?? live.model];
    return {
      mode: this.lent?.mode === mode ? this.lent.instead : mode,
      model: this.insteadOf(model) ?? model,
    };
  }

  /**
   * Switches back to the user's own mode and model. Call at the end of each turn, so that the pickers
   * show what the next message gets.
   */
  async giveBack(process: Switchable): Promise<void> {
    const task = this.switchBack(process);
    this.returning = Promise.allSettled([task]);
    await task;
  }

  private async switchBack(process: Switchable): Promise<void> {
    const { lent, lentModel } = this;
    const { mode, model } = this.written();
    if (lent && mode !== this.owner.settings().mode) {
      await process.setMode(mode);
    }
    if (lentModel && !this.isSame(model, this.owner.settings().model)) {
      await this.switchModel(process, model);
    }
    this.lent = this.lent === lent ? undefined : this.lent;
    this.lentModel = this.lentModel === lentModel ? undefined : this.lentModel;
  }

  /** Whether the running turn, or the next one, has a model that its message has borrowed. */
  get borrowsModel(): boolean {
    return this.lentModel !== undefined;
  }

  /** Returns the model that a borrowed one stands in for; undefined for one that is the user's own. */
  private insteadOf(model: string): string | undefined {
    const { lentModel: lent } = this;
    const { model: picked } = this.owner.picks();
    // Picked since it was lent, it is no longer borrowed.
    const isOwn = picked !== undefined && this.isSame(picked, model);
    return lent && !isOwn && this.isSame(lent.model, model) ? lent.instead : undefined;
  }

  private isSame(a: string, b: string): boolean {
    return isSameModel(a, b, this.owner.models());
  }

  /**
   * Switches a live agent to the mode and model that a message was written under. A mode that was
   * picked since and asks more often stays.
   * @param borrowed mode and model for this message only
   */
  async applyPicks(
    process: Switchable,
    picks: Picks,
    borrowed: Pick<Picks, 'mode' | 'model'> = {},
  ): Promise<void> {
    await this.returning;
    const written = picks.mode ?? this.owner.settings().mode;
    const mode = borrowed.mode
      ? narrowerMode(borrowed.mode, written)
      : (picks.mode ?? this.lent?.instead);
    if (mode) {
      await this.applyMode(process, mode);
    }
    await this.applyModel(process, picks.model, borrowed.model);
    await this.applyOptions(process);
  }

  private async applyModel(
    process: Switchable,
    written: string | undefined,
    borrowed: string | undefined,
  ): Promise<void> {
    const { model } = this.owner.settings();
    // Unless the user has ever picked a model, the setting decides, then as now.
    const own =
      (this.owner.picks().model === undefined ? undefined : written) ?? this.insteadOf(model);
    const wanted = borrowed ?? own;
    this.lentModel =
      borrowed === undefined ? undefined : { model: borrowed, instead: own ?? model };
    if (this.lentModel) {
      this.owner.onLent(this.lentModel.instead);
    }
    if (wanted !== undefined && !this.isSame(wanted, model)) {
      await this.switchModel(process, wanted);
    }
  }

  /** Switches a process to what the user has picked and no argument of its start can say. */
  async applyOptions(process: Switchable): Promise<void> {
    const { fastMode, ultracode } = this.owner.picks();
    const now = this.owner.settings();
    const effort = this.pickedEffort(now.model);
    if (effort && effort !== now.effort && now.requested.effort === undefined) {
      await process.setEffort(effort);
    }
    if (fastMode === 'on' && now.fastMode === 'off' && !now.fastModeBlocked && this.isFast(now)) {
      await process.setFastMode('on');
    }
    if (ultracode === 'on' && now.ultracode === 'off') {
      await process.setUltracode('on');
    }
  }

  private isFast({ model }: AgentSettings): boolean {
    return this.owner
      .models()
      .some(({ value, resolved, hasFastMode }) => hasFastMode && [value, resolved].includes(model));
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
      await this.switchModel(process, wish.model);
    }
    if (wish.effort !== undefined) {
      await process.setEffort(wish.effort ?? this.owner.usualEffort());
    }
    if (wish.maxThinkingTokens !== undefined) {
      await process.setMaxThinkingTokens(wish.maxThinkingTokens);
    }
    if (wish.fastMode !== undefined) {
      await process.setFastMode(wish.fastMode);
    }
    if (wish.ultracode !== undefined) {
      await process.setUltracode(wish.ultracode);
    }
  }

  /** Switches the model, and to the effort that the user has picked for it. */
  private async switchModel(process: Switchable, model: string): Promise<void> {
    await process.setModel(model);
    const effort = this.effortOf(model);
    if (effort !== this.owner.settings().effort) {
      await process.setEffort(effort);
    }
  }

  private effortOf(model: string): Effort | null {
    const choice = this.owner.models().find(({ value }) => value === model);
    // A model without levels takes none, and reports none.
    if (choice && choice.efforts.length === 0) {
      return this.owner.settings().effort;
    }
    return this.pickedEffort(model) ?? this.owner.usualEffort();
  }

  private pickedEffort(model: string): Effort | undefined {
    const models = this.owner.models();
    return (
      effortFor(this.owner.picks(), model, models) ??
      effortFor({ efforts: this.owner.rememberedEfforts() }, model, models)
    );
  }

  private remember({ effort, model }: SettingsRequest): void {
    if (effort !== undefined) {
      const key = modelKey(model ?? this.owner.settings().model, this.owner.models());
      this.owner.rememberEffort(key, effort);
    }
  }

  private picksWith(before: Picks, { effort, ...others }: SettingsRequest): Picks {
    const picks = { ...before, ...others };
    const { model, requested } = this.owner.settings();
    return effort === undefined
      ? picks
      : withEffort(picks, effort, others.model ?? requested.model ?? model, this.owner.models());
  }

  /** No process runs that could disagree; the next one starts with the change. */
  private setWithoutProcess(wish: SettingsRequest): void {
    const requested = this.openWithout(wish);
    // The level that another model uses by itself is not known yet.
    const levels =
      wish.model === undefined ? {} : { effort: this.effortOf(wish.model), usualEffort: undefined };
    this.owner.emit([
      { type: 'settings.changed', settings: { ...levels, ...toSettings(wish), requested } },
    ]);
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
    const refused = Object.keys(wish) as (keyof SettingsRequest)[];
    this.owner.onRefused('effort' in wish ? [...refused, 'efforts'] : refused, before);
    this.owner.emit([
      { type: 'settings.changed', settings: { requested: this.openWithout(wish) } },
      {
        type: 'notice',
        at: this.owner.now(),
        notice: {
          kind: 'warning',
          text: l10n.t('The change was not accepted: {0}', messageOf(error)),
        },
      },
    ]);
  }
}

function toSettings(request: SettingsRequest): Partial<Omit<AgentSettings, 'requested'>> {
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
}
