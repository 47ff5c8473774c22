import type { LocatedCli } from '../../cli/launch/cliLocator';
import type { CommandTable } from '../commands/command';
import type { AgentErrands } from './agentErrands';
import type { AgentsService } from './agentsService';
import { copyConfiguration } from './copyConfiguration';

interface AgentsCommandDeps {
  readonly agents: AgentsService;
  readonly errands: AgentErrands;
  startNew(agent: { readonly source?: string }): Promise<unknown>;
  locate(): Promise<LocatedCli>;
}

/** Commands on agents other than Claude Code. */
export function agentsCommands({ agents, errands, startNew, locate }: AgentsCommandDeps) {
  return {
    'tandem.agents.newConversation': async given => {
      const agent = await agents.choose(given);
      if (agent) {
        const { source } = agent;
        await startNew(source === undefined ? {} : { source });
      }
    },
    'tandem.agents.chooseDefault': given => agents.chooseDefault(given),
    'tandem.agents.install': given => agents.install(given),
    'tandem.agents.signIn': given => agents.signIn(given),
    'tandem.agents.signOut': given => errands.signOut(given),
    'tandem.agents.resumeSession': given => errands.resume(given),
    'tandem.agents.configure': () => agents.configure(),
    'tandem.agents.copyConfiguration': given => copyConfiguration(given, locate),
  } satisfies Partial<CommandTable>;
}
