import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLog } from '../../../../src/base/log';
import { type ArgvRequest, buildArgv } from '../../../../src/cli/launch/argv';
import { flags } from '../../../../src/cli/launch/flags';
import type { LaunchSettings } from '../../../../src/cli/launch/launchSettings';
import type { SessionId } from '../../../../src/contract/ids';

const id = (name: string) => name as SessionId;
let folder = '';
let lines: string[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-argv-'));
  lines = [];
});
afterEach(() => rm(folder, { recursive: true }));

function build(
  settings: LaunchSettings,
  more: Partial<
    Pick<ArgvRequest, 'version' | 'session' | 'mayBypass' | 'help' | 'isElsewhere'>
  > = {},
) {
  const note = (line: string) => void lines.push(line);
  return buildArgv({
    version: '2.1.329',
    session: { kind: 'new', id: id('s1') },
    mayBypass: true,
    settings,
    scratchFolder: join(folder, 'scratch'),
    log: { ...silentLog, info: note, warn: note },
    ...more,
  });
}

/** Returns the arguments after those that every process has. */
async function own(...args: Parameters<typeof build>): Promise<readonly string[]> {
  const all = (await build(...args)).args;
  return all.slice(all.indexOf('stdio') + 1);
}

const session = ['--session-id', 's1'];

it('enables the protocol and sets the session id', async () => {
  expect((await build({})).args.join(' ')).toBe(
    '--include-hook-events --output-format stream-json --verbose --input-format stream-json --include-partial-messages --permission-prompt-tool stdio --session-id s1',
  );
});

it('asks for runs of hooks only a version that can report them', async () => {
  expect((await build({}, { version: '2.1.120' })).args).toContain('--include-hook-events');
  expect((await build({}, { version: '2.1.119' })).args).not.toContain('--include-hook-events');
});

it('passes a version that was not tested what its help lists, and every limit', async () => {
  const settings: LaunchSettings = {
    'tandem.effort': 'low',
    'tandem.betas': ['x'],
    'tandem.permissions.disallowedTools': ['Bash'],
    'tandem.permissions.initialMode': 'dontAsk',
  };
  const help = { flags: new Set(['--effort']), modes: ['default', 'plan'] } as const;
  const line = (await own(settings, { version: '9.9.9', help })).join(' ');
  expect(line).toBe('--session-id s1 --effort low --disallowedTools Bash');
  expect((await own(settings, { version: '9.9.9' })).join(' ')).toContain('--betas x');
});

it('resumes, forks and truncates sessions', async () => {
  const fork = { kind: 'fork', from: id('a'), id: id('b'), at: 'u' } as const;
  expect(await own({}, { session: { kind: 'resume', id: id('a') } })).toEqual(['--resume', 'a']);
  expect((await own({}, { session: fork })).join(' ')).toBe(
    '--resume a --fork-session --session-id b --resume-session-at u',
  );
  expect((await own({}, { session: fork, version: '2.0.36' })).join(' ')).toBe(
    '--resume a --fork-session --resume-session-at u',
  );
});

it('treats empty settings as not set', async () => {
  const settings: LaunchSettings = {
    'tandem.model': '',
    'tandem.tools': [],
    'tandem.mcp.config': [' '],
    'tandem.cli.settings': {},
    'tandem.betas': [],
    'tandem.limits.maxTurns': null,
    'tandem.permissions.allowBypass': false,
  };
  expect(await own(settings)).toEqual(['--session-id', 's1']);
});

it('can disable all tools and all setting sources', async () => {
  const args = await own({ 'tandem.tools': [''], 'tandem.cli.settingSources': [''] });
  expect(args.slice(2)).toEqual(['--tools', '', '--setting-sources', '']);
});

it('omits flags that the version lacks, with one log line each', async () => {
  const settings: LaunchSettings = { 'tandem.effort': 'low', 'tandem.betas': ['x'] };
  expect(await own(settings, { version: '2.0.36' })).toEqual(['--session-id', 's1']);
  expect(lines).toEqual([
    'tandem.effort has no effect: Claude Code 2.0.36 has no --effort (from 2.1.50)',
    'tandem.betas has no effect: Claude Code 2.0.36 has no --betas (from 2.1.7)',
  ]);
});

it.each([
  ['auto', '2.1.7', true],
  ['dontAsk', '2.0.36', true],
  ['bypassPermissions', '2.1.329', false],
] as const)('does not start in %s where %s does not allow it', async (mode, version, mayBypass) => {
  const settings = { 'tandem.permissions.initialMode': mode };
  expect(await own(settings, { version, mayBypass })).toEqual(['--session-id', 's1']);
  expect(lines).toHaveLength(1);
});

it('bypasses permissions only if the setting allows it', async () => {
  const initial = { 'tandem.permissions.initialMode': 'bypassPermissions' } as const;
  expect(await own(initial)).toEqual(['--session-id', 's1']);
  const allowed = await own({ ...initial, 'tandem.permissions.allowBypass': true });
  expect(allowed).toContain('bypassPermissions');
  expect(allowed).toContain('--allow-dangerously-skip-permissions');
});

