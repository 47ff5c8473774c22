import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import { type Disposable, toDisposable } from '../../../base/disposable';
import { isAlive } from '../../../node/isAlive';

/** Number of windows that may have the same work tree open at a time. */
const slots = 8;
/** Windows that start at the same time give way to each other, and try again. */
const rounds = 5;
/** Milliseconds until then, at most; different ones, so that they do not meet again. */
const longestPause = 50;

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
  for (let round = 0; round < rounds; round += 1) {
    if (round > 0) {
      await delay(Math.random() * longestPause);
    }
    for (let slot = 0; slot < slots; slot += 1) {
      const path = join(parent, `${name}-${slot}`);
      const mark = await claim(parent, `${name}-${slot}`);
      if (mark !== undefined) {
        return { path, ...toDisposable(() => rmSync(mark, { force: true })) };
      }
    }
  }
  throw new Error(l10n.t('Too many windows have it open.'));
}

/**
 * Leaves a mark and looks for others, in this order: of two windows, at least one sees the other.
 * No mark ever has the name of another, so that removing one cannot hit a newer one.
 * @returns path of the mark; `undefined` if there is a mark of another window
 */
async function claim(parent: string, slot: string): Promise<string | undefined> {
  const prefix = `${slot}.owner-`;
  const own = `${prefix}${process.pid}-${randomUUID()}`;
  await writeFile(join(parent, own), '', { flag: 'wx', mode: 0o600 });
  const marks = (await readdir(parent)).filter(one => one.startsWith(prefix) && one !== own);
  const isDead = (mark: string) => !isAlive(Number.parseInt(mark.slice(prefix.length), 10));
  for (const mark of marks.filter(isDead)) {
    await rm(join(parent, mark), { force: true });
  }
  if (marks.every(isDead)) {
    return join(parent, own);
  }
  await rm(join(parent, own), { force: true });
  return undefined;
}
