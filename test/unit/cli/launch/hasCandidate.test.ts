import { expect, test } from 'vitest';
import { CliLocator, type LocateRequest } from '../../../../src/cli/launch/cliLocator';
import { VersionReader } from '../../../../src/cli/launch/version';
import { LoginShell } from '../../../../src/node/loginShell';

/** Looks for a CLI where only this file is one. Neither a shell nor a CLI can be started. */
function hasCandidate(file: string, request: LocateRequest = {}): Promise<boolean> {
  const [platform, execPath] = ['linux', '/nowhere/node'] as const;
  const inherited = { PATH: '/usr/bin', SHELL: '/nowhere/shell' };
  const isFile = async (path: string) => path === file;
  const locator = new CliLocator({
    ...{ inherited, platform, execPath, home: '/home/me', ownFolder: '/own' },
    shell: new LoginShell({ platform, execPath, env: inherited }),
    versions: new VersionReader(platform),
    probe: {
      ...{ isFile, isExecutable: isFile },
      readText: async () => '',
      realPath: async path => path,
      list: async () => [],
    },
  });
  return locator.hasCandidate(request);
}

test.each(['/usr/bin/claude', '/home/me/.local/bin/claude', '/own/node_modules/.bin/claude'])(
  'knows of the CLI at %s without starting anything',
  async file => {
    expect(await hasCandidate(file)).toBe(true);
    expect(await hasCandidate(`${file}2`)).toBe(false);
  },
);

test('the setting is the only candidate', async () => {
  expect(await hasCandidate('/usr/bin/claude', { setting: '/mine/claude' })).toBe(false);
  expect(await hasCandidate('/mine/claude', { setting: '/mine/claude' })).toBe(true);
});

test('knows of none that a wrapper starts, unless the wrapper is empty', async () => {
  expect(await hasCandidate('/usr/bin/claude', { wrapper: ['docker', 'exec'] })).toBe(false);
  expect(await hasCandidate('/usr/bin/claude', { wrapper: [] })).toBe(true);
});
