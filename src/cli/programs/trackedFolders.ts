import {
  headLength,
  type IndexEntry,
  modeOf,
  readEntry,
  readExtensions,
  versionOf,
} from '../../node/git/indexEntries';

/** Paths below the root of a work tree, with `/`. */
export interface TrackedFolders {
  /** Folders called `.claude` with tracked files, and tracked links of that name. */
  readonly folders: readonly string[];
  readonly submodules: readonly string[];
}

const submodule = 0o160000;
/** Entries between two pauses, of which thousands take long before they are compiled. */
const atOnce = 500;
/** Some systems do not tell capitals apart. */
const claude = /(?:^|\/)\.claude(?=\/|$)/gi;

/**
 * Finds the folders in which a repository brings files for Claude Code. Takes a few milliseconds
 * for 100,000 files without any.
 * @param bytes whole index file
 * @param pause lets others have their turn
 * @returns `undefined` if the index is damaged, or is of a kind whose entries are not all in it
 */
export async function trackedClaudeFolders(
  bytes: Buffer,
  pause: () => Promise<void>,
): Promise<TrackedFolders | undefined> {
  const version = versionOf(bytes);
  if (version === undefined) {
    return undefined;
  }
  // Names of version 4 are not written out.
  if (version < 4 && !/\.claude|\.gitmodules/i.test(bytes.toString('latin1'))) {
    return { folders: [], submodules: [] };
  }
  const folders = new Set<string>();
  const submodules: string[] = [];
  let at = headLength;
  let last: IndexEntry | undefined;
  for (let left = bytes.readUInt32BE(8); left > 0; left -= 1) {
    const entry = readEntry(bytes, at, version, last);
    if (!entry) {
      return undefined;
    }
    if (left % atOnce === 0) {
      await pause();
    }
    const isSubmodule = modeOf(bytes, at) === submodule;
    if (isSubmodule || /\.claude/i.test(entry.bytes.toString('latin1', entry.start, entry.end))) {
      const name = entry.bytes.toString('utf8', entry.start, entry.end);
      for (const { 0: found, index } of name.matchAll(claude)) {
        folders.add(name.slice(0, index + found.length));
      }
      submodules.push(...(isSubmodule ? [name] : []));
    }
    [at, last] = [entry.next, entry];
  }
  return readExtensions(bytes, at) && { folders: [...folders], submodules };
}
