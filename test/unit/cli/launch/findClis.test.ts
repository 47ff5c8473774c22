import { posix, win32 } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FindOptions, type FindProbe, findClis } from '../../../../src/cli/launch/findClis';

/** Creates a fake file system; a value is a file's content or a link's target. */
function files(
  content: Readonly<Record<string, string>>,
  platform: NodeJS.Platform,
  links: Readonly<Record<string, string>> = {},
): FindProbe {
  const path = platform === 'win32' ? win32 : posix;
  const has = async (file: string) => file in content || file in links;
  return {
    isFile: has,
    isExecutable: has,
    readText: async file => content[file] ?? '',
    realPath: async file => links[file] ?? file,
    list: async folder => [
      ...new Set(
        [...Object.keys(content), ...Object.keys(links)]
          .filter(file => file.startsWith(folder + path.sep))
          .map(file => file.slice(folder.length + 1).split(path.sep)[0] ?? ''),
      ),
    ],
  };
}

function linux(probe: FindProbe, more: Partial<FindOptions> = {}): FindOptions {
  return {
    env: { PATH: '/usr/bin:/bin' },
    platform: 'linux',
    home: '/home/me',
    execPath: '/editor/code',
    probe,
    ...more,
  };
}

async function paths(options: FindOptions): Promise<string[]> {
  return (await findClis(options)).candidates.map(({ path, source }) => `${source} ${path}`);
}

describe('without a setting', () => {
  it('looks on PATH, then in the usual places, then in its own folder', async () => {
    const own = '/store/node_modules/.bin/claude';
    const native = '/home/me/.local/bin/claude';
    const probe = files({ '/usr/bin/claude': '', [native]: '', [own]: '' }, 'linux');
    expect(await paths(linux(probe, { ownFolder: '/store' }))).toEqual([
      'path /usr/bin/claude',
      `place ${native}`,
      `own ${own}`,
    ]);
  });

  it('lists a program once, however many links lead to it', async () => {
    const real = '/opt/claude/claude';
    const links = { '/usr/bin/claude': real, '/home/me/.local/bin/claude': real };
    expect(await paths(linux(files({}, 'linux', links)))).toEqual(['path /usr/bin/claude']);
  });

  it('lists the searched folders if nothing is found', async () => {
    const { candidates, searched } = await findClis(linux(files({}, 'linux')));
    expect(candidates).toEqual([]);
    expect(searched).toEqual(expect.arrayContaining(['/usr/bin', '/home/me/.claude/local']));
  });

  it('runs an npm package with the Node next to it, newest version first', async () => {
    const at = (version: string) => `/home/me/.nvm/versions/node/${version}`;
    const links = Object.fromEntries(
      ['v9.1.0', 'v20.1.0'].map(version => [
        `${at(version)}/bin/claude`,
        `${at(version)}/lib/node_modules/@anthropic-ai/claude-code/cli.js`,
      ]),
    );
    const nodes = { [`${at('v9.1.0')}/bin/node`]: '', [`${at('v20.1.0')}/bin/node`]: '' };
    const { candidates } = await findClis(linux(files(nodes, 'linux', links)));
    expect(candidates.map(({ target }) => target.command)).toEqual([
      `${at('v20.1.0')}/bin/node`,
      `${at('v9.1.0')}/bin/node`,
    ]);
    expect(candidates[0]?.target.args[0]).toMatch(/cli\.js$/);
  });

  it("runs a script with the editor's executable if there is no Node", async () => {
    const links = { '/usr/bin/claude': '/usr/lib/claude-code/cli.js' };
    const { candidates } = await findClis(linux(files({}, 'linux', links)));
    expect(candidates[0]?.target).toEqual({
      command: '/editor/code',
      args: ['/usr/lib/claude-code/cli.js'],
      env: { ELECTRON_RUN_AS_NODE: '1' },
    });
  });

  it('knows the usual places on macOS', async () => {
    const probe = files(
      {
        '/opt/homebrew/bin/claude': '',
        '/home/me/Library/pnpm/claude': '',
        '/home/me/.bun/bin/claude': '',
      },
      'darwin',
    );
    expect(await paths(linux(probe, { platform: 'darwin' }))).toEqual([
      'place /opt/homebrew/bin/claude',
      'place /home/me/.bun/bin/claude',
      'place /home/me/Library/pnpm/claude',
    ]);
  });
});

