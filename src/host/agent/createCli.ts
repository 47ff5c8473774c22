import { join } from 'node:path';
import { CliLocator } from '../../cli/launch/cliLocator';
import { VersionReader } from '../../cli/launch/version';
import { LoginShell } from '../../node/loginShell';
import type { HostBase } from '../hostBase';
import { CliAssistant } from './cliAssistant';
import { FoundBefore } from './foundBefore';

/** Builds the search for Claude Code, and the help for users who lack it. */
export function createCli({ storage, settings, clock, log, add }: HostBase): CliAssistant {
  const { platform, execPath, env } = process;
  const shell = add(new LoginShell({ platform, env, execPath, log }));
  const versions = new VersionReader(platform, clock, log);
  const ownFolder = join(storage, 'cli');
  const locator = new CliLocator({
    ...{ shell, versions, platform, execPath, ownFolder, log },
    inherited: env,
    scratchFolder: join(storage, 'scratch'),
  });
  const before = new FoundBefore(join(storage, 'foundCli.json'), env, log);
  return add(new CliAssistant({ locator, before, shell, settings, ownFolder, log }));
}
