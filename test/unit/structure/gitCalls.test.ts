import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository, sourcesIn } from '../../support/sourceFiles';

const runner = 'src/node/git/gitProgram.ts';

/** Files that start programs at all; each other one goes through them. */
const starters = [
  runner,
  'src/node/processTable.ts',
  'src/node/runTool.ts',
  'src/node/spawnProcess.ts',
];

const read = (file: string) => readFileSync(join(repository, file), 'utf8');
const startsGit = (text: string) =>
  /\b(?:spawn|exec|fork|find|run)\w*\(\s*['"`](?:[^'"`\s]*[\\/])?git(?:\.exe)?['"`\s]/i.test(
    text,
  ) || /\bcommand:\s*['"`](?:[^'"`\s]*[\\/])?git(?:\.exe)?['"`]/i.test(text);

it('starts git in one place', () => {
  expect(sourcesIn('src').filter(file => startsGit(read(file)))).toEqual([runner]);
});

it('starts programs in known places', () => {
  const importers = sourcesIn('src').filter(file =>
    /^import (?!type).*from '(?:node:)?child_process'/m.test(read(file).replace(/,\n\s*/g, ', ')),
  );
  expect(importers.sort()).toEqual(starters);
});

it('recognizes a start of git', () => {
  for (const text of [
    "spawn('git', ['status'])",
    "execFileSync(\n  '/usr/bin/git', args)",
    "runTool('git.exe', [])",
    "exec('git status')",
    "spawnProcess({ command: 'git', args })",
  ]) {
    expect(startsGit(text), text).toBe(true);
  }
  expect(startsGit("join(home, 'git', 'ignore')")).toBe(false);
});
