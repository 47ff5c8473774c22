import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Which of VS Code's own extensions a window has. Most of a window's start goes into them (half of
 * the extension host's CPU time), and most tests need none but the default themes. A list has those
 * that are needed besides.
 */
export type BuiltIns = 'few' | 'all' | readonly string[];

const few = ['theme-defaults'];

/** @returns a folder with links to the few that are wanted; undefined for the editor's own folder */
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
