import { rm } from 'node:fs/promises';
import { writeScratch, writeTemporary } from './scratchFiles';

/**
 * Finds out whether a wrapped CLI sees the files of this machine: it is given the path of a new file
 * as `--settings`, and all versions complain if there is no such file. A wrapper may start the CLI
 * whatever it is given, so it is given nothing else to run.
 * @param scratchFolder Tandem's own; sandboxes may hide the folder for temporary files
 * @param run runs the CLI with these arguments and returns what it prints
 */
export async function seesFiles(
  scratchFolder: string | undefined,
  run: (args: readonly string[]) => Promise<string>,
): Promise<boolean> {
  const own = (text: string) =>
    scratchFolder === undefined ? writeTemporary(text) : writeScratch(scratchFolder, text);
  // Another user may not enter Tandem's own folder.
  for (const write of [own, writeTemporary]) {
    const marker = await write('{}');
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
