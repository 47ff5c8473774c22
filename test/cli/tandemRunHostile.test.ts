import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { stop as stopEsbuild } from 'esbuild';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gate, text, toolUse } from '../support/api/reply';
import { cliBinary } from '../support/cli/cliBinary';
import { rowsOf } from '../support/extent';
import { testInFull } from '../support/inFull';
import { fileAppears } from './support/fileAppears';
import { ProgramBed, programFile } from './support/programBed';

let bed: ProgramBed;

beforeEach(async () => {
  bed = await ProgramBed.open();
  bed.api.onPrompt('hello', [[text('Hello.')]]);
});
afterEach(() => bed.close());
afterAll(() => stopEsbuild());

function git(...args: string[]) {
  return bed.start(args, {}, 'git').ended();
}

async function script(name: string, content: string): Promise<string> {
  const path = join(bed.home.root, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  await chmod(path, 0o755);
  return path;
}

/** Line of a shell that runs the program with the CLI. */
async function shellLine(prompt: string): Promise<string> {
  const { path } = await cliBinary('newest');
  return `"${process.execPath}" "${await programFile()}" run --cli "${path}" --prompt ${prompt}`;
}

describe('A work tree', () => {
  let workspace: string;

  beforeEach(async () => {
    ({ workspace } = bed.home);
    await writeFile(join(workspace, 'a.txt'), 'a');
    await git('init', '-q', '-b', 'main');
    await git('add', '.');
    await git('-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '-qm', 'a');
  });

  it('runs hooks and filters of the repository with the flag only', async () => {
    const touch = (name: string) => `touch ${join(bed.home.root, name)}`;
    await script('workspace/.git/hooks/post-checkout', `#!/bin/sh\n${touch('ran-hook')}\n`);
    await git('config', 'core.fsmonitor', `${touch('ran-monitor')};:`);
    await git('config', 'filter.bad.smudge', `${touch('ran-smudge')}; cat`);
    await git('config', 'filter.bad.clean', `${touch('ran-clean')}; cat`);
    await writeFile(join(workspace, '.git', 'info', 'attributes'), '* filter=bad\n');
    const ran = async () => {
      const names = await readdir(bed.home.root);
      return names.filter(name => name.startsWith('ran'));
    };
    const args = ['--prompt', 'hello', '--worktree'];
    expect(await (await bed.run(args)).ended()).toMatchObject({ code: 0, err: '' });
    expect(await ran()).toEqual([]);
    expect(await (await bed.run([...args, '--trust-folder'])).ended()).toMatchObject({ code: 0 });
    expect(await ran()).toEqual(expect.arrayContaining(['ran-hook', 'ran-smudge']));
  });

  testInFull('that the agent has removed loses no result', async () => {
    bed.api.onPrompt('leave', [[toolUse('Bash', { command: 'rm -rf "$PWD"' })], [text('Gone.')]]);
    const args = ['--prompt', 'leave', '--worktree', 'deep/er', '--allow', 'Bash'];
    expect(await (await bed.run(args)).ended()).toMatchObject({ code: 0, out: 'Gone.\n' });
    expect((await git('branch')).out).toBe('* main\n');
    expect(existsSync(`${workspace}.worktrees`)).toBe(false);
  });

  testInFull('is made for a folder behind a link, and leaves no folder', async () => {
    const link = join(bed.home.root, 'link');
    await symlink(workspace, link);
    const run = await bed.run(['--prompt', 'hello', '--worktree', '--cwd', link]);
    expect(await run.ended()).toEqual({ code: 0, out: 'Hello.\n', err: '' });
    expect(existsSync(`${workspace}.worktrees`)).toBe(false);
  });

  it('goes when a signal comes while git makes it', async () => {
    const real = (await bed.start(['-c', 'command -v git'], {}, 'sh').ended()).out.trim();
    const added = join(bed.home.root, 'added');
    const waits = `case "$*" in *"worktree add"*) touch ${added}; sleep 60;; esac`;
    await script('bin/git', `#!/bin/sh\n"${real}" "$@"\ncode=$?\n${waits}\nexit $code\n`);
    bed.home.env.PATH = `${join(bed.home.root, 'bin')}:${bed.home.env.PATH}`;
    const run = await bed.run(['--prompt', 'hello', '--worktree', 'half']);
    await fileAppears(added);
    run.child.kill('SIGTERM');
    expect((await run.ended()).code).toBe(143);
    expect((await bed.start(['branch'], {}, real).ended()).out).toBe('* main\n');
    expect(existsSync(`${workspace}.worktrees`)).toBe(false);
    expect([...(await bed.leftOver())]).toEqual([]);
  });
});

const odd = ['--model=--dangerously-skip-permissions', '--model=a\nb', '--model=', '--agent=-x'];
it.each(rowsOf(odd.slice(0, 1), odd))(
  'refuses a name that no command line carries: %j',
  async one => {
    const ended = await (await bed.run(['--prompt', 'hello', one])).ended();
    expect(ended).toMatchObject({ code: 2, err: expect.stringContaining('not the name of') });
    expect(bed.api.requests).toEqual([]);
  },
);

it('neither waits for a pipe nor reads a device', async () => {
  const pipe = join(bed.home.root, 'pipe');
  await bed.start([pipe], {}, 'mkfifo').ended();
  for (const args of [
    ['--prompt-file', pipe],
    ['--prompt-file', '/dev/zero'],
    ['--prompt', 'hello', '--schema', pipe],
    ['--prompt', 'hello', '--schema', '/dev/zero'],
  ]) {
    const ended = await (await bed.run(args)).ended();
    expect(ended).toMatchObject({ code: 2, err: expect.stringContaining('a pipe or a device') });
  }
});

testInFull('fails if its output cannot be written', async () => {
  const line = `${await shellLine('hello')} > /dev/full`;
  const ended = await bed.start(['-c', line], {}, 'sh').ended();
  expect(ended).toMatchObject({ code: 1, err: expect.stringContaining('cannot be written') });
});

testInFull('ends by a signal though nobody reads its output', async () => {
  bed.api.onPrompt('long', [[text('x'.repeat(1_000_000), gate('first'), 'more')]]);
  const args = ['--prompt', 'long', '--output', 'stream-json', '--include-partial-messages'];
  const run = await bed.run(args);
  run.child.stdout?.pause();
  await bed.api.reached('first');
  const exited = new Promise(resolve => run.child.once('exit', resolve));
  run.child.kill('SIGTERM');
  expect(await exited).toBe(143);
  expect([...(await bed.leftOver())]).toEqual([]);
});

it('leaves no folder for rules that a command line does not carry', async () => {
  const rules = Array.from({ length: 120 }, (_, at) => `Bash(${'x'.repeat(100)}${at})`);
  const args = rules.flatMap(rule => ['--allow', rule]);
  const ended = await (await bed.run(['--prompt', 'hello', ...args])).ended();
  expect(ended).toMatchObject({ code: 0, err: '' });
  const names = await readdir(join(bed.home.root, 'tmp'));
  expect(names.filter(name => name.startsWith('tandem'))).toEqual([]);
});

it('leaves no CLI that was asked for its version', async () => {
  const begun = join(bed.home.root, 'begun');
  const wait = 'setInterval(() => {}, 1000)';
  const cli = await script(
    'hanging.js',
    `#!${process.execPath}\nrequire('fs').writeFileSync(${JSON.stringify(begun)}, ''); ${wait}`,
  );
  const args = ['run', '--cli', cli, '--prompt', 'x', '--schema', '{}'];
  const run = bed.start([await programFile(), ...args], {});
  await fileAppears(begun);
  run.child.kill('SIGINT');
  expect((await run.ended()).code).toBe(130);
  await bed.allGone();
});

it('fails with a CLI that ends badly after its result, and shows the result', async () => {
  const frame = { type: 'result', subtype: 'success', is_error: false, result: 'Fine.' };
  const line = JSON.stringify(JSON.stringify(frame));
  const cli = await script(
    'bad.js',
    `#!${process.execPath}\nconsole.log(${line}); process.exit(9)`,
  );
  const args = ['run', '--cli', cli, '--prompt', 'x'];
  const ended = await bed.start([await programFile(), ...args], {}).ended();
  expect(ended).toMatchObject({ code: 1, out: 'Fine.\n', err: expect.stringContaining('code 9') });
});

it('refuses a schema that is nested too deeply', async () => {
  const deep = `${'{"a":'.repeat(100_000)}{}${'}'.repeat(100_000)}`;
  await writeFile(join(bed.home.workspace, 'deep.json'), deep);
  const ended = await (await bed.run(['--prompt', 'x', '--schema', 'deep.json'])).ended();
  expect(ended).toMatchObject({ code: 2, err: expect.stringContaining('Make it smaller') });
});

testInFull('gives a terminal no commands, and a pipe all that the model has written', async () => {
  bed.api.onPrompt('title', [[text('a\u001B]0;b\u0007\u009B31m\u202Ec')]]);
  const piped = await bed.start(['-c', await shellLine('title')], {}, 'sh').ended();
  expect(piped.out).toBe('a\u001B]0;b\u0007\u009B31m\u202Ec\n');
  const args = ['-qec', await shellLine('title'), '/dev/null'];
  const shown = await bed.start(args, {}, 'script').ended();
  expect(shown.out).toBe(`${String.raw`a\u001b]0;b\u0007\u009b31m\u202ec`}\r\n`);
});
