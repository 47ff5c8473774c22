import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LoginShell, parseMarked, shellArguments } from '../../../src/node/loginShell';
import { FakeClock } from './fakeClock';
import { isRunning, until } from './startScript';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-shell-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Creates a user's shell: bash or dash with this text as start-up file. */
async function shellWith(name: string, startup: string, run = '/bin/sh'): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `#!/bin/sh\n${startup}\nfor last; do :; done\nexec ${run} -c "$last"\n`);
  await chmod(path, 0o755);
  return path;
}

const ask = (SHELL: string, env: Record<string, string> = {}) =>
  new LoginShell({
    platform: 'linux',
    env: { HOME: folder, PATH: '/usr/bin:/bin', ...env, SHELL },
    execPath: process.execPath,
  });

describe('the login shell', () => {
  it('provides its environment, including exports of start-up files', async () => {
    await writeFile(
      join(folder, '.bash_profile'),
      `echo welcome; echo oops >&2; read answer; export PATH="/opt/own:$PATH" GREETING='two
lines "quoted" €'; printf 'no line feed'`,
    );
    const { env, source, problem } = await ask('/bin/bash', { SHLVL: '7' }).environment();
    expect({ source, problem }).toEqual({ source: 'shell', problem: undefined });
    expect(env.PATH?.split(':')).toContain('/opt/own');
    expect(env.GREETING).toBe('two\nlines "quoted" €');
    expect(env.SHLVL).toBe('7');
    expect(Object.keys(env).filter(name => /MARK|ELECTRON|RESOLVING|^_$|PWD/.test(name))).toEqual(
      [],
    );
  });

  it('is queried once until its answer is forgotten', async () => {
    const shell = ask(
      await shellWith('counting', `echo x >> ${folder}/count; export N=$(wc -l < ${folder}/count)`),
    );
    const first = await shell.environment();
    expect(await shell.environment()).toBe(first);
    shell.forget();
    const second = await shell.environment();
    expect([first.env.N, second.env.N].map(Number)).toEqual([1, 2]);
  });

  it('may leave a background program that holds its output', async () => {
    const path = await shellWith('agent', 'sleep 30 & echo $! > "$HOME/agent.pid"; export AGENT=1');
    expect((await ask(path).environment()).env.AGENT).toBe('1');
    process.kill(Number(await readFile(join(folder, 'agent.pid'), 'utf8')));
  });

  it('falls back to the inherited environment and reports its failure', async () => {
    const { env, source, problem } = await ask(
      await shellWith('broken', 'echo "rc is broken" >&2; exit 4'),
      { KEPT: '1' },
    ).environment();
    expect({ source, kept: env.KEPT }).toEqual({ source: 'inherited', kept: '1' });
    expect(problem).toMatch(/exited with code 4 without an answer. rc is broken/);
    expect((await ask('/no/such/shell').environment()).problem).toMatch(/was not found/);
  });

  /** Asks a shell that answers only once it has read from a pipe, and is late already. */
  async function late(name: string, startup: string) {
    const clock = new FakeClock();
    const shell = new LoginShell({
      platform: 'linux',
      env: { HOME: folder, PATH: '/usr/bin:/bin', SHELL: await shellWith(name, startup) },
      execPath: process.execPath,
      clock,
    });
    const answer = shell.environment();
    await until(() => clock.waiting.includes(10_000));
    clock.advance(10_000);
    expect(await answer).toMatchObject({
      source: 'inherited',
      problem: /no answer within 10 s/,
    });
    return { shell, clock };
  }

  async function pidIn(name: string): Promise<number> {
    const read = () => {
      const path = join(folder, name);
      return existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0;
    };
    await until(() => read() > 0);
    return read();
  }

  it('is listened to when it answers late, and its answer counts from then on', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const { shell } = await late('slow', `read go < ${pipe}; export LATE="$go"`);
    const answered = new Promise<void>(resolve => shell.onLateAnswer(resolve));
    await writeFile(pipe, 'yes\n');
    await answered;
    expect(await shell.environment()).toMatchObject({ source: 'shell', env: { LATE: 'yes' } });
  });

  it('is ended after a minute if it hangs', async () => {
    const { shell, clock } = await late(
      'hanging',
      `echo $$ > ${folder}/hanging.pid; exec sleep 60`,
    );
    await until(() => clock.waiting.includes(50_000));
    const pid = await pidIn('hanging.pid');
    clock.advance(50_000);
    await until(() => !isRunning(pid));
    expect(await shell.environment()).toMatchObject({ source: 'inherited' });
  });

  it('ends with its owner', async () => {
    const { shell } = await late('leftover', `echo $$ > ${folder}/left.pid; exec sleep 60`);
    const pid = await pidIn('left.pid');
    shell.dispose();
    await until(() => !isRunning(pid));
  });

  it('is not used on Windows', async () => {
    const shell = new LoginShell({ platform: 'win32', env: { Path: 'C:\\' }, execPath: '' });
    expect(await shell.environment()).toEqual({ env: { Path: 'C:\\' }, source: 'inherited' });
  });
});

describe('the shell command', () => {
  const script =
    'process.env.TANDEM_ENVIRONMENT_MARK+JSON.stringify(process.env)+process.env.TANDEM_ENVIRONMENT_MARK';

  it('uses the syntax of the shell', () => {
    const posix = `'/a b/node' -p '${script}'`;
    expect(shellArguments('/bin/zsh', '/a b/node')).toEqual(['-i', '-l', '-c', posix]);
    expect(shellArguments('/usr/bin/fish', '/a b/node')).toEqual(['-i', '-l', '-c', posix]);
    expect(shellArguments('/bin/tcsh', '/a b/node')).toEqual(['-ic', posix]);
    expect(shellArguments('/opt/nu', '/a b/node')).toEqual(['-i', '-l', '-c', `^${posix}`]);
    expect(shellArguments('/bin/pwsh', '/a b/node')).toEqual(['-Login', '-Command', `& ${posix}`]);
    expect(shellArguments('/bin/sh', "/it's/node").at(-1)).toBe(`'/it'\\''s/node' -p '${script}'`);
  });

  it('is answered between two markers', () => {
    expect(parseMarked('noise MARK{"A":"1"}MARK noise', 'MARK')).toEqual({ A: '1' });
    expect(parseMarked('MARK', 'MARK')).toBeUndefined();
    expect(parseMarked('nothing', 'MARK')).toBeUndefined();
  });
});