it('writes long texts to private files and removes them on dispose', async () => {
  const text = 'ü'.repeat(5_000);
  const argv = await build({ 'tandem.systemPrompt': text, 'tandem.cli.settings': { a: text } });
  const file = argv.args[argv.args.indexOf('--system-prompt-file') + 1] ?? '';
  const settings = argv.args[argv.args.indexOf('--settings') + 1] ?? '';
  expect(await readFile(file, 'utf8')).toBe(text);
  expect(JSON.parse(await readFile(settings, 'utf8'))).toEqual({ a: text });
  argv.dispose();
  expect([file, settings].map(existsSync)).toEqual([false, false]);
});

it('passes settings that were read from a file in a private file again', async () => {
  const argv = await build({ 'tandem.cli.settings': { env: { TOKEN: 'secret' } } });
  expect(argv.args.join(' ')).not.toContain('secret');
  const file = argv.args[argv.args.indexOf('--settings') + 1] ?? '';
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ env: { TOKEN: 'secret' } });
  argv.dispose();
});

it('names the setting that is too long for a command line', async () => {
  const rule = 'x'.repeat(9_000);
  await expect(build({ 'tandem.permissions.allowedTools': [rule] })).rejects.toMatchObject({
    code: 'settings.tooLong',
    message: expect.stringContaining('tandem.permissions.allowedTools'),
  });
  const many = Array.from({ length: 40 }, () => 'x'.repeat(700));
  await expect(build({ 'tandem.cli.args': many })).rejects.toMatchObject({
    code: 'settings.tooLong',
  });
});

it('has one flag per setting', () => {
  const settings = flags.map(({ setting }) => setting);
  expect(new Set(settings).size).toBe(settings.length);
});

it('lets no value of a list become a flag or a value of its own', async () => {
  const planted = ['x', '--settings', '{"hooks":{}}', '-p', 'a\n--debug', 'a\0b'];
  expect(await own({ 'tandem.betas': planted })).toEqual([...session, '--betas', 'x']);
  const rules = ['Bash(echo "a), Bash, (b")', ...planted.slice(1), 'Bash(git log, x)', 'a b'];
  expect(await own({ 'tandem.permissions.allowedTools': rules })).toEqual([
    ...session,
    ...['--allowedTools', 'Bash(git log, x)', 'a', 'b'],
  ]);
  expect(await own({ 'tandem.additionalDirectories': ['/a b', '-x', '\0'] })).toEqual([
    ...session,
    ...['--add-dir', '/a b'],
  ]);
});

it('reports each value that is left out, and tells the user if it would have limited', async () => {
  const argv = await build({
    'tandem.betas': ['--x'],
    'tandem.permissions.disallowedTools': ['Bash, Write', '--y', 'Read(a), (b)'],
  });
  expect(argv.args.slice(-3)).toEqual(['Bash', 'Write', 'Read(a)']);
  expect(lines).toEqual([
    'tandem.permissions.disallowedTools: left out "--y", which is not a rule for a tool',
    'tandem.permissions.disallowedTools: left out "(b)", which is not a rule for a tool',
    'tandem.betas: left out "--x", which is not a name of a beta',
  ]);
  expect(argv.notices).toEqual([
    expect.stringMatching(/tandem\.permissions\.disallowedTools.*--y/),
    expect.stringMatching(/tandem\.permissions\.disallowedTools.*\(b\)/),
  ]);
});

it('leaves no tool and no source where nothing of a list can be passed on', async () => {
  const settings = { 'tandem.tools': ['--x'], 'tandem.cli.settingSources': ['users'] };
  expect(await own(settings)).toEqual([...session, '--tools', '', '--setting-sources', '']);
});

it('passes texts that begin like a flag in files', async () => {
  const argv = await build({ 'tandem.systemPrompt': '--settings={"hooks":{}}' });
  const [flag, file = ''] = argv.args.slice(-2);
  expect(flag).toBe('--system-prompt-file');
  expect(await readFile(file, 'utf8')).toBe('--settings={"hooks":{}}');
  argv.dispose();
});

it.each([
  { 'tandem.model': '--settings={"hooks":{}}' },
  { 'tandem.fallbackModel': '-p' },
  { 'tandem.effort': '--debug' },
  { 'tandem.thinking.maxTokens': '--debug' },
  { 'tandem.limits.maxTurns': [7] },
  { 'tandem.limits.maxBudgetUsd': Number.NaN },
  { 'tandem.permissions.allowBypass': 'yes' },
  { 'tandem.mcp.config': ['--debug'] },
  { 'tandem.cli.settings': '--debug' },
  { 'tandem.betas': { length: 1, 0: '--debug' } },
  { 'tandem.cli.args': ['a\0b', 7] },
])('passes nothing of %j', async settings => {
  expect(await own(settings as LaunchSettings)).toEqual(session);
  expect(lines.length).toBeGreaterThan(0);
});

it('passes nothing in a file that a CLI elsewhere cannot read', async () => {
  const settings = { 'tandem.appendSystemPrompt': 'x'.repeat(9_000) };
  const building = build(settings, { isElsewhere: true });
  await expect(building).rejects.toMatchObject({ code: 'settings.unseen' });
  expect(existsSync(join(folder, 'scratch'))).toBe(false);
});
