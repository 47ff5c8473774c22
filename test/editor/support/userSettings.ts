import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { DriverWindow } from '../../support/editor/driverClient';

/**
 * Replaces all user settings of a running editor through its API. VS Code does not notice in time
 * when another process writes the file.
 */
export async function setUserSettings(
  driver: DriverWindow,
  userDataDir: string,
  wanted: Readonly<Record<string, unknown>>,
): Promise<void> {
  const file = join(userDataDir, 'User', 'settings.json');
  const present = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  const names = new Set([...Object.keys(present), ...Object.keys(wanted)]);
  const changes = [...names]
    .filter(name => !isDeepStrictEqual(present[name], wanted[name]))
    .map(name => [name, wanted[name] ?? null] as const);
  await driver.evaluate(async (vscode, all) => {
    const target = vscode.ConfigurationTarget.Global;
    for (const [name, value] of all) {
      await vscode.workspace.getConfiguration().update(name, value ?? undefined, target);
    }
  }, changes);
}
