import { afterEach, describe, expect, it } from 'vitest';
import type { ModelCallKind } from '../../src/contract/modelCalls';
import { CallLog } from '../../src/gateway/accounting/callLog';
import { text, toolUse } from '../support/api/reply';
import { type CliVersion, cliBinary } from '../support/cli/cliBinary';
import { scriptSummary } from '../support/cli/scenarios/longTalks';
import { Stage } from '../support/cli/scenarios/scenario';
import { startPassthrough } from '../support/gateway/passthrough';
import { versionsWith } from './support/versionRows';
import { versionTraits } from './support/versionTraits';

const owned: (() => unknown)[] = [];

afterEach(async () => {
  for (const dispose of owned.splice(0).reverse()) await dispose();
});

/** Kinds of calls that the scenario below causes, besides those that every version makes. */
const further: Readonly<Record<CliVersion, readonly ModelCallKind[]>> = {
  newest: ['countTokens', 'promptSuggestion', 'sideQuestion', 'title'],
  '2.1.200': ['countTokens', 'promptSuggestion', 'sideQuestion', 'title'],
  '2.1.120': ['countTokens', 'sideQuestion', 'title'],
  '2.1.7': ['commandCheck'],
  '2.0.36': ['commandCheck', 'warmup'],
};

describe.each(versionsWith())('Calls of Claude Code %s', version => {
  it('are all recognized by their kind', async () => {
    const hook = { type: 'prompt', prompt: 'Is all done? $ARGUMENTS' };
    const settings = { hooks: { Stop: [{ hooks: [hook] }] } };
    const stage = await Stage.open(await cliBinary(version), { settings });
    owned.push(() => stage.close());
    const { api } = stage;
    const errors: unknown[] = [];
    const log = new CallLog({ onError: error => errors.push(error) });
    owned.push(() => log.dispose());
    const gateway = await startPassthrough(api.url, log.observe);
    owned.push(() => gateway.close());
    const expected = new Set<ModelCallKind>([
      ...(['main', 'subagent', 'compaction', 'hook'] as const),
      ...further[version],
    ]);
    const args = expected.has('promptSuggestion') ? ['--prompt-suggestions'] : [];
    const cli = await stage.start(args, { ANTHROPIC_BASE_URL: gateway.url });
    /** Resolves once a call of this kind was counted. */
    const counted = async (kind: ModelCallKind) => {
      while (!log.calls.some(call => call.kind === kind)) {
        await new Promise<void>(resolve => {
          const listener = log.onFinished(() => {
            listener.dispose();
            resolve();
          });
        });
      }
    };

    api.on(() => true, [text('{"ok": true}')]);
    api.onSubagent('look around', [
      toolUse('Bash', { command: 'npm run build; ls', description: 'Look' }),
      text('Nothing there.'),
    ]);
    const { agentTool } = versionTraits[version];
    await stage.turn('explore', [
      toolUse(agentTool, {
        description: 'Look',
        prompt: 'look around',
        subagent_type: 'Explore',
        run_in_background: false,
      }),
      text('Nothing.'),
    ]);
    await stage.turn('and now', [text('Still nothing.')]);
    if (expected.has('sideQuestion')) {
      await cli.control('side_question', { question: 'What did you look for?' });
      await cli.control('generate_session_title', { description: 'Look around', persist: false });
      await cli.control('get_context_usage');
    }
    for (const kind of expected) if (kind !== 'compaction') await counted(kind);
    scriptSummary(stage, 'Nothing was there.', text('Nothing.'));
    await stage.turn('/compact', [text('<summary>Nothing was there.</summary>')]);
    await counted('compaction');

    expect(errors).toEqual([]);
    const kinds = new Set(log.calls.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual([...expected].sort());
    const agents = log.calls.filter(({ kind }) => kind === 'subagent');
    expect(new Set(agents.map(({ agent }) => agent?.name))).toEqual(new Set(['Explore']));
    expect(new Set(log.calls.map(({ sessionId }) => sessionId)).size).toBe(1);
    expect(
      log.calls.flatMap(({ gaps, answer }) => [gaps, answer?.unknown, answer?.malformed]),
    ).toEqual(log.calls.flatMap(() => [undefined, undefined, undefined]));
  });
});
