import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { moveAcross, moveTo } from '../../../src/node/moveTo';
import { diskErrors, eachCut, eachFailure } from '../../support/disk/faultyDisk';

const text = 'a long text, of which a power cut may leave a part\n';

async function prepare(root: string): Promise<void> {
  await mkdir(join(root, 'old', 'folder'), { recursive: true });
  await mkdir(join(root, 'new'));
  await writeFile(join(root, 'old', 'file'), text);
  await writeFile(join(root, 'old', 'folder', 'file'), text);
}

/** Requires the whole content under one of two names. */
async function requireText(root: string, name: string): Promise<void> {
  const found = await Promise.all(
    ['old', 'new'].map(folder => readFile(join(root, folder, name), 'utf8').catch(() => undefined)),
  );
  expect(found, name).toContain(text);
}

async function requireBoth(root: string): Promise<void> {
  await requireText(root, 'file');
  await requireText(root, join('folder', 'file'));
}

const moves = [
  ['on one disk', moveTo],
  ['to another disk', moveAcross],
] as const;

async function moveBoth(root: string, move: typeof moveTo): Promise<void> {
  for (const name of ['file', 'folder']) {
    await move(join(root, 'old', name), join(root, 'new', name));
  }
}

test.each(moves)('a move %s leaves the old or the new when power is cut', async (_, move) => {
  const cuts = await eachCut(prepare, ({ root }) => moveBoth(root, move), requireBoth);
  expect(cuts).toBeGreaterThan(8);
});

test.each(moves.flatMap(([name, move]) => diskErrors.map(error => [name, error, move] as const)))(
  'a move %s leaves the old or the new after %s',
  async (_, [code, isLasting], move) => {
    await eachFailure(code, isLasting, async ({ root }, fail) => {
      await prepare(root);
      fail();
      await moveBoth(root, move).catch((error: unknown) => expect(error).toMatchObject({ code }));
      await requireBoth(root);
    });
  },
);
