import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PipedProcess } from '../../../src/node/spawnProcess';
import { closeLadder, endAtOnce, interruptLadder, stopProcess } from '../../../src/node/stopLadder';
import { FakeClock } from './fakeClock';
import { isRunning, nextLine, startScript, until } from './startScript';

const children: PipedProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) {
    await child.tree.kill();
    await child.exited;
  }
});

async function start(source: string): Promise<{ child: PipedProcess; first: string }> {
  const child = await startScript(source);
  children.push(child);
  return { child, first: await nextLine(child) };
}

const stubborn = `process.on('SIGTERM', () => console.log('no')); console.log('ready');
  setInterval(() => {}, 1000);`;
const polite = `console.log('ready'); setInterval(() => {}, 1000);`;
const parent = (rest: string) => `
  const { spawn } = require('node:child_process');
  const grandchild = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); console.log("up"); setInterval(() => {}, 1000)'],
    { stdio: ['ignore', 'pipe', 'ignore'], detached: true });
  grandchild.stdout.once('data', () => console.log(grandchild.pid));
  ${rest}`;

const never = new Promise<void>(() => undefined);

describe('Stop', () => {
  it('spares a process that heeds the interrupt', async () => {
    const { child } = await start(polite);
    const result = await stopProcess(
      child,
      interruptLadder(() => Promise.resolve()),
    );
    expect(result).toEqual({ rung: 'interrupt', exit: undefined });
    expect(isRunning(child.pid)).toBe(true);
  });

  it('terminates a process that does not answer the interrupt within 3 s', async () => {
    const { child } = await start(polite);
    const clock = new FakeClock();
    const stopped = stopProcess(
      child,
      interruptLadder(() => never),
      { clock },
    );
    expect(clock.waiting).toEqual([3000]);
    clock.advance(2999);
    expect(clock.waiting).toEqual([1]);
    clock.advance(1);
    expect(await stopped).toEqual({
      rung: 'terminate',
      exit: { code: null, signal: 'SIGTERM' },
    });
  });

  it('terminates at once if the interrupt cannot be sent', async () => {
    const { child } = await start(polite);
    const result = await stopProcess(
      child,
      interruptLadder(() => Promise.reject(new Error('input closed'))),
      { clock: new FakeClock() },
    );
    expect(result.rung).toBe('terminate');
  });

  it('kills a process that ignores SIGTERM', async () => {
    const { child } = await start(stubborn);
    const clock = new FakeClock();
    const refused = nextLine(child);
    const stopped = stopProcess(
      child,
      interruptLadder(() => never),
      { clock },
    );
    clock.advance(3000);
    expect(await refused).toBe('no');
    clock.advance(3000);
    expect(await stopped).toEqual({ rung: 'kill', exit: { code: null, signal: 'SIGKILL' } });
  });

  it('leaves nothing of the process tree once it terminates', async () => {
    const { child, first } = await start(parent('setInterval(() => {}, 1000)'));
    const result = await stopProcess(
      child,
      interruptLadder(() => Promise.reject(new Error('no'))),
    );
    expect(result.rung).toBe('terminate');
    await until(() => !isRunning(Number(first)));
  });

  it('reports that the process had already ended', async () => {
    const { child } = await start(`console.log('bye')`);
    await child.exited;
    expect(await stopProcess(child, closeLadder)).toEqual({
      rung: 'ended',
      exit: { code: 0, signal: null },
    });
  });
});

describe('Closing an idle process', () => {
  it('needs no more than the end of input', async () => {
    const { child } = await start(`process.stdin.resume(); console.log('ready')`);
    expect(await stopProcess(child, closeLadder, { clock: new FakeClock() })).toEqual({
      rung: 'eof',
      exit: { code: 0, signal: null },
    });
  });

  it('escalates to terminate and kill', async () => {
    const { child } = await start(stubborn);
    const clock = new FakeClock();
    const refused = nextLine(child);
    const stopped = stopProcess(child, closeLadder, { clock });
    clock.advance(3000);
    await refused;
    clock.advance(3000);
    expect((await stopped).rung).toBe('kill');
  });
});

describe('deactivation', () => {
  it('terminates all processes before it yields, then kills their trees', async () => {
    const clock = new FakeClock();
    const first = await start(stubborn);
    const second = await start(parent('setInterval(() => {}, 1000)'));
    const refused = nextLine(first.child);
    const exitListeners = process.listenerCount('exit');
    const ended = endAtOnce([first.child, second.child], { clock });
    await Promise.all([refused, second.child.exited]);
    clock.advance(500);
    await ended;
    expect(await first.child.exited).toEqual({ code: null, signal: 'SIGKILL' });
    expect(await second.child.exited).toEqual({ code: null, signal: 'SIGTERM' });
    await until(() => !isRunning(Number(second.first)));
    expect(process.listenerCount('exit')).toBe(exitListeners);
  });

  it('does not wait for the grace period if all have ended', async () => {
    const { child } = await start(polite);
    await endAtOnce([child], { clock: new FakeClock() });
    expect(child.exit).toEqual({ code: null, signal: 'SIGTERM' });
  });

  it('ends what a known process in a session of its own starts in its last moment', async () => {
    // The process that is started late has no parent, no mark and no group of the root.
    const late = 'read -r go; env -i sleep 1000 >/dev/null 2>&1 & echo $!';
    const { child, first } = await start(`
      const { spawn } = require('node:child_process');
      const shell = spawn('sh', ['-c', ${JSON.stringify(late)}], { detached: true });
      shell.stdout.pipe(process.stdout);
      shell.once('close', () => process.exit());
      process.once('SIGTERM', () => shell.stdin.write('go\\n'));
      console.log(shell.pid);`);
    await endsWithLateOne(child);
    expect(isRunning(Number(first))).toBe(false);
  });

  it('ends what is started in a session of its own after the processes were listed', async () => {
    const { child } = await start(`
      process.once('SIGTERM', () => {
        const options = { detached: true, stdio: 'ignore' };
        const late = require('node:child_process').spawn('sleep', ['1000'], options);
        process.stdout.write(late.pid + '\\n', () => process.exit());
      });
      console.log('ready'); setInterval(() => {}, 1000);`);
    await endsWithLateOne(child);
  });

  it('ends the processes even if the system does not list them', async () => {
    const { child } = await start(polite);
    vi.spyOn(child.tree, 'sweep').mockRejectedValue(new Error('ENOENT: /proc'));
    await endAtOnce([child], { clock: new FakeClock() });
    expect(child.exit).toEqual({ code: null, signal: 'SIGTERM' });
  });

  async function endsWithLateOne(child: PipedProcess): Promise<void> {
    const late = nextLine(child);
    await endAtOnce([child], { clock: new FakeClock() });
    const pid = Number(await late);
    try {
      expect(pid).toBeGreaterThan(0);
      await until(() => !isRunning(pid));
    } finally {
      if (isRunning(pid)) process.kill(pid, 'SIGKILL');
    }
  }
});
