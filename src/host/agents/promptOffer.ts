import { withPrompts } from '../../cli/agentFiles/promptCommands';
import type { AgentCommand } from '../../contract/commands';
import type { ConversationEvent } from '../../contract/events';
import type { AgentHost } from '../../protocol/agentSource';

/** Prompt files of a conversation, as commands. */
export interface OfferedPrompts {
  readonly all: readonly AgentCommand[];
  onChanged(listener: () => void): unknown;
  dispose(): void;
}

/**
 * Adds prompt files to the commands that another agent reports: Tandem sends their text, so that the
 * agent need not know them. They are disposed of when the agent ends.
 */
export function offeringPrompts(host: AgentHost, prompts: OfferedPrompts): AgentHost {
  let own: readonly AgentCommand[] = [];
  const offered = (commands: readonly AgentCommand[]) => {
    own = commands;
    return withPrompts(own, prompts.all);
  };
  const added = (event: ConversationEvent): ConversationEvent => {
    switch (event.type) {
      case 'choices.changed': {
        const { choices } = event;
        return { ...event, choices: { ...choices, commands: offered(choices.commands) } };
      }
      case 'commands.changed':
        return event.commands ? { ...event, commands: offered(event.commands) } : event;
      default:
        return event;
    }
  };
  prompts.onChanged(() =>
    host.onEvents([{ type: 'commands.changed', commands: withPrompts(own, prompts.all) }]),
  );
  return {
    onEvents: events => host.onEvents(events.map(added)),
    onActivity: activity => host.onActivity(activity),
    onTakenBack: ids => host.onTakenBack?.(ids),
    decide: (request, signal) => host.decide(request, signal),
    elicit: (request, signal) => host.elicit(request, signal),
    onPageFinished: (server, pageId) => host.onPageFinished(server, pageId),
    beforeTool: (use, signal) => host.beforeTool(use, signal),
    afterTool: (use, outcome) => host.afterTool(use, outcome),
    onExit: exit => {
      prompts.dispose();
      host.onExit(exit);
    },
  };
}
