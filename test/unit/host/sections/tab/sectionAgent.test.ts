import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { Deferred } from '../../../../../src/base/deferred';
import { UserError } from '../../../../../src/base/errors';
import type { Channel } from '../../../../../src/core/conversation/channel';
import type { LaunchOptions } from '../../../../../src/protocol/agentLauncher';
import type { AgentReports } from '../../../../../src/protocol/agentReports';
import type { AgentProcess } from '../../../../../src/protocol/agentSource';
import { FakeClock } from '../../../node/fakeClock';

const workspace = { isTrusted: true };
vi.mock('vscode', () => ({ workspace, l10n: { t: (text: string) => text } }));

// Files of one worker share modules: this one is loaded with the mock, and not left behind.
vi.resetModules();
const { SectionAgent } = await import('../../../../../src/host/sections/tab/sectionAgent');
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

const reports = (version: string) => ({ version }) as Partial<AgentReports> as AgentReports;

/** A process whose start ends when the test says so. */
class Process {
  hasEnded = false;
  reports: AgentReports | undefined;
  readonly started = new Deferred<void>();

  constructor(readonly version: string) {
    // Nobody waits for a process that ends before it is started.
    this.started.promise.catch(() => undefined);
  }

  async start(): Promise<void> {
    await this.started.promise;
    this.reports = reports(this.version);
  }

  dispose(): void {
    this.hasEnded = true;
    this.started.reject(new UserError('cli.ended', 'The process has ended.'));
  }
}

let clock: FakeClock;
let launches: LaunchOptions[];
let processes: Process[];
let gate: Promise<void>;
let channels: Channel[];
let startsAlone: boolean;
let isOpen: boolean;
let agent: InstanceType<typeof SectionAgent>;

beforeEach(() => {
  clock = new FakeClock();
  launches = [];
  processes = [];
  channels = [];
  gate = Promise.resolve();
  startsAlone = true;
  isOpen = true;
  workspace.isTrusted = true;
  agent = new SectionAgent({
    clock,
    channels: () => channels,
    isOpen: () => isOpen,
    agents: {
      requireTemporary: async () => undefined,
      launch: async options => {
        launches.push(options);
        await gate;
        const process = new Process(`${processes.length + 1}`);
        processes.push(process);
        if (startsAlone) process.started.resolve();
        return process as Partial<AgentProcess> as AgentProcess;
      },
    },
  });
});

const ask = async (cwd = '/a') => (await agent.reports(cwd, undefined)).version;
const alive = () => processes.filter(({ hasEnded }) => !hasEnded).map(({ version }) => version);
const launched = (count: number) => vi.waitFor(() => expect(processes).toHaveLength(count));

test('two questions at once start one process, which stores nothing', async () => {
  expect(await Promise.all([ask(), ask()])).toEqual(['1', '1']);
  expect(await ask()).toBe('1');
  expect(launches).toMatchObject([{ cwd: '/a', isTemporary: true, picks: {} }]);
});

test('a conversation of the folder answers before a process is started', async () => {
  const live = (cwd: string, version: string) =>
    ({ cwd, agent: { slot: { live: { reports: reports(version) } } } }) as unknown as Channel;
  channels = [live('/b', 'other'), live('/a', 'own')];
  expect(await ask()).toBe('own');
  expect((await agent.reports('/a', live('/a', 'front'))).version).toBe('front');
  expect(launches).toEqual([]);
});

test('nothing is started without trust or folder', async () => {
  await expect(agent.reports(undefined, undefined)).rejects.toThrow('Open a folder first.');
  workspace.isTrusted = false;
  await expect(ask()).rejects.toMatchObject({ code: 'trust.required' });
  expect(launches).toEqual([]);
});

test('a process that dies while it starts is told, and the next question starts another', async () => {
  startsAlone = false;
  const first = ask();
  await launched(1);
  processes[0]?.started.reject(new UserError('cli.exited', 'It fell over.'));
  await expect(first).rejects.toThrow('It fell over.');
  expect(alive()).toEqual([]);
  expect(clock.waiting).toEqual([]);
  startsAlone = true;
  expect(await ask()).toBe('2');
});

test('a process that has ended is replaced', async () => {
  await ask();
  processes[0]?.dispose();
  expect(await ask()).toBe('2');
});

test('questions of two folders at once are both answered', async () => {
  expect(await Promise.all([ask('/a'), ask('/b')])).toEqual(['1', '2']);
  expect(alive()).toEqual(['2']);
});

test('a restart while a process starts answers from the next one', async () => {
  startsAlone = false;
  const answer = ask();
  await launched(1);
  startsAlone = true;
  agent.restart();
  expect(await answer).toBe('2');
  expect(alive()).toEqual(['2']);
});

test('a restart before there is a process lets none of the old ones live', async () => {
  const opened = new Deferred<void>();
  gate = opened.promise;
  const answer = ask();
  await vi.waitFor(() => expect(launches).toHaveLength(1));
  agent.restart();
  opened.resolve();
  expect(await answer).toBe('2');
  expect(alive()).toEqual(['2']);
});

test.each(['before it is there', 'while it starts'])('dispose ends a process %s', async when => {
  startsAlone = false;
  const opened = new Deferred<void>();
  gate = when === 'while it starts' ? Promise.resolve() : opened.promise;
  const answer = ask();
  await vi.waitFor(() => expect(launches).toHaveLength(1));
  if (when === 'while it starts') await launched(1);
  agent.dispose();
  opened.resolve();
  await expect(answer).rejects.toMatchObject({ code: 'cli.ended' });
  await launched(1);
  expect(alive()).toEqual([]);
  await expect(ask()).rejects.toMatchObject({ code: 'cli.ended' });
  expect(launches).toHaveLength(1);
});

test('a question of a closed tab starts no process and leaves none', async () => {
  const opened = new Deferred<void>();
  gate = opened.promise;
  const answers = [ask(), ask('/b')].map(answer =>
    expect(answer).rejects.toMatchObject({ code: 'cli.ended' }),
  );
  await vi.waitFor(() => expect(launches).toHaveLength(1));
  isOpen = false;
  agent.end();
  opened.resolve();
  await Promise.all(answers);
  expect(alive()).toEqual([]);
  expect(launches).toHaveLength(1);
  isOpen = true;
  expect(await ask()).toBe('2');
});

test('a minute without questions ends the process, however long its start took', async () => {
  startsAlone = false;
  const answer = ask();
  await launched(1);
  clock.advance(120_000);
  processes[0]?.started.resolve();
  expect(await answer).toBe('1');
  clock.advance(59_000);
  expect(await ask()).toBe('1');
  clock.advance(59_000);
  expect(alive()).toEqual(['1']);
  clock.advance(1_000);
  expect(alive()).toEqual([]);
  startsAlone = true;
  expect(await ask()).toBe('2');
});
