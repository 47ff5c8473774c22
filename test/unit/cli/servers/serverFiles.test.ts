import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readServerFiles, stateFile } from '../../../../src/cli/servers/serverFiles';

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'tandem-servers-')));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function write(path: string, content: unknown): Promise<void> {
  const file = join(root, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content, null, 1));
}

async function read(cwd: string | undefined) {
  const { servers, problems } = await readServerFiles({
    cwd: cwd === undefined ? undefined : join(root, cwd),
    stateFile: join(root, 'home/.claude.json'),
    configFolder: join(root, 'home/.claude'),
    managedFolder: join(root, 'managed'),
  });
  const relative = (path: string) => path.slice(root.length + 1);
  return {
    servers: servers.map(
      ({ scope, name, file, line, isRejected }) =>
        `${scope} ${name} ${relative(file)}:${line}${isRejected ? ' rejected' : ''}`,
    ),
    problems: problems.map(({ file, text }) => `${relative(file)}: ${text}`),
  };
}

const server = { command: 'x' };

it('reads each scope as the CLI does', async () => {
  await mkdir(join(root, 'repo/.git'), { recursive: true });
  await write('home/.claude.json', {
    mcpServers: { everywhere: server },
    projects: {
      [join(root, 'repo')]: { mcpServers: { ofRepo: server } },
      [join(root, 'repo/sub')]: { mcpServers: { ofFolder: server, ofRepo: server } },
      [join(root, 'elsewhere')]: { mcpServers: { ofOthers: server } },
    },
  });
  await write('repo/.mcp.json', { mcpServers: { parent: server, both: server } });
  await write('repo/sub/.mcp.json', '\uFEFF{"mcpServers":{"both":{"command":"x"},"bad":1}}');
  await write('repo/sub/.claude/settings.local.json', { disabledMcpjsonServers: ['parent'] });
  await write('managed/managed-mcp.json', { mcpServers: { forced: server } });
  expect(await read('repo/sub')).toEqual({
    servers: [
      'managed forced managed/managed-mcp.json:3',
      'local ofRepo home/.claude.json:10',
      'local ofFolder home/.claude.json:17',
      'project both repo/sub/.mcp.json:1',
      'project parent repo/.mcp.json:3 rejected',
      'user everywhere home/.claude.json:3',
    ],
    problems: [],
  });
});

it('files a work tree under its main repository', async () => {
  await write('tree/.git', `gitdir: ${join(root, 'repo/.git/worktrees/tree')}\n`);
  await write('home/.claude.json', {
    projects: { [join(root, 'repo')]: { mcpServers: { ofRepo: server } } },
  });
  expect((await read('tree')).servers).toEqual([expect.stringContaining('local ofRepo')]);
});

it('reads what it can where a file is broken, and without a folder', async () => {
  await write('home/.claude.json', { mcpServers: { everywhere: server } });
  await write('w/.mcp.json', '{"mcpServers": {');
  const { servers, problems } = await read('w');
  expect(servers).toEqual([expect.stringContaining('user everywhere')]);
  expect(problems).toEqual([expect.stringMatching(/^w\/\.mcp\.json: .*JSON/)]);
  expect((await read(undefined)).servers).toEqual(servers);
});

it('finds the state beside the settings only if these were moved', () => {
  const moved = stateFile({ CLAUDE_CONFIG_DIR: '/x/conf' }, '/x/conf');
  expect(moved).toBe(join('/x/conf', '.claude.json'));
  expect(stateFile({}, join('/home', '.claude'))).toBe(join('/home', '.claude.json'));
});

it('lists very many servers at once', async () => {
  const names = Array.from({ length: 20_000 }, (_, index) => `server${index}`);
  const all = Object.fromEntries(names.map(name => [name, server]));
  await write('repo/.mcp.json', { mcpServers: all });
  expect((await read('repo')).servers.length).toBe(names.length);
});
