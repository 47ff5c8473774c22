import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Emitter } from '../../../../../src/base/emitter';
import { silentLog } from '../../../../../src/base/log';
import { maskSecrets } from '../../../../../src/base/secrets';
import type { Conversation, Turn } from '../../../../../src/contract/conversation';
import type { ChannelId, TurnId } from '../../../../../src/contract/ids';
import type { InspectedCall } from '../../../../../src/contract/inspector/callRows';
import type { Channel } from '../../../../../src/core/conversation/channel';
import { Recordings } from '../../../../../src/host/inspector/recording/recordings';
import type { Mask } from '../../../../../src/host/inspector/recording/secretMask';
import { ConversationSubject } from '../../../../../src/host/inspector/subjects/conversationSubject';
import { systemClock } from '../../../../../src/node/systemClock';
import { emptyConversation } from '../../../../../src/transcript/emptyConversation';
import { answered, epoch, StrictLog } from '../../../../support/gateway/observedExchange';
import { recording } from '../../../../support/inspector/recordings';

const id = 'channel-1' as ChannelId;
const megabyte = 1024 * 1024;

let folder: string;
let log: StrictLog;
let recordings: Recordings;
let limit: number;
let told: readonly InspectedCall[];
let reads: number;
let conversation: Conversation;
/** How often the turns were looked at. */
let looks: number;
let turnEnded: Emitter<void>;
let mask: Mask;
let subjects: ConversationSubject[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-subject-'));
  log = new StrictLog();
  [limit, told, reads, looks, subjects] = [50 * megabyte, [], 0, 0, []];
  turnEnded = new Emitter();
  mask = maskSecrets;
  conversation = { ...emptyConversation, turns: [turn('one', epoch - 1_000, epoch + 60_000)] };
  recordings = open();
});
afterEach(async () => {
  for (const subject of subjects) subject.dispose();
  recordings.dispose();
  await recordings.ended();
  log.dispose();
  await rm(folder, { recursive: true, force: true });
});

const turn = (name: string, startedAt: number, endedAt: number): Turn => ({
  ...{ id: name as TurnId, origin: 'person', startedAt, endedAt, items: [] },
  durationMs: endedAt - startedAt,
});

/** The archive of a window. */
function open(): Recordings {
  return new Recordings({
    ...{ folder, limit: () => limit, clock: systemClock, log: silentLog },
    subjectOf: () => ({ id, title: 'sk-ant-api03-aaaaaaaaaaaaaaaaaaaaaaaaaaaa', cwd: '/w' }),
    mask: async () => mask,
    onProblem: () => undefined,
  });
}

function subject(): ConversationSubject {
  const channel: Partial<Channel> = {
    ...{ id, cwd: '/w', title: 'Talk', record: {} as Channel['record'] },
    history: { turns: noTurns } as Partial<Channel['history']> as Channel['history'],
  };
  const look = () => {
    looks += 1;
    return conversation;
  };
  Object.defineProperty(channel, 'conversation', { get: look });
  const made = new ConversationSubject({
    ...{ channel: channel as Channel, recordings, callLog: () => log },
    onCalls: listener => log.onFinished(() => listener()),
    onTurnEnded: turnEnded.event,
    transcript: async () => {
      reads += 1;
      return told;
    },
    ...{ perSecond: () => undefined, clock: systemClock, log: silentLog },
  });
  subjects.push(made);
  return made;
}

let at = epoch;

/** Lets the log count a call, and the archive store it. */
async function call(message: string, prompt = 'hi') {
  at += 1_000;
  const answer = answered({ input_tokens: 5, output_tokens: 1 }).replace('msg_1', message);
  const stored = new Promise<void>(resolve => {
    const listener = recordings.onStored(() => {
      listener.dispose();
      resolve();
    });
  });
  const finished = log.onFinished(found => recordings.store({ channel: id, log, call: found }));
  await log.exchange({
    body: { messages: [{ role: 'user', content: prompt }] },
    answer: [answer],
    at,
  });
  finished.dispose();
  await stored;
}

const fromTranscript = (message: string, startedAt: number): InspectedCall => {
  const { inspected } = recording({ key: message });
  const { call: found } = inspected;
  return {
    ...{ ...inspected, source: 'transcript', hasBodies: false },
    call: { ...found, messageId: message, startedAt, endedAt: startedAt + 10 },
  };
};

const messages = async (of: ConversationSubject) =>
  (await of.history()).calls.map(({ source, call: { messageId } }) => [source, messageId]);

it('joins what the gateway saw with what the transcript tells, each call once', async () => {
  const hold = log.wantBodies();
  await call('msg_a');
  hold.dispose();
  told = [fromTranscript('msg_0', epoch - 500), fromTranscript('msg_a', epoch + 1)];
  expect(await messages(subject())).toEqual([
    ['transcript', 'msg_0'],
    ['gateway', 'msg_a'],
  ]);
});

it('gives calls the turns of the conversation, and the same history until something changes', async () => {
  await call('msg_a');
  const shown = subject();
  const history = await shown.history();
  expect(history.calls.map(found => found.turn)).toEqual([0]);
  expect(await shown.history()).toBe(history);
  await call('msg_b');
  expect(await messages(shown)).toHaveLength(2);
  expect(await shown.history()).not.toBe(history);
});

it('says what happens live without making the history of all turns anew', async () => {
  await call('msg_a');
  const shown = subject();
  expect(await shown.live()).toEqual({ inFlight: 0 });
  log.observe({ id: 900, method: 'POST', path: '/v1/messages', headers: {}, at });
  await call('msg_b');
  expect(await shown.live()).toEqual({ inFlight: 1 });
  expect(looks).toBe(0);
});

