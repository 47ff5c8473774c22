import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SessionTrash } from '../../../../src/cli/sessions/sessionTrash';
import type { SessionId } from '../../../../src/contract/ids';
import { diskErrors, eachCut, eachFailure } from '../../../support/disk/faultyDisk';

const id = '11111111-1111-4111-8111-111111111111' as SessionId;
/** Files of the session by relative path, the transcript first. */
const files: Readonly<Record<string, string>> = {
  [`projects/p/${id}.jsonl`]: '{"sessionId":"s"}\n',
  [`projects/p/${id}/subagents/agent-1.jsonl`]: '{"subagent":true}\n',
};
const transcript = `projects/p/${id}.jsonl`;

async function storeSession(root: string): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}

const trashIn = (root: string) => new SessionTrash(join(root, 'trash'));
const remove = (root: string) =>
  trashIn(root).remove({ id, path: join(root, transcript), title: 'A title' });

const textAt = (root: string, path: string) =>
  existsSync(join(root, path)) ? readFile(join(root, path), 'utf8') : undefined;

/** Brings back what is in the trash, as a user would; a session that is there needs nothing. */
async function bringBack(root: string): Promise<void> {
  const trash = trashIn(root);
  for (const entry of await trash.entries()) {
    await trash.restore(entry);
  }
}

async function requireWhole(root: string): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    expect(await textAt(root, path), path).toBe(text);
  }
  expect(await trashIn(root).entries()).toEqual([]);
}

describe('a session on a faulty disk', () => {
  test('is there or in the trash after a power cut', async () => {
    const cuts = await eachCut(
      storeSession,
      async ({ root, calls }) => {
        await remove(root);
        calls.note('removed');
      },
      async (root, { notes }) => {
        if (notes.includes('removed')) {
          expect(await textAt(root, transcript)).toBeUndefined();
          expect(await trashIn(root).entries()).toHaveLength(1);
        }
        await bringBack(root);
        await requireWhole(root);
      },
    );
    expect(cuts).toBeGreaterThan(20);
  });

  test('comes back from the trash, or stays in it, when power is cut', async () => {
    await eachCut(
      async root => {
        await storeSession(root);
        await remove(root);
      },
      async ({ root, calls }) => {
        await bringBack(root);
        calls.note('restored');
      },
      async (root, { notes }) => {
        if (notes.includes('restored')) {
          await requireWhole(root);
        }
        await bringBack(root);
        await requireWhole(root);
      },
    );
  });

  test.each(diskErrors)('is not lost by %s at any call, lasting: %s', async (code, isLasting) => {
    const calls = await eachFailure(code, isLasting, async ({ root, calls }, fail) => {
      await storeSession(root);
      fail();
      const failure = await remove(root).then(
        () => undefined,
        (error: unknown) => error,
      );
      calls.heal();
      if (!failure) {
        expect(await textAt(root, transcript)).toBeUndefined();
      }
      await bringBack(root);
      await requireWhole(root);
    });
    expect(calls).toBeGreaterThan(4);
  });
});
