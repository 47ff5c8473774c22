import { access, constants, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rowsOf } from '../extent';
import { DiskCalls, type DiskErrorCode } from './diskCalls';
import { type CutDisk, cutDisks, readDisk, writeDisk } from './powerLoss';

/** Memory where available: these tests sync files by the thousand. */
const inMemory = '/dev/shm';
const disk = access(inMemory, constants.W_OK).then(
  () => inMemory,
  () => tmpdir(),
);

/** A folder whose disk fails. */
interface FaultyFolder {
  readonly root: string;
  readonly calls: DiskCalls;
}

/** Runs with a new folder, whose calls are noted. */
async function withFaultyFolder<T>(run: (folder: FaultyFolder) => Promise<T>): Promise<T> {
  const root = await realpath(await mkdtemp(join(await disk, 'tandem-disk-')));
  const calls = new DiskCalls(root);
  try {
    return await run({ root, calls });
  } finally {
    calls.stop();
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * Runs operations once, then looks at all disks that a power cut during them may leave.
 * @param prepare what is on disk before, as are its names
 * @returns number of disks
 */
export async function eachCut(
  prepare: (root: string) => Promise<void>,
  operate: (folder: FaultyFolder) => Promise<void>,
  check: (root: string, cut: CutDisk) => Promise<void>,
): Promise<number> {
  return withFaultyFolder(async ({ root, calls }) => {
    await prepare(root);
    const start = readDisk(root);
    calls.changes.length = 0;
    await operate({ root, calls });
    calls.stop();
    let count = 0;
    for (const cut of cutDisks(root, start, calls.changes)) {
      count += 1;
      writeDisk(root, cut.state);
      try {
        await check(root, cut);
      } catch (error) {
        throw new Error(`Power was cut at ${cut.label}\ntold: ${cut.notes}`, { cause: error });
      }
    }
    return count;
  });
}

/** Errors of disks, and whether they last. */
export const diskErrors = rowsOf<readonly [code: DiskErrorCode, isLasting: boolean]>(
  [['ENOSPC', true]],
  (['ENOSPC', 'EIO', 'EROFS'] as const).flatMap(code => [
    [code, false],
    [code, true],
  ]),
);

/**
 * Runs operations once for each of their calls, which fails.
 * @param operate calls `fail` when the operations begin whose calls are meant
 * @returns number of calls
 */
export async function eachFailure(
  code: DiskErrorCode,
  isLasting: boolean,
  operate: (folder: FaultyFolder, fail: () => void) => Promise<void>,
): Promise<number> {
  for (let number = 0; ; number += 1) {
    const hasFailed = await withFaultyFolder(async folder => {
      let failed = false;
      const { calls } = folder;
      const heal = calls.heal.bind(calls);
      calls.heal = () => {
        failed ||= calls.hasFailed;
        heal();
      };
      try {
        await operate(folder, () => calls.fail({ code, from: number, isLasting }));
      } catch (error) {
        const name = calls.names.join(' ');
        throw new Error(`${code} at call ${number} of: ${name}`, { cause: error });
      }
      return failed || calls.hasFailed;
    });
    if (!hasFailed) return number;
  }
}
