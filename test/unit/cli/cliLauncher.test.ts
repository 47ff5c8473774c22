import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { silentLog } from '../../../src/base/log';
import { CliLauncher } from '../../../src/cli/cliLauncher';
import type { LaunchSettings } from '../../../src/cli/launch/launchSettings';

async function askedWith(settings: LaunchSettings): Promise<string[]> {
  const asked: string[] = [];
  const launcher = new CliLauncher({
    locate: () => Promise.reject(new Error('Nothing is started here.')),
    settings: () => settings,
    programs: {
      decide: async cwd => {
        asked.push(cwd);
        return 'allow';
      },
    },
    scratchFolder: tmpdir(),
    log: silentLog,
  });
  await launcher.askAboutPrograms('/a');
  return asked;
}

it("asks about a folder's programs unless the user's settings leave them out", async () => {
  expect(await askedWith({})).toEqual(['/a']);
  expect(await askedWith({ 'tandem.cli.settingSources': ['user'] })).toEqual([]);
});
