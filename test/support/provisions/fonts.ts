import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Progress } from '../cache';
import { installPackages } from '../debian';

/** Returns whether fonts exist. Without any font Chromium draws no text, and text has no width. */
export async function hasFonts(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): Promise<boolean> {
  // Only Linux may come without fonts.
  if (platform !== 'linux') return true;
  const home = env.HOME ?? homedir();
  const shared = (env.XDG_DATA_DIRS || '/usr/local/share:/usr/share').split(delimiter);
  const own = env.XDG_DATA_HOME || join(home, '.local', 'share');
  const folders = [...[...shared, own].map(folder => join(folder, 'fonts')), join(home, '.fonts')];
  for (const folder of folders) {
    const files = await readdir(folder, { recursive: true }).catch(() => []);
    if (files.some(file => /\.(ttf|ttc|otf)$/i.test(file) && !/emoji/i.test(file))) return true;
  }
  return false;
}

/** Installs sans, serif and monospace fonts. */
export function provideFonts(progress: Progress): Promise<void> {
  return installPackages(['fonts-dejavu-core'], progress);
}
