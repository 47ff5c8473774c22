import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * VS Code's built-in extensions in a window. Loading them takes most of a window's start (half of
 * the extension host's CPU time), and most tests need only the default themes. A list names
 * additional ones.
 */
export type BuiltIns = 'few' | 'all' | readonly string[];

const few = ['theme-defaults'];

/** @returns a folder with links to the selected ones; undefined for the editor's own folder */
export async function builtInsFolder(
  wanted: BuiltIns,
  server: string,
  parent: string,
): Promise<string | undefined> {
  if (wanted === 'all') return undefined;
  const folder = join(parent, 'built-ins');
  await mkdir(folder);
  const names = wanted === 'few' ? few : [...few, ...wanted];
  for (const name of names) await symlink(join(server, 'extensions', name), join(folder, name));
  return folder;
}
