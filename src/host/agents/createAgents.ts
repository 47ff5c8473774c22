import { join } from 'node:path';
import { messageOf } from '../../base/errors';
import type { CliAssistant } from '../agent/cliAssistant';
import type { HostBase } from '../hostBase';
import { requireTrust } from '../trust';
import { AgentCatalog } from './agentCatalog';
import { AgentInstaller } from './agentInstaller';
import { AgentsService } from './agentsService';
import { DefaultAgents } from './defaultAgents';

export interface Agents {
  readonly catalog: AgentCatalog;
  readonly defaults: DefaultAgents;
  readonly service: AgentsService;
}

/** Builds the choice among agents. */
export function createAgents(
  { context, storage, settings, log, add }: HostBase,
  cli: CliAssistant,
  cwd: () => string | undefined,
): Agents {
  const ownFolder = join(storage, 'agents');
  const environment = () => cli.shellEnvironment();
  const catalog = add(
    new AgentCatalog({
      ...{ settings, environment, ownFolder, requireTrust },
      claude: () =>
        cli.locate().then(
          ({ path }) => path,
          (error: unknown) => {
            log.debug('An agent that runs Claude Code uses its own', { error: messageOf(error) });
            return undefined;
          },
        ),
      platform: process.platform,
    }),
  );
  const defaults = add(new DefaultAgents(context.workspaceState));
  const installer = new AgentInstaller({ environment, ownFolder, log });
  const service = new AgentsService({ catalog, installer, defaults, cli, cwd, log });
  return { catalog, defaults, service };
}
