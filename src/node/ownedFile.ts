import { rmSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';
import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { messageOf } from '../base/errors';
import type { Log } from '../base/log';
import { makeFolder } from './durableFolder';
import { FolderLock } from './folderLock';
import { hasCode } from './hasCode';
import { isAlive } from './isAlive';
import { writeNew } from './newFile';

/**
 * Place of a file that one process has for itself. Each further process gets a place with a number.
 * Processes that come later take over the files of those that have ended, so that few are left.
 */
export class OwnedFile implements Disposable {
  private constructor(
    readonly path: string,
    private readonly owner: string,
    private readonly log: Log,
  ) {}

  /**
   * Takes the first place that no living process has. Creates the folder.
   * @throws the system's error if the place cannot be marked
   */
  static async take(path: string, clock: Clock, log: Log): Promise<OwnedFile> {
    await makeFolder(dirname(path));
    return new FolderLock(`${path}.lock`, clock).holdOrGoOn(
      async () => {
        for (let number = 0; ; number += 1) {
          const place = numbered(path, number);
          const owner = `${place}.owner`;
          if (!(await isOwned(owner)) && (await mark(owner))) {
            return new OwnedFile(place, owner, log);
          }
        }
      },
      error => log.warn(`A place is taken without a lock: ${messageOf(error)}`),
    );
  }

  /** Leaves the file to the process that comes next. */
  dispose(): void {
    try {
      rmSync(this.owner, { force: true });
    } catch (error) {
      // With this process, its ownership ends in any case.
      this.log.debug(`${this.owner} could not be removed: ${messageOf(error)}`);
    }
  }
}

function numbered(path: string, number: number): string {
  const { dir, name, ext } = parse(path);
  return number === 0 ? path : join(dir, `${name}-${number}${ext}`);
}

async function isOwned(owner: string): Promise<boolean> {
  try {
    const pid = Number(await readFile(owner, 'utf8'));
    return Number.isSafeInteger(pid) && pid > 0 && isAlive(pid);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) {
      return false;
    }
    throw error;
  }
}

/** @returns false if another process was faster */
async function mark(owner: string): Promise<boolean> {
  await rm(owner, { force: true });
  try {
    await writeNew(owner, Buffer.from(String(process.pid)));
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) {
      return false;
    }
    throw error;
  }
}
