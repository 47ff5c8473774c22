import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import {
  endOrphan,
  isSameProcess,
  parseFileTime,
  processStartTime,
} from '../../../src/node/processIdentity';
import { ProcessTree } from '../../../src/node/processTree';
import type { ToolResult } from '../../../src/node/runTool';
import { FakeClock } from './fakeClock';
import { isRunning, nextLine, startScript, until } from './startScript';

/** A fake Windows with one process, 4711, that only a forced kill ends. */
class FakeWindows {
  readonly calls: string[] = [];
  private lives = true;

  /** @param lingers number of checks that still find the process after its end */
  constructor(private lingers = 0) {}

  run = async (file: string, args: readonly string[]): Promise<ToolResult> => {
    this.calls.push(`${file} ${args.join(' ')}`);
    if (file.endsWith('powershell.exe')) {
      const isSeen = this.lives || this.lingers-- > 0;
      return { code: 0, stdout: isSeen ? '134100000000000000\r\n' : '' };
    }
    this.lives &&= !args.includes('/F');
    return { code: this.lives ? 1 : 0, stdout: '' };
  };
}

const taskkill = 'C:\\Windows\\System32\\taskkill.exe';

describe('the identity of a process', () => {
  it.each(['linux', 'darwin'] as const)('stays the same while it runs (%s)', async platform => {
    const child = await startScript('setInterval(() => {}, 1000)');
    const startTime = (await processStartTime(child.pid, platform)) ?? 'none';
    expect(startTime).toMatch(platform === 'linux' ? /^[0-9a-f-]*\/\d+$/ : /^\w{3} \w{3} \d+ /);
    const identity = { pid: child.pid, startTime };
    expect(await isSameProcess(identity, platform)).toBe(true);
    expect(await isSameProcess({ ...identity, startTime: 'another' }, platform)).toBe(false);
    child.dispose();
    await child.exited;
    expect(await isSameProcess(identity, platform)).toBe(false);
    expect(await processStartTime(child.pid, platform)).toBeUndefined();
  });

  it('comes from PowerShell on Windows', async () => {
    const { run, calls } = new FakeWindows();
    expect(await processStartTime(4711, 'win32', { run })).toBe('134100000000000000');
    expect(calls).toEqual([
      'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe -NoProfile -NonInteractive ' +
        '-Command (Get-Process -Id 4711).StartTime.ToFileTimeUtc()',
    ]);
    expect(parseFileTime('Get-Process : Cannot find a process')).toBeUndefined();
  });
});

describe('an orphaned process', () => {
  const grandchild = `
    const child = require('node:child_process').spawn(process.execPath,
      ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore', detached: true });
    console.log(child.pid); setInterval(() => {}, 1000);`;

  it.each([
    ['linux', ''],
    ['darwin', ''],
    ['linux', `process.on('SIGTERM', () => {});`],
  ] as const)('is ended with everything it started (%s) %s', async (platform, prelude) => {
    const child = await startScript(prelude + grandchild);
    const started = Number(await nextLine(child));
    const startTime = (await processStartTime(child.pid, platform)) ?? 'none';
    let passed = 0;
    const clock = {
      now: () => passed,
      setTimeout(fire: () => void, delay: number) {
        passed += delay;
        // Faster than requested, yet slow enough for a process to end meanwhile.
        const timer = setTimeout(fire, delay / 5);
        return { dispose: () => clearTimeout(timer) };
      },
    };
    const ended = await endOrphan({ pid: child.pid, startTime }, platform, { clock });
    expect(ended).toBe('ended');
    await child.exited;
    await until(() => !isRunning(started));
  });

  it('leaves nothing that it started, although it was killed', async () => {
    const mark = `TANDEM_TEST_MARK=${randomUUID()}`;
    const [name = '', value = ''] = mark.split('=');
    const env = { ...process.env, [name]: value };
    const parent = spawn(process.execPath, ['-e', grandchild], { env });
    const [line] = await once(parent.stdout, 'data');
    const started = Number(line);
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    expect(isRunning(started)).toBe(true);
    const identity = { pid: parent.pid ?? 0, startTime: 'of before', mark };
    expect(await endOrphan(identity, 'linux')).toBe('gone');
    await until(() => !isRunning(started));
  });

  it('is left alone if its pid belongs to another process', async () => {
    const child = await startScript('setInterval(() => {}, 1000)');
    expect(await endOrphan({ pid: child.pid, startTime: 'x' }, process.platform)).toBe('gone');
    expect(isRunning(child.pid)).toBe(true);
    child.dispose();
    await child.exited;
  });

  it('is ended by taskkill on Windows', async () => {
    const { run, calls } = new FakeWindows();
    const identity = { pid: 4711, startTime: '134100000000000000' };
    expect(await endOrphan(identity, 'win32', { run })).toBe('ended');
    expect(calls.filter(call => call.startsWith(taskkill))).toEqual([
      `${taskkill} /pid 4711 /T`,
      `${taskkill} /pid 4711 /T /F`,
    ]);
  });

  it.each([
    ['ended', 3],
    ['survived', Number.POSITIVE_INFINITY],
  ])('has %s if it is seen %d times after the kill', async (outcome, lingers) => {
    const { run } = new FakeWindows(lingers);
    const identity = { pid: 4711, startTime: '134100000000000000' };
    const clock = new FakeClock();
    const ending = endOrphan(identity, 'win32', { run, clock });
    let isOver = false;
    void ending.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      clock.advance(50);
      await new Promise(resolve => setImmediate(resolve));
    }
    expect(await ending).toBe(outcome);
  });
});

it('asks a Windows tree to end first, and spares it once its root has ended', async () => {
  const { run, calls } = new FakeWindows();
  let lives = true;
  const tree = new ProcessTree(4711, 'win32', () => lives, run);
  expect(await tree.terminate()).toBe(false);
  await tree.kill();
  lives = false;
  await tree.kill();
  tree.killSync();
  expect(calls).toEqual([`${taskkill} /pid 4711 /T`, `${taskkill} /pid 4711 /T /F`]);
});
