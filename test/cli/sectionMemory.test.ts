import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import type { SectionRow } from '../../src/contract/sections';
import { SettingsFiles } from '../../src/host/sections/files/settingsFiles';
import { memorySection } from '../../src/host/sections/memory/memorySection';
import type { SectionPlace } from '../../src/host/sections/model/sectionSource';
import { text, toolUse } from '../support/api/reply';
import { testInFull } from '../support/inFull';
import { useChannelBeds } from './support/channelBeds';
import { say } from './support/talk';

const bed = useChannelBeds(['one']);

const imports = [
  ...[
    '# Title @head.md',
    '',
    'Use @deep/a.md, `@code.md` and **@bold.md** or @deep/a.md (@paren.md).',
  ],
  ...['', '```', '@fence.md', '```', '', '<!-- @comment.md --> @after.md', '', '<p>@html.md</p>'],
  ...[
    '',
    '@../outside.md @~/home.md @pic.png @gone.md @l1.md @sp\\ ace.md#part',
    '',
    '~~@struck.md~~',
  ],
].join('\n');

const names = 'head bold code paren fence comment after html struck'.split(' ');
/** Files by their paths in the workspace. Each gets a word of its own. */
const project: Readonly<Record<string, string>> = {
  'CLAUDE.md': imports,
  '.claude/CLAUDE.md': 'x',
  'CLAUDE.local.md': '@CLAUDE.md',
  'deep/a.md': '@b.md @../deep/c.md @a.md',
  'deep/b.md': '@head.md',
  'deep/c.md': 'x',
  'pic.png': 'x',
  'sp ace.md': 'x',
  '../outside.md': 'x',
  '../CLAUDE.md': '@outside.md',
  '.claude/rules/always.md': '@../../deep/c.md @import.md',
  '.claude/rules/sub/some.md': '---\npaths: src/**\n---\n',
  '.claude/rules/import.md': '---\npaths: "**"\n---\n',
  '.claude/rules/colon.md': '---\nname: a: b\npaths: **/*.ts\n---\n',
  '.claude/rules/note.txt': 'x',
  ...Object.fromEntries(names.map(name => [`${name}.md`, 'x'])),
  ...Object.fromEntries([1, 2, 3, 4, 5].map(n => [`l${n}.md`, `@l${n + 1}.md`])),
};

function memory() {
  const { configDir, root, env } = bed.home;
  const show = async () => undefined;
  const files = new SettingsFiles({
    ...{ configFolder: () => configDir, managed: join(root, 'managed') },
    ...{ launch: () => undefined, preview: { show } },
  });
  return memorySection(files, {
    places: cwd => ({
      ...{ cwd, configFolder: configDir, managedFolder: join(root, 'managed') },
      ...{ stateFile: join(configDir, '.claude.json'), home: env.HOME ?? root },
    }),
    ...{ open: show, preview: { show } },
  });
}

/** Rows with those below them, by the paths of their files. */
function flat(rows: readonly SectionRow[] = []): readonly SectionRow[] {
  return rows.flatMap(row => [row, ...flat(row.rows)]);
}

it('lists what the CLI sends, and nothing else as sent', async () => {
  const { workspace, configDir, env } = bed.home;
  const written = new Map<string, string>();
  const write = async (path: string, text: string) => {
    const word = `WORD${written.size}END`;
    written.set(path, word);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, `${text}\n\n${word}\n`);
  };
  for (const [path, text] of Object.entries(project)) {
    await write(join(workspace, path), text);
  }
  await write(join(configDir, 'CLAUDE.md'), '@~/home.md');
  await write(join(configDir, 'rules', 'own.md'), 'x');
  await write(join(env.HOME ?? '', 'home.md'), 'x');

  const registry = await bed.open({ version: 'newest' });
  const channel = await registry.create(workspace);
  await say(channel, 'one');
  const request = bed.api.mainRequests('one').at(-1) ?? expect.fail();
  const heard = JSON.stringify([request.system, request.messages]);
  const place = (isTrusted: boolean): SectionPlace => ({
    ...{ cwd: workspace, channel, isTrusted },
    reports: async () => channel.agent.slot.live?.reports ?? expect.fail(),
  });
  const sent = [...written].filter(([, word]) => heard.includes(word)).map(([path]) => path);
  expect(sent.length).toBeGreaterThan(15);
  // By the files alone, and with the CLI's own list.
  for (const isTrusted of [false, true]) {
    const { groups } = await memory().read(place(isTrusted));
    const rows = flat(groups.flatMap(group => group.rows));
    const isSent = (row: SectionRow) =>
      row.badges?.[0]?.text.startsWith('about') && !row.detail?.startsWith('Only for');
    const listed = rows.filter(isSent).flatMap(row => row.origin?.path ?? []);
    expect(listed.toSorted()).toEqual(sent.toSorted());
    expect(groups.some(({ id }) => id === 'others')).toBe(false);
    const texts = rows.map(row => row.badges?.[0]?.text);
    expect(texts).toContain('Not found');
  }
});

