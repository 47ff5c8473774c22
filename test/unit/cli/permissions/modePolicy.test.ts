import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isCustomBaseUrl, readModePolicy } from '../../../../src/cli/permissions/modePolicy';
import type { PermissionMode } from '../../../../src/contract/content';

let root: string;
const places = () => ({
  configFolder: join(root, 'config'),
  managed: join(root, 'managed'),
  cwd: join(root, 'project'),
});

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'mode-policy-'));
});
afterEach(() => rm(root, { recursive: true }));

async function put(path: string, settings: unknown): Promise<void> {
  const file = join(root, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, typeof settings === 'string' ? settings : JSON.stringify(settings));
}

const mode = (defaultMode: string) => ({ permissions: { defaultMode } });

describe('the mode that a conversation starts in', () => {
  it.each<
    [
      string,
      { user?: string; managed?: string; project?: string; local?: string },
      PermissionMode | undefined,
      PermissionMode | undefined,
    ]
  >([
    ['nothing is set', {}, undefined, undefined],
    ['the user has set one', { user: 'acceptEdits' }, undefined, 'acceptEdits'],
    ['an organization has set one', { user: 'acceptEdits', managed: 'plan' }, undefined, 'plan'],
    ['a folder wants more', { project: 'bypassPermissions' }, undefined, undefined],
    ['a folder wants edits', { project: 'acceptEdits', local: 'auto' }, undefined, undefined],
    ['a folder wants less', { user: 'acceptEdits', project: 'default' }, undefined, 'default'],
    ['a folder wants plans', { project: 'plan' }, undefined, 'plan'],
    ['a private file of the folder wants less', { local: 'plan' }, undefined, 'plan'],
    [
      'the user has chosen in Tandem',
      { user: 'plan', project: 'plan' },
      'acceptEdits',
      'acceptEdits',
    ],
    ['the CLI calls it manual', { user: 'manual' }, undefined, 'default'],
    ['the name is unknown', { user: 'yolo' }, undefined, undefined],
  ])('%s', async (_, { user, managed, project, local }, wished, start) => {
    if (user) await put('config/settings.json', mode(user));
    if (managed) await put('managed/managed-settings.json', mode(managed));
    if (project) await put('project/.claude/settings.json', mode(project));
    if (local) await put('project/.claude/settings.local.json', mode(local));
    expect((await readModePolicy(places(), wished)).start).toBe(start);
  });

  it('files that cannot be read count as empty', async () => {
    await put('config/settings.json', '{"permissions": {');
    await put('managed/managed-settings.d/a.json', mode('plan'));
    await put('project/.claude/settings.json', '[]');
    expect((await readModePolicy(places())).start).toBe('plan');
  });
});

it('modes can be forbidden by anybody', async () => {
  expect([...(await readModePolicy(places())).forbidden]).toEqual([]);
  await put('managed/managed-settings.json', {
    permissions: { disableBypassPermissionsMode: 'disable' },
  });
  await put('config/settings.json', { disableAutoMode: 'disable' });
  const { forbidden } = await readModePolicy(places());
  expect([...forbidden].sort()).toEqual(['auto', 'bypassPermissions']);
});

describe('the address of the API and the model', () => {
  it('are found in the files of the user, an organization and the folder', async () => {
    expect(await readModePolicy(places())).toMatchObject({ namesModel: false });
    await put('config/settings.json', { env: { ANTHROPIC_BASE_URL: 'https://proxy.example' } });
    await put('project/.claude/settings.json', { model: 'opus' });
    expect(await readModePolicy(places())).toMatchObject({
      baseUrl: 'https://proxy.example',
      namesModel: true,
    });
    const organization = { env: { ANTHROPIC_BASE_URL: 'https://own.example' } };
    await put('managed/managed-settings.json', organization);
    expect((await readModePolicy(places())).baseUrl).toBe('https://own.example');
  });

  it.each([
    [undefined, false],
    ['', false],
    ['https://api.anthropic.com', false],
    ['https://api.anthropic.com/v1', false],
    ['http://127.0.0.1:4000', true],
    ['https://anthropic.com.example', true],
    ['https://notanthropic.com', true],
    ['https://user@api.anthropic.com.example:8080', true],
    ['nonsense', true],
  ])('%s is custom: %s', (url, isCustom) => {
    expect(isCustomBaseUrl(url)).toBe(isCustom);
  });
});

it.skipIf(process.platform === 'win32')('does not wait for a pipe', async () => {
  await put('config/settings.json', mode('plan'));
  await mkdir(join(root, 'project', '.claude'), { recursive: true });
  execFileSync('mkfifo', [join(root, 'project', '.claude', 'settings.json')]);
  expect((await readModePolicy(places(), undefined)).start).toBe('plan');
});
