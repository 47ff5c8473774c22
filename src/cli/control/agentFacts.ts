import type { AgentSettings } from '../../contract/agentSettings';
import type { Choices } from '../../contract/choices';
import type { AgentCommand } from '../../contract/commands';
import { findModel } from '../../contract/labels/modelLabel';
import type { AgentFacts } from '../../protocol/agentFacts';

/**
 * Returns what the next conversation can be told before its own process has started.
 * @param choices as a process without picks has reported them at its start
 * @param current settings that it has reported then
 */
export function factsOf(
  { models, modes, missingModes, commands, agents }: Choices,
  { model, usualEffort }: Partial<AgentSettings>,
): AgentFacts {
  const isLasting = ({ source }: AgentCommand) => source !== 'server' && source !== 'prompt';
  const isDefault = model === undefined || findModel(models, 'default')?.resolved === model;
  return {
    choices: {
      ...{ models, modes, commands: commands.filter(isLasting) },
      ...(missingModes ? { missingModes } : {}),
      ...(agents ? { agents } : {}),
    },
    ...(isDefault ? {} : { model }),
    ...(usualEffort ? { usualEffort } : {}),
  };
}
