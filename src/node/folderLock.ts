import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, stat } from 'node:fs/promises';
import type { Clock } from '../base/clock';
import { hasCode } from './hasCode';
import { isAlive } from './isAlive';
import { writeNew } from './newFile';

/** Milliseconds. Nobody needs a lock that long, so that its holder hangs or was another process. */
const longestHeld = 30_000;
const usualWait = 15_000;
const pause = 15;

/** Lets one process at a time change a folder, or a file in it, by another file there. */
export class FolderLock {
  /** Mark of a lock that could not be removed, and that nobody holds. */
  private left: string | undefined;

  constructor(
    private readonly path: string,
    private readonly clock: Clock,
    /** Milliseconds until a lock that others hold counts as one that cannot be had. */
    private readonly longestWait = usualWait,
  ) {}

  /**
   * Runs with the lock.
   * @throws Error if others hold it all the time; the system's error if it cannot be made
   */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    const mark = newMark();
    await this.take(mark);
    return this.working(mark, work);
  }

  /**
   * Works like `hold`, but runs without a lock that cannot be had.
   * @param onMissed gets the reason
   */
  async holdOrGoOn<T>(work: () => Promise<T>, onMissed: (error: unknown) => void): Promise<T> {
    const mark = newMark();
    try {
      await this.take(mark);
    } catch (error) {
      onMissed(error);
      return work();
    }
    return this.working(mark, work);
  }

  private async working<T>(mark: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      await this.release(mark);
    }
  }

  private async release(mark: string): Promise<void> {
    try {
      // A lock that took too long may be another's by now.
      if ((await this.holder())?.mark === mark) {
        await rm(this.path, { force: true });
      }
    } catch {
      // The work is done all the same. The next one that needs the lock removes it.
      this.left = mark;
    }
  }

  private async take(mark: string): Promise<void> {
    const until = this.clock.now() + this.longestWait;
    // The pauses are counted, too: the clock may be set back meanwhile.
    for (let paused = 0; ; paused += pause) {
      try {
        await writeNew(this.path, Buffer.from(mark));
        return;
      } catch (error) {
        if (!hasCode(error, 'EEXIST')) {
          throw error;
        }
      }
      await this.removeStale();
      if (this.clock.now() > until || paused > this.longestWait) {
        throw new Error(`${this.path} is held by another window`);
      }
      await new Promise<void>(resolve => this.clock.setTimeout(resolve, pause));
    }
  }

  private async removeStale(): Promise<void> {
    const holder = await this.holder();
    if (!holder || (holder.mark !== this.left && !isStale(holder, this.clock.now()))) {
      return;
    }
    const aside = `${this.path}.${randomUUID().slice(0, 8)}`;
    try {
      await rename(this.path, aside);
      const moved = await readFile(aside, 'utf8');
      if (moved !== holder.mark) {
        // Another window was faster, and this is its new lock.
        await link(aside, this.path);
      }
      await rm(aside, { force: true });
    } catch (error) {
      if (!hasCode(error, 'ENOENT', 'EEXIST')) {
        throw error;
      }
    }
  }

  private async holder(): Promise<{ mark: string; since: number } | undefined> {
    try {
      const { mtimeMs } = await stat(this.path);
      return { mark: await readFile(this.path, 'utf8'), since: mtimeMs };
    } catch (error) {
      if (hasCode(error, 'ENOENT')) {
        return undefined;
      }
      throw error;
    }
  }
}

function newMark(): string {
  return `${process.pid} ${randomUUID()}`;
}

function isStale({ mark, since }: { mark: string; since: number }, now: number): boolean {
  const pid = Number(mark.split(' ', 1)[0]);
  // The text comes just after the file.
  const isUnwritten = mark === '' && Math.abs(now - since) < 2_000;
  const isDead = !isUnwritten && !(Number.isSafeInteger(pid) && pid > 0 && isAlive(pid));
  return isDead || Math.abs(now - since) > longestHeld;
}
