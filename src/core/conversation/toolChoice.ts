import { deepEqual } from '../../base/json';
import type { ConversationEvent } from '../../contract/events';
import type { AgentProcess } from '../../protocol/agentSource';
import { agentToolNames, isEditorRule, ruleFor } from '../../protocol/editorServer';
import type { RecordKeeper } from './recordKeeper';

/** Tools that are switched off or on in a conversation, by default or by the user. */
export interface PickedTools {
  /** Disabled tools, by the agent's names: `Bash`, `mcp__tandem__run_task`, `mcp__library`. */
  readonly disabled: readonly string[];
  /**
   * Enabled tools that are off by default, by the names under which they are offered: those of other
   * extensions, and some of the editor.
   */
  readonly lmTools: readonly string[];
}

export interface ToolChoiceOwner {
  live(): AgentProcess | undefined;
  /** Tools switched off in new conversations. */
  defaults(): readonly string[];
  emit(events: readonly ConversationEvent[]): void;
  /** Called when a change requires a new process. */
  onRestartNeeded(): void;
  /** Called when the agent rejects a change of its tools. */
  onRefused(error: unknown): void;
}

/** Switches tools off and on in one conversation; the choice is stored with its picks. */
export class ToolChoice {
  private notifying: Promise<void> = Promise.resolve();

  constructor(
    private readonly keeper: RecordKeeper,
    private readonly owner: ToolChoiceOwner,
  ) {}

  get picked(): PickedTools {
    const { disabledTools, lmTools = [] } = this.keeper.current.picks;
    return { disabled: disabledTools ?? this.owner.defaults(), lmTools };
  }

  /**
   * Returns whether an editor tool is offered; undefined if the user has not decided.
   * @param isOptional whether it is off by default
   */
  isOn(name: string, isOptional: boolean): boolean | undefined {
    const { disabled, lmTools } = this.picked;
    if (disabled.includes(ruleFor(name))) {
      return false;
    }
    return isOptional ? lmTools.includes(name) : undefined;
  }

  /** Changes the agent's own tools with its next process, the editor's tools at once. */
  set({ disabled, lmTools }: PickedTools): void {
    const before = this.picked;
    const { picks } = this.keeper.current;
    this.keeper.save({ picks: { ...picks, disabledTools: disabled, lmTools } });
    this.owner.emit([{ type: 'settings.changed', settings: { disabledTools: disabled } }]);
    const own = agentToolNames(disabled);
    if (!deepEqual(agentToolNames(before.disabled), own)) {
      this.owner.onRestartNeeded();
    }
    const isSame =
      deepEqual(editors(before.disabled), editors(disabled)) && deepEqual(before.lmTools, lmTools);
    if (!isSame) {
      this.notifyAgent();
    }
  }

  /** Applies changed defaults, unless the conversation has its own choice. */
  defaultsChanged(): void {
    if (this.keeper.current.picks.disabledTools === undefined) {
      const disabledTools = this.owner.defaults();
      this.owner.emit([{ type: 'settings.changed', settings: { disabledTools } }]);
      this.owner.onRestartNeeded();
      this.notifyAgent();
    }
  }

  /** Notifies the agent that the editor's tools have changed. */
  notifyAgent(): void {
    this.notifying = this.notifying.then(() => this.notify());
  }

  /** Resolves when the agent knows its tools or is known to need a new process for them. */
  settled(): Promise<void> {
    return this.notifying;
  }

  private async notify(): Promise<void> {
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
