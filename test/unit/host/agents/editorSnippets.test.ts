import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { editorSnippet, editorTargets } from '../../../../src/host/agents/editorSnippets';

const start = { claude: '/opt/Claude "2"/it\'s/claude', platform: 'linux' } as const;
const env = { CLAUDE_CODE_EXECUTABLE: start.claude };
const args = ['-y', '@agentclientprotocol/claude-agent-acp'];

test('Zed and JetBrains get an agent server in JSON', () => {
  const zed = JSON.parse(editorSnippet('zed', start));
  expect(zed.agent_servers['Claude Code']).toEqual({ type: 'custom', command: 'npx', args, env });
  const jetbrains = JSON.parse(editorSnippet('jetbrains', start));
  expect(jetbrains.agent_servers['Claude Code']).toEqual({ command: 'npx', args, env });
});

test('texts of Lua and Lisp keep quotes and backslashes', () => {
  const windows = { claude: 'C:\\Program Files\\"x"\\claude.exe', platform: 'win32' } as const;
  const spelled = '"C:\\\\Program Files\\\\\\"x\\"\\\\claude.exe"';
  for (const target of ['codecompanion', 'avante'] as const) {
    expect(editorSnippet(target, windows)).toContain(`CLAUDE_CODE_EXECUTABLE = ${spelled},`);
  }
  expect(editorSnippet('emacs', windows)).toContain(`"CLAUDE_CODE_EXECUTABLE" ${spelled}`);
});

test('brackets of each snippet are balanced', () => {
  for (const target of editorTargets) {
    const bare = editorSnippet(target, { ...start, claude: '/claude' });
    const count = (pattern: RegExp) => bare.match(pattern)?.length ?? 0;
    expect([count(/\{/g), count(/\(/g)], target).toEqual([count(/\}/g), count(/\)/g)]);
  }
});

test('the configuration folder goes along if it is set', () => {
  for (const target of editorTargets) {
    expect(editorSnippet(target, start), target).not.toContain('CLAUDE_CONFIG_DIR');
    const configured = editorSnippet(target, { ...start, configFolder: '/home/me/claude' });
    expect(configured, target).toMatch(/CLAUDE_CONFIG_DIR.*\/home\/me\/claude/);
  }
});

test.skipIf(process.platform === 'win32')('the line for marimo runs in a shell', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-marimo-'));
  try {
    const npx = join(folder, 'npx');
    const print =
      'console.log(JSON.stringify([process.env.CLAUDE_CODE_EXECUTABLE, ...process.argv.slice(2)]))';
    await writeFile(npx, `#!${process.execPath}\n${print}\n`);
    await chmod(npx, 0o755);
    const PATH = [folder, dirname(process.execPath), '/bin', '/usr/bin'].join(delimiter);
    const line = editorSnippet('marimo', start);
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', line], { env: { PATH } });
    expect(JSON.parse(stdout)).toEqual([
      start.claude,
      ...['-y', 'stdio-to-ws', `npx ${args.join(' ')}`, '--port', '3017'],
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
