import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Progress } from '../../test/support/cache';
import { runNpm } from '../../test/support/npmClient';
import { recordedFolder } from '../../test/support/recordings/recording';

/**
 * Makes a release the newest version of the repository: its recordings take the place of the ones
 * before, and the development dependency is pinned to it. Goldens are left to whoever reviews them.
 * @param recorded folder with the new recordings
 */
export async function updateRepository(
  root: string,
  before: string,
  after: string,
  recorded: string,
  progress: Progress,
): Promise<void> {
  await cp(recorded, join(recordedFolder, after), { recursive: true });
  if (before !== after) {
    await rm(join(recordedFolder, before), { recursive: true, force: true });
    const goldens = join(root, 'test', 'unit', 'cli', 'golden', 'recorded');
    // Under the new name, so that the diff shows what changed in them.
    await rename(join(goldens, before), join(goldens, after));
  }
  progress(`Pinning the development dependency to ${after}`);
  const spec = `@anthropic-ai/claude-code@${after}`;
  await runNpm(['install', '--save-dev', '--save-exact', '--ignore-scripts', spec], root, spec);
  progress('Next: npm run test:unit -- golden markdown --record-goldens, then review git diff.');
}
