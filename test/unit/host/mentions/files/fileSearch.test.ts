import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { Deferred } from '../../../../../src/base/deferred';
import { FakeClock } from '../../../node/fakeClock';
import { uriOf } from '../../front/fakeWindow';
import { FinderHere, searchWindow } from './fakeSearch';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'tandem-search-')));
const cwd = join(root, 'workspace');
const editor = searchWindow(cwd);

vi.doMock('vscode', () => editor.vscode);
// Files of one worker share modules: this one is loaded with the mock, and not left behind.
vi.resetModules();
const { FileSearch } = await import('../../../../../src/host/mentions/files/fileSearch');

const write = (path: string) => {
  mkdirSync(dirname(join(cwd, path)), { recursive: true });
  writeFileSync(join(cwd, path), '');
};
write('../near/main.ts');
execFileSync('git', ['init', '--quiet', cwd]);

/** Fills the folder anew, because tests add files to it. */
function fill(): void {
  for (const name of readdirSync(cwd).filter(one => one !== '.git')) {
    rmSync(join(cwd, name), { recursive: true, force: true });
  }
  for (const path of ['src/main.ts', 'src/menu.ts', 'out/main.js', 'hidden/main.ts', '.hidden']) {
    write(path);
  }
  writeFileSync(join(cwd, '.gitignore'), 'out/\n');
}

let clock: FakeClock;
let finder: FinderHere;
let search: InstanceType<typeof FileSearch>;
let isIgnored: (path: string) => Promise<boolean>;

beforeEach(() => {
  fill();
  editor.watchers.length = 0;
  editor.window.tabGroups.all = [];
  clock = new FakeClock();
  finder = new FinderHere();
  const rules = {
    excludes: () => ['hidden'],
    isIgnored: (path: string) => isIgnored(path),
  };
  isIgnored = async path => path.includes('/out/');
  search = new FileSearch(finder, { of: async () => ({}) }, rules, clock);
  return () => search.dispose();
});
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
  rmSync(root, { recursive: true, force: true });
});

const paths = async (word: string) =>
  (await search.find({ cwd }, word)).files.map(({ path }) => path);

it('lists neither ignored nor excluded files, but finds them by their exact paths', async () => {
  expect(await paths('main')).toEqual(['src/main.ts']);
  expect(await paths('out/main.js')).toEqual(['out/main.js']);
  expect(await paths('hidden/main.ts')).toEqual(['hidden/main.ts']);
});

it('has open editors first, each file once', async () => {
  const { TabInputText } = editor.vscode;
  const input = new TabInputText(uriOf(join(cwd, 'src/menu.ts')));
  const outside = new TabInputText(uriOf(join(root, 'near/main.ts')));
  editor.window.tabGroups.all = [{ tabs: [{ input }, { input: outside }] }];
  const outer = join(root, 'near/main.ts');
  expect(await paths('')).toEqual(['src/menu.ts', outer, '.gitignore', '.hidden', 'src/']);
  const { files } = await search.find({ cwd }, 'm');
  expect(files.slice(0, 2).map(({ path, isOpen }) => [path, isOpen])).toEqual([
    ['src/menu.ts', true],
    [outer, true],
  ]);
  expect(files.filter(({ path }) => path === 'src/menu.ts')).toHaveLength(1);
});

it.each([
  ['./src/', ['./src/main.ts', './src/menu.ts']],
  ['./src/MEN', ['./src/menu.ts']],
  ['../', ['../near/', '../workspace/']],
  ['../near/ma', ['../near/main.ts']],
  [`${root}/near/`, [`${root}/near/main.ts`]],
  ['./.h', ['./.hidden']],
  ['./absent/', []],
  ['//server/share/', []],
])('lists what the typed path %s leads to', async (word, expected) => {
  expect((await paths(word)).toSorted()).toEqual(expected);
});

it('takes ~ for the home folder', async () => {
  const { files } = await search.find({ cwd }, '~/');
  expect(files.every(({ absolute }) => absolute.startsWith(homedir()))).toBe(true);
});

it('follows files that come and go, unless git ignores them', async () => {
  await paths('main');
  const [watcher] = editor.watchers;
  write('src/fresh.ts');
  write('out/more/fresh.ts');
  for (const path of ['src/fresh.ts', 'out/more', 'out/more/fresh.ts', '.git/fresh.ts']) {
    watcher?.created(join(cwd, path));
  }
  expect(await paths('fresh')).toEqual(['src/fresh.ts']);
  rmSync(join(cwd, 'src/fresh.ts'));
  watcher?.deleted(join(cwd, 'src/fresh.ts'));
  expect(await paths('fresh')).toEqual([]);
  expect(finder.log).toEqual(['change +src/fresh.ts -', 'change + -src/fresh.ts']);
});

it('lists anew after a folder has come, whose files the editor need not report', async () => {
  await paths('main');
  write('moved in/inner/arrived.ts');
  editor.watchers[0]?.created(join(cwd, 'moved in'));
  expect(await paths('arrived')).toEqual(['moved in/inner/arrived.ts']);
});

it('finds a new file with every search while the first one still looks whether it is ignored', async () => {
  await paths('main');
  write('src/slow.ts');
  const asked = new Deferred<void>();
  isIgnored = async () => {
    await asked.promise;
    return false;
  };
  editor.watchers[0]?.created(join(cwd, 'src/slow.ts'));
  const found = Promise.all([paths('slo'), paths('slow')]);
  asked.resolve();
  expect(await found).toEqual([['src/slow.ts'], ['src/slow.ts']]);
});

it('lists anew after many changes, and when other files are ignored', async () => {
  await paths('main');
  const [watcher] = editor.watchers;
  for (let at = 0; at <= 20; at += 1) watcher?.created(join(cwd, `src/many${at}.ts`));
  await paths('main');
  watcher?.created(join(cwd, 'src/.gitignore'));
  await paths('main');
  expect(finder.log).toEqual(['refresh', 'refresh']);
});

it('lets go of a folder that nobody searches, and misses no change', async () => {
  await paths('main');
  clock.advance(9 * 60_000);
  await paths('menu');
  clock.advance(9 * 60_000);
  expect(editor.watchers.map(({ isDisposed }) => isDisposed)).toEqual([false]);
  clock.advance(60_000);
  expect(editor.watchers.map(({ isDisposed }) => isDisposed)).toEqual([true]);
  expect(finder.log).toEqual(['forget']);
  write('src/later.ts');
  expect(await paths('later')).toEqual(['src/later.ts']);
  search.dispose();
  expect(editor.watchers.map(({ isDisposed }) => isDisposed)).toEqual([true, true]);
  expect(clock.waiting).toEqual([]);
});

it('finds open editors and exact paths without an index, and says why there is no more', async () => {
  finder.failure = new Error('The search for files has ended.');
  const { TabInputText } = editor.vscode;
  const input = new TabInputText(uriOf(join(cwd, 'src/menu.ts')));
  editor.window.tabGroups.all = [{ tabs: [{ input }] }];
  expect(await search.find({ cwd }, 'menu')).toMatchObject({
    files: [{ path: 'src/menu.ts' }],
    failure: 'The search for files has ended.',
  });
  expect(await paths('src/main.ts')).toEqual(['src/main.ts']);
  finder.failure = undefined;
  expect(await search.find({ cwd }, 'main')).not.toHaveProperty('failure');
});
