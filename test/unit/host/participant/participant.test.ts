import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Emitter } from '../../../../src/base/emitter';
import { UserError } from '../../../../src/base/errors';
import { silentLog } from '../../../../src/base/log';
import type { Channel } from '../../../../src/core/conversation/channel';
import { ChatChannels } from '../../../../src/host/participant/chatChannels';
import { Participant } from '../../../../src/host/participant/participant';
import { emptyConversation } from '../../../../src/transcript/emptyConversation';
import { RecordedReply } from '../../../support/recordedReply';

const never = async () => Promise.reject(new Error('Not expected.'));

/** A conversation that another part has opened, and to which a command of the participant leads. */
class Opened {
  readonly changed = new Emitter<void>();
  readonly news = new Emitter<readonly object[]>();
  readonly returned = new Emitter<void>();
  readonly sent: string[] = [];
  readonly record: { inFlight: object[]; queue: object[] };
  isClosed = false;
  readonly channel: Channel;

  constructor(more: Partial<Channel> = {}) {
    const opened = this;
    const record = { sessionId: 's', inFlight: [], queue: [], draft: { text: '' } };
    this.record = record;
    const some = {
      ...{ id: 'c', cwd: '/work', record },
      ...{ conversation: emptyConversation, agent: {}, history: { onNews: this.news.event } },
      ...{
        messages: { composer: { onReturned: this.returned.event } },
        onChanged: this.changed.event,
      },
      send: ({ text }: { text: string }) => {
        this.sent.push(text);
        const id = `m${this.sent.length}`;
        this.record.queue.push({ id });
        return id;
      },
      get isClosed() {
        return opened.isClosed;
      },
      ...more,
    };
    this.channel = some as unknown as Channel;
  }
}

function participantOf({ channel, changed }: Opened, askAboutPrograms = async () => undefined) {
  const channels = new ChatChannels({
    registry: { get: () => channel } as never,
    ...{ requireOpen: never, create: never, folder: never, defaultAgent: () => undefined },
    ...{ covers: never, isShown: () => false, pending: { of: () => undefined }, log: silentLog },
    askAboutPrograms,
  });
  return new Participant({
    ...{ channels, onChanged: changed.event, log: silentLog },
    commands: { resume: async () => ({ kind: 'send', channel }) },
    pending: { begin: () => undefined, end: () => undefined },
    references: { isFolder: never, textOf: never, mayTell: never, isWithheld: never } as never,
  });
}

const ask = (participant: Participant, reply = new RecordedReply()) => {
  const request = { prompt: 'hi', command: 'resume', references: [], history: [] };
  return participant.answer(request, () => reply, new AbortController().signal);
};

test('a stored conversation starts nothing before the programs of its folder are allowed', async () => {
  const opened = new Opened();
  const reply = new RecordedReply();
  const asking = participantOf(opened, async () => {
    throw new UserError('folder.unanswered', 'Not allowed yet.');
  });
  expect(await ask(asking, reply)).toMatchObject({ problem: 'Not allowed yet\\.' });
  expect(reply.buttons).toEqual(['Allow Programs…', 'Decline Programs']);
  expect(opened.sent).toEqual([]);
});

test('a conversation that another window has gets no message', async () => {
  const opened = new Opened({ heldBy: { kind: 'window' } as never });
  const { problem } = await ask(participantOf(opened));
  expect(problem).toMatch(/another window/i);
  expect(opened.sent).toEqual([]);
});

test('a conversation is answered in the Chat view until no chat waits for it', async () => {
  const opened = new Opened();
  const participant = participantOf(opened);
  const { id } = opened.channel;
  const [first, second] = [ask(participant), ask(participant)];
  await expect.poll(() => opened.sent.length).toBe(2);
  opened.news.fire([
    { type: 'prompt.sent', messageId: 'm1' },
    { type: 'turn.ended', outcome: { kind: 'completed' } },
  ]);
  await first;
  expect(participant.isAnswering(id)).toBe(true);
  opened.isClosed = true;
  opened.changed.fire();
  await second;
  expect(participant.isAnswering(id)).toBe(false);
});

test('a message that the user takes out of the queue ends its response', async () => {
  const opened = new Opened();
  const asking = ask(participantOf(opened));
  await expect.poll(() => opened.sent.length).toBe(1);
  opened.record.queue.length = 0;
  opened.changed.fire();
  expect(await asking).toMatchObject({ problem: 'The message was not sent\\.' });
});

test('another message that comes back ends no response', async () => {
  const opened = new Opened();
  const participant = participantOf(opened);
  const asking = ask(participant);
  await expect.poll(() => opened.sent.length).toBe(1);
  opened.record.inFlight = opened.record.queue.splice(0);
  opened.news.fire([{ type: 'prompt.sent', messageId: 'm1' }]);
  opened.returned.fire();
  await setImmediate();
  expect(participant.isAnswering(opened.channel.id)).toBe(true);
  opened.record.inFlight = [];
  opened.news.fire([{ type: 'turn.ended', outcome: { kind: 'completed' } }]);
  const { note, problem } = await asking;
  expect(problem).toBeUndefined();
  expect(note).toMatchObject({ messageId: 'm1' });
});
