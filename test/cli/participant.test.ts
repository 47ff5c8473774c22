import { realpath } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { silentLog } from '../../src/base/log';
import type { Channel } from '../../src/core/conversation/channel';
import type { ChannelRegistry } from '../../src/core/registry/channelRegistry';
import { ChatChannels } from '../../src/host/participant/chatChannels';
import type { ChatRequest, ChatResponse } from '../../src/host/participant/chatRequest';
import { Participant } from '../../src/host/participant/participant';
import { PendingNotes } from '../../src/host/participant/pendingNotes';
import { type PastTurn, participantId } from '../../src/host/participant/responseNote';
import { slashCommands } from '../../src/host/participant/slashCommands';
import { failure, gate, text, toolUse } from '../support/api/reply';
import { underOurs } from '../support/channels/channelBed';
import { testInFull } from '../support/inFull';
import { RecordedReply } from '../support/recordedReply';
import { useChannelBeds } from './support/channelBeds';

const beds = useChannelBeds(['hello', 'and then']);

/** A chat session of VS Code, which keeps what each response returns. */
class ChatSession {
  private history: PastTurn[] = [];

  constructor(private readonly participant: Participant) {}

  async ask(
    prompt: string,
    { command, signal, reply = new RecordedReply() }: Partial<Asked> = {},
  ): Promise<ChatResponse & { reply: RecordedReply }> {
    const request: ChatRequest = { prompt, command, references: [], history: this.history };
    const abort = new AbortController();
    const response = await this.participant.answer(request, () => reply, signal ?? abort.signal);
    const metadata = signal?.aborted ? undefined : response.note;
    // VS Code keeps it as JSON.
    const stored: unknown = metadata && JSON.parse(JSON.stringify(metadata));
    this.history = [
      ...this.history,
      { participant: participantId, prompt },
      { participant: participantId, result: { metadata: stored } },
    ];
    return { ...response, reply };
  }

  /** Takes the last request back, as "Redo" does before it asks again. */
  takeBack(): void {
    this.history = this.history.slice(0, -2);
  }
}

interface Asked {
  command: string;
  signal: AbortSignal;
  reply: RecordedReply;
}

function participantOf(registry: ChannelRegistry, notes: Record<string, unknown> = {}) {
  let kept: Readonly<Record<string, unknown>> = notes;
  const pending = new PendingNotes({
    read: () => kept,
    write: next => {
      kept = next;
    },
  });
  const channels = new ChatChannels({
    ...{ registry, pending, log: silentLog },
    requireOpen: async () => undefined,
    create: (cwd, start) => registry.create(cwd, start),
    folder: () => realpath(beds.home.workspace),
    defaultAgent: () => undefined,
    covers: async () => true,
    askAboutPrograms: async () => undefined,
    isShown: () => false,
  });
  const never = async () => undefined;
  const participant = new Participant({
    ...{ channels, pending, log: silentLog },
    commands: slashCommands({
      channels,
      ...{ resume: never, review: never, showChanges: never, open: never },
    }),
    references: {
      isFolder: async () => false,
      textOf: async () => '',
      mayTell: async () => true,
      isWithheld: async () => false,
      front: () => 'always',
    },
    onChanged: registry.onChanged,
  });
  return { participant, kept: () => kept };
}

const only = (channels: readonly Channel[]): Channel => {
  expect(channels).toHaveLength(1);
  const [channel] = channels;
  if (!channel) throw new Error('No conversation');
  return channel;
};

it('requests of a chat share a conversation, in the next window too, and a redo goes back', async () => {
  const registry = await beds.open({ version: underOurs });
  const chat = new ChatSession(participantOf(registry).participant);
  const { reply } = await chat.ask('hello');
  expect(reply.text).toContain('answer hello');
  const first = only(registry.all);
  await chat.ask('and then');
  expect(only(registry.all).conversation.turns).toHaveLength(2);
  expect(beds.api.mainRequests('and then')[0]?.messages.length).toBeGreaterThan(2);

  // A redo leaves out what it takes back.
  beds.api.onPrompt('instead', [text('Otherwise.')]);
  chat.takeBack();
  await chat.ask('instead');
  const [, fork] = registry.all;
  expect(fork?.conversation.turns).toHaveLength(2);
  expect(fork?.record.draft.text).toBe('');
  const [redone] = beds.api.mainRequests('instead');
  expect(JSON.stringify(redone?.messages)).toContain('answer hello');
  expect(JSON.stringify(redone?.messages)).not.toContain('answer and then');

  // Closed conversations are opened again.
  await registry.close(first.id);
  await registry.close(fork?.id ?? first.id);
  beds.api.onPrompt('last', [text('Over.')]);
  await chat.ask('last');
  expect(JSON.stringify(beds.api.mainRequests('last')[0]?.messages)).toContain('Otherwise.');
  expect(only(registry.all).id).toBe(fork?.id);
});

it('a request that was stopped, an answer from elsewhere, and an error of the API', async () => {
  const { api } = beds;
  const registry = await beds.open({ version: underOurs });
  const { participant, kept } = participantOf(registry);
  const chat = new ChatSession(participant);
  api.onPrompt('sheep', [text('One, ', gate('sheep'), 'two.')]);
  const abort = new AbortController();
  const stopped = chat.ask('sheep', { signal: abort.signal });
  await api.reached('sheep');
  expect(participant.isAnswering(only(registry.all).id)).toBe(true);
  abort.abort();
  await stopped;
  expect(participant.isAnswering(only(registry.all).id)).toBe(false);
  expect(Object.keys(kept())).toHaveLength(1);

  // VS Code kept nothing of it, and the chat goes on all the same.
  api.onPrompt('write', [toolUse('Bash', { command: 'echo "$(date)" > a' }), text('Written.')]);
  const reply = new RecordedReply();
  const writing = chat.ask('write', { reply });
  const deny = await reply.buttonShown('tandem.permission.deny');
  const channel = only(registry.all);
  const [prompt] = channel.conversation.summary.waiting;
  expect(deny.args).toEqual([prompt?.id]);
  expect(channel.hasSeen(prompt?.id ?? ('' as never), { isNamed: true })).toBe(true);
  expect(channel.hasSeen(prompt?.id ?? ('' as never))).toBe(false);
  await channel.answer(prompt?.id ?? ('' as never), { kind: 'deny' });
  await writing;
  expect(reply.text).toMatch(/Permission\\: Bash[\s\S]*\*Denied\*[\s\S]*Written\./);
  expect(Object.keys(kept())).toHaveLength(1);

  api.onPrompt('fail', () => failure(400, { message: 'No *such* luck' }));
  const { problem, note } = await chat.ask('fail');
  expect(problem).toContain('No \\*such\\* luck');
  expect(note?.channelId).toBe(channel.id);
});

testInFull('/plan plans, and says so below; commands of the CLI are passed on', async () => {
  const { api } = beds;
  const registry = await beds.open();
  const chat = new ChatSession(participantOf(registry).participant);
  api.onPrompt('a house', [text('Walls first.')]);
  const { note, reply } = await chat.ask('a house', { command: 'plan' });
  const channel = only(registry.all);
  expect(channel.conversation.summary.settings.mode).toBe('plan');
  expect(note?.next).toBe('plan');
  expect(reply.text).toContain('Walls first.');
  const cost = await chat.ask('/cost');
  expect(cost.reply.text).toMatch(/cost/i);
  expect(cost.problem).toBeUndefined();
  expect(await chat.ask('', { command: 'review' })).toMatchObject({ note: { cwd: channel.cwd } });
});
