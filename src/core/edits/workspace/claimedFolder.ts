import { rmSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { type Disposable, toDisposable } from '../../../base/disposable';
import { isAlive } from '../../../node/isAlive';

/** Number of windows that may have the same work tree open at a time. */
const slots = 8;

export interface ClaimedFolder extends Disposable {
  /** Absolute path. The folder need not exist. */
  readonly path: string;
}

/**
 * Claims a folder that no other window uses until it is disposed of or this process ends. Existing
 * content from the previous owner is kept.
 * @throws the system's error, or when all folders of this name are taken
 */
export async function claimFolder(parent: string, name: string): Promise<ClaimedFolder> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  for (let slot = 0; slot < slots; slot += 1) {
    const path = join(parent, `${name}-${slot}`);
    const owner = `${path}.owner`;
    if ((await claim(owner)) || ((await isLeft(owner)) && (await claim(owner)))) {
      return { path, ...toDisposable(() => rmSync(owner, { force: true })) };
    }
  }
  throw new Error(l10n.t('Too many windows have it open.'));
}

async function claim(owner: string): Promise<boolean> {
  try {
    await writeFile(owner, String(process.pid), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') {
      return false;
    }
    throw error;
  }
}

/** Whether the owner's process has ended; if so, removes its mark. */
async function isLeft(owner: string): Promise<boolean> {
  const text = await readFile(owner, 'utf8').catch(() => '');
  if (/^[1-9]\d*$/.test(text) && isAlive(Number(text))) {
    return false;
  }
  await rm(owner, { force: true });
  return true;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
