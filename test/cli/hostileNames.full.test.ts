import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import type { Mention } from '../../src/contract/mentions';
import type { Channel } from '../../src/core/conversation/channel';
import { fileMention } from '../../src/host/mentions/rows/makeMention';
import { pastedPlaces, placesOf } from '../../webview/composer/box/droppedPaths';
import { text } from '../support/api/reply';
import { ChannelWatch } from '../support/channels/channelBed';
import { hostileNames } from '../support/fixtures/hostileNames';
import { useSharedChannelBeds } from './support/channelBeds';
import { loadMentions } from './support/realMentions';

const { contextFor, drops } = await loadMentions();
const bed = useSharedChannelBeds();

/** Names that a wrong reading of those above would find. */
const decoys = ['a', 'b.txt', 'A.txt', 'a.txt', 'b', 'new', 'dot', 'slash.txt', 'end', 'txt', '5'];
const contentOf = (at: number) => `content-${at}-of-${hostileNames.length}`;

function transfer(data: Readonly<Record<string, string>>) {
  return { types: Object.keys(data), getData: (type: string) => data[type] ?? '' };
}

it('hands over the content of a file, whatever its name', async () => {
  const { workspace } = bed.home;
  for (const decoy of decoys) await writeFile(join(workspace, decoy), 'decoy');
  let channel: Channel | undefined;
  const rules = () => ({ deny: async () => false });
  const contextOf = contextFor(
    () => channel,
    rules,
    () => false,
  );
  channel = await (await bed.open({ ports: { contextOf } })).create(workspace);
  const opened = channel;
  const watch = new ChannelWatch(opened);
  let turns = 0;
  const send = async (words: string, mention: Mention) => {
    turns += 1;
    bed.api.onPrompt(words, [text('Seen.')]);
    opened.messages.send({
      ...{ text: `${words}: see ${mention.token} please`, images: [], mentions: [mention] },
    });
    await watch.turns(turns);
    const messages = bed.api.mainRequests(words).at(-1)?.messages ?? [];
    // Earlier messages are part of each request.
    const from = messages.findIndex(message => JSON.stringify(message).includes(`${words}: `));
    const told = JSON.stringify(messages.slice(from));
    return [...new Set(told.match(/content-\d+-of|decoy/g))];
  };
  const wrong: unknown[] = [];
  for (const [at, name] of hostileNames.entries()) {
    const path = join(workspace, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, contentOf(at));
    const uri = String(pathToFileURL(path));
    const dropped = placesOf(transfer({ codefiles: JSON.stringify([path]) }));
    const pasted = pastedPlaces(transfer({ 'text/plain': `${uri}\n` }));
    const mentions = [
      fileMention(path, workspace),
      ...(await drops.read(opened, dropped)),
      ...(await drops.read(opened, pasted)),
    ];
    const [first] = mentions;
    if (mentions.length !== 3 || !first) {
      wrong.push({ name, mentions });
      continue;
    }
    // All three are the same mention.
    expect(new Set(mentions.map(mention => JSON.stringify(mention.target))).size).toBe(1);
    const found = await send(`case ${at}`, first);
    if (found.join() !== `content-${at}-of`) wrong.push({ name, found });
  }
  expect(hostileNames.length).toBeGreaterThanOrEqual(30);
  expect(wrong).toEqual([]);
});
