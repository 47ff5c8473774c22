import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import { writeFileAtomic } from '../../node/atomicFile';
import { isAlive } from '../../node/isAlive';

/** Id of the process that has written the file, then a UUID; half-written files have a longer end. */
const nameForm = /^([1-9]\d{0,9})-[\da-f-]{36}\.txt(?:\.[\da-f]{8}\.tmp)?$/;

/**
 * Writes a text for the CLI, such as settings with keys.
 * @returns path of the file, which belongs to the caller
 */
export async function writeScratch(folder: string, text: string): Promise<string> {
  const name = `${process.pid}-${randomUUID()}.txt`;
  const path = join(folder, name);
  try {
    await writeFileAtomic(path, text);
    return path;
  } catch {
    // A full or read-only storage need not keep the agent from starting.
    const other = join(tmpdir(), `tandem-${name}`);
    await writeFileAtomic(other, text);
    return other;
  }
}

/** Removes what processes have left that ended before they could. Never rejects. */
export async function removeLeftScratch(folder: string, log: Log): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const [, owner] = nameForm.exec(name) ?? [];
    if (owner !== undefined && !isAlive(Number(owner))) {
      await rm(join(folder, name), { force: true }).catch((error: unknown) =>
        log.warn('A file for a former agent is still there', { name, error: messageOf(error) }),
      );
    }
  }
}
