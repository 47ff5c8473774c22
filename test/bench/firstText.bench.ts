import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { silentLog } from '../../src/base/log';
import { buildArgv } from '../../src/cli/launch/argv';
import { cliEnvironment, mayBypassPermissions } from '../../src/cli/launch/cliEnvironment';
import type { SessionId } from '../../src/contract/ids';
import type { ChannelRegistry } from '../../src/core/registry/channelRegistry';
import { text } from '../support/api/reply';
import { ScriptedApi } from '../support/api/scriptedApi';
import { ChannelWatch, channelBed } from '../support/channels/channelBed';
import { newestCli } from '../support/cli/cliBinary';
import { type IsolatedHome, isolatedHome } from '../support/cli/isolatedHome';
import { type Frame, StdioCli, streamJsonArgs } from '../support/cli/stdioCli';
import type { Benchmark, BenchmarkResult } from './benchmark';

/**
 * Time from sending a prompt to the first text that a page gets, through all of the host that needs
 * no editor. Compared with the same CLI, started with the same flags and environment by a program
 * that only writes the prompt and parses lines. The first prompt includes the start of the process.
 * CPU time is that of this process, which also contains the scripted API.
 */

const rounds = 7;
const prompts = ['first', 'second'] as const;

interface Cost {
  readonly time: number;
  readonly cpu: number;
}

export const bench: Benchmark = {
  name: 'from Enter to the first text',
  async run() {
    const api = await ScriptedApi.start();
    const home = await isolatedHome({ apiUrl: api.url, maxRetries: 0 });
    for (const prompt of prompts) {
      api.onPrompt(prompt, [text(`The answer to the ${prompt} prompt.`)]);
    }
    const registry = await channelBed({ home });
    try {
      const ours: Cost[][] = [];
      const bare: Cost[][] = [];
      for (let round = -1; round < rounds; round += 1) {
        // Both in turn, so that a slow phase of the machine affects them alike.
        const pair = [await throughChannel(registry, home), await throughPipe(home)] as const;
        if (round >= 0) {
          ours.push(pair[0]);
          bare.push(pair[1]);
        }
      }
      return prompts.map((prompt, at) => resultOf(prompt, column(ours, at), column(bare, at)));
    } finally {
      registry.dispose();
      await api.close();
      await home.dispose();
    }
  },
};

async function throughChannel(registry: ChannelRegistry, home: IsolatedHome): Promise<Cost[]> {
  const channel = await registry.create(home.workspace);
  const watch = new ChannelWatch(channel);
  const costs: Cost[] = [];
  for (const [turn, prompt] of prompts.entries()) {
    costs.push(
      await costOf(async () => {
        const from = watch.events.length;
        channel.messages.send({ text: prompt, images: [] });
        await watch.until('text', () =>
          watch.events.slice(from).some(({ type }) => type === 'block.delta'),
        );
      }),
    );
    await watch.turns(turn + 1);
  }
  await registry.close(channel.id);
  return costs;
}

async function throughPipe(home: IsolatedHome): Promise<Cost[]> {
  const binary = newestCli();
  const { platform } = process;
  const shell = home.env;
  const env = cliEnvironment({
    ...{ inherited: home.env, shell, platform },
    ...{ target: {}, isOwnInstall: false },
  });
  const argv = await buildArgv({
    version: binary.version,
    session: { kind: 'new', id: randomUUID() as string as SessionId },
    settings: { 'tandem.permissions.initialMode': 'default' },
    mayBypass: mayBypassPermissions(env),
    scratchFolder: join(home.root, 'scratch'),
    log: silentLog,
  });
  const costs: Cost[] = [];
  let cli: StdioCli | undefined;
  for (const prompt of prompts) {
    const from = cli?.rows.length ?? 0;
    costs.push(
      await costOf(async () => {
        const args = argv.args.slice(streamJsonArgs.length);
        cli ??= new StdioCli({ binary, cwd: home.workspace, env, args });
        cli.prompt(prompt);
        await cli.waitFor(isTextDelta, from);
      }),
    );
    await cli?.waitFor(({ type }) => type === 'result', from);
  }
  await cli?.end();
  argv.dispose();
  return costs;
}

function isTextDelta({ type, event }: Frame): boolean {
  return type === 'stream_event' && JSON.stringify(event).includes('"text_delta"');
}

async function costOf(task: () => Promise<unknown>): Promise<Cost> {
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  await task();
  const { user, system } = process.cpuUsage(cpu);
  return { time: performance.now() - start, cpu: (user + system) / 1000 };
}

function column(rows: readonly (readonly Cost[])[], at: number): Cost {
  const of = (part: (cost: Cost) => number) =>
    median(rows.flatMap(row => row.slice(at, at + 1)).map(part));
  return { time: of(cost => cost.time), cpu: of(cost => cost.cpu) };
}

function resultOf(prompt: (typeof prompts)[number], ours: Cost, bare: Cost): BenchmarkResult {
  const [time, cpu] = [ours.time - bare.time, ours.cpu - bare.cpu];
  return {
    what: `the ${prompt} prompt of a conversation against a bare pipe`,
    measured: ours.time / bare.time,
    // The bare pipe is faster where nothing has to start, and the host waits for the disk.
    limit: prompt === 'first' ? 1.5 : 2,
    unit: '×',
    detail: `${ours.time.toFixed(0)} / ${bare.time.toFixed(0)} ms, ${time.toFixed(0)} ms added; ${ours.cpu.toFixed(0)} / ${bare.cpu.toFixed(0)} ms CPU, ${cpu.toFixed(0)} ms added`,
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
