import { rm } from 'node:fs/promises';
import { writeScratch } from './scratchFiles';

/**
 * Finds out whether a wrapped CLI sees the files of this machine: it is given the path of a new file
 * as `--settings`, and all versions complain if there is no such file. A wrapper may start the CLI
 * whatever it is given, so it is given nothing else to run.
 * @param folders in which a file is made; one that the CLI sees is enough
 * @param run runs the CLI with these arguments and returns what it prints
 */
export async function seesFiles(
  folders: readonly string[],
  run: (args: readonly string[]) => Promise<string>,
): Promise<boolean> {
  for (const folder of folders) {
    const marker = await writeScratch(folder, '{}');
    try {
      const output = await run(['--settings', marker, '--version']);
      if (!/Settings file not found/i.test(output)) {
        return true;
      }
    } finally {
      await rm(marker, { force: true });
    }
  }
  return false;
}
