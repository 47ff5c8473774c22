import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readBoundedText } from '../../node/boundedFile';

/** Files of a folder that are looked at, and how deep. */
const mostFiles = 50;
const deepest = 4;
/** Megabytes. */
const largest = 1;

/** A file that would be removed. */
interface RemovedFile {
  readonly path: string;
  readonly stored: { readonly bytes: Uint8Array };
}

/**
 * Reads what a removal would take away: a file, or those in a folder. Links are not followed: they
 * would be removed themselves. What cannot be read is left out.
 */
export async function removedFiles(path: string): Promise<readonly RemovedFile[]> {
  const entry = await stat(path).catch(() => undefined);
  const paths = entry?.isDirectory() ? await filesIn(path, 0) : [path];
  const files = paths.slice(0, mostFiles).map(async (one): Promise<RemovedFile[]> => {
    const text = await readBoundedText(one, largest).catch(() => undefined);
    return text === undefined ? [] : [{ path: one, stored: { bytes: Buffer.from(text) } }];
  });
  return (await Promise.all(files)).flat();
}

async function filesIn(folder: string, depth: number): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const sorted = entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const found: string[] = [];
  for (const entry of sorted) {
    const path = join(folder, entry.name);
    if (found.length >= mostFiles) {
      break;
    }
    if (entry.isFile()) {
      found.push(path);
    } else if (entry.isDirectory() && depth < deepest) {
      found.push(...(await filesIn(path, depth + 1)));
    }
  }
  return found;
}
