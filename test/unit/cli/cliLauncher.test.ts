import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { silentLog } from '../../../src/base/log';
import { CliLauncher } from '../../../src/cli/cliLauncher';
import type { LaunchSettings } from '../../../src/cli/launch/launchSettings';
import type { ProgramPlace } from '../../../src/cli/programs/readPrograms';

async function askedWith(settings: LaunchSettings): Promise<ProgramPlace[]> {
  const asked: ProgramPlace[] = [];
  const launcher = new CliLauncher({
    locate: () => Promise.reject(new Error('Nothing is started here.')),
    settings: () => settings,
    programs: {
      decide: async place => {
        asked.push(place);
        return 'allow';
      },
    },
    scratchFolder: tmpdir(),
    log: silentLog,
  });
  await launcher.askAboutPrograms({
    cwd: '/a',
    addDirs: ['/b'],
    granted: { rules: [], directories: ['/c'] },
  });
  return asked;
}

it("asks about a folder's programs unless the user's settings leave them out", async () => {
  expect(await askedWith({ 'tandem.additionalDirectories': ['/d'] })).toEqual([
    { cwd: '/a', addDirs: ['/d', '/b', '/c'] },
  ]);
  expect(await askedWith({ 'tandem.cli.settingSources': ['user'] })).toEqual([]);
});
