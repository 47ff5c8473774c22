import { join } from 'node:path';
import { UserError } from '../../base/errors';
import type { CliLauncher, CliLauncherOptions } from '../../cli/cliLauncher';
import type { ProgramPolicy } from '../../cli/programs/programGate';
import type { CliAssistant } from '../agent/cliAssistant';
import { readLaunchSettings } from '../agent/readLaunchSettings';
import type { HostBase } from '../hostBase';
import { HeadlessRuns } from './headlessRuns';

export interface RunParts extends HostBase {
  readonly cli: Pick<CliAssistant, 'locate'>;
  readonly agents: Pick<CliLauncher, 'programPlace'>;
  readonly programs: ProgramPolicy;
  readonly environment: NonNullable<CliLauncherOptions['environment']>;
}

/** Builds what starts runs outside of conversations, under the rules of conversations. */
export function createHeadlessRuns(parts: RunParts): HeadlessRuns {
  const { storage, settings, log, add, cli, agents, programs, environment } = parts;
  const runs = new HeadlessRuns({
    ...{ environment, log },
    locate: () => cli.locate(),
    settings: cwd => readLaunchSettings(settings, cwd, []),
    model: () => settings.get('tandem.runs.model'),
    allowsPrograms: async cwd => {
      try {
        return (await programs.decide(agents.programPlace({ cwd }))) === 'allow';
      } catch (error) {
        if (error instanceof UserError && error.code === 'folder.unanswered') {
          return false;
        }
        throw error;
      }
    },
    scratchFolder: join(storage, 'scratch'),
  });
  return add(runs);
}
