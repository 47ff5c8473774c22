import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeExit, spawnProcess } from '../../../src/node/spawnProcess';
import { testInFull } from '../../support/inFull';
import { collectLines, isRunning, nextLine, startScript, until } from './startScript';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-spawn-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A program that starts a child, which outlives it and inherits its pipes. */
const leavesGrandchild = (detached: boolean) => `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'],
    { stdio: 'inherit', detached: ${detached} });
  child.unref();
  console.log(child.pid);
`;

describe('output', () => {
  it('is delivered in full before the exit is reported', async () => {
    const child = await startScript(`
      for (let i = 0; i < 20000; i += 1) process.stdout.write(i + ' äöü\\n');
      process.stdout.write('no line feed');
    `);
    const lines = await collectLines(child);
    expect(lines).toHaveLength(20_001);
    expect(lines.at(19_999)).toBe('19999 äöü');
    expect(lines.at(-1)).toBe('no line feed');
    expect(child.exit).toEqual({ code: 0, signal: null });
  });

  it('is intact if UTF-8 is written byte by byte', async () => {
    const child = await startScript(`
      const bytes = Buffer.from('日本語 😀 €\\n');
      const next = i => i < bytes.length && process.stdout.write(bytes.subarray(i, i + 1), () => setImmediate(next, i + 1));
      next(0);
    `);
    expect(await collectLines(child)).toEqual(['日本語 😀 €']);
  });

  it('may contain a line of 10 MB', async () => {
    const child = await startScript(`process.stdout.write('x'.repeat(1e7) + '\\nafter\\n')`);
    expect((await collectLines(child)).map(line => line.length)).toEqual([10_000_000, 5]);
  });

  it('continues after a listener throws and after a line over the limit', async () => {
    const child = await startScript(`console.log('a\\n' + 'x'.repeat(100) + '\\nb')`, {
      lineLimit: 50,
    });
    child.onLine(() => {
      throw new Error('broken listener');
    });
    expect(await collectLines(child)).toEqual(['a', 'b']);
  });

  it('keeps the last 8 KB of stderr as whole characters', async () => {
    const child = await startScript(`console.error('€'.repeat(5000) + ' the end')`);
    await child.exited;
    expect(child.stderrTail).toMatch(/^€+ the end\n$/);
    expect(Buffer.byteLength(child.stderrTail)).toBeGreaterThan(8 * 1024 - 4);
    expect(Buffer.byteLength(child.stderrTail)).toBeLessThanOrEqual(8 * 1024);
  });

  it('is separate from error lines', async () => {
    const child = await startScript(`console.log('out'); console.error('one\\ntwo')`);
    const errors: string[] = [];
    child.onErrorLine(line => errors.push(line));
    expect(await collectLines(child)).toEqual(['out']);
    expect(errors).toEqual(['one', 'two']);
  });
});

describe('input', () => {
  it('keeps its order and waits for a slow reader', async () => {
    const child = await startScript(`
      const idle = setInterval(() => {}, 1000);
      process.once('SIGUSR2', () => {
        clearInterval(idle);
        let size = 0;
        process.stdin.on('data', chunk => { size += chunk.length; });
        process.stdin.on('end', () => console.log(size));
      });
      console.log('ready');
    `);
    await nextLine(child);
    let accepted = 0;
    const writes = Array.from({ length: 20 }, () =>
      child.write('x'.repeat(100_000)).then(() => {
        accepted += 1;
      }),
    );
    await new Promise(resolve => setImmediate(resolve));
    expect(accepted).toBeLessThan(20);
    child.endInput();
    const total = nextLine(child);
    process.kill(child.pid, 'SIGUSR2');
    await Promise.all(writes);
    expect(await total).toBe('2000000');
    expect(await child.exited).toEqual({ code: 0, signal: null });
  });

  it('is rejected after the exit, with the exit code and the stderr tail', async () => {
    const child = await startScript(`console.error('why it died'); process.exitCode = 3`);
    await child.exited;
    await expect(child.write('x')).rejects.toMatchObject({
      code: 'process.ended',
      message: 'The process exited with code 3.',
      detail: 'why it died\n',
    });
  });

  it('is rejected if it is queued when the process is killed', async () => {
    const child = await startScript('setInterval(() => {}, 1000)');
    const write = child.write('x'.repeat(1_000_000));
    child.dispose();
    await expect(write).rejects.toMatchObject({ code: expect.stringMatching(/^process\./) });
    expect(await child.exited).toEqual({ code: null, signal: 'SIGKILL' });
  });

  it('is rejected if the running process has closed its input', async () => {
    const child = await startScript(`
      require('node:fs').closeSync(0);
      console.log('closed');
      setInterval(() => {}, 1000);
    `);
    await nextLine(child);
    await expect(child.write('x')).rejects.toMatchObject({ code: 'process.inputClosed' });
    child.dispose();
    await child.exited;
  });

  it('is rejected after the end of input', async () => {
    const child = await startScript('process.stdin.resume()');
    child.endInput();
    await expect(child.write('x')).rejects.toMatchObject({ code: 'process.inputClosed' });
    await child.exited;
  });
});

