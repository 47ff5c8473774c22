import { fileURLToPath } from 'node:url';
import { afterAll, vi } from 'vitest';
import type { ReadRules } from '../../../src/cli/permissions/readRules';
import type { Channel } from '../../../src/core/conversation/channel';
import type { MessageContext } from '../../../src/core/conversation/messageContext';

const fileUri = (path: string) => ({ scheme: 'file', path, fsPath: path });

/**
 * Loads the real mentions of files and folders, without an editor. Called at the top of a test file:
 * files of one worker share modules, and the mock is not left behind.
 */
export async function loadMentions() {
  vi.doMock('vscode', () => ({
    l10n: {
      t: (words: string, ...args: unknown[]) =>
        words.replace(/\{(\d)\}/g, (_, at) => `${args[at]}`),
    },
    Uri: {
      file: fileUri,
      parse: (text: string) => fileUri(fileURLToPath(text)),
    },
    workspace: { workspaceFolders: undefined },
  }));
  vi.resetModules();
  const { Mentions } = await import('../../../src/host/mentions/mentions');
  const { fileSource, folderSource } = await import('../../../src/host/mentions/files/fileSource');
  const { SecretQuestion } = await import('../../../src/host/mentions/files/secretQuestion');
  const { DropReader } = await import('../../../src/host/chat/dropReader');
  const { silentLog } = await import('../../../src/base/log');
  afterAll(() => {
    vi.doUnmock('vscode');
    vi.resetModules();
  });
  return {
    drops: new DropReader(),
    /** @param confirm answers the question about a secret file */
    contextFor(
      channel: () => Channel | undefined,
      readRules: (cwds: readonly string[]) => ReadRules,
      confirm: () => boolean,
    ): () => MessageContext {
      const search = { find: async () => ({ files: [], isCut: false }) };
      const parts = { search, readRules };
      const mentions = new Mentions(
        { file: fileSource(parts), folder: folderSource(parts) },
        new SecretQuestion(async () => confirm()),
        silentLog,
        () => undefined,
      );
      return () => ({
        prepare: (...message) => mentions.prepare(channel(), ...message),
      });
    },
  };
}
