import { Agent, request as httpRequest } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { addUsage, type CallUsage, noUsage } from '../../src/contract/modelCalls';
import { CallLog } from '../../src/gateway/accounting/callLog';
import type { ModelRequest } from '../support/api/modelRequest';
import {
  cut,
  failure,
  type Reply,
  streamError,
  text,
  thinking,
  toolUse,
  usage,
} from '../support/api/reply';
import { attempts, ScriptedApi } from '../support/api/scriptedApi';
import { cliBinary } from '../support/cli/cliBinary';
import { isolatedHome } from '../support/cli/isolatedHome';
import { startPassthrough } from '../support/gateway/passthrough';
import { AgentRun } from './support/agentRun';
import { versionsWith } from './support/versionRows';
import { versionTraits } from './support/versionTraits';

const owned: (() => unknown)[] = [];

afterEach(async () => {
  for (const dispose of owned.splice(0).reverse()) await dispose();
});

/** A scripted API behind a passthrough whose calls are counted. */
async function observedApi() {
  const api = await ScriptedApi.start();
  owned.push(() => api.close());
  const errors: unknown[] = [];
  const log = new CallLog({ onError: error => errors.push(error) });
  owned.push(() => log.dispose());
  const gateway = await startPassthrough(api.url, log.observe);
  owned.push(() => gateway.close());
  return { api, log, errors, url: gateway.url };
}

/** Tokens that the API has reported for these requests. */
function reported(api: ScriptedApi, matches: (request: ModelRequest) => boolean): CallUsage {
  return api.requests.filter(matches).reduce((sum, { index }) => {
    const tokens = api.reported.get(index);
    if (!tokens) return sum;
    return addUsage(sum, {
      input: tokens.input_tokens ?? 0,
      output: tokens.output_tokens,
      cacheRead: tokens.cache_read_input_tokens ?? 0,
      cacheWritten5m: tokens.cache_creation_input_tokens ?? 0,
      cacheWritten1h: 0,
    });
  }, noUsage);
}

function counted(log: CallLog, ...kinds: readonly string[]): CallUsage {
  return log.sums.rows
    .filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))
    .reduce((sum, row) => addUsage(sum, row.usage), noUsage);
}

/** Resolves once each request to the API has been counted. */
async function settled(log: CallLog): Promise<void> {
  while (log.inFlight.length > 0) {
    await new Promise<void>(resolve => {
      const listener = log.onFinished(() => {
        listener.dispose();
        resolve();
      });
    });
  }
}

describe.each(versionsWith())('Calls of Claude Code %s', version => {
  it('are counted to the token: tools, a subagent, an error that is retried', async () => {
    const { api, log, errors, url } = await observedApi();
    const home = await isolatedHome({ apiUrl: url, maxRetries: 2 });
    owned.push(home.dispose);
    const run = await AgentRun.start(await cliBinary(version), { api, home });
    owned.push(() => run.close());
    const { agentTool } = versionTraits[version];
    api.onPrompt('delegate', [
      [
        thinking('Two steps.'),
        toolUse('Write', { file_path: run.path('a.txt'), content: 'ä\n' }),
        usage({ input_tokens: 1234, output_tokens: 77 }),
      ],
      toolUse(agentTool, {
        description: 'Poem',
        prompt: 'Please write a poem',
        subagent_type: 'general-purpose',
        run_in_background: false,
      }),
      attempts(failure(529, { retryAfter: 0 }), text('All done.')),
    ]);
    api.onSubagent('write a poem', [
      toolUse('Bash', { command: 'echo roses', description: 'Rhyme' }),
      [text('Roses.'), usage({ output_tokens: 4321 })],
    ]);
    await run.turn('Please delegate');
    expect(run.text).toContain('All done.');
    await settled(log);

    expect(errors).toEqual([]);
    expect(counted(log)).toEqual(reported(api, () => true));
    const subagent = reported(api, ({ conversation }) => conversation === 'subagent');
    expect(subagent.output).toBeGreaterThan(4321);
    expect(counted(log, 'subagent')).toEqual(subagent);
    expect(counted(log, 'main')).toEqual(
      reported(api, ({ conversation }) => conversation === 'main'),
    );
    const rows = log.sums.rows.filter(({ kind }) => kind === 'subagent');
    expect(rows).toMatchObject([{ agent: 'general-purpose', calls: 2, failed: 0 }]);
    expect(log.sums.total).toMatchObject({ failed: 1, retries: 1 });
    expect(log.calls.filter(({ kind }) => kind === 'other')).toEqual([]);
    expect(new Set(log.calls.map(({ sessionId }) => sessionId))).toEqual(new Set([run.sessionId]));

    // The CLI only appends to a conversation, which leaves the cache intact.
    const mains = log.calls.filter(({ kind, usage }) => kind === 'main' && usage);
    expect(mains.map(({ cache }) => cache?.since?.change)).toEqual(mains.map(() => undefined));
    expect(mains.every(({ cache }) => (cache?.breakpoints.length ?? 0) > 1)).toBe(true);
    expect(mains.every(({ sizes }) => sizes?.basis === 'usage')).toBe(true);
  });
});

