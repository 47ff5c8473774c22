import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { silentLog } from '../../src/base/log';
import { maskSecrets } from '../../src/base/secrets';
import { withoutUserId } from '../../src/base/userIds';
import type { RecordedCall } from '../../src/contract/inspector/recordedCall';
import { callDetails } from '../../src/core/inspector/anatomy/callDetails';
import { CallArchive } from '../../src/core/inspector/archive/callArchive';
import { jsonlOf } from '../../src/core/inspector/exchange/jsonl';
import { readCallFile } from '../../src/core/inspector/exchange/readCallFile';
import { CallLog } from '../../src/gateway/accounting/callLog';
import { maskedCall } from '../../src/gateway/accounting/maskedCall';
import { CallRecorder } from '../../src/gateway/accounting/recording';
import { ownAgents } from '../../src/gateway/forward/upstream';
import { Gateway } from '../../src/gateway/server/gateway';
import { systemClock } from '../../src/node/systemClock';
import { recordedReplies } from '../support/api/recordedReplies';
import { failure, text, thinking, toolUse, usage } from '../support/api/reply';
import { attempts, ScriptedApi } from '../support/api/scriptedApi';
import { cliBinary } from '../support/cli/cliBinary';
import { type IsolatedHome, isolatedHome } from '../support/cli/isolatedHome';
import { AgentRun } from './support/agentRun';
import { versionTraits } from './support/versionTraits';

const mask = maskSecrets;
const talk = { id: 'channel', title: 'Talk', cwd: '/work' };
const owned: (() => unknown)[] = [];

afterEach(async () => {
  for (const dispose of owned.splice(0).reverse()) await dispose();
});

/** A gateway before the API, whose calls are recorded into an archive. */
async function recordedGateway(api: ScriptedApi, folder: string) {
  const clock = systemClock;
  const onProblem = (error: Error) => errors.push(error);
  const errors: unknown[] = [];
  const archive = new CallArchive({
    ...{ folder, limit: () => 100e6, clock, log: silentLog, onProblem },
  });
  const log = new CallLog({ onError: error => errors.push(error) });
  const recorder = new CallRecorder(log, mask);
  log.wantBodies();
  log.onFinished(call => {
    const recording = recorder.take(call);
    const key = archive.keyOf(call);
    const inspected = { key, source: 'gateway', call: maskedCall(call, mask) } as const;
    archive.add(talk, {
      version: 1,
      inspected: { ...inspected, unknown: [], hasBodies: recording !== undefined },
      ...recording,
    });
  });
  const gateway = await Gateway.start({ clock, log: silentLog, agents: ownAgents() });
  const lease = gateway.lease({ upstream: new URL(api.url), observe: log.observe });
  owned.push(
    () => gateway.dispose(),
    () => log.dispose(),
    () => archive.dispose(),
  );
  const settled = async () => {
    while (log.inFlight.length > 0) {
      await new Promise<void>(resolve => {
        const listener = log.onFinished(() => {
          listener.dispose();
          resolve();
        });
      });
    }
    await archive.flush();
  };
  return { archive, errors, settled, nonce: lease.nonce, url: gateway.addressFor(lease) };
}

async function recordedIn(archive: CallArchive): Promise<RecordedCall[]> {
  const calls = await archive.all(talk.id);
  return Promise.all(
    calls.map(async inspected => ({
      ...{ version: 1 as const, inspected },
      ...(await archive.bodies(talk.id, inspected.key)),
    })),
  );
}

function script(api: ScriptedApi): void {
  const call = {
    ...{ description: 'Poem', prompt: 'Please write a poem' },
    ...{ subagent_type: 'general-purpose', run_in_background: false },
  };
  api.onPrompt('delegate', [
    [
      thinking('Two steps.'),
      toolUse('Bash', { command: 'echo roses', description: 'Rhyme' }),
      usage({ input_tokens: 1234, output_tokens: 77, cache_read_input_tokens: 55 }),
    ],
    toolUse(versionTraits.newest.agentTool, call),
    attempts(failure(529, { retryAfter: 0 }), text('All done, ', 'with a 🦊.')),
  ]);
  api.onSubagent('write a poem', [text('Violets.')]);
}

async function converse(api: ScriptedApi, home: IsolatedHome): Promise<AgentRun> {
  const run = await AgentRun.start(await cliBinary('newest'), { api, home });
  owned.push(() => run.close());
  await run.turn('Please delegate');
  return run;
}

it('calls of the real CLI are in the archive as the API has seen them, and a log of them answers for the API', async () => {
  const root = await mkdtemp(join(tmpdir(), 'tandem-inspector-'));
  owned.push(() => rm(root, { recursive: true, force: true }));
  const api = await ScriptedApi.start();
  owned.push(() => api.close());
  const { archive, errors, settled, nonce, url } = await recordedGateway(api, join(root, 'calls'));
  const home = await isolatedHome({ apiUrl: url, maxRetries: 2 });
  owned.push(home.dispose);
  script(api);
  const first = await converse(api, home);
  expect(first.text).toContain('All done, with a 🦊.');
  await first.close();
  await settled();
  expect(errors).toEqual([]);

  const recorded = await recordedIn(archive);
  const asSent = recorded.map(({ request }) => request?.body);
  const expected = api.requests.map(({ body }) => mask(withoutUserId(JSON.stringify(body))));
  expect(asSent.toSorted()).toEqual(expected.toSorted());
  // Calls that the CLI makes side by side may overtake one another on their way.
  const mainBodies = api.mainRequests().map(({ index }) => expected[index]);
  const mains = recorded.filter(({ request }) => mainBodies.includes(request?.body));
  expect(mains.map(({ request }) => request?.body)).toEqual(mainBodies);
  expect(
    mains.map(({ inspected: { call } }) => [call.status, call.stopReason, call.retry]),
  ).toEqual([
    [200, 'tool_use', 0],
    [200, 'tool_use', 0],
    [529, undefined, 0],
    [200, 'end_turn', 1],
  ]);
  expect(api.reported.size).toBeGreaterThan(3);
  for (const request of api.requests) {
    const call = recorded.find(
      one => one.request?.body === expected[request.index] && one.inspected.call.status === 200,
    )?.inspected.call;
    const tokens = api.reported.get(request.index);
    if (!tokens) continue;
    expect(call?.model).toBe(request.model);
    expect(call?.usage).toMatchObject({
      ...{ input: tokens.input_tokens, output: tokens.output_tokens },
      cacheRead: tokens.cache_read_input_tokens,
    });
  }
  for (const call of recorded) {
    const { request, response } = callDetails(call);
    expect([request?.sections.length !== 0, response?.events.length !== 0]).toEqual([true, true]);
  }
  const log: string[] = [];
  for await (const line of jsonlOf(recorded, { mask })) log.push(line);
  expect(log.join('')).not.toContain(nonce);
  expect(log.join('')).not.toContain('sk-ant-');

  const path = join(root, 'calls.jsonl');
  await writeFile(path, log.join(''));
  const { calls, problems } = await readCallFile(path, { mask });
  expect([calls.length, problems]).toEqual([recorded.length, []]);
  const player = await ScriptedApi.start();
  owned.push(() => player.close());
  const replies = recordedReplies(player, calls);
  home.env.ANTHROPIC_BASE_URL = player.url;
  const second = await converse(player, home);
  expect(second.text).toBe(first.text);
  expect(second.items.map(({ kind }) => kind)).toEqual(first.items.map(({ kind }) => kind));
  expect(replies.missing).toEqual([]);
  expect(player.mainRequests()).toHaveLength(mains.length);
}, 60_000);
