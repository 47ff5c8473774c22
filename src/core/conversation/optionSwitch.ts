import * as l10n from '@vscode/l10n';
import { messageOf, UserError } from '../../base/errors';
import { SingleFlight } from '../../base/singleFlight';
import type { AgentSettings, OptionValues } from '../../contract/agentSettings';
import type { AgentOption, Choices } from '../../contract/choices';
import type { ConversationEvent } from '../../contract/events';
import type { Picks } from '../../protocol/agentLauncher';
import type { AgentProcess } from '../../protocol/agentSource';
import { optionValue, takesValue, valueIn, withValue } from '../../transcript/agentOptions';

type OptionTaker = Pick<AgentProcess, 'setOption' | 'hasEnded'>;

export interface OptionOwner {
  /** True while a process runs or is being started. */
  hasProcess(): boolean;
  /** Returns the process that runs, once a start under way is over. */
  live(): Promise<OptionTaker | undefined>;
  settings(): AgentSettings;
  choices(): Choices;
  picks(): Picks;
  emit(events: readonly ConversationEvent[]): void;
  now(): number;
  onPicked(picks: Picks): void;
}

/**
 * Sets the options of a foreign agent, and keeps what the user picked for its next process. As
 * with other settings, a change is only requested until the agent has confirmed it.
 */
export class OptionSwitch {
  private readonly applying = new SingleFlight<OptionTaker, void>();
  /** Process that has taken the picks: from then on its own changes replace them. */
  private follows: OptionTaker | undefined;

  constructor(private readonly owner: OptionOwner) {}

  /** @throws UserError `settings.unknownOption` if the agent does not offer the value (any more) */
  async set(id: string, value: string | boolean): Promise<void> {
    const option = this.find(id);
    if (!option || !takesValue(option, value)) {
      throw new UserError('settings.unknownOption', l10n.t('This is no longer offered.'));
    }
    const before = valueIn(this.owner.picks().options, id);
    this.pick(id, value);
    if (this.owner.hasProcess()) {
      this.request(id, value);
      const process = await this.owner.live();
      if (process) {
        await this.apply(process, id, value, before);
        return;
      }
    }
    this.setWithoutProcess(id, value);
  }

  /** Gives a process the values that the user picked earlier, as far as it offers them. */
  applyPicks(process: OptionTaker): Promise<void> {
    return this.applying.run(process, async () => {
      // The order is the agent's own: one option may decide what another one offers.
      for (const { id } of this.owner.choices().options ?? []) {
        const picked = valueIn(this.owner.picks().options, id);
        const option = this.find(id);
        const isDue =
          option &&
          picked !== undefined &&
          optionValue(option) !== picked &&
          takesValue(option, picked) &&
          valueIn(this.owner.settings().requested.options, id) === undefined;
        if (isDue) {
          this.request(id, picked);
          await this.apply(process, id, picked, undefined);
        }
      }
      this.follows = process;
    });
  }

  /** Keeps values that the agent has changed by itself, such as its mode after a plan. */
  follow(): void {
    if (!this.follows || this.follows.hasEnded) {
      return;
    }
    for (const option of this.owner.choices().options ?? []) {
      const { id } = option;
      const picked = valueIn(this.owner.picks().options, id);
      const isWished = valueIn(this.owner.settings().requested.options, id) !== undefined;
      if (picked !== undefined && !isWished && picked !== optionValue(option)) {
        this.pick(id, optionValue(option));
      }
    }
  }

  /** @param before what was picked earlier, for a change that the agent refuses */
  private async apply(
    process: OptionTaker,
    id: string,
    value: string | boolean,
    before: string | boolean | undefined,
  ): Promise<void> {
    try {
      await process.setOption?.(id, value);
      this.close(id, value);
    } catch (error) {
      // A later wish for the same option stays.
      if (valueIn(this.owner.picks().options, id) === value) {
        this.pick(id, before);
      }
      this.close(id, value);
      const text = l10n.t('The change was not accepted: {0}', messageOf(error));
      this.owner.emit([
        { type: 'notice', at: this.owner.now(), notice: { kind: 'warning', text } },
      ]);
    }
  }

  /** No process runs that could disagree; the next one gets the value. */
  private setWithoutProcess(id: string, value: string | boolean): void {
    const choices = this.owner.choices();
    const options = choices.options?.map(one => (one.id === id ? withValue(one, value) : one));
    this.close(id, value);
    this.owner.emit([
      { type: 'choices.changed', choices: { ...choices, ...(options ? { options } : {}) } },
    ]);
  }

  private find(id: string): AgentOption | undefined {
    return this.owner.choices().options?.find(option => option.id === id);
  }

  private pick(id: string, value: string | boolean | undefined): void {
    const { options, ...picks } = this.owner.picks();
    this.owner.onPicked({ ...picks, options: changed(options, id, value) });
  }

  private request(id: string, value: string | boolean): void {
    const { requested } = this.owner.settings();
    this.show({ ...requested, options: changed(requested.options, id, value) });
  }

  private close(id: string, value: string | boolean): void {
    const { options, ...requested } = this.owner.settings().requested;
    if (valueIn(options, id) === value) {
      const open = changed(options, id, undefined);
      this.show(Object.keys(open).length > 0 ? { ...requested, options: open } : requested);
    }
  }

  private show(requested: AgentSettings['requested']): void {
    this.owner.emit([{ type: 'settings.changed', settings: { requested } }]);
  }
}

function changed(
  values: OptionValues = {},
  id: string,
  value: string | boolean | undefined,
): OptionValues {
  const others = Object.entries(values).filter(([other]) => other !== id);
  return Object.fromEntries(value === undefined ? others : [...others, [id, value]]);
}
