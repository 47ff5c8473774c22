import { ScriptedApi } from '../../test/support/api/scriptedApi';
import { newestCli } from '../../test/support/cli/cliBinary';
import { isolatedHome } from '../../test/support/cli/isolatedHome';
import { humanPace, scriptTour } from '../../test/support/demo/tour';

/** Properties of an agent that an editor needs. */
export interface Agent {
  settings: Record<string, unknown>;
  env: Record<string, string | undefined>;
  /** Address of the scripted API; calls are observed only with a profile that names it. */
  address?: string;
  dispose(): Promise<void>;
}

/**
 * Creates the real CLI with a temporary home and a scripted model, so that no account is needed.
 */
export async function scriptedAgent(): Promise<Agent> {
  const api = await ScriptedApi.start({ pace: humanPace });
  scriptTour(api);
  const home = await isolatedHome({ apiUrl: api.url });
  return {
    settings: {
      'tandem.cli.path': newestCli().path,
      'tandem.cli.env': home.cliEnv,
    },
    env: {},
    address: api.url,
    dispose: async () => {
      await api.close();
      await home.dispose();
    },
  };
}
