import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Channel } from '../../src/core/conversation/channel';
import { SettingsFiles } from '../../src/host/sections/files/settingsFiles';
import { hooksSection } from '../../src/host/sections/hooks/hooksSection';
import type { SectionPlace, SectionSource } from '../../src/host/sections/model/sectionSource';
import { outputStylesSection } from '../../src/host/sections/outputStyles/outputStylesSection';
import { permissionsSection } from '../../src/host/sections/permissions/permissionsSection';
import { sandboxSection } from '../../src/host/sections/sandbox/sandboxSection';
import { SettingsCatalog } from '../../src/host/sections/settings/settingsCatalog';
import { settingsSection } from '../../src/host/sections/settings/settingsSection';
import { useSharedChannelBeds } from './support/channelBeds';
import { items, say } from './support/talk';

const bed = useSharedChannelBeds(['one', 'two', 'three']);
const userFile = () => join(bed.home.configDir, 'settings.json');
const localFile = () => join(bed.home.workspace, '.claude', 'settings.local.json');
/** Returns undefined for a missing file. */
const textOf = (path: string) => readFile(path, 'utf8').catch(() => undefined);
const schema = resolve(import.meta.dirname, '../../media/claudeSettings.schema.json');

describe('sections about settings of a CLI that runs', () => {
  let channel: Channel;
  let files: SettingsFiles;

  beforeAll(async () => {
    const registry = await bed.open({
      version: 'newest',
      settings: { 'tandem.permissions.allowedTools': ['Bash(cli:*)'] },
    });
    channel = await registry.create(bed.home.workspace);
    await say(channel, 'one');
    files = new SettingsFiles({
      configFolder: () => bed.home.configDir,
      managed: join(bed.home.root, 'managed'),
      launch: () => undefined,
      preview: { show: async () => undefined },
    });
  });
  afterAll(() => channel.agent.slot.live?.dispose());

  const reports = async () => channel.agent.slot.live?.reports ?? expect.fail();
  const place = (): SectionPlace => ({
    ...{ cwd: bed.home.workspace, channel, isTrusted: true, reports },
  });
  const act = (source: SectionSource, action: string, entries: string[], row?: string) =>
    source.act?.(place(), { action, entries, isPreview: false, ...(row ? { row } : {}) }) ??
    expect.fail();
  const rules = async () => {
    const { state } = await (await reports()).ask('list_permission_rules', {});
    return (state?.rules ?? []).map(({ behavior, source, rule }) => [behavior, source, rule]);
  };

  it('adds a rule that the CLI lists, and takes back exactly the bytes', async () => {
    const before = '{\r\n\t"env": { "X": "1" }\r\n}\r\n';
    await writeFile(userFile(), before);
    const section = permissionsSection(files);
    const { undo } = await act(section, 'add', ['Bash(npm test:*)', 'deny', 'user']);
    const content = await section.read(place());
    expect(content.notes).toEqual([]);
    const rows = content.groups.flatMap(group => group.rows);
    expect(rows).toMatchObject([
      { title: 'Bash(cli:*)', origin: { label: 'Command line' } },
      { title: 'Bash(npm test:*)', origin: { label: 'User settings', path: userFile() } },
    ]);
    expect(await rules()).toContainEqual(['deny', 'userSettings', 'Bash(npm test:*)']);
    await undo?.();
    expect(await readFile(userFile(), 'utf8')).toBe(before);
    const after = await section.read(place());
    expect(after.groups.flatMap(group => group.rows).map(({ title }) => title)).toEqual([
      'Bash(cli:*)',
    ]);
    expect(await rules()).not.toContainEqual(['deny', 'userSettings', 'Bash(npm test:*)']);
  });

  it('adds a hook that runs, whose output is a quiet line and its last run', async () => {
    const section = hooksSection(files, () => ({ dispose: () => undefined }));
    const command = 'echo from the hook';
    const before = await textOf(localFile());
    const added = await act(section, 'add', ['Stop', '', command, '', 'local']);
    const listed = await section.read(place());
    expect(listed.notes).toEqual([]);
    expect(listed.groups.find(({ id }) => id === 'Stop')?.rows).toMatchObject([
      { title: command, origin: { label: 'Project settings (only you)' } },
    ]);
    await say(channel, 'two');
    const notices = items(channel).flatMap(item => (item.kind === 'notice' ? [item.notice] : []));
    expect(notices).toEqual([
      { kind: 'hook', name: 'Stop', result: 'printed', exitCode: 0, text: 'from the hook' },
    ]);
    const { groups } = await section.read(place());
    expect(groups.find(({ id }) => id === 'Stop')?.rows).toMatchObject([
      { title: command, more: 'from the hook' },
    ]);
    await added.undo?.();
    expect(await textOf(localFile())).toBe(before);
    expect((await section.read(place())).groups.some(({ id }) => id === 'Stop')).toBe(false);
  });

  it('makes a style and uses it', async () => {
    const section = outputStylesSection(files);
    await act(section, 'new', ['Rhymes', 'In verse', 'Answer in rhymes.', 'project']);
    await act(section, 'use', ['local'], 'style/Rhymes');
    const { groups } = await section.read(place());
    const styles = groups.find(({ id }) => id === 'styles')?.rows;
    expect(styles?.find(({ title }) => title === 'Rhymes')).toMatchObject({
      ...{ detail: 'In verse', badges: [{ text: 'In use' }], canOpen: true },
    });
    const settings = await settingsSection(files, new SettingsCatalog(schema)).read(place());
    const effective = settings.groups.find(({ id }) => id === 'effective')?.rows;
    expect(effective?.find(({ title }) => title === 'outputStyle')).toMatchObject({
      ...{ detail: 'Rhymes', origin: { label: 'Project settings (only you)', path: localFile() } },
    });
  });

  it('switches the sandbox, as the CLI then says itself', async () => {
    const section = sandboxSection(files);
    const { undo } = await act(section, 'switch', [], 'enabled');
    const { groups } = await section.read(place());
    expect(groups[0]?.rows[0]?.toggle?.isOn).toBe(true);
    const asked = async () => (await reports()).ask('get_sandbox_dialog', {});
    expect((await asked()).enabled_in_settings).toBe(true);
    await act(section, 'switch', [], 'autoAllow');
    await section.read(place());
    await expect.poll(async () => (await asked()).mode).toBe('auto-allow');
    await undo?.();
  });

  it('tells the line of a value that makes the CLI ignore a file', async () => {
    onTestFinished(() => rm(userFile()));
    await writeFile(userFile(), '{\n  "model": "opus",\n  "cleanupPeriodDays": "x"\n}');
    const content = await settingsSection(files, new SettingsCatalog(schema)).read(place());
    expect(content.groups.find(({ id }) => id === 'problems')?.rows).toMatchObject([
      { title: userFile(), detail: expect.stringMatching(/^Line 3: cleanupPeriodDays: /) },
    ]);
  });
});
