import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { silentLog } from '../../src/base/log';
import { parseVersion } from '../../src/cli/launch/version';
import { PluginCommand } from '../../src/cli/plugins/pluginCommand';
import type { SectionRow } from '../../src/contract/sections';
import { SettingsFiles } from '../../src/host/sections/files/settingsFiles';
import type { SectionPlace } from '../../src/host/sections/model/sectionSource';
import { pluginsSection } from '../../src/host/sections/plugins/pluginsSection';
import { systemClock } from '../../src/node/systemClock';
import { cliBinary } from '../support/cli/cliBinary';
import { useChannelBeds } from './support/channelBeds';
import { say } from './support/talk';

const bed = useChannelBeds(['one', 'two']);

/** A marketplace in a folder, with a plugin that works, and one that does not. */
async function marketplace(): Promise<string> {
  const folder = join(bed.home.root, 'market');
  const plugins = [
    { name: 'alpha', source: './plugins/alpha', description: 'Says hi' },
    { name: 'bad', source: './plugins/bad' },
  ];
  const files: Readonly<Record<string, string>> = {
    '.claude-plugin/marketplace.json': JSON.stringify({
      ...{ name: 'tools', owner: { name: 'Me' }, plugins },
    }),
    'plugins/alpha/.claude-plugin/plugin.json': '{"name":"alpha","version":"1.2.0"}',
    'plugins/alpha/commands/hi.md': '---\ndescription: Hi\n---\nSay hi.',
    'plugins/alpha/agents/helper.md': '---\nname: helper\ndescription: Helps\n---\nHelp.',
    'plugins/bad/.claude-plugin/plugin.json': '{"name":',
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

async function open(version: 'newest' | '2.0.36') {
  const { configDir, root, workspace, env } = bed.home;
  const binary = await cliBinary(version);
  const files = new SettingsFiles({
    ...{ configFolder: () => configDir, managed: join(root, 'managed'), launch: () => undefined },
    preview: { show: async () => undefined },
  });
  const command = new PluginCommand({
    locate: async () => ({
      target: { command: binary.command, args: [...binary.prefix], env: {} },
      version: parseVersion(binary.version) ?? expect.fail(),
      env: env as Record<string, string>,
    }),
    ...{ platform: process.platform, clock: systemClock, log: silentLog },
  });
  const registry = await bed.open({ version });
  const channel = await registry.create(workspace);
  const section = pluginsSection(files, {
    command,
    progress: (_, task) => task(new AbortController().signal),
    restartAgents: () => channel.agent.needRestart(),
  });
  const place: SectionPlace = {
    ...{ cwd: workspace, channel, isTrusted: true },
    reports: async () => channel.agent.slot.live?.reports ?? expect.fail(),
  };
  const act = (action: string, row?: string, entries: readonly string[] = []) =>
    section.act?.(place, { action, row, entries, isPreview: false }) ?? expect.fail();
  const rows = async (group: string): Promise<readonly SectionRow[]> =>
    (await section.read(place)).groups.find(({ id }) => id === group)?.rows ?? [];
  return { act, channel, command, files, place, rows, section, workspace };
}

it('adds a marketplace, installs, switches and removes a plugin, as the CLI says, too', async () => {
  const folder = await marketplace();
  const { act, channel, command, rows, section, place, workspace } = await open('newest');
  const listed = async () =>
    (await command.list(workspace)).map(({ id, scope, isEnabled }) => [id, scope, isEnabled]);
  await act('addMarket', undefined, [folder, 'user']);
  expect(await rows('marketplaces')).toMatchObject([
    { title: 'tools', detail: expect.stringContaining('2 plugins') },
  ]);
  expect((await section.read(place)).notes).toEqual([]);
  await expect(act('install', 'offer/bad@tools', ['user'])).rejects.toThrow('corrupt manifest');
  const installed = await act('install', 'offer/alpha@tools', ['project']);
  expect(await listed()).toEqual([['alpha@tools', 'project', true]]);
  const row = 'plugin/project/alpha@tools';
  expect(await rows('installed')).toMatchObject([
    {
      ...{ id: row, title: 'alpha', badges: [{ text: '1.2.0' }], toggle: { isOn: true } },
      origin: { label: 'Project settings (shared)' },
      rows: [{ title: '/alpha:hi' }, { title: 'alpha:helper' }],
    },
  ]);
  await say(channel, 'one');
  const knows = () =>
    channel.conversation.summary.choices.commands.some(({ name }) => name === 'alpha:hi');
  expect(knows()).toBe(true);

  const switched = await act('toggle', row);
  expect(await listed()).toEqual([['alpha@tools', 'project', false]]);
  await say(channel, 'two');
  expect(knows()).toBe(false);
  await switched.undo?.();
  expect(await listed()).toEqual([['alpha@tools', 'project', true]]);

  await act('toggle', row);
  const removed = await act('uninstall', row);
  expect(await listed()).toEqual([]);
  await removed.undo?.();
  expect(await listed()).toEqual([['alpha@tools', 'project', false]]);
  await installed.undo?.();
  expect(await listed()).toEqual([]);
  await expect(act('addMarket', undefined, [join(folder, 'nowhere'), 'user'])).rejects.toThrow(
    'does not exist',
  );
  await act('updateMarket', 'market/tools');
  await act('removeMarket', 'market/tools');
  expect(await rows('marketplaces')).toEqual([]);
  const text = await readFile(join(bed.home.configDir, 'settings.json'), 'utf8');
  expect(text).not.toContain('"tools"');
});

it('manages plugins of an old version by its files', async () => {
  const folder = await marketplace();
  const { act, rows, section, place } = await open('2.0.36');
  await act('addMarket', undefined, [folder, 'user']);
  const { text } = await act('install', 'offer/alpha@tools', ['user']);
  expect(text).toMatch(/^Successfully installed/);
  const { notes } = await section.read(place);
  expect(notes).toMatchObject([{ tone: 'warning', text: expect.stringContaining('Update it') }]);
  const row = 'plugin/user/alpha@tools';
  expect(await rows('installed')).toMatchObject([
    {
      id: row,
      toggle: { isOn: true },
      rows: [{ title: '/alpha:hi' }, { title: 'alpha:helper' }],
    },
  ]);
  await act('uninstall', row);
  // To this version, a plugin that is switched off is one that is not installed.
  expect(await rows('installed')).toMatchObject([{ id: row, toggle: { isOn: false } }]);
});
