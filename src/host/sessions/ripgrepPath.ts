import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The editor's own ripgrep: where it stands differs by version and by how the editor was packed.
 * Undefined where there is none.
 */
export async function editorRipgrep(
  appRoot: string,
  platform: NodeJS.Platform = process.platform,
  arch: string = process.arch,
): Promise<string | undefined> {
  const name = platform === 'win32' ? 'rg.exe' : 'rg';
  const packages = [
    ['@vscode', 'ripgrep', 'bin'],
    ['@vscode', 'ripgrep-universal', 'bin', `${platform}-${arch}`],
  ];
  for (const modules of ['node_modules.asar.unpacked', 'node_modules']) {
    for (const folders of packages) {
      const path = join(appRoot, modules, ...folders, name);
      const isThere = await access(path, constants.X_OK).then(
        () => true,
        () => false,
      );
      if (isThere) {
        return path;
      }
    }
  }
  return undefined;
}
