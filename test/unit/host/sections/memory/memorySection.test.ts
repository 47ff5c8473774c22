import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { SectionRow } from '../../../../../src/contract/sections';
import { memorySection } from '../../../../../src/host/sections/memory/memorySection';
import type { SectionContent } from '../../../../../src/host/sections/model/sectionSource';
import { rowsOf, useSectionBed } from '../files/sectionBed';

const use = useSectionBed();
const opened: string[] = [];
const stateFile = () => join(use.bed.root, 'state.json');
const section = () => {
  const { bed } = use;
  return memorySection(bed.files, {
    places: cwd => ({
      ...{ cwd, configFolder: bed.home, managedFolder: bed.managed, home: bed.home },
      stateFile: stateFile(),
    }),
    open: async path => void opened.push(path),
    preview: { show: async (_, files) => void bed.shown.push(files) },
  });
};
const project = () => join(use.bed.cwd, 'CLAUDE.md');
const read = (answers?: Record<string, unknown>) => section().read(use.bed.place(answers));
const badge = ({ badges }: SectionRow) => badges?.[0]?.text;

/** Titles and badges of rows and those below them. */
function tree(rows: readonly SectionRow[] = []): unknown[] {
  return rows.flatMap(row => [[row.title, badge(row)], ...(row.rows ? [tree(row.rows)] : [])]);
}
const texts = (content: SectionContent) => content.notes?.map(({ text }) => text).join('\n');

it('shows the files of each scope, and what they say', async () => {
  const { bed } = use;
  bed.write(join(bed.home, 'CLAUDE.md'), '# My rules\n\nBe brief.\n');
  bed.write(project(), '---\ntitle: x\n---\n\nUse tabs.\n');
  bed.write(join(bed.root, 'CLAUDE.md'), 'Above.');
  bed.write(join(bed.managed, 'CLAUDE.md'), 'Obey.');
  bed.write(join(bed.home, 'rules', 'own.md'), 'Own');
  bed.write(
    join(bed.cwd, '.claude', 'rules', 'deep', 'api.md'),
    '---\npaths: "src/**, lib"\n---\nX',
  );
  const content = await read();
  expect(rowsOf(content, 'user')[0]).toMatchObject({ title: 'CLAUDE.md', detail: 'My rules' });
  expect(rowsOf(content, 'project')[0]).toMatchObject({
    ...{ detail: 'Use tabs.', canOpen: true, badges: [{ text: 'about 3 tokens' }] },
  });
  expect(tree(rowsOf(content, 'local'))).toEqual([['CLAUDE.local.md', 'Not created']]);
  expect(rowsOf(content, 'parents').map(({ detail }) => detail)).toEqual(['Above.']);
  expect(rowsOf(content, 'managed')[0]?.origin?.readOnly).toContain('organization');
  expect(rowsOf(content, 'rules').map(({ detail }) => detail)).toEqual([
    'Own',
    'Only for: src/**, lib',
  ]);
  // A rule for some files is not sent with each message.
  expect(texts(content)).toContain('About 14 tokens are sent with each message.');
  const place = bed.place();
  const [row] = rowsOf(content, 'project');
  expect(await section().locate?.(place, row?.id ?? '')).toEqual({ path: project() });
  expect(await section().locate?.(place, 'file//etc/passwd')).toBeUndefined();
});