describe('on Windows', () => {
  const env = {
    Path: 'C:\\Windows;C:\\node',
    PATHEXT: '.EXE;.CMD',
    APPDATA: 'C:\\me\\AppData\\Roaming',
    LOCALAPPDATA: 'C:\\me\\AppData\\Local',
  };
  const windows = (content: Record<string, string>): FindOptions => ({
    env,
    platform: 'win32',
    home: 'C:\\me',
    execPath: 'C:\\editor\\Code.exe',
    probe: files(content, 'win32'),
  });

  it('runs the program behind a batch file, never the batch file itself', async () => {
    const shim = 'C:\\me\\AppData\\Roaming\\npm\\claude.cmd';
    const script =
      'C:\\me\\AppData\\Roaming\\npm\\node_modules\\@anthropic-ai\\claude-code\\cli.js';
    const text =
      '@ECHO off\r\n"%_prog%" "%dp0%\\node_modules\\@anthropic-ai\\claude-code\\cli.js" %*\r\n';
    const options = windows({ [shim]: text, [script]: '', 'C:\\node\\node.exe': '' });
    const { candidates } = await findClis(options);
    expect(candidates).toEqual([
      {
        path: shim,
        source: 'place',
        target: { command: 'C:\\node\\node.exe', args: [script], env: {} },
      },
    ]);
  });

  it('omits a batch file whose program cannot be found', async () => {
    const { candidates } = await findClis(windows({ 'C:\\node\\claude.cmd': 'echo no' }));
    expect(candidates).toEqual([]);
  });

  it.each([
    'C:\\me\\.local\\bin\\claude.exe',
    'C:\\me\\AppData\\Local\\Microsoft\\WinGet\\Links\\claude.exe',
    'C:\\me\\scoop\\shims\\claude.exe',
    'C:\\me\\AppData\\Local\\Volta\\bin\\claude.exe',
  ])('finds %s', async file => {
    expect(await paths(windows({ [file]: '' }))).toEqual([`place ${file}`]);
  });
});

describe('with a setting', () => {
  it('uses only the configured path', async () => {
    const probe = files({ '/usr/bin/claude': '', '/home/me/my/claude': '' }, 'linux');
    const options = linux(probe, { setting: '~/my/claude' });
    expect(await paths(options)).toEqual(['setting /home/me/my/claude']);
  });

  it('runs a script with Node', async () => {
    const probe = files({ '/x/cli.mjs': '', '/usr/bin/node': '' }, 'linux');
    const { candidates } = await findClis(linux(probe, { setting: '/x/cli.mjs' }));
    expect(candidates[0]?.target).toEqual({
      command: '/usr/bin/node',
      args: ['/x/cli.mjs'],
      env: {},
    });
  });

  it.each(['claude', '/far/claude'])('takes %s as it is if a wrapper starts it', async setting => {
    const probe = files({ '/usr/bin/claude': '' }, 'linux');
    const { candidates } = await findClis(linux(probe, { setting, isWrapped: true }));
    const target = { command: setting, args: [], env: {} };
    expect(candidates).toEqual([{ path: setting, target, source: 'setting' }]);
  });

  it('takes no option of the wrapper for a path', async () => {
    const probe = files({}, 'linux');
    const search = findClis(linux(probe, { setting: '--bind', isWrapped: true }));
    await expect(search).rejects.toMatchObject({ code: 'cli.badPath' });
  });

  it.each([
    ['claude', 'which is not a full path'],
    ['./claude', 'which is not a full path'],
    ['/nowhere/claude', 'which does not exist'],
  ])('explains what is wrong with %s', async (setting, words) => {
    const probe = files({ '/usr/bin/claude': '' }, 'linux');
    await expect(findClis(linux(probe, { setting }))).rejects.toMatchObject({
      code: 'cli.badPath',
      message: expect.stringContaining(words),
    });
  });
});
