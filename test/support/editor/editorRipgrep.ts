import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findRipgrep } from '../../../src/node/ripgrep';
import { cacheFolder } from '../cache';

/** The ripgrep of an editor that tests have fetched before; `undefined` where they have not. */
export async function editorRipgrep(): Promise<string | undefined> {
  // There is no folder before the first editor is fetched.
  const names = await readdir(cacheFolder()).catch(() => []);
  for (const name of names.filter(one => one.startsWith('vscode-')).sort()) {
    const found = await findRipgrep(join(cacheFolder(), name, 'lib', 'vscode'));
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}
