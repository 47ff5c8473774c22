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
  const path = join(folder, newName());
  try {
    await writeFileAtomic(path, text);
    return path;
  } catch {
    // A full or read-only storage need not keep the agent from starting.
    return writeTemporary(text);
  }
}

/** Writes a text into the system's folder for temporary files. @returns its path, as above */
export async function writeTemporary(text: string): Promise<string> {
  const path = join(tmpdir(), `tandem-${newName()}`);
  await writeFileAtomic(path, text);
  return path;
}

function newName(): string {
  return `${process.pid}-${randomUUID()}.txt`;
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
