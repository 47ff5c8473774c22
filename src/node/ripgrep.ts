import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Finds the ripgrep bundled with an editor, whose place differs between versions. Returns
 * `undefined` if there is none.
 * @param appRoot the editor's own folder
 */
export async function findRipgrep(
  appRoot: string,
  platform: NodeJS.Platform = process.platform,
  arch: string = process.arch,
): Promise<string | undefined> {
  const program = platform === 'win32' ? 'rg.exe' : 'rg';
  const packages = [
    join('ripgrep-universal', 'bin', `${platform}-${arch}`),
    join('ripgrep', 'bin'),
  ];
  for (const modules of ['node_modules', 'node_modules.asar.unpacked']) {
    for (const folder of packages) {
      const path = join(appRoot, modules, '@vscode', folder, program);
      try {
        await access(path, constants.X_OK);
        return path;
      } catch {
        // Try the next place.
      }
    }
  }
  return undefined;
}
