import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Returns the entry in VS Code's `extensions.json` for an unpacked extension. The extension's path
 * may be outside the extensions folder. Packages installed later are added to the list.
 */
export async function extensionRecord(folder: string): Promise<object> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    publisher: string;
    name: string;
    version: string;
  };
  const { pathname } = pathToFileURL(folder);
  return {
    identifier: { id: `${manifest.publisher}.${manifest.name}` },
    version: manifest.version,
    location: { $mid: 1, path: decodeURIComponent(pathname), scheme: 'file' },
    metadata: { installedTimestamp: 0, source: 'vsix' },
  };
}
