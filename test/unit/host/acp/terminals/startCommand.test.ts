import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { silentLog } from '../../../../../src/base/log';
import {
  type CommandStart,
  commandLine,
  startCommand,
} from '../../../../../src/host/acp/terminals/startCommand';
import { systemClock } from '../../../../../src/node/systemClock';

const cwd = tmpdir();
const start: CommandStart = {
  env: { PATH: process.env.PATH ?? '', SHELL: '/bin/sh', OWN: 'inherited', KEPT: 'yes' },
  roots: [cwd],
  platform: process.platform,
  execPath: process.execPath,
  clock: systemClock,
  log: silentLog,
};

async function outputOf(command: string, args: readonly string[] = [], env = {}): Promise<string> {
  const running = await startCommand({ command, args, env, cwd }, start);
  let output = '';
  running.onOutput(text => {
    output += text;
  });
  await running.exited;
  return output;
}

it('a command without arguments is a line for the shell', async () => {
  expect(await outputOf('echo one && echo $OWN $KEPT', [], { OWN: 'own' })).toBe('one\nown yes\n');
  expect(await outputOf('echo two >&2')).toBe('two\n');
  expect(await outputOf('cat')).toBe('');
});

it('no shell reads the arguments of a program', async () => {
  const script = 'process.stdout.write(JSON.stringify(process.argv.slice(1)))';
  const args = ['-e', script, '--', '$HOME', 'a b', '; exit'];
  expect(await outputOf('node', args)).toBe('["$HOME","a b","; exit"]');
  expect(await outputOf('cat', ['-'])).toBe('');
});

it('refuses in words what cannot be run', async () => {
  await expect(outputOf(' ')).rejects.toMatchObject({ code: 'terminal.empty' });
  await expect(outputOf('no-such-program', ['x'])).rejects.toMatchObject({
    code: 'spawn.commandMissing',
  });
  for (const folder of ['/no/such/folder', '.']) {
    const attempt = startCommand({ command: 'ls', args: [], env: {}, cwd: folder }, start);
    await expect(attempt).rejects.toMatchObject({ code: 'terminal.folder' });
  }
  const onShare = { command: 'ls', args: [], env: {}, cwd: '\\\\server\\share' };
  await expect(startCommand(onShare, { ...start, platform: 'win32' })).rejects.toMatchObject({
    code: 'terminal.folder',
  });
});

it('shows a command as a line', () => {
  expect(commandLine({ command: 'npm test && ls', args: [] })).toBe('npm test && ls');
  expect(commandLine({ command: 'git', args: ['commit', '-m', 'a "b"'] })).toBe(
    'git commit -m "a \\"b\\""',
  );
});
