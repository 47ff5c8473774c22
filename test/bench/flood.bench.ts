import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '../../src/base/log';
import { CliTransport } from '../../src/cli/cliTransport';
import { ControlClient } from '../../src/cli/control/controlClient';
import { ControlSupport } from '../../src/cli/control/controlSupport';
import { ActivityTracker } from '../../src/cli/frames/activity';
import { FrameReader } from '../../src/cli/frames/frameReader';
import { FrameTranslator } from '../../src/cli/translate/frameTranslator';
import type { ConversationEvent } from '../../src/contract/events';
import type { PromptId, ToolCallId } from '../../src/contract/ids';
import { systemClock } from '../../src/node/systemClock';
import { EventBatch } from '../../src/protocol/eventBatch';
import type { ScriptedBed } from '../support/channels/scriptedAgents';
import type { Benchmark, BenchmarkResult } from './benchmark';
import { compareCpu, cpuOf } from './interleaved';
import { median } from './pipedCpu';
import { withShownChannel } from './shownChannel';

/** Large numbers of lines, results and requests of an agent, in CPU time of this process. */

const megabyte = 1024 * 1024;
const rounds = 5;
const results = 1_000;
const permissions = 1_000;

const floods = {
  noise: { text: 'warning: the option is no longer known, see the manual\n', megabytes: 220 },
  stderr: { text: 'warning: the option is no longer known, see the manual\n', megabytes: 220 },
} as const;

/** Reads a program's output and does nothing with it. */
async function drain(path: string, stream: 'stdout' | 'stderr'): Promise<void> {
  const child = spawn('sh', shell(path, stream), { stdio: ['ignore', 'pipe', 'pipe'] });
  let seen = 0;
  child[stream].on('data', (chunk: Buffer) => {
    seen += chunk.length;
  });
  await new Promise(resolve => child.once('close', resolve));
  if (seen === 0) throw new Error('Nothing was read');
}

function shell(path: string, stream: 'stdout' | 'stderr'): string[] {
  return ['-c', `cat "$0" ${stream === 'stderr' ? '>&2' : ''}`, path];
}

/** Runs the program as an agent. */
async function asAgent(path: string, stream: 'stdout' | 'stderr'): Promise<void> {
  const { reader } = frameReader(() => undefined);
  await new Promise<void>((resolve, reject) => {
    const transport = new CliTransport(
      {
        ...{ command: 'sh', args: [], cwd: tmpdir(), env: process.env },
        ...{ platform: process.platform, clock: systemClock, log: silentLog },
      },
      {
        ...{ onLine: line => reader.read(line), leavesOutText: () => reader.leavesOutText },
        ...{ onClosed: () => undefined, onExit: () => resolve() },
      },
    );
    transport.start(shell(path, stream)).catch(reject);
  });
}

function frameReader(deliver: (events: readonly ConversationEvent[]) => void) {
  const batch = new EventBatch(systemClock, deliver);
  const reader = new FrameReader({
    client: new ControlClient({
      write: async () => undefined,
      handlers: {} as ConstructorParameters<typeof ControlClient>[0]['handlers'],
      support: new ControlSupport('2.1.300'),
      clock: systemClock,
      log: silentLog,
    }),
    translator: new FrameTranslator({ cwd: '/workspace' }),
    batch,
    activity: new ActivityTracker(() => undefined),
    clock: systemClock,
    log: silentLog,
    onPageFinished: () => undefined,
  });
  return { reader, batch };
}

