import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { readProcStat } from '../../src/node/processTable';
import {
  framesPath,
  readReport,
  type ScriptedCliOrders,
  scriptedCliBinary,
  scriptedCliEnv,
} from '../support/cli/scriptedCliOrders';
import { FakeClock } from '../unit/node/fakeClock';
import { AgentRun, type AgentRunOptions } from './support/agentRun';

const disposals: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const dispose of disposals.splice(0).reverse()) await dispose();
});

const basic = { frames: framesPath('2.1.329', 'basic') };

async function create(orders: ScriptedCliOrders, options: AgentRunOptions = {}) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'tandem-report-')));
  disposals.push(() => rm(folder, { recursive: true }));
  const report = join(folder, 'report.jsonl');
  const env = scriptedCliEnv({ ...orders, report });
  const run = await AgentRun.create(scriptedCliBinary(), { ...options, env });
  disposals.push(() => run.close());
  return { run, report: () => readReport(report) };
}

async function start(orders: ScriptedCliOrders) {
  const started = await create(orders);
  await started.run.process.start();
  return started;
}

it.each<[string, ScriptedCliOrders]>([
  ['lines split at any byte', { splitBytes: true }],
  ['noise between the frames', { noise: true }],
  ['unknown frames', { unknownFrames: true }],
  ['a line of 5 MB', { hugeLine: { after: 3, bytes: 5_000_000 } }],
])('reads a turn despite %s', async (_name, orders) => {
  const plain = await start(basic);
  const odd = await start({ ...basic, ...orders });
  for (const { run } of [plain, odd]) await run.turn('go');
  expect(odd.run.text).toBe(plain.run.text);
  expect(odd.run.text).not.toBe('');
  // The long line adds a notice.
  const kinds = ({ run }: typeof odd) =>
    run.items.map(item => item.kind).filter(kind => kind !== 'notice' && kind !== 'unknown');
  expect(kinds(odd)).toEqual(kinds(plain));
  expect(odd.run.outcome).toEqual({ kind: 'completed' });
  const unknown = odd.run.warnings.filter(line => line.includes('not known'));
  expect(new Set(unknown).size).toBe(unknown.length);
  const rows = odd.run.items.flatMap(item => (item.kind === 'unknown' ? [item.what] : []));
  // Each kind has one row, up to a limit; some precede the turn.
  expect(new Set(rows).size).toBe(rows.length);
  expect(rows.length > 0).toBe(unknown.length > 0);
  expect(rows.length).toBeLessThanOrEqual(20);
});

it('times out when initialize is not answered within a minute, and leaves no process', async () => {
  const clock = new FakeClock();
  const { run } = await create({ unanswered: ['initialize'] }, { clock });
  const started = run.process.start();
  const failed = expect(started).rejects.toMatchObject({ code: 'cli.timeout' });
  while (!clock.waiting.includes(60_000)) await new Promise(resolve => setImmediate(resolve));
  clock.advance(59_999);
  clock.advance(1);
  await failed;
  const pid = run.process.pid ?? 0;
  while (readProcStat(pid)) await new Promise(resolve => setImmediate(resolve));
});

it('reports why a process died at startup, with secrets redacted', async () => {
  const stderr = 'Cannot reach the gateway with sk-ant-api03-abcdefghijklmnop\n';
  const { run } = await create({ die: { after: 0, code: 3, stderr } });
  await expect(run.process.start()).rejects.toMatchObject({
    code: 'cli.ended',
    message: 'Claude Code exited with code 3.',
    detail: 'Cannot reach the gateway with ***',
  });
  expect(run.exit).toBeUndefined();
});

it('reports why a process died that had closed its stdin', async () => {
  const script = 'exec 0<&-; sleep 0.3; echo "Cannot reach the gateway" >&2; exit 3';
  const binary = { ...scriptedCliBinary(), command: '/bin/sh', prefix: ['-c', script] };
  // Larger than the pipe's buffer, so that the write blocks until the data is read.
  const server = { handle: async () => undefined, dispose: () => undefined };
  const mcpServers = new Map([['x'.repeat(1_000_000), server]]);
  const run = await AgentRun.create(binary, { mcpServers });
  disposals.push(() => run.close());
  await expect(run.process.start()).rejects.toMatchObject({
    code: 'cli.ended',
    message: 'Claude Code exited with code 3.',
    detail: 'Cannot reach the gateway',
  });
  expect(run.exit).toBeUndefined();
});