it('reads the transcript again when a turn has ended', async () => {
  const shown = subject();
  let changes = 0;
  shown.onChanged(() => {
    changes += 1;
  });
  expect(await messages(shown)).toEqual([]);
  told = [fromTranscript('msg_0', epoch)];
  expect(await messages(shown)).toEqual([]);
  turnEnded.fire();
  expect(changes).toBe(1);
  expect(await messages(shown)).toEqual([['transcript', 'msg_0']]);
  expect(reads).toBe(2);
});

it('keeps the content of recorded calls over a reload, and forgets it when it is cleared', async () => {
  const hold = log.wantBodies();
  await call('msg_a', 'remember me');
  await recordings.archive.flush();
  const [key = ''] = (await subject().history()).calls.map(found => found.key);
  expect((await subject().recorded(key))?.request?.body).toContain('remember me');
  hold.dispose();
  // Another window knows nothing of the log.
  recordings.dispose();
  await recordings.ended();
  log.dispose();
  log = new StrictLog();
  recordings = open();
  const shown = subject();
  expect(await messages(shown)).toEqual([['gateway', 'msg_a']]);
  expect((await shown.recorded(key))?.request?.body).toContain('remember me');
  expect((await recordings.archive.list())[0]?.title).not.toContain('aaaa');
  await recordings.clear();
  expect(await messages(shown)).toEqual([]);
  expect(await shown.recorded(key)).toBeUndefined();
});

it('says that content is gone once newer calls have displaced it', async () => {
  limit = megabyte;
  const hold = log.wantBodies();
  const shown = subject();
  await shown.history();
  for (const name of ['msg_a', 'msg_b', 'msg_c', 'msg_d', 'msg_e']) {
    await call(name, randomBytes(300_000).toString('hex'));
    await recordings.archive.flush();
  }
  hold.dispose();
  const { calls } = await shown.history();
  expect(calls.map(({ hasBodies }) => hasBodies)).toEqual([true, true, true, true, true]);
  const [first, last] = [calls[0]?.key ?? '', calls[4]?.key ?? ''];
  expect((await shown.recorded(last))?.request).toBeDefined();
  const oldest = await shown.recorded(first);
  expect([oldest?.request, oldest?.inspected.hasBodies]).toEqual([undefined, false]);
  expect((await recordings.archive.state()).bytes).toBeLessThanOrEqual(limit);
  expect((await shown.history()).calls.map(({ hasBodies }) => hasBodies)[0]).toBe(false);
});

it('says so once of a call of an earlier window, whose page would ask for ever otherwise', async () => {
  const hold = log.wantBodies();
  await call('msg_a', 'remember me');
  hold.dispose();
  recordings.dispose();
  await recordings.ended();
  log.dispose();
  log = new StrictLog();
  recordings = open();
  const shown = subject();
  const key = (await shown.history()).calls[0]?.key ?? '';
  for (const name of (await readdir(folder)).filter(one => one.length === 32)) {
    await rm(join(folder, name, 'bodies'), { recursive: true, force: true });
  }
  let changes = 0;
  shown.onChanged(() => {
    changes += 1;
  });
  for (let asked = 0; asked < 3; asked += 1) {
    expect((await shown.recorded(key))?.inspected.hasBodies).toBe(false);
    expect((await shown.history()).calls[0]?.hasBodies).toBe(false);
  }
  expect(changes).toBe(1);
});

it('shows no key that an error repeats', async () => {
  const error = 'invalid x-api-key: sk-ant-api03-canary-7f3Qz9Lk2mWx8Rt5Vb1N';
  await log.exchange({
    ...{ status: 401, responseHeaders: { 'content-type': 'application/json' } },
    answer: [
      JSON.stringify({ type: 'error', error: { type: 'authentication_error', message: error } }),
    ],
  });
  const shown = subject();
  const [found] = (await shown.history()).calls;
  expect(found?.call.error?.message).toContain('***');
  expect(JSON.stringify(await shown.table())).not.toContain('canary');
  expect((await shown.history()).calls[0]?.call).toBe(found?.call);
});

it('removes a key that became known later from what was recorded without it', async () => {
  const hold = log.wantBodies();
  const shown = subject();
  const bodyOf = async (message: string) => {
    const { calls } = await shown.history();
    const key = calls.find(({ call: one }) => one.messageId === message)?.key ?? '';
    await recordings.archive.flush();
    return (await shown.recorded(key))?.request?.body;
  };
  await call('msg_a', 'my own secret');
  expect(await bodyOf('msg_a')).toContain('my own secret');
  mask = text => text.replaceAll('my own secret', '***');
  await call('msg_b', 'my own secret');
  hold.dispose();
  expect(await bodyOf('msg_b')).toContain('***');
  expect(await bodyOf('msg_b')).not.toContain('my own secret');
});

it('lists what was sent again without counting it', async () => {
  await call('msg_a');
  const shown = subject();
  const replayed = recording({ key: 'replay-1' });
  shown.addReplay(replayed);
  expect((await shown.history()).calls).toHaveLength(1);
  expect((await shown.table()).calls.map(({ key }) => key)).toContain('replay-1');
  expect(await shown.recorded('replay-1')).toBe(replayed);
});

it.each([
  ['this conversation', id],
  ['all conversations', undefined],
])('forgets what was sent again when the recorded calls of %s are cleared', async (_, cleared) => {
  await call('msg_a');
  const shown = subject();
  shown.addReplay(recording({ key: 'replay-1' }));
  await recordings.clear('another conversation');
  expect(await shown.recorded('replay-1')).toBeDefined();
  await recordings.clear(cleared);
  expect(await shown.recorded('replay-1')).toBeUndefined();
  expect((await shown.table()).calls.map(({ key }) => key)).not.toContain('replay-1');
});

async function* noTurns(): AsyncGenerator<Turn> {
  yield* [];
}
