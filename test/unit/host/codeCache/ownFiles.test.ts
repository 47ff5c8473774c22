import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CodeCache } from '../../../../src/host/codeCache/codeCache';
import { OwnFiles } from '../../../../src/host/codeCache/ownFiles';
import { saveCode } from '../../../../src/host/codeCache/saveCode';

const require = createRequire(import.meta.url);

let root: string;
let cache: CodeCache;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'own-files-'));
  cache = new CodeCache(join(root, 'codeCache'));
});

afterEach(() => rmSync(root, { recursive: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, code] of Object.entries(files)) {
    writeFileSync(join(root, name), code);
  }
}

const window = () => new OwnFiles(join(root, 'first.js'), cache, require);

const files = {
  'one.js': `"use strict"; exports.sum = (a, b) => a + b + require("./two.js").two();`,
  'two.js': `exports.two = () => 2;`,
};

it('loads files that require one another, each once, and all else from Node', () => {
  write({
    'a.js': `exports.early = 1; const b = require("./b.js"); exports.b = b; exports.path = require("node:path"); exports.places = [__filename, __dirname];`,
    'b.js': `exports.seen = require("./a.js").early; exports.this = this; module.exports.late = true;`,
  });
  const own = window();
  const a = own.load('./a.js') as Record<string, Record<string, unknown>>;
  expect(a).toMatchObject({ early: 1, b: { seen: 1, late: true }, path: { join } });
  expect(a.places).toEqual([join(root, 'a.js'), root]);
  expect(own.load('./a.js')).toBe(a);
  expect(own.loaded.map(({ name }) => name)).toEqual(['b.js', 'a.js'].reverse());
});

it('leaves the first file to Node, which has loaded it', () => {
  write({ 'first.js': `exports.first = true;`, 'a.js': `exports.first = require("./first.js");` });
  const own = new OwnFiles(join(root, 'first.js'), cache, createRequire(join(root, 'first.js')));
  const first = createRequire(join(root, 'first.js'))('./first.js');
  expect((own.load('./a.js') as { first: unknown }).first).toBe(first);
  expect(own.loaded.map(({ name }) => name)).toEqual(['a.js']);
});

it('takes replaced exports, and forgets a file that throws', () => {
  write({ 'a.js': `module.exports = function own() {};`, 'b.js': `throw new Error('not now');` });
  const own = window();
  expect(own.load('./a.js')).toBeTypeOf('function');
  expect(() => own.load('./b.js')).toThrow('not now');
  write({ 'b.js': `exports.now = true;` });
  expect(own.load('./b.js')).toEqual({ now: true });
});

it('says what to do when a file is missing or damaged, and takes it when it is there again', () => {
  write({ 'torn.js': 'exports.half = (' });
  const own = window();
  for (const name of ['./absent.js', './torn.js']) {
    expect(() => own.load(name)).toThrow(
      expect.objectContaining({
        code: 'install.damaged',
        message: expect.stringContaining('Reload the window'),
        cause: expect.any(Error),
      }),
    );
  }
  write({ 'absent.js': 'exports.back = true;' });
  expect(own.load('./absent.js')).toEqual({ back: true });
});

it('keeps positions in stack traces', () => {
  const code = `exports.fail = () => { throw new Error('here'); };`;
  write({ 'a.js': code });
  const { fail } = window().load('./a.js') as { fail(): void };
  let stack = '';
  try {
    fail();
  } catch (error) {
    stack = error instanceof Error ? (error.stack ?? '') : '';
  }
  expect(stack).toContain(`${join(root, 'a.js')}:1:${code.indexOf('new Error') + 1}`);
});

it('uses what an earlier window has kept, until the file changes', async () => {
  write(files);
  const first = window();
  const sum = (own: OwnFiles) =>
    (own.load('./one.js') as { sum(a: number, b: number): number }).sum(1, 2);
  expect(sum(first)).toBe(5);
  expect(first.loaded.map(({ kept }) => kept)).toEqual(['nothing', 'nothing']);
  await saveCode(cache, first.loaded, 'start', Object.keys(files));

  const second = window();
  expect(sum(second)).toBe(5);
  expect(second.loaded.map(({ kept }) => kept)).toEqual(['start', 'start']);

  // V8 itself would notice another length only.
  write({ 'two.js': files['two.js'].replace('2;', '3;') });
  const third = window();
  expect(sum(third)).toBe(6);
  expect(third.loaded.map(({ kept }) => kept)).toEqual(['start', 'nothing']);
});
