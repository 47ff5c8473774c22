import { appendFile, readFile, rename } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sessionPath } from '../../src/cli/sessions/sessionFile';
import { sessionFolder } from '../../src/cli/sessions/sessionFolder';
import type { MessageId } from '../../src/contract/ids';
import type { Channel } from '../../src/host/channels/channel';
import type { ChannelRegistry } from '../../src/host/channels/registry';
import { text } from '../support/api/reply';
import { ScriptedApi } from '../support/api/scriptedApi';
import { ChannelWatch, channelBed } from '../support/channels/channelBed';
import type { CliVersion } from '../support/cli/cliBinary';
import { type IsolatedHome, isolatedHome } from '../support/cli/isolatedHome';
import { assistant, user } from '../support/fixtures/hostileSessions';

let api: ScriptedApi;
let home: IsolatedHome;
let registries: ChannelRegistry[];

beforeEach(async () => {
  api = await ScriptedApi.start();
  home = await isolatedHome({ apiUrl: api.url, maxRetries: 0 });
  registries = [];
  for (const word of ['one', 'two', 'three', 'else', 'more']) {
    api.onPrompt(word, [text(`answer ${word}`)]);
  }
});

afterEach(async () => {
  for (const registry of registries) {
    await Promise.all(registry.all.map(channel => registry.close(channel.id)));
    registry.dispose();
  }
  await api.close();
  await home.dispose();
});

async function open(version: CliVersion) {
  const registry = await channelBed({ home, version });
  registries.push(registry);
  return registry;
}

async function say(channel: Channel, ...prompts: string[]): Promise<void> {
  const watch = new ChannelWatch(channel);
  for (const words of prompts) {
    const before = channel.conversation.turns.length;
    channel.messages.send({ text: words, images: [] });
    await watch.turns(before + 1);
  }
}

async function reloaded(channel: Channel, version: CliVersion): Promise<Channel> {
  await channel.flush();
  registries.at(-1)?.dispose();
  const again = await (await open(version)).load(home.workspace, channel.id);
  if (!again) {
    throw new Error('The conversation is not there any more');
  }
  return again;
}

const said = ({ conversation: { turns } }: Channel) =>
  turns
    .flatMap(turn => turn.items)
    .flatMap(item => (item.kind === 'text' || item.kind === 'prompt' ? item.text : []));

function promptId({ conversation }: Channel, words: string): MessageId {
  const found = conversation.turns
    .flatMap(turn => turn.items)
    .find(item => item.kind === 'prompt' && item.text === words);
  if (found?.kind !== 'prompt') {
    throw new Error(`Nobody has said ${words}`);
  }
  return found.messageId;
}

/** What the model was asked, without the CLI's own reminders. */
function asked(words: string): string[] {
  const [request] = api.mainRequests(words).slice(-1);
  return (request?.messages ?? [])
    .filter(message => message.role !== 'system')
    .flatMap(({ content }) =>
      content.flatMap(block => (block.type === 'text' ? String(block.text).trim() : [])),
    )
    .filter(one => !one.startsWith('<'));
}

const pathOf = async (channel: Channel) =>
  sessionPath(await sessionFolder(home.workspace, home.env), channel.record.sessionId);

describe.each(['newest', '2.1.7', '2.0.36'] as const)(
  'Claude Code %s',
  { timeout: 150_000 },
  version => {
    it('goes on from before a message in the same session', async () => {
      const channel = await (await open(version)).create(home.workspace);
      await say(channel, 'one', 'two', 'three');
      const { sessionId } = channel.record;
      const before = await readFile(await pathOf(channel), 'utf8');

      await channel.past.cutBefore(promptId(channel, 'two'));
      expect(said(channel)).toEqual(['one', 'answer one']);
      expect(channel.snapshot().draft.text).toBe('two');

      // The window goes away before anything was said.
      const again = await reloaded(channel, version);
      expect(said(again)).toEqual(['one', 'answer one']);
      await say(again, 'else');
      expect(asked('else')).toEqual(['one', 'answer one', 'else']);
      expect(said(again)).toEqual(['one', 'answer one', 'else', 'answer else']);
      expect(again.record.sessionId).toBe(sessionId);
      expect(await readFile(await pathOf(again), 'utf8')).toContain(before.trimEnd());

      const third = await reloaded(again, version);
      expect(said(third)).toEqual(['one', 'answer one', 'else', 'answer else']);
      expect(third.record).not.toHaveProperty('rewound');
      await say(third, 'more');
      expect(asked('more')).toEqual(['one', 'answer one', 'else', 'answer else', 'more']);
    });

    it('shows what another process has added, and nothing twice', async () => {
      const channel = await (await open(version)).create(home.workspace);
      await say(channel, 'one', 'two');
      const stored = (await readFile(await pathOf(channel), 'utf8')).trim().split('\n');
      const [last] = stored
        .map(line => JSON.parse(line) as { type: string; uuid?: string })
        .filter(({ type }) => type === 'assistant')
        .slice(-1);
      const added = [user('x1', last?.uuid ?? null, 'elsewhere'), assistant('x2', 'x1')];
      await appendFile(
        await pathOf(channel),
        added.map(line => `${JSON.stringify(line)}\n`).join(''),
      );
      const { epoch } = channel.snapshot();
      await channel.past.reload();
      expect(said(channel)).toEqual(['one', 'answer one', 'two', 'answer two', 'elsewhere', 'x2']);
      expect(channel.snapshot().epoch).not.toBe(epoch);
      await channel.past.reload();
      expect(said(channel)).toHaveLength(6);
    });
  },
);

it('cannot go back to before the first message, and not while it works', async () => {
  const channel = await (await open('newest')).create(home.workspace);
  await say(channel, 'one');
  await expect(channel.past.cutBefore(promptId(channel, 'one'))).rejects.toMatchObject({
    code: 'first',
  });
  expect(said(channel)).toEqual(['one', 'answer one']);
}, 60_000);

it('is readable when its folder is gone, and says why nothing can be sent', async () => {
  const channel = await (await open('newest')).create(home.workspace);
  await say(channel, 'one');
  await channel.flush();
  registries.at(-1)?.dispose();
  await rename(home.workspace, `${home.workspace}-elsewhere`);
  const again = await (await open('newest')).load(home.workspace, channel.id);
  expect(again && said(again)).toEqual(['one', 'answer one']);
  expect(again?.conversation.summary.agent).toMatchObject({
    phase: 'stopped',
    detail: expect.stringContaining('is not there any more'),
  });
  again?.messages.send({ text: 'two', images: [] });
  await expect
    .poll(() => again?.conversation.open?.items.at(-1), { timeout: 10_000 })
    .toMatchObject({ notice: { text: expect.stringContaining('is not there any more') } });
  expect(again?.snapshot().draft.text).toBe('two');
}, 60_000);
