import { createHash } from 'node:crypto';
import { rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitProgram } from '../../../node/git/gitProgram';
import { readIndex } from '../../../node/git/indexFile';
import { systemClock } from '../../../node/systemClock';
import { TimeSlices } from '../../../node/timeSlices';
import { pathAt, sizeAt, writeName } from './growingIndex';
import { ObjectLengths } from './objectLengths';
import type { ShadowGit } from './shadowGit';
import { mayConvert } from './userAttributes';
import { type TakenIndex, takeOver } from './userIndex';

/** Objects named between two pauses. */
const atOnce = 500;
/** Bytes of an object's name and a line feed. */
const askLength = 41;
/** Bytes hashed at a time. */
const slice = 1024 * 1024;

/**
 * Begins a shadow index with the entries of the user's own: file times included, so that git reads
 * no file that is as the user's index says.
 */
export class IndexTakeover {
  private readonly slices = new TimeSlices(systemClock);

  constructor(
    private readonly git: ShadowGit,
    private readonly program: GitProgram,
  ) {}

  /**
   * Writes the index.
   * @param largest bytes of the largest file
   * @returns `undefined` if the user's index cannot be relied on: nothing was written
   * @throws the system's error when it cannot be written
   */
  async write(largest: number, signal: AbortSignal): Promise<TakenIndex | undefined> {
    const { repository } = this.git.tree;
    const read = repository && (await readIndex(repository.gitFolder));
    const taken = read && (await takeOver(read.bytes, largest, () => this.slices.pause()));
    if (!taken || (await mayConvert(this.program, this.git.tree, taken.folders, signal))) {
      return undefined;
    }
    const path = join(this.git.folder, 'index');
    const checksum = await this.checksum(taken.bytes);
    await writeFile(`${path}.new`, [taken.bytes, checksum]);
    // A file that changed in the moment in which the user's index was written looks unchanged. Git
    // tells by the time of the index; it must not be later here, though it may be earlier.
    const time = Math.floor(read.time - 2) / 1000;
    await utimes(`${path}.new`, time, time);
    await rename(`${path}.new`, path);
    return taken;
  }

  /** Gives the taken index up. */
  async drop(): Promise<void> {
    await rm(join(this.git.folder, 'index'), { force: true });
  }

  /**
   * Finds files whose stored content is missing or has another length than the file: git converts
   * line ends, for example.
   */
  async doubtful({ bytes, entries }: TakenIndex, signal: AbortSignal): Promise<string[]> {
    const lengths = new ObjectLengths();
    const asked = Buffer.allocUnsafe(askLength * entries.length);
    for (let index = 0; index < entries.length; index += 1) {
      writeName(bytes, entries[index] ?? 0, asked, index * askLength);
      if (index % atOnce === atOnce - 1) {
        await this.slices.pause();
      }
    }
    if (entries.length > 0) {
      const args = ['cat-file', '--batch-check=%(objecttype) %(objectsize)', '--buffer'];
      const onOutput = (chunk: Buffer) => lengths.push(chunk);
      await this.git.run(args, signal, { input: asked, onOutput, sharesObjects: true });
    }
    const { found } = lengths;
    if (found.length !== entries.length) {
      throw new Error(`git names ${found.length} of ${entries.length} objects.`);
    }
    const doubtful: string[] = [];
    for (const [index, at] of entries.entries()) {
      if (found[index] !== sizeAt(bytes, at)) {
        doubtful.push(pathAt(bytes, at));
      }
      if (index % atOnce === atOnce - 1) {
        await this.slices.pause();
      }
    }
    return doubtful;
  }

  private async checksum(bytes: Buffer): Promise<Buffer> {
    const hash = createHash('sha1');
    for (let start = 0; start < bytes.length; start += slice) {
      hash.update(bytes.subarray(start, start + slice));
      await this.slices.pause();
    }
    return hash.digest();
  }
}
