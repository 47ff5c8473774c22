import { afterEach, expect, it } from 'vitest';
import { gate, text } from '../support/api/reply';
import { cliBinary } from '../support/cli/cliBinary';
import { AgentRun } from './support/agentRun';

let run: AgentRun | undefined;

afterEach(async () => {
  await run?.close();
  run = undefined;
});

it('a question beside the conversation is answered during a turn and leaves no trace', async () => {
  run = await AgentRun.start(await cliBinary('newest'));
  const { api } = run;
  api.onPrompt('begin', [text('The cat is called Tom.')]);
  api.onPrompt('work', [text('Do', gate('half'), 'ne.')]);
  api.onPrompt(/What is the cat called/, [text('Tom.')]);
  await run.turn('begin');
  await run.send('work');
  await api.reached('half');
  expect(await run.process.askAside('What is the cat called?')).toBe('Tom.');
  api.open('half');
  await run.idle();
  const side = api.requests.find(request =>
    JSON.stringify(request.body).includes('the cat called?'),
  );
  expect(JSON.stringify(side?.body)).toContain('The cat is called Tom.');
  await run.turn('go on');
  expect(JSON.stringify(api.requests.at(-1)?.body)).not.toContain('What is the cat called');
});