it('nests imports, and says why one is not sent', async () => {
  const { bed } = use;
  const lines = [
    'a.md',
    'gone.md',
    '../out.md',
    '~/home.md',
    'pic.png',
    'alice',
    'a.md#x',
    'l1.md',
  ];
  bed.write(project(), lines.map(line => `@${line}`).join('\n'));
  bed.write(join(bed.cwd, 'a.md'), 'A @CLAUDE.md @sub/b.md');
  bed.write(join(bed.cwd, 'sub', 'b.md'), 'B @c.md');
  bed.write(join(bed.cwd, 'sub', 'c.md'), 'C');
  bed.write(join(bed.cwd, 'pic.png'), 'P');
  bed.write(join(bed.root, 'out.md'), 'Out');
  bed.write(join(bed.home, 'home.md'), 'Home');
  for (const level of [1, 2, 3, 4, 5]) {
    bed.write(join(bed.cwd, `l${level}.md`), `L @l${level + 1}.md`);
  }
  const sent = 'about 1 token';
  const outside = 'Not sent: outside of the project';
  const expected = (away: string) => [
    ['CLAUDE.md', expect.stringMatching(/^about/)],
    [
      ...[
        ['@a.md', 'about 7 tokens'],
        [['@CLAUDE.md', 'Sent already'], ['@sub/b.md', 'about 2 tokens'], [['@c.md', sent]]],
      ],
      ['@gone.md', 'Not found'],
      ['@../out.md', away],
      ['@~/home.md', away === outside ? outside : 'about 2 tokens'],
      ['@pic.png', 'Not sent: not a kind of file that is imported'],
      ['@l1.md', 'about 3 tokens'],
      [
        ['@l2.md', 'about 3 tokens'],
        [
          ['@l3.md', 'about 3 tokens'],
          [['@l4.md', 'about 3 tokens'], [['@l5.md', 'Not sent: too many imports in a row']]],
        ],
      ],
    ],
  ];
  expect(tree(rowsOf(await read(), 'project'))).toEqual(expected(outside));
  const approved = { hasClaudeMdExternalIncludesApproved: true };
  bed.write(stateFile(), { projects: { [bed.cwd]: approved } });
  expect(tree(rowsOf(await read(), 'project'))).toEqual(expected(sent));
  const files = [project(), join(bed.cwd, 'a.md')].map(path => ({ kind: 'project', path }));
  const own = await read({
    get_memory_dialog: { files: [...files, { kind: 'other', path: '/x/y.md' }] },
  });
  expect(tree(rowsOf(own, 'others'))).toEqual([['y.md', undefined]]);
  expect(badge(rowsOf(own, 'project')[0]?.rows?.at(-1) ?? expect.fail())).toContain(
    'leaves it out',
  );
});

it('lists files of subfolders by themselves, and says why an import with a mark is not found', async () => {
  const { bed } = use;
  bed.write(project(), 'See @docs/a.md, and more.');
  bed.write(join(bed.cwd, 'docs', 'a.md'), 'A');
  const path = join(bed.cwd, 'api', 'CLAUDE.md');
  bed.write(path, 'Of the API.');
  const answers = { get_memory_dialog: { files: [{ path: project() }, { path }] } };
  const content = await read(answers);
  expect(tree(rowsOf(content, 'nested'))).toEqual([['CLAUDE.md', 'about 4 tokens']]);
  expect(rowsOf(content, 'others')).toEqual([]);
  expect(texts(content)).toContain('About 8 tokens');
  expect(await section().locate?.(bed.place(), `file/${path}`)).toEqual({ path });
  expect(rowsOf(content, 'project')[0]?.rows?.[0]?.detail).toContain('“,”');
});

it('knows a file again that the CLI spells in another way', async () => {
  const { bed } = use;
  bed.write(project(), 'Text');
  const cwd = join(bed.root, 'link');
  symlinkSync(bed.cwd, cwd);
  const answers = { get_memory_dialog: { files: [{ kind: 'project', path: project() }] } };
  const content = await section().read(bed.place(answers, { cwd }));
  expect(tree(rowsOf(content, 'project'))).toEqual([['CLAUDE.md', 'about 2 tokens']]);
  expect(rowsOf(content, 'others')).toEqual([]);
});

it('stays bounded with hostile files', async () => {
  const { bed } = use;
  execFileSync('mkfifo', [join(bed.cwd, '..', 'pipe.md')]);
  symlinkSync(join(bed.root, 'pipe.md'), join(bed.root, 'CLAUDE.md'));
  bed.write(join(bed.home, 'CLAUDE.md'), '');
  truncateSync(join(bed.home, 'CLAUDE.md'), 100 * 1024 * 1024);
  const many = Array.from({ length: 1_000 }, (_, index) => `@f${index}.md`).join('\n');
  bed.write(project(), `${many}\n`);
  bed.write(join(bed.cwd, 'f0.md'), '@f0.md @CLAUDE.md');
  bed.write(join(bed.cwd, '.claude', 'rules', 'a.md'), '\0\x01'.repeat(10));
  symlinkSync('..', join(bed.cwd, '.claude', 'rules', 'loop'));
  const content = await read();
  expect(rowsOf(content, 'parents')[0]).toMatchObject({ badges: [{ text: 'Cannot be read' }] });
  expect(rowsOf(content, 'user')[0]?.detail).toContain('larger than 1 MB');
  const rows = rowsOf(content, 'project')[0]?.rows ?? [];
  expect(rows.length).toBe(1_000);
  expect(badge(rows.at(-1) ?? expect.fail())).toContain('too many files');
});