describe('a grandchild', () => {
  it('does not delay the exit by holding the pipes', async () => {
    const child = await startScript(leavesGrandchild(false));
    const [pid] = await collectLines(child);
    expect(isRunning(Number(pid))).toBe(true);
    await child.tree.kill();
    await until(() => !isRunning(Number(pid)));
  });

  it('is killed with the tree, even in its own session', async () => {
    const child = await startScript(`${leavesGrandchild(true)}; setInterval(() => {}, 1000)`);
    const grandchild = Number(await nextLine(child));
    await child.tree.kill();
    await child.exited;
    await until(() => !isRunning(grandchild));
  });

  it('is found in its own session after its parent has ended', async () => {
    const child = await startScript(`${leavesGrandchild(true)}; setInterval(() => {}, 1000)`);
    const grandchild = Number(await nextLine(child));
    expect(await child.tree.terminate()).toBe(true);
    await child.exited;
    expect(isRunning(grandchild)).toBe(true);
    await child.tree.kill();
    await until(() => !isRunning(grandchild));
  });
});

describe('a program that cannot be started', () => {
  const attempt = (change: { command?: string; cwd?: string; platform?: NodeJS.Platform }) =>
    spawnProcess({
      command: process.execPath,
      args: [],
      cwd: folder,
      env: process.env,
      platform: process.platform,
      ...change,
    });

  it('is reported with its missing folder, if that is the cause', async () => {
    const cwd = join(folder, 'gone');
    await expect(attempt({ cwd })).rejects.toMatchObject({
      code: 'spawn.cwdMissing',
      message: `The folder ${cwd} does not exist.`,
    });
    await expect(attempt({ cwd: process.execPath })).rejects.toMatchObject({
      code: 'spawn.cwdNotFolder',
    });
  });

  it('is reported by its name if it is missing', async () => {
    await expect(attempt({ command: 'no-such-program' })).rejects.toMatchObject({
      code: 'spawn.commandMissing',
      message: 'The program no-such-program was not found.',
    });
  });

  it('is reported differently for a missing interpreter and a missing permission', async () => {
    const command = join(folder, 'script');
    await writeFile(command, '#!/no/such/interpreter\n');
    await expect(attempt({ command })).rejects.toMatchObject({ code: 'spawn.notAllowed' });
    await chmod(command, 0o755);
    await expect(attempt({ command })).rejects.toMatchObject({ code: 'spawn.interpreterMissing' });
  });

  it('is reported if its arguments are too long or malformed', async () => {
    const args = Array.from({ length: 40 }, () => 'x'.repeat(120_000));
    const request = { command: process.execPath, cwd: folder, env: {}, platform: process.platform };
    await expect(spawnProcess({ ...request, args })).rejects.toMatchObject({
      code: 'spawn.argumentsTooLong',
    });
    await expect(spawnProcess({ ...request, args: ['a\0b'] })).rejects.toMatchObject({
      code: 'spawn.failed',
    });
  });

  it('is reported for any batch file on Windows', async () => {
    await expect(
      attempt({ command: 'C:\\npm\\claude.CMD', platform: 'win32' }),
    ).rejects.toMatchObject({ code: 'spawn.batchFile' });
  });
});

describe('an aborted signal', () => {
  const endless = `setInterval(() => {}, 1000); console.log('up');`;

  it('ends the process', async () => {
    const abort = new AbortController();
    const child = await startScript(endless, { signal: abort.signal });
    await nextLine(child);
    abort.abort();
    expect(await child.exited).toEqual({ code: null, signal: 'SIGKILL' });
  });

  it('ends it also if it was aborted before the start', async () => {
    const child = await startScript(endless, { signal: AbortSignal.abort() });
    expect(await child.exited).toEqual({ code: null, signal: 'SIGKILL' });
  });
});

it('describes an exit', () => {
  expect(describeExit({ code: 1, signal: null })).toBe('exited with code 1');
  expect(describeExit({ code: null, signal: 'SIGKILL' })).toBe('was ended by SIGKILL');
});

testInFull('leaves no child, listener or open handle after a hundred processes', async () => {
  const pids: number[] = [];
  const listeners = () => process.eventNames().map(name => process.listenerCount(name));
  const handles = () => process.getActiveResourcesInfo().filter(name => /Pipe|Process/.test(name));
  const before = { listeners: listeners(), handles: handles() };
  for (let round = 0; round < 10; round += 1) {
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        const child = await startScript('', { command: '/bin/cat', args: [] });
        pids.push(child.pid);
        const echoed = nextLine(child);
        await child.write(`round ${round}\n`);
        expect(await echoed).toBe(`round ${round}`);
        child.endInput();
        expect(await child.exited).toEqual({ code: 0, signal: null });
      }),
    );
  }
  expect(pids.filter(isRunning)).toEqual([]);
  expect(listeners()).toEqual(before.listeners);
  await until(() => handles().length <= before.handles.length);
});