it('keeps what a frame says that comes in one chunk with an older answer', async () => {
  const command = (name: string) => ({ name, description: '', argumentHint: '' });
  const changed = { type: 'system', subtype: 'commands_changed', commands: [command('new')] };
  const script = `require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
    const { request_id, request } = JSON.parse(line);
    const isStart = request.subtype === 'initialize';
    const response = isStart ? { commands: [${JSON.stringify(command('old'))}] } : {};
    const answer = { type: 'control_response', response: { subtype: 'success', request_id, response } };
    const lines = [answer, ...(isStart ? [${JSON.stringify(changed)}] : [])];
    process.stdout.write(lines.map(line => JSON.stringify(line) + '\\n').join(''));
  })`;
  const binary = {
    ...scriptedCliBinary(),
    command: process.execPath,
    prefix: ['-e', script, '--'],
  };
  const run = await AgentRun.start(binary);
  disposals.push(() => run.close());
  await run.until(() => run.events.some(({ type }) => type === 'commands.changed'));
  expect(run.folded.summary.choices.commands.map(({ name }) => name)).toEqual(['new']);
});

it('reports a death mid-turn, with half a line written', async () => {
  const stderr = 'out of memory\n';
  const { run } = await start({ ...basic, die: { after: 12, code: 134, stderr, halfLine: true } });
  await run.send('go');
  const exit = await run.exited();
  expect(exit).toMatchObject({ code: 134, stderr: 'out of memory', wasAsked: false });
  expect(run.activities.at(-1)).toBe('working');
  await expect(run.send('more')).rejects.toMatchObject({ code: 'process.ended' });
  await expect(run.process.setModel('opus')).rejects.toMatchObject({ code: 'cli.ended' });
});

it('kills a process that ignores the end of its stdin and SIGTERM, with its children', async () => {
  const orders = { ...basic, ignoreEof: true, ignoreSignals: true, grandchild: 'holdsStdout' };
  const { run, report } = await start(orders as ScriptedCliOrders);
  await run.turn('go');
  const pids = [run.process.pid ?? 0];
  for (const entry of report()) if (entry.event === 'grandchild') pids.push(entry.pid);
  expect(pids).toHaveLength(2);
  await run.process.stop('now');
  expect(run.exit).toMatchObject({ signal: 'SIGKILL', wasAsked: true });
  // The kernel removes a killed process in its own time.
  const stats = () => pids.map(pid => readProcStat(pid));
  await expect.poll(stats, { timeout: 10_000 }).toEqual([undefined, undefined]);
});

it('closes an idle process, which does not count as a crash', async () => {
  const { run, report } = await start(basic);
  await run.turn('go');
  await run.process.stop('whenIdle');
  expect(run.exit).toMatchObject({ code: 0, wasAsked: true });
  expect(report().some(entry => entry.event === 'eof')).toBe(true);
  expect(report().some(entry => entry.event === 'signal')).toBe(false);
});

it('terminates a process that does not answer an interrupt', async () => {
  const clock = new FakeClock();
  const orders = { ...basic, unanswered: ['interrupt'], hangAfter: 5 };
  const { run } = await create(orders, { clock });
  await run.process.start();
  await run.send('go');
  const stopped = run.process.stop('interrupt');
  const exited = run.exited();
  while (!clock.waiting.includes(3_000)) await new Promise(resolve => setImmediate(resolve));
  clock.advance(3_000);
  expect(await exited).toMatchObject({ code: 143, wasAsked: true });
  // The final read after the exit also depends on the clock.
  await stopped;
});

it('does not repeat a request that the binary has rejected', async () => {
  const { run } = await start(basic);
  await expect(run.process.setEffort('low')).rejects.toMatchObject({ code: 'cli.needsRestart' });
  const sent = run.sent.length;
  await expect(run.process.setEffort('low')).rejects.toMatchObject({ code: 'cli.needsRestart' });
  expect(run.sent).toHaveLength(sent);
});

it('answers each request of the CLI exactly once, with its own id', async () => {
  const { run, report } = await start(basic);
  await run.turn('go');
  const lines = report().flatMap(entry =>
    entry.event === 'stdin' ? [JSON.parse(entry.line)] : [],
  );
  const answers = lines.filter(frame => frame.type === 'control_response');
  const ids = answers.map(frame => frame.response.request_id);
  expect(ids.length).toBeGreaterThan(1);
  expect(new Set(ids).size).toBe(ids.length);
  const messages = lines.filter(frame => frame.type === 'user');
  expect(messages).toHaveLength(1);
});
