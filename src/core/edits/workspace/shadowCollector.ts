import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../../base/clock';
import type { BaselineLimits } from '../store/eviction';
import { claimSlot } from './claimedFolder';
import { folderSize } from './folderSize';

export interface ShadowCollectorOptions {
  /** Absolute path of the folder with all shadow repositories. */
  readonly folder: string;
  /** Absolute path of the store that shares the size limit. */
  readonly baselines: string;
  /** Read at each collection. */
  readonly limits: () => BaselineLimits;
  readonly clock: Clock;
}

interface Shadow {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly usedAt: number;
}

const shadowName = /^[0-9a-f]{16}-\d+$/;

/**
 * Removes shadow repositories that no window has open: those unused for too long, and above the
 * size limit the least recently used. A work tree that is opened again is read anew.
 */
export class ShadowCollector {
  constructor(private readonly options: ShadowCollectorOptions) {}

  /** @throws the system's error when a folder cannot be read */
  async collect(): Promise<void> {
    const { folder, baselines, limits, clock } = this.options;
    const { maxAge, maxSize } = limits();
    const shadows = await this.list();
    let size = shadows.reduce((sum, one) => sum + one.size, await folderSize(baselines));
    for (const shadow of shadows.sort((a, b) => a.usedAt - b.usedAt)) {
      const isOld = clock.now() - shadow.usedAt > maxAge;
      if (!isOld && size <= maxSize) {
        return;
      }
      const claimed = await claimSlot(folder, shadow.name);
      if (claimed) {
        try {
          await rm(claimed.path, { recursive: true, force: true, maxRetries: 3 });
          size -= shadow.size;
        } finally {
          claimed.dispose();
        }
      }
    }
  }

  private async list(): Promise<Shadow[]> {
    const { folder } = this.options;
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') {
        return [];
      }
      throw error;
    });
    const shadows: Shadow[] = [];
    for (const name of names.filter(one => shadowName.test(one))) {
      const path = join(folder, name);
      shadows.push({ name, size: await folderSize(path), usedAt: await lastUse(path) });
    }
    return shadows;
  }
}

/**
 * Each reading of a work tree writes what is ignored. Passes that find something write the index,
 * whose first time is that of the user's own, perhaps long ago.
 */
async function lastUse(path: string): Promise<number> {
  const written = [join(path, 'index'), join(path, 'info', 'exclude')];
  const times = await Promise.all(
    written.map(file =>
      stat(file).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  );
  return Math.max(...times) || (await stat(path)).mtimeMs;
}