async function flooded(): Promise<BenchmarkResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-bench-'));
  try {
    const found: BenchmarkResult[] = [];
    for (const [name, { text, megabytes }] of Object.entries(floods)) {
      const stream = name === 'stderr' ? 'stderr' : 'stdout';
      const path = join(folder, name);
      await writeFile(path, text.repeat((megabytes * megabyte) / text.length));
      const [one, other] = await compareCpu(
        () => asAgent(path, stream),
        () => drain(path, stream),
        rounds,
      );
      found.push({
        what: `${megabytes} MB of ${name === 'stderr' ? 'lines on stderr' : 'lines that are no frames'} against draining them`,
        measured: one / other,
        limit: 2,
        unit: '×',
        detail: `${one.toFixed(0)} / ${other.toFixed(0)} ms CPU`,
      });
    }
    return found;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns the CPU ms for one frame with many results, from the line to the posts. */
function manyResults(): Promise<number> {
  return withShownChannel(async ({ agents, channel }) => {
    const { host } = agents.newest;
    const { reader, batch } = frameReader(events => host.onEvents(events));
    const ids = Array.from({ length: results }, (_, index) => `call${index}`);
    const common = { session_id: 's', uuid: 'u', parent_tool_use_id: null };
    const calls = ids.map(id => ({
      type: 'tool_use',
      id,
      name: 'Read',
      input: { file_path: `/workspace/${id}` },
    }));
    const message = { id: 'msg', role: 'assistant', model: 'model', content: calls, usage: {} };
    reader.read(JSON.stringify({ type: 'assistant', ...common, message }));
    batch.flush();
    const content = ids.map(id => ({
      type: 'tool_result',
      tool_use_id: id,
      content: `1\t${'a line of a file '.repeat(5)}`,
    }));
    const line = JSON.stringify({ type: 'user', ...common, message: { role: 'user', content } });
    const cpu = await cpuOf(() => {
      reader.read(line);
      batch.flush();
    });
    const done = channel.conversation.open?.items.filter(
      item => item.kind === 'tool' && item.call.status === 'done',
    );
    if (done?.length !== results) throw new Error(`${done?.length} results`);
    return cpu;
  });
}

/** Returns the CPU ms until many permissions that are asked at once are shown, and answered. */
function manyPermissions(): Promise<{ shown: number; answered: number }> {
  return withShownChannel(async ({ agents, channel }) => {
    const { host } = agents.newest;
    const ids = Array.from({ length: permissions }, (_, index) => index);
    let decisions: Promise<unknown>[] = [];
    const shown = await cpuOf(async () => {
      decisions = ids.map(index => host.decide(requestOf(index), new AbortController().signal));
      while (channel.conversation.summary.waiting.length < permissions) {
        await new Promise(setImmediate);
      }
    });
    const answered = await cpuOf(async () => {
      await Promise.all(
        ids.map(index => channel.answer(`ask${index}` as PromptId, { kind: 'allowOnce' })),
      );
      await Promise.all(decisions);
    });
    return { shown, answered };
  });
}

function requestOf(
  index: number,
): Parameters<ScriptedBed['agents']['newest']['host']['decide']>[0] {
  const toolId = `call${index}` as ToolCallId;
  const input = { command: `npm test ${index}` };
  return {
    tool: 'Bash',
    input,
    prompt: {
      kind: 'permission',
      id: `ask${index}` as PromptId,
      toolId,
      call: {
        ...{ id: toolId, family: 'bash', tool: 'Bash', title: 'Bash', input },
        ...{ content: [], locations: [], status: 'pending' },
      },
      suggestions: [],
      hasDiff: false,
    },
  };
}

async function atOnce(): Promise<BenchmarkResult[]> {
  const frames: number[] = [];
  const asked: { shown: number; answered: number }[] = [];
  for (let round = -1; round < rounds; round += 1) {
    const [frame, ask] = [await manyResults(), await manyPermissions()];
    if (round >= 0) {
      frames.push(frame);
      asked.push(ask);
    }
  }
  const [shown, answered] = [asked.map(one => one.shown), asked.map(one => one.answered)];
  return [
    resultOf(`one frame with ${results} results`, frames, 50),
    resultOf(`${permissions} permissions at once, until all are shown`, shown, 300),
    resultOf(`${permissions} permissions answered`, answered, 300),
  ];
}

/** @param times CPU ms of each round */
function resultOf(what: string, times: readonly number[], limit: number): BenchmarkResult {
  const detail = `CPU, ${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)}`;
  return { what, measured: median(times), limit, unit: 'ms', detail };
}

export const bench: Benchmark = {
  name: 'floods of output and requests',
  async run() {
    return [...(await flooded()), ...(await atOnce())];
  },
};
