import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { currentReadRules } from '../../src/cli/permissions/readRules';
import { SettingsLayers } from '../../src/cli/permissions/settingsLayers';
import type { Mention } from '../../src/contract/mentions';
import type { Channel } from '../../src/core/conversation/channel';
import { text } from '../support/api/reply';
import { ChannelWatch } from '../support/channels/channelBed';
import { useSharedChannelBeds } from './support/channelBeds';
import { loadMentions } from './support/realMentions';

const { contextFor } = await loadMentions();

const bed = useSharedChannelBeds();
const files = ['.env', 'keys/id_rsa', 'private/a.txt', 'other/b.txt', 'plain.txt'];
const contentOf = (path: string) => `hush of ${path}`;

function mention(path: string, kind: 'file' | 'folder' = 'file'): Mention {
  return { token: `@${path}`, label: path, target: { kind, path } };
}

it('asks the API nothing about private files that the user did not agree to', async () => {
  const { workspace, configDir, home } = bed.home;
  const write = async (path: string, content: string) => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  };
  for (const path of files) await write(join(workspace, path), contentOf(path));
  await symlink(join(workspace, '.env'), join(workspace, 'harmless.txt'));
  const rule = (...deny: string[]) => JSON.stringify({ permissions: { deny } });
  await write(join(workspace, '.claude/settings.json'), rule('Read(./private/**)'));
  await write(join(configDir, 'settings.json'), rule('Read(**/other/b.txt)'));
  const layers = new SettingsLayers({
    ...{ configFolders: () => [configDir], managed: join(home, 'managed'), launch: () => ({}) },
  });
  const rules = { layers, home: () => home, platform: process.platform };
  let isAllowed = false;
  let channel: Channel | undefined;
  const contextOf = contextFor(
    () => channel,
    cwds => currentReadRules(rules, cwds),
    () => isAllowed,
  );
  channel = await (await bed.open({ ports: { contextOf } })).create(workspace);
  const opened = channel;
  const watch = new ChannelWatch(opened);
  let turns = 0;
  const send = async (words: string, all: readonly Mention[], isSent: boolean) => {
    if (isSent) bed.api.onPrompt(/./, [text('Seen.')]);
    opened.messages.send({ text: words, images: [], mentions: all });
    turns += isSent ? 1 : 0;
    await (isSent
      ? watch.turns(turns)
      : watch.until(`a returned message: ${words}`, () => opened.record.draft.text !== ''));
    opened.saveDraft({ text: '', images: [] });
  };
  for (const path of ['.env', 'keys/id_rsa', 'harmless.txt', 'private/a.txt', 'other/b.txt']) {
    await send(`see @${path} please`, [mention(path)], false);
  }
  await send('see @.env please', [], false);
  await send('see @keys/ and @private/ please', [mention('keys/', 'folder')], true);
  // Denied files that are only typed are the CLI's to withhold.
  await send('see @private/a.txt and @other/b.txt please', [], true);
  await send('see @plain.txt please', [mention('plain.txt')], true);
  const told = () => JSON.stringify(bed.api.requests.map(({ body }) => body));
  expect(files.filter(path => told().includes(contentOf(path)))).toEqual(['plain.txt']);
  isAllowed = true;
  await send('see @.env please', [mention('.env')], true);
  expect(told()).toContain(contentOf('.env'));
});
