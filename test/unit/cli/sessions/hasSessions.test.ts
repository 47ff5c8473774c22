import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hasSessions } from '../../../../src/cli/sessions/findSession';
import { sessionSlug } from '../../../../src/cli/sessions/sessionFolder';

let config: string;

beforeEach(async () => {
  config = await mkdtemp(join(tmpdir(), 'config-'));
});
afterEach(() => rm(config, { recursive: true }));

it('finds sessions of a folder, and not those of another one with the same name', async () => {
  const [own, other] = ['/work/a-b', '/work/a/b'];
  expect(await hasSessions(own, config)).toBe(false);
  const folder = join(config, 'projects', sessionSlug(own));
  expect(folder).toBe(join(config, 'projects', sessionSlug(other)));
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'one.jsonl'),
    `{"type":"summary"}\n${JSON.stringify({ cwd: other })}\n`,
  );
  expect(await hasSessions(own, config)).toBe(false);
  expect(await hasSessions(other, config)).toBe(true);
  await writeFile(join(folder, 'two.jsonl'), `${JSON.stringify({ cwd: own })}\n{`);
  expect(await hasSessions(own, config)).toBe(true);
});
