import { beforeEach, describe, expect, it } from 'vitest';
import type { TerminalRequest } from '../../../../src/acp/ports';
import { TerminalRequests } from '../../../../src/acp/requests/terminalRequests';
import { Deferred } from '../../../../src/base/deferred';
import { silentLog } from '../../../../src/base/log';
import { FakeClock } from '../../node/fakeClock';

const sessionId = 's';
let clock: FakeClock;
let made: TerminalRequest[];
let calls: string[];
let text: string;
let exited: Deferred<{ code: number | null; signal: string | null }>;
let requests: TerminalRequests;

beforeEach(() => {
  clock = new FakeClock();
  made = [];
  calls = [];
  text = '';
  exited = new Deferred();
  requests = new TerminalRequests({
    terminals: {
      create: async request => {
        made.push(request);
        return {
          output: () => ({ text, isCut: false }),
          exited: exited.promise,
          kill: async () => void calls.push('kill'),
          release: async () => void calls.push('release'),
        };
      },
    },
    ...{ cwd: '/w', clock, log: silentLog },
    onOutput: (_id, output) => calls.push(`shows ${output.text}`),
  });
});

describe('TerminalRequests', () => {
  it('starts commands in the folder, with bounded output', async () => {
    await requests.create({ sessionId, command: 'ls', outputByteLimit: 5e9 });
    await requests.create({
      ...{ sessionId, command: 'ls', args: ['-l'], cwd: '/tmp' },
      env: [{ name: 'A', value: '1' }],
    });
    expect(made).toEqual([
      { command: 'ls', args: [], env: {}, cwd: '/w', outputByteLimit: 1024 * 1024 },
      { command: 'ls', args: ['-l'], env: { A: '1' }, cwd: '/tmp', outputByteLimit: 1024 * 1024 },
    ]);
  });

  it.each([{}, { command: '' }, { command: 'ls', cwd: 'sub' }, { command: 'ls', args: 'x' }])(
    'refuses %j',
    async params => {
      await expect(requests.create({ sessionId, ...params })).rejects.toMatchObject({
        code: -32602,
      });
    },
  );

  it('shows output when it changes, until the terminal is released', async () => {
    const { terminalId } = await requests.create({ sessionId, command: 'ls' });
    text = 'one';
    clock.advance(500);
    clock.advance(500);
    text = 'two';
    clock.advance(500);
    await requests.release({ sessionId, terminalId });
    text = 'three';
    clock.advance(500);
    expect(calls).toEqual(['shows one', 'shows two', 'release']);
    await expect(requests.output({ sessionId, terminalId })).rejects.toMatchObject({
      code: -32002,
    });
  });

  it('waits for the end, unless the agent no longer does', async () => {
    const { terminalId } = await requests.create({ sessionId, command: 'ls' });
    const controller = new AbortController();
    const given = requests.waitForExit({ sessionId, terminalId }, controller.signal);
    controller.abort();
    await expect(given).rejects.toMatchObject({ code: -32800 });
    const { signal } = new AbortController();
    exited.resolve({ code: 3, signal: null });
    expect(await requests.waitForExit({ sessionId, terminalId }, signal)).toEqual({
      exitCode: 3,
      signal: null,
    });
  });

  it('ends all that is open, and what starts too late', async () => {
    await requests.create({ sessionId, command: 'ls' });
    await requests.create({ sessionId, command: 'ls' });
    await requests.dispose();
    await expect(requests.create({ sessionId, command: 'ls' })).rejects.toMatchObject({
      code: -32800,
    });
    expect(calls).toEqual(['release', 'release', 'release']);
    expect(clock.waiting).toEqual([]);
  });

  it('bounds their number', async () => {
    for (let count = 0; count < 32; count += 1) await requests.create({ sessionId, command: 'ls' });
    await expect(requests.create({ sessionId, command: 'ls' })).rejects.toMatchObject({
      code: -32603,
    });
  });
});
