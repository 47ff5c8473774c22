import { expect, test } from 'vitest';
import { DefaultAgents } from '../../../../src/host/agents/defaultAgents';
import { FakeMemento } from '../agentTools/servers/serverBed';

test('each folder has its own default, which is kept', async () => {
  const memory = new FakeMemento();
  const defaults = new DefaultAgents(memory);
  let changes = 0;
  defaults.onChanged(() => {
    changes += 1;
  });
  await defaults.choose('/one', 'opencode');
  await defaults.choose('/two', 'Codex');
  const later = new DefaultAgents(memory);
  expect([later.of('/one'), later.of('/two'), later.of('/three')]).toEqual([
    'opencode',
    'Codex',
    undefined,
  ]);
  await later.choose('/one', undefined);
  expect([defaults.of('/one'), defaults.of('/two'), changes]).toEqual([undefined, 'Codex', 2]);
});
