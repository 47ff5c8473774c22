import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  framesPath,
  readReport,
  type ScriptedCliEvent,
  type ScriptedCliOrders,
  scriptedCliBinary,
  scriptedCliEnv,
  scriptedCliPath,
} from '../../../support/cli/scriptedCliOrders';
import { StdioCli } from '../../../support/cli/stdioCli';

let folder: string;
const running: StdioCli[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scripted-cli-'));
});

afterEach(async () => {
  for (const cli of running.splice(0)) await cli.kill();
  await rm(folder, { recursive: true, force: true });
});

function start(orders: ScriptedCliOrders, args: string[] = []): StdioCli {
  const report = join(folder, 'report.jsonl');
  const env = { PATH: process.env.PATH, ...scriptedCliEnv({ report, ...orders }) };
  const cli = new StdioCli({ binary: scriptedCliBinary(), cwd: folder, env, args });
  running.push(cli);
  return cli;
}

function report(): ScriptedCliEvent[] {
  const path = join(folder, 'report.jsonl');
  return existsSync(path) ? readReport(path) : [];
}

describe('the scripted CLI', () => {
  it('prints its version', () => {
    const env = scriptedCliEnv({ version: '2.0.36' });
    const { stdout } = spawnSync(process.execPath, [scriptedCliPath, '--version'], { env });
    expect(stdout.toString()).toBe('2.0.36 (Claude Code)\n');
  });

  it('replays a recorded turn to a host with other ids, hooks and folders', async () => {
    const session = '11111111-2222-4333-8444-555555555555';
    const cli = start({ frames: framesPath('2.1.329', 'basic') }, ['--session-id', session]);
    await cli.initialize({
      hooks: { PreToolUse: [{ matcher: 'Write', hookCallbackIds: ['mine'] }] },
    });
    const result = await cli.turn('anything');
    expect(result).toMatchObject({ type: 'result', subtype: 'success', session_id: session });
    const requests = cli.frames.filter(frame => frame.type === 'control_request');
    expect(requests).toMatchObject([
      { request: { subtype: 'hook_callback', callback_id: 'mine' } },
      { request: { subtype: 'can_use_tool', tool_name: 'Write' } },
    ]);
    expect(JSON.stringify(requests)).toContain(join(folder, 'hello.txt'));
    expect(await cli.end()).toBe(0);
  });

  it('answers unrecorded control requests as unsupported', async () => {
    const cli = start({ frames: framesPath('2.1.329', 'basic') });
    await cli.initialize();
    await expect(cli.control('get_status')).rejects.toThrow(
      'Unsupported control request subtype: get_status',
    );
  });

  it('pauses where an interrupt is recorded and continues when it arrives', async () => {
    const cli = start({ frames: framesPath('2.1.329', 'interrupt') });
    await cli.initialize();
    cli.prompt('go');
    await cli.waitFor(frame => frame.type === 'stream_event');
    await cli.control('interrupt');
    const result = await cli.waitFor(frame => frame.type === 'result');
    expect(result).toMatchObject({ subtype: 'error_during_execution' });
  });

  it('splits lines inside characters without changing their content', async () => {
    const plain = await outputOf({ frames: framesPath('2.1.329', 'startup') });
    let cutInside: Buffer[] = [];
    // A pipe with a slow reader merges the pieces, and no writer can prevent that.
    for (let attempt = 0; attempt < 10 && cutInside.length === 0; attempt += 1) {
      const split = await outputOf({ frames: framesPath('2.1.329', 'startup'), splitBytes: true });
      expect(Buffer.concat(split).toString()).toBe(Buffer.concat(plain).toString());
      cutInside = split.filter(chunk => ((chunk[0] ?? 0) & 0xc0) === 0x80);
    }
    expect(cutInside.length).toBeGreaterThan(0);
  });

  it('prints noise between frames', async () => {
    const output = await outputOf({ frames: framesPath('2.1.329', 'startup'), noise: true });
    const lines = Buffer.concat(output).toString().split('\n');
    expect(lines[0]).toBe('');
    expect(lines[1]).toMatch(/^\{.*\}\r$/);
  });

  it('sends huge lines and frames of unknown types', async () => {
    const cli = start({
      frames: framesPath('2.1.329', 'basic'),
      hugeLine: { after: 1, bytes: 3_000_000 },
      unknownFrames: true,
    });
    await cli.initialize();
    const huge = await cli.waitFor(frame => frame.subtype === 'informational');
    expect(huge.content).toHaveLength(3_000_000);
    expect(cli.frames.map(frame => frame.type)).toContain('not_yet_invented_1');
  });

  it('hangs, and ignores signals and the end of its input', async () => {
    const cli = start({ hangAfter: 0, ignoreSignals: true, ignoreEof: true });
    cli.prompt('hello?');
    await until(() => report().some(entry => entry.event === 'stdin'));
    void cli.end();
    await until(() => report().some(entry => entry.event === 'eof'));
    process.kill(cli.pid ?? 0, 'SIGTERM');
    await until(() => report().some(entry => entry.event === 'signal'));
    expect(cli.frames).toEqual([]);
    expect(await cli.kill('SIGKILL')).toBeNull();
  });

  it('dies in mid-turn with an exit code and a message on stderr', async () => {
    const cli = start({
      frames: framesPath('2.1.329', 'basic'),
      die: { after: 4, code: 7, stderr: 'out of luck\n' },
    });
    await cli.initialize();
    await expect(cli.turn('go')).rejects.toThrow('out of luck');
    expect(cli.frames).toHaveLength(4);
    expect(await cli.kill()).toBe(7);
  });

  it('rejects flags that are configured as unknown', async () => {
    const cli = start({ refusedFlags: ['--effort'] }, ['--effort', 'low']);
    await expect(cli.initialize()).rejects.toThrow("unknown option '--effort'");
  });

  it.runIf(process.platform !== 'win32')('leaves a grandchild running', async () => {
    const cli = start({ frames: framesPath('2.1.329', 'basic'), grandchild: 'quiet' });
    await cli.initialize();
    const child = report().find(entry => entry.event === 'grandchild');
    await cli.kill();
    if (child?.event !== 'grandchild') throw new Error('no grandchild was reported');
    expect(process.kill(child.pid, 0)).toBe(true);
    process.kill(child.pid, 'SIGKILL');
  });
});

/** Returns the chunks of stdout up to the end of the first recorded process. */
async function outputOf(orders: ScriptedCliOrders): Promise<Buffer[]> {
  const path = join(folder, `${Math.random()}.jsonl`);
  const child = spawn(process.execPath, [scriptedCliPath], {
    cwd: folder,
    env: scriptedCliEnv({ ...orders, process: 1, workspace: false, report: path }),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const request = { subtype: 'initialize' };
  child.stdin.write(
    `${JSON.stringify({ type: 'control_request', request_id: 'a', request })}\n` +
      `${JSON.stringify({ type: 'user', message: { role: 'user', content: 'x' } })}\n`,
  );
  await until(() => existsSync(path) && readReport(path).some(entry => entry.event === 'replayed'));
  child.stdin.end();
  await once(child, 'close');
  return chunks;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(resolve => setImmediate(resolve));
}
