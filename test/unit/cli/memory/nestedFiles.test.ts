import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readNestedMemory } from '../../../../src/cli/memory/nestedFiles';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'tandem-nested-')));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text = 'x'): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
const read = async () => {
  const { files, isCut } = await readNestedMemory(root, root);
  return { paths: files.map(({ path }) => path.slice(root.length + 1)), isCut };
};

it('finds the files below a folder, but not its own and not those of others', async () => {
  write('CLAUDE.md');
  write('.claude/CLAUDE.md');
  write('api/CLAUDE.md', 'See @notes.md');
  write('api/notes.md');
  write('api/deep/.claude/CLAUDE.md');
  write('web/CLAUDE.local.md');
  write('web/.claude/settings.json');
  write('web/node_modules/x/CLAUDE.md');
  write('.git/x/CLAUDE.md');
  symlinkSync('..', join(root, 'api', 'loop'));
  const { paths, isCut } = await read();
  expect(paths).toEqual(['api/CLAUDE.md', 'api/deep/.claude/CLAUDE.md', 'web/CLAUDE.local.md']);
  expect(isCut).toBe(false);
  const [api] = (await readNestedMemory(root, root)).files;
  expect(api?.imports.map(({ reference }) => reference)).toEqual(['notes.md']);
  expect(await readNestedMemory(undefined, root)).toEqual({ files: [], isCut: false });
  expect(await readNestedMemory(join(root, 'gone'), root)).toEqual({ files: [], isCut: false });
});

it('looks at a part of what is too deep or too much, and says so', async () => {
  write(`${'d/'.repeat(14)}CLAUDE.md`);
  expect(await read()).toEqual({ paths: [], isCut: true });
  rmSync(join(root, 'd'), { recursive: true });
  for (let at = 0; at < 101; at += 1) write(`f${at}/CLAUDE.md`);
  const { paths, isCut } = await read();
  expect([paths.length, isCut]).toEqual([100, true]);
});
