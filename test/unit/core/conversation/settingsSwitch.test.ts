import { expect, it } from 'vitest';
import { Deferred } from '../../../../src/base/deferred';
import { scriptedBed } from '../../../support/channels/scriptedAgents';

it('switches an agent that is being launched as soon as it has started', async () => {
  const bed = scriptedBed();
  const gate = new Deferred<void>();
  bed.agents.gate = gate.promise;
  const started = bed.channel.agent.warmUp();
  const modes: string[] = [];
  const set = bed.channel.settings.set({ mode: 'plan' });
  expect(bed.channel.conversation.summary.settings.requested).toEqual({ mode: 'plan' });
  bed.agents.onLaunched = process => {
    process.setMode = async mode => {
      modes.push(mode);
    };
  };
  gate.resolve();
  await started;
  await set;
  expect(modes).toEqual(['plan']);
  bed.channel.dispose();
});

it('keeps a change for the next agent if the present one does not come up', async () => {
  const bed = scriptedBed();
  const gate = new Deferred<void>();
  bed.agents.gate = gate.promise;
  const started = bed.channel.agent.warmUp();
  const set = bed.channel.settings.set({ mode: 'plan' });
  gate.reject(new Error('No program'));
  await started;
  await set;
  expect(bed.channel.conversation.summary.settings).toMatchObject({ mode: 'plan', requested: {} });
  bed.channel.dispose();
});
