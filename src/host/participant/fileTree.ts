import { isAbsolute, relative, sep } from 'node:path';
import type { TreeEntry } from '../nativeText/reply';

/** Entries of a tree; a longer listing is cut. */
const mostEntries = 100;

interface Folder {
  readonly name: string;
  readonly children: Map<string, Folder>;
}

/**
 * Builds a tree of files.
 * @param paths absolute; those outside of the folder are left out
 * @param base absolute path of the folder
 */
export function fileTree(paths: readonly string[], base: string): readonly TreeEntry[] {
  const root: Folder = { name: '', children: new Map() };
  const ways = paths
    .map(path => relative(base, path))
    .filter(way => way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
  for (const way of [...new Set(ways)].slice(0, mostEntries)) {
    let folder = root;
    for (const name of way.split(sep)) {
      const next = folder.children.get(name) ?? { name, children: new Map() };
      folder.children.set(name, next);
      folder = next;
    }
  }
  return entriesOf(root);
}

function entriesOf({ children }: Folder): readonly TreeEntry[] {
  return [...children.values()].map(child =>
    child.children.size > 0
      ? { name: child.name, children: entriesOf(child) }
      : { name: child.name },
  );
}