/** Repeatable random numbers below a bound. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const tools = [{ name: 'Bash', description: 'Runs', input_schema: {} }];

/** Answer of one round: mostly a message, sometimes an error before, in or instead of it. */
function randomReply(random: (below: number) => number): Reply {
  const tokens = usage({
    input_tokens: random(9_000),
    output_tokens: random(3_000),
    cache_read_input_tokens: random(90_000),
    cache_creation_input_tokens: random(9_000),
  });
  const replies: Reply[] = [
    [text('Hello 👋'), tokens],
    [thinking('Hm.'), toolUse('Bash', { command: 'ls' }), tokens],
    [text('A', streamError(), 'b'), tokens],
    [text('A', cut(), 'b'), tokens],
    failure(529),
    [tokens],
  ];
  return replies[random(replies.length)] ?? [tokens];
}

async function post(url: string, agent: Agent, headers: object, body: unknown): Promise<void> {
  await new Promise<void>(resolve => {
    const sent = httpRequest(
      `${url}/v1/messages?beta=true`,
      { method: 'POST', agent, headers: { ...headers, 'content-type': 'application/json' } },
      answer => answer.on('close', resolve).resume(),
    );
    sent.on('error', () => resolve());
    sent.end(JSON.stringify(body));
  });
}

describe('Fifty scripted conversations', () => {
  it('are counted to the token, five at a time', async () => {
    const { api, log, errors, url } = await observedApi();
    const random = generator(50);
    api.on(
      () => true,
      () => randomReply(random),
    );
    const agent = new Agent({ keepAlive: true, maxSockets: 5 });
    owned.push(() => agent.destroy());
    const talk = async (number: number) => {
      const messages: unknown[] = [];
      for (let turn = 0; turn <= number % 7; turn += 1) {
        messages.push({ role: 'user', content: `Turn ${turn} of ${number}` });
        const isSubagent = random(4) === 0;
        const headers = {
          'x-claude-code-session-id': `s${number}`,
          ...(isSubagent ? { 'x-claude-code-agent-id': `a${number}` } : {}),
        };
        const body = {
          model: `m${random(3)}`,
          stream: random(5) > 0,
          max_tokens: 9,
          tools,
          messages,
        };
        await post(url, agent, headers, body);
        messages.push({ role: 'assistant', content: 'Yes.' });
      }
    };
    for (let first = 0; first < 50; first += 5) {
      await Promise.all([0, 1, 2, 3, 4].map(more => talk(first + more)));
    }
    await settled(log);

    expect(errors).toEqual([]);
    expect(api.requests).toHaveLength(197);
    expect(log.sums.total.calls).toBe(197);
    expect(counted(log)).toEqual(reported(api, () => true));
    for (const kind of ['main', 'subagent'] as const) {
      const calls = reported(api, ({ conversation }) => conversation === kind);
      expect(counted(log, kind)).toEqual(calls);
      expect(calls.output).toBeGreaterThan(1_000);
    }
    for (const model of ['m0', 'm1', 'm2']) {
      const rows = log.sums.rows.filter(row => row.model === model);
      const sum = rows.reduce((total, row) => addUsage(total, row.usage), noUsage);
      expect(sum).toEqual(reported(api, request => request.model === model));
    }
  });
});
