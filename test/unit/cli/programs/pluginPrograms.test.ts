import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readPlugins } from '../../../../src/cli/programs/pluginPrograms';

let claude: string;

beforeEach(async () => {
  claude = await mkdtemp(join(tmpdir(), 'plugins-'));
});
afterEach(() => rm(claude, { recursive: true }));

async function put(name: string, content: string | Buffer): Promise<void> {
  const path = join(claude, 'skills', name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

const putManifest = (folder: string, content = '{"name":"Guard"}') =>
  put(`${folder}/.claude-plugin/plugin.json`, content);

const listed = async () =>
  (await readPlugins(claude)).flatMap(({ path, found }) =>
    found.map(({ kind, name, text }) => [kind, relative(claude, path), name, text]),
  );
const contents = async () => (await readPlugins(claude)).map(({ content }) => content);

it('finds no plugins where there are only skills, or none', async () => {
  expect(await listed()).toEqual([]);
  await put('plain/SKILL.md', 'Go.');
  await put('plain/hooks/hooks.json', '{}');
  expect(await listed()).toEqual([]);
});

it('lists a plugin by its name with its files, its hooks and its servers', async () => {
  await putManifest('one');
  const hook = { type: 'command', command: './a.sh' };
  const hooks = { SessionStart: [{ hooks: [hook] }] };
  await put('one/hooks/hooks.json', JSON.stringify({ description: 'Mine', hooks }));
  await put('one/.mcp.json', '{"mcpServers":{"s":{"command":"./s"}}}');
  expect(await listed()).toEqual([
    [
      'plugin',
      'skills/one/.claude-plugin/plugin.json',
      'Guard',
      '.mcp.json\n.claude-plugin/plugin.json\nhooks/hooks.json',
    ],
    ['hook', 'skills/one/hooks/hooks.json', 'SessionStart', './a.sh'],
    ['server', 'skills/one/.mcp.json', 's', './s'],
  ]);
});

it('names a plugin by its folder if its manifest does not say, or is missing', async () => {
  await putManifest('broken', '{');
  await putManifest('nameless', '{}');
  await put('without/.claude-plugin/other.json', '{}');
  expect((await listed()).map(([kind, , name]) => `${kind} ${name}`)).toEqual([
    'plugin broken',
    'plugin nameless',
    'plugin without',
  ]);
});

it.each(['commands/a.md', 'monitors/monitors.json', 'bin/tool'])(
  'has another content when %s changes, in bytes that are no text, too',
  async name => {
    await putManifest('one');
    const before = await contents();
    await put(`one/${name}`, Buffer.from([0xff]));
    const first = await contents();
    expect(first).not.toEqual(before);
    await put(`one/${name}`, Buffer.from([0xfe]));
    expect(await contents()).not.toEqual(first);
    await put(`one/${name}`, Buffer.from([0xff]));
    expect(await contents()).toEqual(first);
  },
);

it('lists what it cannot judge in a plugin as unreadable', async () => {
  await putManifest('large');
  await put('large/bin/tool', 'x'.repeat(300_000));
  await putManifest('deep');
  await put('deep/1/2/3/4/5/6/7/tool', '');
  expect((await listed()).map(([kind, path]) => `${kind} ${path}`)).toEqual([
    'plugin skills/deep/.claude-plugin/plugin.json',
    'unreadable skills/deep',
    'plugin skills/large/.claude-plugin/plugin.json',
    'unreadable skills/large/bin/tool',
  ]);
});

it('reads no more files of all plugins than of a folder', async () => {
  await putManifest('a');
  await putManifest('b');
  const names = Array.from({ length: 499 }, (_, index) => `b/bin/${index}`);
  await Promise.all(names.map(name => put(name, '')));
  expect((await listed()).map(([kind, path]) => `${kind} ${path}`)).toEqual([
    'plugin skills/a/.claude-plugin/plugin.json',
    'unreadable skills',
  ]);
});