testInFull(
  'lists the files of subfolders, which the CLI sends with files beside them',
  async () => {
    const { workspace } = bed.home;
    const words: Readonly<Record<string, string>> = {
      'api/CLAUDE.md': 'WORDONE',
      'api/.claude/CLAUDE.md': 'WORDTWO',
      'api/CLAUDE.local.md': 'WORDTHREE',
      'api/src/main.js': 'WORDFOUR',
      'web/CLAUDE.md': 'WORDFIVE',
    };
    for (const [path, word] of Object.entries(words)) {
      await mkdir(dirname(join(workspace, path)), { recursive: true });
      await writeFile(join(workspace, path), `${word}\n`);
    }
    const registry = await bed.open({ version: 'newest' });
    const channel = await registry.create(workspace);
    bed.api.onPrompt('look', [
      toolUse('Read', { file_path: join(workspace, 'api/src/main.js') }),
      text('Seen.'),
    ]);
    await say(channel, 'look');
    const heard = JSON.stringify(bed.api.mainRequests('look'));
    const sent = Object.keys(words).filter(path => heard.includes(words[path] ?? ''));
    expect(sent.filter(path => path.startsWith('web'))).toEqual([]);
    const place: SectionPlace = {
      ...{ cwd: workspace, channel, isTrusted: true },
      reports: async () => channel.agent.slot.live?.reports ?? expect.fail(),
    };
    const { groups } = await memory().read(place);
    const listed = groups.find(({ id }) => id === 'nested')?.rows.map(row => row.origin?.path);
    expect(listed).toEqual(
      [...sent.filter(path => path.endsWith('.md')), 'web/CLAUDE.md']
        .map(path => join(workspace, path))
        .sort(),
    );
    expect(groups.some(({ id }) => id === 'others')).toBe(false);
  },
);

testInFull(
  'adds a line that the next conversation hears, and switches what Claude keeps',
  async () => {
    const { workspace } = bed.home;
    const registry = await bed.open({ version: 'newest' });
    const channel = await registry.create(workspace);
    const place: SectionPlace = {
      ...{ cwd: workspace, channel, isTrusted: true },
      reports: async () => channel.agent.slot.live?.reports ?? expect.fail(),
    };
    const section = memory();
    const act = (action: string, entries: string[] = []) =>
      section.act?.(place, { action, entries, isPreview: false }) ?? expect.fail();
    const { undo } = await act('add', ['Prefer tabs to spaces.', 'project']);
    await say(channel, 'one');
    const heard = () => JSON.stringify(bed.api.mainRequests('one').at(-1));
    expect(heard()).toContain('- Prefer tabs to spaces.');
    await undo?.();
    const isOn = async () => {
      const { groups } = await section.read(place);
      const { auto_memory: auto } = await (await place.reports()).ask('get_memory_dialog', {});
      return [groups.find(({ id }) => id === 'auto')?.rows[0]?.toggle?.isOn, auto?.enabled];
    };
    const [before] = await isOn();
    const switched = await act('toggleAuto');
    expect(await isOn()).toEqual([!before, !before]);
    await switched.undo?.();
    expect(await isOn()).toEqual([before, before]);
  },
);
