import { ScriptedApi } from '../../test/support/api/scriptedApi';
import { newestCli } from '../../test/support/cli/cliBinary';
import { isolatedHome } from '../../test/support/cli/isolatedHome';
import { humanPace, scriptTour } from '../../test/support/demo/tour';

/** What an editor needs to know of an agent. */
export interface Agent {
  settings: Record<string, unknown>;
  env: Record<string, string | undefined>;
  dispose(): Promise<void>;
}

/** The real CLI in a home of its own; its model is a script, so that no account is needed. */
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
    dispose: async () => {
      await api.close();
      await home.dispose();
    },
  };
}
