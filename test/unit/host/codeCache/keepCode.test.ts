import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Emitter } from '../../../../src/base/emitter';
import { silentLog } from '../../../../src/base/log';
import { CodeCache } from '../../../../src/host/codeCache/codeCache';
import { CodeKeeper } from '../../../../src/host/codeCache/keepCode';
import { OwnFiles } from '../../../../src/host/codeCache/ownFiles';
import { FakeClock } from '../../node/fakeClock';

const require = createRequire(import.meta.url);

let root: string;
let cache: CodeCache;
let clock: FakeClock;
let turns: Emitter<void>;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'keep-code-'));
  cache = new CodeCache(join(root, 'codeCache'));
  clock = new FakeClock();
  turns = new Emitter();
  writeFileSync(join(root, 'a.js'), 'exports.a = () => 1;');
  writeFileSync(join(root, 'b.js'), 'exports.b = () => 2;');
});

afterEach(() => rmSync(root, { recursive: true }));

function open() {
  const logged: string[] = [];
  const files = new OwnFiles(join(root, 'first.js'), cache, require);
  files.load('./a.js');
  const log = { ...silentLog, debug: (line: string) => void logged.push(line) };
  const keeper = new CodeKeeper({ folder: root, files, cache }, turns.event, clock, log);
  return { files, keeper, logged };
}

/** Returns how much of each file the next window finds. */
function found(): string[] {
  const files = new OwnFiles(join(root, 'first.js'), cache, require);
  files.load('./a.js');
  files.load('./b.js');
  return files.loaded.map(({ name, kept }) => `${name} ${kept}`);
}

it('keeps what a window has loaded, later what its first turn has compiled', async () => {
  const { files, keeper } = open();
  clock.advance(19_999);
  await keeper.settled();
  expect(found()).toEqual(['a.js nothing', 'b.js nothing']);
  clock.advance(1);
  await keeper.settled();
  expect(found()).toEqual(['a.js start', 'b.js nothing']);

  files.load('./b.js');
  turns.fire();
  turns.fire();
  clock.advance(3_000);
  await keeper.settled();
  expect(found()).toEqual(['a.js turn', 'b.js turn']);
});

it('writes nothing where all was kept', async () => {
  const first = open();
  turns.fire();
  clock.advance(3_000);
  await first.keeper.settled();
  first.keeper.dispose();
  const before = readdirSync(cache.folder);
  rmSync(cache.folder, { recursive: true });

  const second = open();
  expect(second.files.loaded.map(({ kept }) => kept)).toEqual(['nothing']);
  expect(second.logged).toEqual(['0 of 1 files came with compiled code']);
  clock.advance(20_000);
  await second.keeper.settled();
  second.keeper.dispose();
  expect(readdirSync(cache.folder)).toEqual(before);

  const third = open();
  expect(third.logged).toEqual(['1 of 1 files came with compiled code']);
  rmSync(cache.folder, { recursive: true });
  clock.advance(20_000);
  await third.keeper.settled();
  expect(() => readdirSync(cache.folder)).toThrow('ENOENT');
});

it('does nothing after its end, and is silent where nothing can be written', async () => {
  const closed = open();
  closed.keeper.dispose();
  turns.fire();
  clock.advance(60_000);
  await closed.keeper.settled();
  expect(found()).toEqual(['a.js nothing', 'b.js nothing']);

  writeFileSync(cache.folder, 'a file');
  const { keeper, logged } = open();
  clock.advance(20_000);
  await keeper.settled();
  expect(logged).toEqual([
    '0 of 1 files came with compiled code',
    'Compiled code could not be kept',
  ]);
});
