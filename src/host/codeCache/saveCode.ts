import { setImmediate } from 'node:timers/promises';
import { writeFileAtomic } from '../../node/atomicFile';
import { makeFolder } from '../../node/durableFolder';
import { type CodeCache, encoded, entryName, type Kept, largest } from './codeCache';
import type { OwnFile } from './ownFiles';
import { removeOutdated } from './removeOutdated';

/**
 * Keeps the compiled form of files for the next window, one at a time, and removes what no window
 * will ask for again. Nothing is written to a folder that others could write to.
 *
 * @param names of all files of the bundle
 * @throws the system's error
 */
export async function saveCode(
  cache: CodeCache,
  files: readonly OwnFile[],
  kept: Kept,
  names: readonly string[],
): Promise<void> {
  await makeFolder(cache.folder);
  if (!cache.isOwn()) {
    return;
  }
  for (const { name, key, script } of files) {
    const bytes = encoded(kept, script.createCachedData());
    if (bytes.length <= largest) {
      await writeFileAtomic(cache.pathOf(name, key), bytes);
    }
    await setImmediate();
  }
  const current = files.map(({ name, key }) => ({ name, entry: entryName(name, key) }));
  await removeOutdated(cache.folder, current, names);
}
