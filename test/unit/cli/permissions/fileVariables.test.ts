import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fileVariables } from '../../../../src/cli/permissions/fileVariables';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tandem-variables-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function write(path: string, env: unknown): Promise<void> {
  const file = join(root, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, typeof env === 'string' ? env : JSON.stringify({ env }));
}

const read = (layer?: string | object) =>
  fileVariables({
    ...{ configFolder: join(root, 'config'), managed: join(root, 'managed'), cwd: join(root, 'w') },
    settings: layer === undefined ? {} : { 'tandem.cli.settings': layer as string },
  });

it('tells the variables of an organization from all others', async () => {
  await write('managed/managed-settings.json', { A: 'managed' });
  await write('managed/managed-settings.d/b.json', { B: 'managed' });
  await write('config/remote-settings.json', { C: 'managed' });
  await write('config/settings.json', { D: 'user', E: 'user', F: 1, H: true, I: {} });
  await write('w/.claude/settings.json', { E: 'project' });
  await write('w/.claude/settings.local.json', '{');
  expect(await read({ env: { G: 'layer' } })).toEqual({
    organization: { A: 'managed', B: 'managed', C: 'managed' },
    others: { D: 'user', E: 'project', F: '1', G: 'layer', H: 'true' },
    canPin: true,
  });
});

it('reads a layer that is a file, and says when it cannot be added to', async () => {
  await write('layer.json', { A: 'layer' });
  expect(await read(join(root, 'layer.json'))).toMatchObject({
    others: { A: 'layer' },
    canPin: true,
  });
  await write('layer.json', '{"permissions":{"deny":["Read(/secret)"]}}');
  expect(await read(join(root, 'layer.json'))).toMatchObject({ canPin: false });
  expect(await read(join(root, 'none.json'))).toMatchObject({ others: {}, canPin: false });
});
