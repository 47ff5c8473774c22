import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { ChannelId, SessionId } from '../../../../src/contract/ids';
import type { Channel } from '../../../../src/core/conversation/channel';
import { WindowBed } from '../../../support/channels/windowBed';
import { removeFolder } from '../../../support/removeFolder';

let bed: WindowBed;

afterEach(() => bed.close());

function session(): SessionId {
  const id = randomUUID() as string as SessionId;
  bed.stored.add(id);
  return id;
}

/** Texts of the warnings that a conversation shows. */
function warnings({ conversation }: Channel): string[] {
  const { turns, open } = conversation;
  const items = [...turns, ...(open ? [open] : [])].flatMap(turn => turn.items);
  return items.flatMap(item =>
    item.kind === 'notice' && item.notice.kind === 'warning' ? [item.notice.text] : [],
  );
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(resolve => setImmediate(resolve));
}

/** Path of the only record. */
async function recordPath(): Promise<string> {
  const root = join(bed.storage, 'channels');
  const [folder = ''] = await readdir(root);
  const [name = ''] = await readdir(join(root, folder));
  return join(root, folder, name);
}

/** Stores a record with a draft and closes its window. @returns the path of the record */
async function storedRecord(id: SessionId): Promise<string> {
  const window = bed.window(1);
  const channel = await window.openSession(bed.cwd, id);
  channel.saveDraft({ text: 'draft', images: [] });
  await window.close(channel.id);
  return recordPath();
}

const notWritten = /^Tandem cannot save .*drafts, queued messages and open prompts/;

test('a window that cannot write its files has conversations, and they say what is not kept', async () => {
  bed = await WindowBed.withoutStorage();
  const window = bed.window(1);
  await window.endOrphanedProcesses([bed.cwd]);
  const channel = await window.create(bed.cwd);
  await expect.poll(() => warnings(channel)).toEqual([expect.stringMatching(notWritten)]);
  channel.messages.send({ text: 'hello', images: [] });
  await expect.poll(() => bed.processes.length).toBe(1);
  await expect.poll(() => JSON.stringify(channel.conversation.open)).toContain('hello');
  expect(warnings(channel)).toHaveLength(1);
  expect((await window.openSession(bed.cwd, session())).heldBy).toBeUndefined();
});

test('a disk that fills up is reported once, and again after it had space in between', async () => {
  bed = await WindowBed.open();
  const channel = await bed.window(1).create(bed.cwd);
  await channel.flush();
  expect(warnings(channel)).toEqual([]);
  const root = join(bed.storage, 'channels');
  for (const expected of [1, 2]) {
    await removeFolder(root);
    await writeFile(root, '');
    for (const text of ['first', 'second']) {
      channel.saveDraft({ text, images: [] });
      await channel.flush();
    }
    expect(warnings(channel)).toHaveLength(expected);
    await rm(root);
    channel.saveDraft({ text: 'third', images: [] });
    await channel.flush();
  }
  expect(await readFile(await recordPath(), 'utf8')).toContain('third');
});

test('a conversation whose record cannot be saved at its end is released all the same', async () => {
  bed = await WindowBed.open();
  const [one, two] = [bed.window(1), bed.window(2)];
  const id = session();
  const channel = await one.openSession(bed.cwd, id);
  await channel.flush();
  const root = join(bed.storage, 'channels');
  await removeFolder(root);
  await writeFile(root, '');
  channel.saveDraft({ text: 'draft', images: [] });
  await expect(one.close(channel.id)).rejects.toThrow(/./);
  expect(channel.isClosed).toBe(true);
  expect(await two.openInWindows()).toEqual([]);
});

describe('A record that cannot be read', () => {
  test.each([
    ['empty', ''],
    ['cut off', '{"version":1,"data":{"cwd":'],
    ['binary', '\u0000\u0001'],
    ['something else', '{"version":1,"data":{"cwd":7}}'],
    ['a list', '[]'],
  ])(
    'is set aside if it is %s, and the next conversation of its folder says so',
    async (_, text) => {
      bed = await WindowBed.open();
      const id = session();
      const path = await storedRecord(id);
      await writeFile(path, text);
      const window = bed.window(2);
      await window.endOrphanedProcesses([bed.cwd]);
      const channel = await window.openSession(bed.cwd, id);
      expect(warnings(channel)).toEqual([expect.stringContaining(`${path}.unreadable-`)]);
      expect(warnings(await window.create(bed.cwd))).toEqual([]);
    },
  );

  test('is kept if a newer version wrote it, and the conversation says so', async () => {
    bed = await WindowBed.open();
    const id = session();
    const path = await storedRecord(id);
    const newer = (await readFile(path, 'utf8')).replace('"version":1', '"version":99');
    await writeFile(path, newer);
    const channel = await bed.window(2).openSession(bed.cwd, id);
    expect(warnings(channel)).toEqual([expect.stringContaining('newer version of Tandem')]);
    expect(await readFile(path, 'utf8')).toBe(newer);
  });

  test('keeps no other conversation of the folder from opening', async () => {
    bed = await WindowBed.open();
    const path = await storedRecord(session());
    await rm(path);
    await mkdir(path);
    const window = bed.window(2);
    await window.endOrphanedProcesses([bed.cwd]);
    const channel = await window.openSession(bed.cwd, session());
    expect(warnings(channel)).toEqual([expect.stringContaining(path)]);
    expect((await window.headOf(randomUUID() as string as ChannelId))?.cwd).toBeUndefined();
    await settled();
    const own = path.slice(-41, -5) as ChannelId;
    expect((await window.headOf(own))?.cwd).toBeUndefined();
    expect(await window.load(bed.cwd, own)).toBeUndefined();
  });
});
