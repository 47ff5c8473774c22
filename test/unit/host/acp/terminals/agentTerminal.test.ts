import { expect, it } from 'vitest';
import type { TerminalExit } from '../../../../../src/acp/ports';
import { silentLog } from '../../../../../src/base/log';
import { AgentTerminal } from '../../../../../src/host/acp/terminals/agentTerminal';
import { systemClock } from '../../../../../src/node/systemClock';
import { isRunning, startScript, until } from '../../../node/startScript';

async function terminalOf(source: string, outputByteLimit = 1_000) {
  const shown: string[] = [];
  const ends: TerminalExit[] = [];
  let released = 0;
  const terminal = new AgentTerminal({
    process: await startScript(source),
    outputByteLimit,
    view: { write: text => shown.push(text), end: exit => ends.push(exit) },
    onReleased: () => {
      released += 1;
    },
    clock: systemClock,
    log: silentLog,
  });
  return { terminal, shown, ends, released: () => released };
}

it('keeps and shows the output of both pipes, and the exit', async () => {
  const { terminal, shown, ends } = await terminalOf(
    `process.stdout.write('grüße '); process.stderr.write('x'.repeat(20)); process.exitCode = 3;`,
    10,
  );
  await expect(terminal.exited).resolves.toEqual({ code: 3, signal: null });
  expect(terminal.output()).toMatchObject({ isCut: true, exit: { code: 3, signal: null } });
  // Which of the two pipes is read last is not certain.
  expect(Buffer.byteLength(terminal.output().text)).toBe(10);
  expect(shown.join('')).toContain('grüße ');
  expect(ends).toEqual([{ code: 3, signal: null }]);
  await terminal.release();
});

/** Starts a process in a session of its own, which no process group contains. */
const withDaemon = `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)'], { detached: true, stdio: 'ignore' });
  child.unref();
  console.log(child.pid);
`;

it('killing ends all that the command has started, and keeps the output', async () => {
  const { terminal, ends, released } = await terminalOf(
    `${withDaemon} setInterval(() => 0, 1000);`,
  );
  await until(() => terminal.output().text.endsWith('\n'));
  const daemon = Number(terminal.output().text);
  await terminal.kill();
  // A killed process stays visible for a moment.
  await until(() => !isRunning(terminal.process.pid) && !isRunning(daemon));
  expect(terminal.output().text).toBe(`${daemon}\n`);
  expect(terminal.output().exit).toEqual({ code: null, signal: 'SIGTERM' });
  expect([ends.length, released()]).toEqual([1, 0]);
});

it('releasing ends what an ended command has left, and forgets the output', async () => {
  const { terminal, released } = await terminalOf(withDaemon);
  await terminal.exited;
  const daemon = Number(terminal.output().text);
  expect(isRunning(daemon)).toBe(true);
  await terminal.release();
  await until(() => !isRunning(daemon));
  expect(terminal.output().text).toBe('');
  expect(released()).toBe(1);
});
