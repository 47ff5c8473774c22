import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ruleFiles } from '../../../../src/cli/memory/ruleFiles';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'tandem-rules-')));
});
afterEach(() => rmSync(root, { recursive: true }));

it('follows links, each folder once', async () => {
  const rules = join(root, 'rules');
  mkdirSync(join(rules, 'deep'), { recursive: true });
  writeFileSync(join(rules, 'b.md'), '');
  writeFileSync(join(rules, 'no.txt'), '');
  writeFileSync(join(rules, 'deep', 'c.md'), '');
  mkdirSync(join(root, 'away'));
  writeFileSync(join(root, 'away', 'd.md'), '');
  symlinkSync('..', join(rules, 'deep', 'loop'));
  symlinkSync('../away', join(rules, 'x'));
  symlinkSync('../away/d.md', join(rules, 'a.md'));
  symlinkSync('nowhere.md', join(rules, 'gone.md'));
  const away = join(root, 'away', 'd.md');
  expect(await ruleFiles(rules)).toEqual([
    ...[away, join(rules, 'b.md'), join(rules, 'deep', 'c.md'), away],
  ]);
});

it('lists nothing where there is no folder', async () => {
  expect(await ruleFiles(join(root, 'none'))).toEqual([]);
});

it('looks at a bounded number of folders, as behind a link to all files', async () => {
  const rules = join(root, 'rules');
  for (let index = 0; index < 600; index += 1) {
    mkdirSync(join(rules, `${index}`.padStart(4, '0')), { recursive: true });
  }
  writeFileSync(join(rules, '0001', 'a.md'), '');
  writeFileSync(join(rules, '0599', 'z.md'), '');
  expect(await ruleFiles(rules)).toEqual([join(rules, '0001', 'a.md')]);
});
