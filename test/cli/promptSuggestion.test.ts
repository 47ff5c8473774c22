import { afterEach, expect, it } from 'vitest';
import { text } from '../support/api/reply';
import { cliBinary } from '../support/cli/cliBinary';
import { AgentRun } from './support/agentRun';

let run: AgentRun | undefined;

afterEach(async () => {
  await run?.close();
  run = undefined;
});

it('the next message is suggested from the second turn on, if the setting says so', async () => {
  run = await AgentRun.start(await cliBinary('newest'), {
    settings: { 'tandem.promptSuggestions': true },
  });
  const { api } = run;
  api.on(() => true, [text('run the tests')]);
  api.onPrompt('first', [text('Done.')]);
  api.onPrompt('second', [text('Done again.')]);
  await run.turn('first');
  await run.turn('second');
  await run.until(() => run?.folded.summary.suggestion !== undefined);
  expect(run.folded.summary.suggestion).toBe('run the tests');
  await run.send('first');
  await run.until(() => run?.folded.open !== undefined);
  expect(run.folded.summary.suggestion).toBeUndefined();
});