it.each([
  ['Text\n', 'Text\n- be kind\n'],
  ['Text', 'Text\n- be kind\n'],
  ['\uFEFFA\r\nB', '\uFEFFA\r\nB\r\n- be kind\r\n'],
  ['', '- be kind\n'],
  [undefined, '- be kind\n'],
])('adds a line to %j, and takes it back', async (before, after) => {
  const { bed } = use;
  if (before !== undefined) bed.write(project(), before);
  const request = { action: 'add', entries: [' be kind ', 'project'] };
  expect(await bed.act(section(), { ...request, isPreview: true })).toEqual({});
  expect(Buffer.from(bed.shown[0]?.[0]?.after ?? []).toString()).toBe(after);
  expect(existsSync(project())).toBe(before !== undefined);
  const { undo } = await bed.act(section(), request);
  expect(bed.text(project())).toBe(after);
  await undo?.();
  expect(existsSync(project()) ? bed.text(project()) : undefined).toBe(before);
  const again = await bed.act(section(), request);
  appendFileSync(project(), 'more');
  await expect(again.undo?.()).rejects.toMatchObject({ code: 'settings.changed' });
  expect(bed.text(project())).toBe(`${after}more`);
});

it('writes where the project keeps its file, and nothing that it must not', async () => {
  const { bed } = use;
  const alternative = join(bed.cwd, '.claude', 'CLAUDE.md');
  bed.write(alternative, 'x\n');
  const add = (entries: string[], more = {}) =>
    bed.act(section(), { action: 'add', entries }, bed.place(undefined, more));
  await add(['y', 'project']);
  expect(bed.text(alternative)).toBe('x\n- y\n');
  expect((await add(['', 'project'])).problems?.[0]).toEqual(expect.any(String));
  expect((await add(['x', 'elsewhere'])).problems?.[1]).toEqual(expect.any(String));
  bed.write(join(bed.root, 'secret.md'), 'secret');
  symlinkSync(join(bed.root, 'secret.md'), join(bed.cwd, 'CLAUDE.local.md'));
  await expect(add(['x', 'local'])).rejects.toMatchObject({ code: 'settings.readOnly' });
  bed.write(join(bed.home, 'CLAUDE.md'), 'a\0b');
  await expect(add(['x', 'user'])).rejects.toThrow('UTF-8');
  await expect(add(['x', 'project'], { isTrusted: false })).rejects.toMatchObject({
    code: 'trust.required',
  });
  const shown = await section().read(bed.place({}, { isTrusted: false }));
  expect(JSON.stringify(shown)).not.toMatch(/"actions"|"toggle"/);
  expect(bed.asked).toEqual([]);
  expect(texts(shown)).toContain('not trusted');
});

it('creates a file and opens it', async () => {
  const { bed } = use;
  const [row] = rowsOf(await read(), 'project');
  expect(row?.actions?.map(({ id }) => id)).toEqual(['create']);
  const { undo } = await bed.act(section(), { action: 'create', row: row?.id ?? '' });
  expect(bed.text(project())).toBe('');
  expect(opened).toEqual([project()]);
  expect(badge(rowsOf(await read(), 'project')[0] ?? expect.fail())).toBe('Empty');
  await undo?.();
  expect(existsSync(project())).toBe(false);
});

