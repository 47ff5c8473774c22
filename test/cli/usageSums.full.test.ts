import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { UsageStore } from '../../src/cli/sessions/usage/usageStore';
import { agentKeys, type UsageSum } from '../../src/cli/sessions/usage/usageSums';
import { text, thinking, toolUse, usage } from '../support/api/reply';
import { ScriptedApi } from '../support/api/scriptedApi';
import { type CliVersion, cliBinary } from '../support/cli/cliBinary';
import { isolatedHome } from '../support/cli/isolatedHome';
import { StdioCli } from '../support/cli/stdioCli';
import { rowsOf } from '../support/extent';

const disposals: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const dispose of disposals.splice(0).reverse()) await dispose();
});

async function start(version: CliVersion) {
  const api = await ScriptedApi.start();
  disposals.push(() => api.close());
  const home = await isolatedHome({ apiUrl: api.url });
  disposals.push(home.dispose);
  const binary = await cliBinary(version);
  const open = async (...args: string[]) => {
    const cli = new StdioCli({ binary, cwd: home.workspace, env: home.env, args });
    disposals.push(() => cli.kill());
    await cli.initialize();
    return cli;
  };
  const store = new UsageStore(undefined);
  const count = async () => {
    const { history } = await store.count({
      ...{ projects: join(home.configDir, 'projects'), query: {} },
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
    return history;
  };
  return { api, home, open, count };
}
const versions = rowsOf<CliVersion>(['newest'], ['newest', '2.1.120', '2.1.7', '2.0.36']);

/** Usage of the n-th call: no two numbers are alike. */
const used = (call: number) =>
  usage({
    ...{ input_tokens: 100 + call, output_tokens: 50 + call },
    ...{ cache_creation_input_tokens: 1_000 + call, cache_read_input_tokens: 10_000 + call },
  });

const tokens = ({ input, output, written5m, written1h, cacheRead }: UsageSum) =>
  [input, output, written5m + written1h, cacheRead].join(' ');

/** Sums of the CLI's own figures, by model. */
function reported(modelUsage: unknown): Map<string, string> {
  return new Map(
    Object.entries(modelUsage as Record<string, Record<string, number>>).map(([model, use]) => {
      const { inputTokens, outputTokens, cacheCreationInputTokens, cacheReadInputTokens } = use;
      const all = [inputTokens, outputTokens, cacheCreationInputTokens, cacheReadInputTokens];
      return [model, all.join(' ')];
    }),
  );
}

describe.each(versions)('the stored usage of Claude Code %s', version => {
  it('is its own figure to the token, with subagents, and counts no call of a fork twice', async () => {
    const { api, home, open, count } = await start(version);
    const task = { description: 'd', prompt: 'sub work', subagent_type: 'general-purpose' };
    const isOld = version === '2.0.36' || version === '2.1.7';
    const agent = isOld
      ? toolUse('Task', task)
      : toolUse('Agent', { ...task, run_in_background: false });
    const write = toolUse('Write', { file_path: join(home.workspace, 'a'), content: 'a' });
    api.onPrompt('work', [
      [thinking('Hm.'), text('Writing.'), write, used(1)],
      [agent, used(2)],
      [text('Done.'), used(3)],
    ]);
    api.onPrompt('go on', [[text('More.'), used(4)]]);
    api.onSubagent('sub work', [[text('sub done'), used(5)]]);
    const cli = await open();
    const first = await cli.turn('work');
    await cli.end();
    const stored = await count();
    const models = reported(first.modelUsage);
    expect(new Map(stored.models.map(sum => [sum.key, tokens(sum)]))).toEqual(models);
    const { input_tokens, output_tokens, cache_creation_input_tokens, cache_read_input_tokens } =
      first.usage as Record<string, number>;
    const main = [
      input_tokens,
      output_tokens,
      cache_creation_input_tokens,
      cache_read_input_tokens,
    ];
    const sumOf = (key: string) => stored.agents.filter(sum => sum.key === key).map(tokens);
    expect(sumOf(agentKeys.main)).toEqual([main.join(' ')]);
    expect(sumOf('general-purpose')).toEqual(['105 55 1005 10005']);
    expect(stored).toMatchObject({ faults: 0, projects: [{ key: home.workspace }] });

    const fork = await open('--resume', String(first.session_id), '--fork-session');
    await fork.turn('go on');
    await fork.end();
    const { conversations, agents, faults } = await count();
    const old = stored.conversations.find(({ key }) => key === first.session_id);
    expect(conversations.find(({ key }) => key === first.session_id)).toEqual(old);
    // Old versions ask subagents something when they start.
    const own = agents.find(({ key }) => key === agentKeys.main);
    expect(own).toMatchObject({ calls: 4, input: 410, output: 210, cacheRead: 40_010 });
    expect(faults).toBe(0);
  });
});
