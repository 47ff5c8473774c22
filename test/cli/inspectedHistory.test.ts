import { afterEach, expect, it } from 'vitest';
import { readTranscriptCalls } from '../../src/cli/sessions/modelCalls/transcriptCalls';
import type { InspectedCall } from '../../src/contract/inspector/callRows';
import { toolRuns, turnFacts } from '../../src/core/inspector/history/conversationFacts';
import { inspectedHistory } from '../../src/core/inspector/history/inspectedHistory';
import { mergeCalls } from '../../src/core/inspector/history/mergeCalls';
import { overview } from '../../src/core/inspector/overview/overview';
import { rowPage } from '../../src/core/inspector/rows/callTable';
import { timeline } from '../../src/core/inspector/timeline/timeline';
import { CallLog } from '../../src/gateway/accounting/callLog';
import { text, toolUse, usage } from '../support/api/reply';
import { ScriptedApi } from '../support/api/scriptedApi';
import { channelBed } from '../support/channels/channelBed';
import { isolatedHome } from '../support/cli/isolatedHome';
import { startPassthrough } from '../support/gateway/passthrough';
import { say } from './support/talk';

const owned: (() => unknown)[] = [];

afterEach(async () => {
  for (const dispose of owned.splice(0).reverse()) await dispose();
});

it('a turn of the real CLI has the same calls by gateway and by transcript, each once', async () => {
  const api = await ScriptedApi.start();
  owned.push(() => api.close());
  const log = new CallLog({
    onError: error => {
      throw error;
    },
  });
  owned.push(() => log.dispose());
  const gateway = await startPassthrough(api.url, log.observe);
  owned.push(() => gateway.close());
  const home = await isolatedHome({ apiUrl: gateway.url, maxRetries: 0 });
  owned.push(() => home.dispose());
  const tokens = (call: number) =>
    usage({
      ...{ input_tokens: 100 + call, output_tokens: 50 + call },
      ...{ cache_creation_input_tokens: 1_000 + call, cache_read_input_tokens: 10_000 + call },
    });
  api.onPrompt('work', [
    [toolUse('Bash', { command: 'echo one', description: 'Say one' }), tokens(1)],
    [toolUse('Bash', { command: 'echo two', description: 'Say two' }), tokens(2)],
    [text('Done.'), tokens(3)],
  ]);
  const registry = await channelBed({ home });
  owned.push(async () => {
    await Promise.all(registry.all.map(channel => registry.close(channel.id)));
    registry.dispose();
  });
  const channel = await registry.create(home.workspace);
  await say(channel, 'work');
  const { conversation, record } = channel;

  const observed = log.calls.map(
    (call): InspectedCall => ({
      ...{ key: `w:${call.id}`, source: 'gateway', call, unknown: [], hasBodies: false },
    }),
  );
  const signal = new AbortController().signal;
  const stored = () => readTranscriptCalls(record.sessionId, home.workspace, home.env, { signal });
  // Some versions store the last answer a little later.
  await expect.poll(async () => (await stored()).calls.length, { timeout: 20_000 }).toBe(3);
  const { calls: told, unreadable } = await stored();
  expect(unreadable).toBe(0);
  const facts = { turns: turnFacts(conversation), tools: toolRuns(conversation) };

  const mains = observed.filter(({ call }) => call.kind === 'main');
  const figures = (calls: readonly InspectedCall[]) =>
    calls.map(({ call: { model, usage: used, stopReason, messageId, answer } }) => ({
      ...{ model, usage: used, stopReason, messageId, tools: answer?.tools },
    }));
  expect(mains).toHaveLength(3);
  expect(figures(told)).toEqual(figures(mains));

  const merged = inspectedHistory({ calls: mergeCalls(observed, told), ...facts });
  expect(merged.calls.map(({ key }) => key).sort()).toEqual(observed.map(({ key }) => key).sort());
  expect(merged.calls.filter(({ call }) => call.kind === 'main').map(({ turn }) => turn)).toEqual([
    0, 0, 0,
  ]);
  expect(merged.tools.map(({ name, isFailed, turn }) => [name, isFailed, turn])).toEqual([
    ['Bash', false, 0],
    ['Bash', false, 0],
  ]);
  const spans = timeline(merged)?.spans ?? [];
  expect(
    spans.flatMap(span =>
      span.kind === 'tool' || (span.kind === 'call' && span.label === 'Conversation')
        ? [span.kind]
        : [],
    ),
  ).toEqual(['call', 'tool', 'call', 'tool', 'call']);

  // All that the agent has reported belongs to calls that the gateway saw.
  const [turn] = facts.turns;
  expect(turn?.costUsd).toBeGreaterThan(0);
  const sort = { sort: { column: 'startedAt', isDescending: false } } as const;
  const { sums, rows } = rowPage(merged, sort, 0, 100);
  expect(sums.usd).toBeCloseTo(turn?.costUsd ?? 0, 6);
  expect(new Set(rows.filter(row => row.cost).map(row => row.cost?.basis))).toEqual(
    new Set(['reported']),
  );
  expect(overview(merged).turns).toMatchObject([{ from: 0, to: 0 }]);
  expect(overview(merged).findings).toEqual([]);

  // The price list agrees with what the CLI has counted.
  const listed = inspectedHistory({ calls: mergeCalls(observed), turns: [], tools: [] });
  const byList = rowPage(listed, sort, 0, 100).sums.usd;
  expect(byList).toBeCloseTo(turn?.costUsd ?? 0, 6);

  const alone = inspectedHistory({ calls: told, ...facts });
  expect(alone.calls.map(({ turn: place }) => place)).toEqual([0, 0, 0]);
  expect(rowPage(alone, sort, 0, 1).rows[0]).not.toHaveProperty('duration');
});
