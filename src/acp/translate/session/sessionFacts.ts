import type { Choices, ForeignAgent } from '../../../contract/choices';
import type { AgentCommand } from '../../../contract/commands';
import type { ConversationEvent } from '../../../contract/events';
import type { Notice } from '../../../contract/notices';
import { boundedText, oneLine } from '../text/foreignText';
import { settingsSchema } from '../wire/options';
import type { ReadUpdate, UpdateOf } from '../wire/update';
import { Compactions } from './compactions';
import { OptionStore } from './optionStore';
import { Plans } from './plans';
import type { SpentMeter } from './spentMeter';
import { toAgentCommands } from './toAgentCommands';

/** Facts about a session as a whole: options, commands, plans, usage. */
export class SessionFacts {
  readonly options = new OptionStore();
  private readonly plans = new Plans();
  private readonly compactions = new Compactions();
  private agent: ForeignAgent | undefined;
  private commands: readonly AgentCommand[] = [];

  constructor(private readonly spent: SpentMeter) {}

  choices(): Choices {
    const { agent, commands } = this;
    return {
      models: [],
      modes: [],
      commands,
      ...(agent ? { foreign: agent } : {}),
      options: this.options.options,
    };
  }

  introduce(agent: ForeignAgent): ConversationEvent[] {
    this.agent = agent;
    return this.choicesChanged();
  }

  /** Takes over modes, models and options; absent members are as before. */
  adopt(result: unknown): ConversationEvent[] {
    const { data } = settingsSchema.safeParse(result);
    if (!data || (!data.modes && !data.models && !data.configOptions)) {
      return [];
    }
    this.options.adopt(data);
    return this.choicesChanged();
  }

  optionSet(id: string, value: string | boolean): ConversationEvent[] {
    return this.options.set(id, value) ? this.choicesChanged() : [];
  }

  modeSet(id: string): ConversationEvent[] {
    return this.options.setMode(id) ? this.choicesChanged() : [];
  }

  update(read: ReadUpdate, at: number): ConversationEvent[] {
    switch (read.kind) {
      case 'plan':
        return this.plans.replace(read.update);
      case 'plan_update':
        return this.plans.update(read.update);
      case 'plan_removed':
        return this.plans.remove(read.update);
      case 'available_commands_update':
        this.commands = toAgentCommands(read.update);
        return [{ type: 'commands.changed', commands: this.commands }];
      case 'current_mode_update':
        return this.modeSet(read.update.currentModeId);
      case 'config_option_update':
        return this.adopt(read.update);
      case 'session_info_update': {
        const title = oneLine(read.update.title ?? '');
        return title === '' ? [] : [{ type: 'session.changed', title }];
      }
      case 'usage_update':
        return this.spent.take(read.update);
      case 'notice':
        return [{ type: 'notice', notice: noticeOf(read.update), at }];
      case 'compaction_update':
        return this.compactions.update(read.update, at);
      case 'compaction_summary_chunk':
        return this.compactions.chunk(read.update, at);
      default:
        // Messages between subagents are shown where they are received.
        return [];
    }
  }

  private choicesChanged(): ConversationEvent[] {
    return [{ type: 'choices.changed', choices: this.choices() }];
  }
}

function noticeOf({ severity, title, description }: UpdateOf<'notice'>): Notice {
  const detail = boundedText(description ?? '').trim();
  const head = oneLine(title, 500);
  const text = detail === '' ? head : `${head}\n${detail}`;
  return { kind: severity === 'warning' || severity === 'error' ? 'warning' : 'info', text };
}
