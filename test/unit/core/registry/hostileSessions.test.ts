import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { silentLog } from '../../../../src/base/log';
import { findForkPoint } from '../../../../src/cli/sessions/cutPoint';
import { hasStoredSession, openStoredSession } from '../../../../src/cli/sessions/openSession';
import { sessionPath } from '../../../../src/cli/sessions/sessionFile';
import { sessionFolder } from '../../../../src/cli/sessions/sessionFolder';
import type { Item } from '../../../../src/contract/conversation';
import type { MessageId, SessionId } from '../../../../src/contract/ids';
import { ConversationStore } from '../../../../src/core/conversation/conversationStore';
import { systemClock } from '../../../../src/node/systemClock';
import { rowsOf } from '../../../support/extent';
import { hostileSessions, writeLines } from '../../../support/fixtures/hostileSessions';
import { removeFolder } from '../../../support/removeFolder';

const id = '00000000-0000-4000-8000-000000000000' as SessionId;
let root: string;
let path: string;
let env: NodeJS.ProcessEnv;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tandem-hostile-'));
  env = { CLAUDE_CONFIG_DIR: root };
  path = sessionPath(await sessionFolder('/workspace', env), id);
  await mkdir(dirname(path), { recursive: true });
});

afterEach(() => removeFolder(root));

function itemsOf(store: ConversationStore): Item[] {
  const { turns, open } = store.current;
  expect(open).toBeUndefined();
  return turns.flatMap(turn => turn.items);
}

function saidIn(items: readonly Item[]): string[] {
  return items.flatMap(item =>
    (item.kind === 'prompt' || item.kind === 'text') && !('parentToolId' in item)
      ? [String(item.text)]
      : [],
  );
}

function lostIn(items: readonly Item[]): number {
  return items
    .flatMap(item => (item.kind === 'notice' && 'text' in item.notice ? [item.notice.text] : []))
    .map(text => Number(/^(\d+) lines? .* could not be read/.exec(text)?.[1] ?? 0))
    .reduce((sum, count) => sum + count, 0);
}

describe('A stored session with', { timeout: 60_000 }, () => {
  const usual = hostileSessions.filter(({ name }) => !/30 MB|hundred thousand/.test(name));
  test.each(rowsOf(usual, hostileSessions))(
    '$name',
    async ({ make, lines, said, lost = 0, refused }) => {
      await (make ? make(path) : writeLines(path, lines?.() ?? []));
      if (refused) {
        const isRoot = process.getuid?.() === 0 && /EACCES/.test(refused.source);
        if (!isRoot) {
          const error = { code: 'session.unreadable', message: expect.stringMatching(refused) };
          await expect(openStoredSession(id, '/workspace', env)).rejects.toMatchObject(error);
          await expect(hasStoredSession(id, '/workspace', env)).rejects.toMatchObject(error);
        }
        return;
      }
      const session = await openStoredSession(id, '/workspace', env);
      expect(session).toBeDefined();
      const store = new ConversationStore(1, systemClock, silentLog, async () => []);
      if (session) {
        store.restore(session, session.tail.events);
      }
      while (await store.loadEarlier()) {
        expect(store.current.turns.length).toBeLessThan(10_000);
      }
      const items = itemsOf(store);
      expect(saidIn(items)).toEqual(said);
      expect(lostIn(items)).toBe(lost);
      // The message to the page is JSON.
      expect(JSON.stringify(store.page()).length).toBeLessThan(3 * 1024 * 1024);
      const ids = store.current.turns.map(turn => turn.id);
      expect(new Set(ids).size).toBe(ids.length);
      expect({}).not.toHaveProperty('polluted');
      await findForkPoint(path, { id: 'x' as MessageId, text: 'x', at: 0 }, '2.1.329').catch(
        (error: unknown) => expect(error).toMatchObject({ name: 'UserError' }),
      );
      store.dispose();
    },
  );
});
