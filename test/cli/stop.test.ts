import { expect, it } from 'vitest';
import type { Channel } from '../../src/core/conversation/channel';
import { gate, text, toolUse } from '../support/api/reply';
import { ChannelWatch } from '../support/channels/channelBed';
import type { CliVersion } from '../support/cli/cliBinary';
import { rowsOf } from '../support/extent';
import { testInFull } from '../support/inFull';
import { useSharedChannelBeds } from './support/channelBeds';
import { versionTraits } from './support/versionTraits';

const bed = useSharedChannelBeds(['hello', 'the next', 'urgent', 'later']);

type Options = Parameters<typeof bed.open>[0];

async function start(options?: Options) {
  const channel = await (await bed.open(options)).create(bed.home.workspace);
  const watch = new ChannelWatch(channel);
  return { channel, watch, say: (words: string) => send(channel, words) };
}

function send(channel: Channel, words: string): void {
  channel.messages.send({ text: words, images: [] });
}

/** Resolves when the conversation shows this text of the agent. */
function says(watch: ChannelWatch, words: string): Promise<boolean> {
  return watch.until(`the text "${words}"`, ({ conversation: { turns, open } }) =>
    [...turns, ...(open ? [open] : [])]
      .flatMap(turn => turn.items)
      .some(item => item.kind === 'text' && item.text.includes(words)),
  );
}

const subagent = (prompt: string) =>
  toolUse(versionTraits.newest.agentTool, {
    description: prompt,
    prompt,
    subagent_type: 'general-purpose',
    run_in_background: true,
  });

it('denies the prompt of a background subagent on Stop, and answers the next message', async () => {
  bed.api.onSubagent('touch it', [
    [text(gate('touch')), toolUse('Bash', { command: 'touch denied', description: 'Touch' })],
    text('It was denied.'),
  ]);
  bed.api.onPrompt('delegate', [subagent('touch it'), text('Delegated.')]);
  const { channel, watch, say } = await start();
  say('delegate');
  await watch.turns(1);
  bed.api.open('touch');
  await watch.prompt();
  await channel.agent.stop();
  expect(channel.conversation.summary.waiting).toEqual([]);
  say('the next');
  await says(watch, 'answer the next');
});

testInFull('answers a message while a background subagent goes on', async () => {
  bed.api.onSubagent('look far', [
    [text(gate('begin')), toolUse('Bash', { command: 'echo seen', description: 'Look' })],
    text(gate('end'), 'Nothing there.'),
  ]);
  bed.api.onPrompt('send off', [subagent('look far'), text('Sent.')]);
  const { channel, watch, say } = await start();
  say('send off');
  await watch.turns(1);
  bed.api.open('begin');
  await bed.api.reached('end');
  await watch.until('the subagent at work', ({ tasks }) => tasks.inBackground[0]?.lastAction);
  expect(channel.conversation.summary.agent).toMatchObject({
    phase: 'idle',
    detail: '1 task in the background',
  });
  say('the next');
  await says(watch, 'answer the next');
  expect(channel.tasks.inBackground).toHaveLength(1);
  bed.api.open('end');
});

testInFull('goes on with the queue after "Send Now"', async () => {
  bed.api.onPrompt('be busy', [text('so far ', gate('busy'), 'and on')]);
  const { channel, watch, say } = await start();
  say('be busy');
  await bed.api.reached('busy');
  // A turn without an answer would be asked again, together with the urgent message.
  await says(watch, 'so far');
  for (const words of ['urgent', 'later']) say(words);
  const [first] = channel.record.queue;
  channel.messages.sendNow(first?.id ?? ('' as never));
  await says(watch, 'answer urgent');
  await says(watch, 'answer later');
});

it.each(rowsOf<CliVersion>(['newest'], ['newest', '2.1.120', '2.0.36']))(
  'does not go on with a steered message after Stop in %s',
  async version => {
    const name = `steered ${version}`;
    bed.api.onPrompt(name, [text('so far ', gate(name), 'and on')]);
    const { channel, watch, say } = await start({
      version,
      channelSettings: { whileWorking: 'steer' },
    });
    say('hello');
    await watch.turns(1);
    say(name);
    await bed.api.reached(name);
    await says(watch, 'so far');
    say('by the way');
    await watch.until('the message in the conversation', ({ conversation }) =>
      conversation.open?.items.some(item => item.kind === 'prompt' && item.text === 'by the way'),
    );
    const { length } = bed.api.mainRequests('by the way');
    await channel.agent.stop();
    // The oldest version has stored neither message, so that both return.
    await watch.until('the message in the composer', ({ record }) => {
      return record.draft.text.includes('by the way');
    });
    say('the next');
    await says(watch, 'answer the next');
    expect(bed.api.mainRequests('by the way')).toHaveLength(length);
  },
);
