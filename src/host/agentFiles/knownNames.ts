import type { KnownNames } from '../../cli/agentFiles/headHelp';
import type { Channel } from '../../core/conversation/channel';

/** Collects the names that the agents of open conversations have reported. */
export function knownNames(channels: readonly Pick<Channel, 'conversation'>[]): KnownNames {
  const all = channels.map(({ conversation }) => conversation.summary.choices);
  return {
    tools: [...new Set(all.flatMap(({ tools = [] }) => tools))],
    models: [...new Set(all.flatMap(({ models }) => models.map(({ value }) => value)))],
    agents: [...new Set(all.flatMap(({ agents = [] }) => agents.map(({ name }) => name)))],
  };
}