it('switches auto memory where its setting stands', async () => {
  const { bed } = use;
  bed.write(join(bed.root, 'notes', 'b.md'), 'b');
  bed.write(join(bed.root, 'notes', 'MEMORY.md'), 'm');
  const report = (toggleable: boolean) => ({
    get_memory_dialog: {
      folders: [{ kind: 'auto', path: join(bed.root, 'notes') }],
      auto_memory: { enabled: true, toggleable },
    },
  });
  const [row] = rowsOf(await read(report(true)), 'auto');
  expect(row).toMatchObject({
    toggle: { isOn: true },
    rows: [{ title: 'MEMORY.md' }, { title: 'b.md' }],
  });
  const toggle = (can = true) =>
    bed.act(section(), { action: 'toggleAuto', row: 'auto' }, bed.place(report(can)));
  const { undo } = await toggle();
  expect(bed.json(bed.user)).toEqual({ autoMemoryEnabled: false });
  await undo?.();
  expect(existsSync(bed.user)).toBe(false);
  bed.write(bed.local, { autoMemoryEnabled: true });
  await toggle();
  expect(bed.json(bed.local)).toEqual({ autoMemoryEnabled: false });
  await expect(toggle(false)).rejects.toMatchObject({ code: 'settings.readOnly' });
  bed.write(join(bed.managed, 'managed-settings.json'), { autoMemoryEnabled: false });
  await expect(toggle()).rejects.toMatchObject({ code: 'settings.readOnly' });
});

it('warns of much text', async () => {
  use.bed.write(project(), 'word '.repeat(10_000));
  expect((await read()).notes?.[0]).toMatchObject({ tone: 'warning' });
});

it('shows notes below their file, where they can be edited and removed with undo', async () => {
  const { bed } = use;
  const nested = join(bed.cwd, 'api', 'CLAUDE.md');
  const text = '---\nx: 1\n---\nUse tabs.\n\n## Notes for agents\n\n- one\n- one\n- two\n';
  bed.write(project(), text);
  bed.write(nested, '## Notes for agents\n\n- below\n');
  const content = await read();
  const [file] = rowsOf(content, 'project');
  const notes = file?.rows ?? [];
  expect(notes.map(({ title }) => title)).toEqual(['one', 'one', 'two']);
  expect(new Set(notes.map(({ id }) => id)).size).toBe(3);
  expect(rowsOf(content, 'nested')[0]?.rows?.[0]?.origin?.path).toBe(nested);
  const [, second, third] = notes;
  expect(await section().locate?.(bed.place(), third?.id ?? '')).toEqual({
    ...{ path: project(), line: 10 },
  });

  const act = (action: string, row: string, entries: string[] = [], isPreview = false) =>
    bed.act(section(), { action, row, entries, isPreview });
  await act('removeNote', second?.id ?? '', [], true);
  expect(bed.text(project())).toBe(text);
  const removed = await act('removeNote', second?.id ?? '');
  expect(bed.text(project())).toBe(text.replace('- one\n- one\n', '- one\n'));
  await removed.undo?.();
  expect(bed.text(project())).toBe(text);
  await act('editNote', third?.id ?? '', ['three\n# x']);
  expect(bed.text(project())).toBe(text.replace('two', 'three # x'));
  expect((await act('editNote', second?.id ?? '', [''])).problems?.[0]).toEqual(expect.any(String));
  await expect(act('removeNote', third?.id ?? '')).rejects.toMatchObject({ code: 'row.gone' });

  await act('removeNote', rowsOf(content, 'nested')[0]?.rows?.[0]?.id ?? '');
  expect(bed.text(nested)).toBe('');
  const shown = await section().read(bed.place({}, { isTrusted: false }));
  expect(JSON.stringify(shown)).not.toMatch(/"actions"/);
});

it('changes no note behind a link out of the project', async () => {
  const { bed } = use;
  const outside = join(bed.root, 'outside.md');
  bed.write(outside, '## Notes for agents\n\n- one\n');
  symlinkSync(outside, project());
  const row = rowsOf(await read(), 'project')[0]?.rows?.[0];
  expect(row?.title).toBe('one');
  await expect(
    bed.act(section(), { action: 'removeNote', row: row?.id ?? '' }),
  ).rejects.toMatchObject({ code: 'settings.readOnly' });
});
