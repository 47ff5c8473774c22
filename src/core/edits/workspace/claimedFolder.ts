import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import { type Disposable, toDisposable } from '../../../base/disposable';
import { makeFolder } from '../../../node/durableFolder';
import { isAlive } from '../../../node/isAlive';

/** Number of windows that may have the same work tree open at a time. */
const slots = 8;
/** Content of a mark whose window has the folder. An empty mark is that of a window still looking. */
const settled = 'settled';
/** How often a window looks at the marks again while another one has not decided. */
const looks = 100;
/** Milliseconds between two looks. */
const pause = 5;

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
  await makeFolder(parent);
  for (let slot = 0; slot < slots; slot += 1) {
    const claimed = await claimSlot(parent, `${name}-${slot}`);
    if (claimed) {
      return claimed;
    }
  }
  throw new Error(l10n.t('Too many windows have it open.'));
}

/**
 * Claims one particular folder.
 * @param slot name of a folder that `claimFolder` has returned before
 * @returns `undefined` if it belongs to another window
 */
export async function claimSlot(parent: string, slot: string): Promise<ClaimedFolder | undefined> {
  const mark = await claim(parent, slot);
  return mark === undefined
    ? undefined
    : { path: join(parent, slot), ...toDisposable(() => rmSync(mark, { force: true })) };
}

/**
 * Leaves a mark and looks for others, in this order: of two windows, at least one sees the other.
 * Of windows that look at the same time, the first by name waits until the others have decided. The
 * others give way, so a contested folder always goes to one of them. No mark ever has the name of
 * another, so that removing one cannot hit a newer one.
 * @returns path of the mark; `undefined` if the folder belongs to another window
 */
async function claim(parent: string, slot: string): Promise<string | undefined> {
  const prefix = `${slot}.owner-`;
  const own = `${prefix}${process.pid}-${randomUUID()}`;
  const mark = join(parent, own);
  await writeFile(mark, '', { flag: 'wx', mode: 0o600 });
  for (let look = 0; look < looks; look += 1) {
    const others = await livingMarks(parent, prefix, own);
    if (others.length === 0) {
      await writeFile(mark, settled);
      return mark;
    }
    if (others.some(other => other < own) || (await isAnySettled(parent, others))) {
      break;
    }
    await delay(pause);
  }
  await rm(mark, { force: true });
  return undefined;
}

/** Names of the other windows' marks. Those of windows that were killed are removed. */
async function livingMarks(parent: string, prefix: string, own: string): Promise<string[]> {
  const living: string[] = [];
  for (const mark of await readdir(parent)) {
    if (!mark.startsWith(prefix) || mark === own) {
      continue;
    }
    if (isAlive(Number.parseInt(mark.slice(prefix.length), 10))) {
      living.push(mark);
    } else {
      await rm(join(parent, mark), { force: true });
    }
  }
  return living;
}

async function isAnySettled(parent: string, marks: readonly string[]): Promise<boolean> {
  for (const mark of marks) {
    try {
      if ((await readFile(join(parent, mark), 'utf8')) === settled) {
        return true;
      }
    } catch (error) {
      // The mark of a window that gave way is gone.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
        throw error;
      }
    }
  }
  return false;
}
