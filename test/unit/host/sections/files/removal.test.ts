import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { SectionRow } from '../../../../../src/contract/sections';
import { AgentsSection } from '../../../../../src/host/sections/agents/agentsSection';
import { hooksSection } from '../../../../../src/host/sections/hooks/hooksSection';
import { memorySection } from '../../../../../src/host/sections/memory/memorySection';
import type { SectionSource } from '../../../../../src/host/sections/model/sectionSource';
import { outputStylesSection } from '../../../../../src/host/sections/outputStyles/outputStylesSection';
import { permissionsSection } from '../../../../../src/host/sections/permissions/permissionsSection';
import { pluginsSection } from '../../../../../src/host/sections/plugins/pluginsSection';
import { sandboxSection } from '../../../../../src/host/sections/sandbox/sandboxSection';
import { SettingsCatalog } from '../../../../../src/host/sections/settings/settingsCatalog';
import { settingsSection } from '../../../../../src/host/sections/settings/settingsSection';
import { skillsSection } from '../../../../../src/host/sections/skills/skillsSection';
import { definitionBed } from '../definitions/definitionBed';
import { useSectionBed } from './sectionBed';

const use = useSectionBed();

/** Sections that change files by themselves, the plugins' switches included. */
const sources: Readonly<Record<string, () => SectionSource>> = {
  permissions: () => permissionsSection(use.bed.files),
  sandbox: () => sandboxSection(use.bed.files),
  hooks: () => hooksSection(use.bed.files, () => ({ dispose: () => undefined })),
  outputStyles: () => outputStylesSection(use.bed.files),
  settings: () =>
    settingsSection(use.bed.files, new SettingsCatalog('media/claudeSettings.schema.json')),
  agents: () => new AgentsSection(definitionBed(use.bed).ports),
  skills: () => skillsSection(use.bed.files, definitionBed(use.bed).ports),
  memory: () =>
    memorySection(use.bed.files, {
      places: cwd => ({
        ...{ cwd, configFolder: use.bed.home, managedFolder: use.bed.managed },
        ...{ home: use.bed.home, stateFile: join(use.bed.root, 'state.json') },
      }),
      open: async () => undefined,
      preview: use.bed.files.preview,
    }),
  plugins: () =>
    pluginsSection(use.bed.files, {
      command: {
        list: () => Promise.reject(new Error('There is no CLI.')),
        change: () => Promise.reject(new Error('A preview starts no program.')),
      },
      progress: (_, task) => task(new AbortController().signal),
      restartAgents: () => expect.fail(),
    }),
};

function prepare(): void {
  const { bed } = use;
  bed.write(bed.project, {
    permissions: { allow: ['Read'], additionalDirectories: ['/x'], defaultMode: 'plan' },
    sandbox: { enabled: true, excludedCommands: ['docker'], network: { allowedDomains: ['a.b'] } },
    hooks: { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] },
    ...{ outputStyle: 'x', enabledPlugins: { 'a@b': true }, cleanupPeriodDays: 3 },
  });
  bed.write(join(bed.cwd, '.claude/agents/a.md'), '---\nname: a\ndescription: A\n---\nA');
  bed.write(join(bed.cwd, '.claude/skills/s/SKILL.md'), '---\nname: s\n---\nS');
  bed.write(join(bed.cwd, '.claude/skills/s/more/help.md'), 'Help');
  bed.write(join(bed.cwd, '.claude/commands/c.md'), 'C');
}

/** Rows with those below them. */
function all(rows: readonly SectionRow[]): readonly SectionRow[] {
  return rows.flatMap(row => [row, ...all(row.rows ?? [])]);
}

function files(folder: string): Readonly<Record<string, string>> {
  const paths = readdirSync(folder, { recursive: true }).map(name => join(folder, String(name)));
  const found = paths.filter(path => statSync(path).isFile());
  return Object.fromEntries(found.map(path => [path, readFileSync(path, 'utf8')]));
}

it.each(Object.keys(sources))('%s: a removal or a switch is shown first, if asked', async name => {
  const { bed } = use;
  prepare();
  const source = sources[name]?.() ?? expect.fail();
  const { groups } = await source.read(bed.place());
  const changes = groups.flatMap(({ rows }) =>
    all(rows).flatMap(row => [
      ...(row.toggle ? [{ ...row.toggle, row: row.id }] : []),
      ...(row.actions ?? []).flatMap(({ id, kind, form, canPreview }) =>
        kind === 'danger' && !form && id !== 'uninstall'
          ? [{ row: row.id, action: id, canPreview }]
          : [],
      ),
    ]),
  );
  expect(changes.length).toBeGreaterThan(0);
  const before = files(bed.root);
  for (const { row, action, canPreview } of changes) {
    expect([row, action, canPreview]).toEqual([row, action, true]);
    const shown = bed.shown.length;
    expect(await bed.act(source, { row, action, isPreview: true })).toEqual({});
    expect(bed.shown.length).toBe(shown + 1);
    expect(bed.shown.at(-1)?.length).toBeGreaterThan(0);
  }
  expect(files(bed.root)).toEqual(before);
});

it('shows each file of a skill that would be removed', async () => {
  const { bed } = use;
  prepare();
  const row = `file/${join(bed.cwd, '.claude/skills/s/SKILL.md')}`;
  await bed.act(sources.skills?.() ?? expect.fail(), { row, action: 'remove', isPreview: true });
  const [shown = []] = bed.shown;
  expect(
    shown.map(({ path, stored, after }) => [
      path.slice(bed.cwd.length),
      Buffer.from(stored.bytes ?? []).toString(),
      after,
    ]),
  ).toEqual([
    ['/.claude/skills/s/SKILL.md', '---\nname: s\n---\nS', undefined],
    ['/.claude/skills/s/more/help.md', 'Help', undefined],
  ]);
});

it.each([
  ['agents', 'new', ['my-agent', 'When', 'Do.', [], 'inherit', 'project'], 'agents/my-agent.md'],
  ['skills', 'newSkill', ['my-skill', 'When', 'Do.', 'project'], 'skills/my-skill/SKILL.md'],
  ['skills', 'newCommand', ['my-word', 'When', 'Do.', '', 'project'], 'commands/my-word.md'],
  ['outputStyles', 'new', ['Short', 'Brief', 'Do.', 'project'], 'output-styles/Short.md'],
])(
  '%s: a new file of the action %s is shown before it is made',
  async (name, action, entries, path) => {
    const { bed } = use;
    bed.write(bed.project, {});
    const before = files(bed.root);
    const source = sources[name]?.() ?? expect.fail();
    const content = await source.read(bed.place());
    const actions = [content, ...content.groups].flatMap(owner => owner.actions ?? []);
    expect(actions.find(({ id }) => id === action)?.form?.canPreview).toBe(true);
    expect(await bed.act(source, { action, entries, isPreview: true })).toEqual({});
    expect(files(bed.root)).toEqual(before);
    expect(bed.shown[0]?.[0]?.path).toBe(join(bed.cwd, '.claude', path));
    expect(bed.shown[0]?.[0]?.stored.bytes).toBeUndefined();
    const { undo } = await bed.act(source, { action, entries });
    expect(bed.text(join(bed.cwd, '.claude', path))).toBe(
      Buffer.from(bed.shown[0]?.[0]?.after ?? []).toString(),
    );
    await expect(bed.act(source, { action, entries, isPreview: true })).rejects.toMatchObject({
      code: 'file.exists',
    });
    await undo?.();
  },
);
