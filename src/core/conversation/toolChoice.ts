import { deepEqual } from '../../base/json';
import type { ConversationEvent } from '../../contract/events';
import type { AgentProcess } from '../../protocol/agentSource';
import { agentsOwn, isEditorRule, ruleFor } from '../../protocol/editorServer';
import type { RecordKeeper } from './recordKeeper';

/** Which tools a conversation has, where the user has said something of it. */
export interface PickedTools {
  /** Switched off, by the agent's names: `Bash`, `mcp__tandem__run_task`, `mcp__library`. */
  readonly disabled: readonly string[];
  /** Tools of other extensions that are switched on, by the names under which they are offered. */
  readonly lmTools: readonly string[];
}

export interface ToolChoiceOwner {
  live(): AgentProcess | undefined;
  /** What is switched off in new conversations. */
  defaults(): readonly string[];
  emit(events: readonly ConversationEvent[]): void;
  /** Something is switched that only a new process takes up. */
  onRestartNeeded(): void;
  /** The agent was told of tools and did not take it. */
  onRefused(error: unknown): void;
}

/** The tools that are switched off and on in one conversation; kept with its picks. */
export class ToolChoice {
  private telling: Promise<void> = Promise.resolve();

  constructor(
    private readonly keeper: RecordKeeper,
    private readonly owner: ToolChoiceOwner,
  ) {}

  get picked(): PickedTools {
    const { disabledTools, lmTools = [] } = this.keeper.current.picks;
    return { disabled: disabledTools ?? this.owner.defaults(), lmTools };
  }

  /** Whether one of the editor's tools is offered; undefined when nothing was said of it. */
  isOn(name: string, isOfExtension: boolean): boolean | undefined {
    const { disabled, lmTools } = this.picked;
    if (disabled.includes(ruleFor(name))) {
      return false;
    }
    return isOfExtension ? lmTools.includes(name) : undefined;
  }

  /** The agent's own tools change with its next process, those of the editor at once. */
  set({ disabled, lmTools }: PickedTools): void {
    const before = this.picked;
    const { picks } = this.keeper.current;
    this.keeper.save({ picks: { ...picks, disabledTools: disabled, lmTools } });
    this.owner.emit([{ type: 'settings.changed', settings: { disabledTools: disabled } }]);
    const own = agentsOwn(disabled);
    if (!deepEqual(agentsOwn(before.disabled), own)) {
      this.owner.onRestartNeeded();
    }
    const isSame =
      deepEqual(editors(before.disabled), editors(disabled)) && deepEqual(before.lmTools, lmTools);
    if (!isSame) {
      this.tellAgent();
    }
  }

  /** What the settings say of new conversations is different. */
  defaultsChanged(): void {
    if (this.keeper.current.picks.disabledTools === undefined) {
      const disabledTools = this.owner.defaults();
      this.owner.emit([{ type: 'settings.changed', settings: { disabledTools } }]);
      this.owner.onRestartNeeded();
      this.tellAgent();
    }
  }

  /** The editor's tools are others than the agent knows. */
  tellAgent(): void {
    this.telling = this.telling.then(() => this.tell());
  }

  /** Resolves when the agent knows its tools, or was found to need a new process for that. */
  settled(): Promise<void> {
    return this.telling;
  }

  private async tell(): Promise<void> {
    try {
      const isTold = await this.owner.live()?.servers.toolsChanged();
      if (isTold === false) {
        this.owner.onRestartNeeded();
      }
    } catch (error) {
      this.owner.onRefused(error);
    }
  }
}

function editors(names: readonly string[]): readonly string[] {
  return names.filter(isEditorRule).sort();
}
