import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import type { Mention } from '../../src/contract/mentions';
import type { Channel } from '../../src/core/conversation/channel';
import type { MessageContext } from '../../src/core/conversation/messageContext';
import { text } from '../support/api/reply';
import { ChannelWatch } from '../support/channels/channelBed';
import { useSharedChannelBeds } from './support/channelBeds';

vi.doMock('vscode', () => ({
  l10n: {
    t: (words: string, ...args: unknown[]) => words.replace(/\{(\d)\}/g, (_, at) => `${args[at]}`),
  },
  workspace: { workspaceFolders: undefined },
}));
// Files of one worker share modules: these are loaded with the mock, and not left behind.
vi.resetModules();
const { Mentions } = await import('../../src/host/mentions/mentions');
const { fileSource, folderSource } = await import('../../src/host/mentions/files/fileSource');
const { SecretQuestion } = await import('../../src/host/mentions/files/secretQuestion');
const { SettingsLayers } = await import('../../src/cli/permissions/settingsLayers');
const { currentReadRules } = await import('../../src/cli/permissions/readRules');
const { silentLog } = await import('../../src/base/log');

afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

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
  const parts = {
    search: { find: async () => ({ files: [], isCut: false }) },
    readRules: (cwds: readonly string[]) => currentReadRules(rules, cwds),
  };
  let isAllowed = false;
  const mentions = new Mentions(
    { file: fileSource(parts), folder: folderSource(parts) },
    new SecretQuestion(async () => isAllowed),
    silentLog,
    () => undefined,
  );
  let channel: Channel | undefined;
  const contextOf = (): MessageContext => ({
    prepare: (message, signal, patiently) => mentions.prepare(channel, message, signal, patiently),
  });
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
