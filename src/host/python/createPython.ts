import type { ChannelRegistry } from '../../core/registry/channelRegistry';
import type { HostBase } from '../hostBase';
import { isTrusted } from '../trust';
import { followPython } from './followPython';
import { WorkspacePython } from './workspacePython';

export interface Python {
  /** Adds the environment that is chosen for a folder to the variables of an agent. */
  forAgent(env: Record<string, string>, cwd: string): Promise<Record<string, string>>;
  /** Does the same for a program that ends soon. */
  forProgram(env: Record<string, string>, cwd: string): Promise<Record<string, string>>;
  /** Offers restarts when another environment is chosen. */
  follow(registry: Pick<ChannelRegistry, 'all'>): void;
}

export function createPython({ settings, clock, log, add }: HostBase): Python {
  const python = add(
    new WorkspacePython({
      isUsed: () => isTrusted() && settings.get('tandem.python.useEnvironment'),
      ownVariables: () => Object.keys(settings.get('tandem.cli.env')),
      platform: process.platform,
      ...{ clock, log },
    }),
  );
  /** Prefix that the last agent of a folder was started with. */
  const started = new Map<string, string | undefined>();
  return {
    forAgent: async (env, cwd) => {
      started.set(cwd, (await python.environmentOf(cwd))?.prefix);
      return python.addTo(env, cwd);
    },
    forProgram: (env, cwd) => python.addTo(env, cwd),
    follow: registry => void add(followPython(python, () => registry.all, started)),
  };
}
