import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { seesFiles } from '../../../../src/cli/launch/seesFiles';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-sees-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Plays a CLI that sees the files of these folders only. */
function cli(seen: readonly string[]) {
  const asked: string[] = [];
  const run = async ([flag, path = '', ...rest]: readonly string[]) => {
    asked.push(path);
    expect([flag, ...rest, await readFile(path, 'utf8')]).toEqual([
      '--settings',
      '--version',
      '{}',
    ]);
    return seen.includes(dirname(path))
      ? '2.1.329 (Claude Code)'
      : `Error: Settings file not found: ${path}`;
  };
  return { run, asked };
}

it.each([
  ['its own folder', () => [folder], true, 1],
  ['the folder for temporary files', () => [tmpdir()], true, 2],
  ['neither', () => [], false, 2],
])('asks the CLI, which sees %s, and leaves no file', async (_what, seen, answer, times) => {
  const { run, asked } = cli(seen());
  expect(await seesFiles(folder, run)).toBe(answer);
  expect(asked).toHaveLength(times);
  expect(await readdir(folder)).toEqual([]);
  const left = await Promise.all(asked.map(path => readFile(path).catch(() => undefined)));
  expect(left.filter(Boolean)).toEqual([]);
});

it('takes another complaint for a file that was seen', async () => {
  const run = async () => 'Error processing settings: EACCES: permission denied';
  expect(await seesFiles(folder, run)).toBe(true);
});
