import { appendFile, readFile, rename } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { sessionPath } from '../../src/cli/sessions/sessionFile';
import { sessionFolder } from '../../src/cli/sessions/sessionFolder';
import type { Channel } from '../../src/core/conversation/channel';
import { type BedCli, underOurs } from '../support/channels/channelBed';
import type { CliVersion } from '../support/cli/cliBinary';
import { rowsOf } from '../support/extent';
import { assistant, user } from '../support/fixtures/hostileSessions';
import { useChannelBeds } from './support/channelBeds';
import { promptId, said, say } from './support/talk';

const bed = useChannelBeds(['one', 'two', 'three', 'else', 'more']);

const pathOf = async (channel: Channel) =>
  sessionPath(await sessionFolder(bed.home.workspace, bed.home.env), channel.record.sessionId);

const versions: readonly CliVersion[] = ['newest', '2.1.7', '2.0.36'];

describe.each(rowsOf<CliVersion>(['newest'], versions))(
  'Claude Code %s',
  { timeout: 150_000 },
  version => {
    it('continues from before a message in the same session', async () => {
      const channel = await (await bed.open({ version })).create(bed.home.workspace);
      await say(channel, 'one', 'two', 'three');
      const first = channel.restorer.cutBefore(promptId(channel, 'one'));
      await expect(first).rejects.toMatchObject({ code: 'message.first' });
      expect(said(channel)).toHaveLength(6);
      const { sessionId } = channel.record;
      const before = await readFile(await pathOf(channel), 'utf8');

      await channel.restorer.cutBefore(promptId(channel, 'two'));
      expect(said(channel)).toEqual(['one', 'answer one']);
      expect(channel.snapshot().draft.text).toBe('two');

      // The window closes before any message is sent.
      const again = await bed.reopen(channel, { version });
      expect(said(again)).toEqual(['one', 'answer one']);
      await say(again, 'else');
      expect(bed.asked('else')).toEqual(['one', 'answer one', 'else']);
      expect(said(again)).toEqual(['one', 'answer one', 'else', 'answer else']);
      expect(again.record.sessionId).toBe(sessionId);
      expect(await readFile(await pathOf(again), 'utf8')).toContain(before.trimEnd());

      const third = await bed.reopen(again, { version });
      expect(said(third)).toEqual(['one', 'answer one', 'else', 'answer else']);
      expect(third.record).not.toHaveProperty('rewound');
      await say(third, 'more');
      expect(bed.asked('more')).toEqual(['one', 'answer one', 'else', 'answer else', 'more']);
    });
  },
);

describe.each(rowsOf<BedCli>([underOurs], versions))(
  'Claude Code %s',
  { timeout: 150_000 },
  version => {
    it('shows messages that another process has added, without duplicates', async () => {
      const channel = await (await bed.open({ version })).create(bed.home.workspace);
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
      await channel.restorer.reload();
      expect(said(channel)).toEqual(['one', 'answer one', 'two', 'answer two', 'elsewhere', 'x2']);
      expect(channel.snapshot().epoch).not.toBe(epoch);
      await channel.restorer.reload();
      expect(said(channel)).toHaveLength(6);
    });
  },
);

it('shows a conversation whose folder is gone, and reports why it cannot send', async () => {
  const registry = await bed.open({ version: underOurs });
  const channel = await registry.create(bed.home.workspace);
  await say(channel, 'one');
  await channel.flush();
  registry.dispose();
  await rename(bed.home.workspace, `${bed.home.workspace}-elsewhere`);
  const again = await (await bed.open({ version: underOurs })).load(bed.home.workspace, channel.id);
  expect(again && said(again)).toEqual(['one', 'answer one']);
  expect(again?.conversation.summary.agent).toMatchObject({
    phase: 'stopped',
    detail: expect.stringContaining('no longer exists'),
  });
  again?.messages.send({ text: 'two', images: [] });
  await expect
    .poll(() => again?.conversation.open?.items.at(-1), { timeout: 10_000 })
    .toMatchObject({ notice: { text: expect.stringContaining('no longer exists') } });
  expect(again?.snapshot().draft.text).toBe('two');
}, 60_000);
