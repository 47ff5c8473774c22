import { afterEach, beforeEach, expect, test } from 'vitest';
import { UserError } from '../../../../src/base/errors';
import { type ScriptedBed, scriptedBed } from '../../../support/channels/scriptedAgents';

let bed: ScriptedBed;

beforeEach(() => {
  bed = scriptedBed();
});
afterEach(() => bed.channel.dispose());

/** Sends a message whose turn ends; the agent stores it. */
async function turn(text: string): Promise<void> {
  bed.channel.messages.send({ text, images: [] });
  await expect.poll(() => bed.agents.processes.at(-1)?.sent.at(-1)?.text).toBe(text);
  bed.agents.stored = [...(bed.agents.stored ?? []), text];
  bed.agents.newest.answer();
  await expect.poll(() => bed.channel.agent.canSleep).toBe(true);
}

test('a stored conversation that cannot be found does not begin anew', async () => {
  await turn('hello');
  await bed.channel.agent.sleep();
  bed.agents.stored = undefined;
  bed.channel.messages.send({ text: 'again', images: [] });
  await expect
    .poll(() => bed.channel.conversation.summary.agent)
    .toMatchObject({ phase: 'stopped', detail: expect.stringMatching(/was not found/) });
  expect(bed.agents.launches).toHaveLength(1);

  bed.agents.stored = ['hello'];
  await bed.channel.agent.resume();
  expect(bed.agents.launches.at(-1)?.session.kind).toBe('resume');
});

test('a conversation whose first message was never stored begins again', async () => {
  bed.agents.stored = undefined;
  await bed.channel.agent.resume();
  await bed.channel.agent.end();
  await bed.channel.agent.resume();
  expect(bed.agents.launches.map(({ session }) => session.kind)).toEqual(['new', 'new']);
});

test('a cleared conversation begins a session of its own', async () => {
  await turn('hello');
  // Nothing is stored under the new id.
  bed.agents.stored = undefined;
  bed.agents.newest.host.onEvents([
    { type: 'conversation.cleared' },
    { type: 'session.changed', sessionId: 'another' as never },
  ]);
  await bed.channel.agent.sleep();
  await bed.channel.agent.resume();
  expect(bed.agents.launches.at(-1)?.session).toMatchObject({ kind: 'new', id: 'another' });
});

/** Lets this many starts fail because the agent has an empty session under the id. */
function taken(starts: number): void {
  bed.agents.stored = undefined;
  bed.agents.onLaunched = process => {
    if (bed.agents.launches.length <= starts) {
      process.start = async () => {
        throw new UserError('cli.sessionInUse', 'It has a session with this id already.');
      };
    }
  };
}

const launched = () => bed.agents.launches.map(({ session }) => session);

test('a conversation under whose id the agent has an empty session begins under another', async () => {
  taken(1);
  bed.channel.messages.send({ text: 'hello', images: [] });
  await expect.poll(() => bed.agents.processes.at(-1)?.sent.at(-1)?.text).toBe('hello');
  const [first, second] = launched();
  expect(second).toMatchObject({ kind: 'new' });
  expect(second?.id).not.toBe(first?.id);
  expect(bed.channel.record.sessionId).toBe(second?.id);
});

test('an agent that takes no id at all is reported, with the message in the composer', async () => {
  taken(99);
  bed.channel.messages.send({ text: 'hello', images: [] });
  await expect.poll(() => bed.channel.record.draft.text).toBe('hello');
  expect(launched()).toHaveLength(2);
  expect(bed.channel.conversation.summary.agent).toMatchObject({
    phase: 'stopped',
    detail: 'It has a session with this id already.',
  });
});

test('a fork and a move to another folder keep the agent', async () => {
  bed.channel.dispose();
  bed = scriptedBed({ source: 'Mine' });
  await turn('hello');
  const sent = bed.agents.newest.sent.at(-1);
  if (!sent) throw new Error('Nothing was sent');
  expect(await bed.channel.forking.startBefore(sent.id, 'Title')).toMatchObject({ source: 'Mine' });
  expect(await bed.channel.forking.startElsewhere('Title')).toMatchObject({ source: 'Mine' });
  expect(bed.agents.launches.at(-1)).toMatchObject({ source: 'Mine' });
});
