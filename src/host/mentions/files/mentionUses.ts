import type { Clock } from '../../../base/clock';
import type { Log } from '../../../base/log';
import * as z from '../../../base/schema';
import { parsedBy } from '../../../node/parsedBy';
import { SharedFile } from '../../../node/sharedFile';

/** Milliseconds after which a choice counts half. */
const halfLife = 14 * 24 * 60 * 60_000;
const mostFolders = 50;
const mostPaths = 300;

const uses = z.record(
  z.string(),
  z.record(z.string(), z.object({ weight: z.number(), at: z.number() })),
);
type Uses = z.infer<typeof uses>;

/** Which files were mentioned in each folder, in any window, so that they come first again. */
export class MentionUses {
  private readonly file: SharedFile<Uses>;

  constructor(
    path: string,
    private readonly clock: Clock,
    log: Log,
  ) {
    const initial = () => ({});
    this.file = new SharedFile({ path, version: 1, initial, parse: parsedBy(uses), log });
  }

  /** Returns the present weight of each path that was mentioned in a folder. */
  async of(folder: string): Promise<Readonly<Record<string, number>>> {
    const value = await this.file.read();
    const paths = Object.hasOwn(value, folder) ? (value[folder] ?? {}) : {};
    return Object.fromEntries(
      Object.entries(paths).map(([path, { weight, at }]) => [path, this.faded(weight, at)]),
    );
  }

  async add(folder: string, paths: readonly string[]): Promise<void> {
    const now = this.clock.now();
    await this.file.change(value => {
      const known = Object.hasOwn(value, folder) ? (value[folder] ?? {}) : {};
      const next = new Map(Object.entries(known));
      for (const path of paths) {
        const old = next.get(path);
        next.delete(path);
        next.set(path, { weight: (old ? this.faded(old.weight, old.at) : 0) + 1, at: now });
      }
      const folders = new Map(Object.entries(value));
      folders.delete(folder);
      folders.set(folder, Object.fromEntries([...next].slice(-mostPaths)));
      return Object.fromEntries([...folders].slice(-mostFolders));
    });
  }

  private faded(weight: number, at: number): number {
    return weight * 0.5 ** ((this.clock.now() - at) / halfLife);
  }
}
