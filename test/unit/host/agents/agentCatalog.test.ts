import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Emitter } from '../../../../src/base/emitter';
import { UserError } from '../../../../src/base/errors';
import { AgentCatalog } from '../../../../src/host/agents/agentCatalog';
import type { SettingKey } from '../../../../src/host/contributed';

let root = '';
let setting: unknown;
let isTrusted: boolean;
let changed: Emitter<(key: SettingKey) => boolean>;
let catalog: AgentCatalog;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tandem-catalog-'));
  await mkdir(join(root, 'bin'));
  setting = {};
  isTrusted = true;
  changed = new Emitter();
  catalog = new AgentCatalog({
    settings: { get: (() => setting) as never, onChanged: changed.event },
    environment: async () => ({ PATH: join(root, 'bin') }),
    claude: async () => '/opt/claude',
    platform: process.platform,
    ownFolder: join(root, 'own'),
    requireTrust: () => {
      if (!isTrusted) throw new UserError('trust.required', 'not trusted');
    },
  });
});
afterEach(async () => {
  catalog.dispose();
  await rm(root, { recursive: true });
});

async function onPath(name: string): Promise<void> {
  await writeFile(join(root, 'bin', name), '#!/bin/sh\n');
  await chmod(join(root, 'bin', name), 0o755);
}

test('agents of the setting come first, and replace a known one of the same name', async () => {
  await onPath('mine');
  await onPath('opencode');
  setting = { Mine: { command: 'mine' }, 'Gemini CLI': { command: '/nowhere/gemini' } };
  const offered = await catalog.offered();
  const shown = offered.map(({ name, preset, found }) => [
    name,
    preset ? 'known' : 'set',
    found !== undefined,
  ]);
  expect(shown).toEqual([
    ['Mine', 'set', true],
    ['Gemini CLI', 'set', false],
    ['Claude Code (ACP)', 'known', false],
    ['opencode', 'known', true],
    ['Codex', 'known', false],
    ['Qwen Code', 'known', false],
  ]);
});

test('a resolved agent has a full path, and the launcher knows it', async () => {
  await onPath('opencode');
  const command = await catalog.resolve('opencode');
  expect(command).toMatchObject({ command: join(root, 'bin/opencode'), args: ['acp'] });
  expect(catalog.commands).toEqual([command]);
});

test("the vendor's adapter runs the Claude Code that Tandem uses, and others are not told", async () => {
  await onPath('claude-agent-acp');
  await onPath('qwen');
  expect((await catalog.resolve('Claude Code (ACP)')).env).toMatchObject({
    CLAUDE_CODE_EXECUTABLE: '/opt/claude',
  });
  expect((await catalog.resolve('Qwen Code')).env).not.toHaveProperty('CLAUDE_CODE_EXECUTABLE');
});

test('an agent that cannot run says why in its own way', async () => {
  setting = { Mine: { command: '/nowhere/mine' } };
  const code = (name: string) =>
    catalog.resolve(name).then(
      () => 'found',
      (error: UserError) => error.code,
    );
  expect(await code('Gemini CLI')).toBe('agent.missing');
  expect(await code('Mine')).toBe('agent.badCommand');
  expect(await code('Gone')).toBe('agent.unknown');
});

test('a changed setting is noticed, and a former command is not kept', async () => {
  await onPath('mine');
  setting = { Mine: { command: 'mine' } };
  await catalog.resolve('Mine');
  let changes = 0;
  catalog.onChanged(() => {
    changes += 1;
  });
  changed.fire(key => key === 'tandem.model');
  expect([changes, catalog.commands.length]).toEqual([0, 1]);
  changed.fire(key => key === 'tandem.agents');
  expect([changes, catalog.commands.length]).toEqual([1, 0]);
});

test('nothing is looked for in a workspace that is not trusted', async () => {
  isTrusted = false;
  await expect(catalog.offered()).rejects.toMatchObject({ code: 'trust.required' });
  await expect(catalog.resolve('opencode')).rejects.toMatchObject({ code: 'trust.required' });
});
