import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { deepEqual } from '../../base/json';
import { findRepository, findRepositoryOf } from '../../node/git/repository';
import { withParents } from '../../node/withParents';
import { type FileReading, type FoundProgram, readJson } from './programReadings';
import {
  answeredPrograms,
  localPrograms,
  settingsPrograms,
  taskPrograms,
} from './settingsPrograms';

export interface ReadProgramsOptions {
  /** The user's home: what lies directly in it is the user's own. */
  readonly home: string;
  /** True if the repository brings the file; rejects if that is unknown. */
  isTracked(path: string): Promise<boolean>;
  /** Whether local rules of a folder outside of repositories are known to be the user's. */
  hasOwnRules(folder: string): Promise<boolean>;
}

/**
 * Returns the folders whose local rules may have come with them, as in a ZIP: outside of a
 * repository, nothing tells those from the user's. The folder itself may get some later.
 */
export async function doubtfulPlaces(
  root: string,
  places: readonly string[],
  { hasOwnRules }: ReadProgramsOptions,
): Promise<readonly string[]> {
  const doubtful: string[] = [];
  const repository = await findRepository(root);
  const around = repository ? withParents(repository.root).slice(1) : withParents(root);
  for (const place of places.filter(one => around.includes(one))) {
    const counts = place === root || (await exists(localSettings(join(place, '.claude'))));
    if (counts && !(await hasOwnRules(place))) {
      doubtful.push(place);
    }
  }
  return doubtful;
}

const localSettings = (claude: string) => join(claude, 'settings.local.json');

/**
 * Reads the files that hold what the user allowed and ordered, unless they were brought along. A
 * ZIP may bring local settings: answers to the CLI's questions are all that passes unseen.
 * @param main folder of the main worktree, whose local settings hold in a linked one
 */
export async function readLocal(
  claude: string,
  { isTracked }: ReadProgramsOptions,
  { main, isDoubted }: { readonly main: string | undefined; readonly isDoubted: boolean },
): Promise<FileReading[]> {
  const readSettings = async (folder: string): Promise<FileReading[]> => {
    const path = localSettings(folder);
    if (!(await exists(path))) {
      return [];
    }
    if (await isTracked(path)) {
      return [await readJson(path, settingsPrograms)];
    }
    let doubtful: readonly FoundProgram[] = [];
    const reading = await readJson(path, settings => {
      doubtful = isDoubted ? answeredPrograms(settings) : [];
      return localPrograms(settings);
    });
    return [{ ...reading, doubtful }];
  };
  const readings = await readSettings(claude);
  for (const reading of main === undefined ? [] : await readSettings(main)) {
    if (!readings.some(({ found }) => deepEqual(found, reading.found))) {
      readings.push({ ...reading, hashedAs: localSettings(claude) });
    }
  }
  const tasks = join(claude, 'scheduled_tasks.json');
  // Outside of a repository, nothing tells the user's tasks from those of a ZIP.
  if ((await exists(tasks)) && (!(await findRepositoryOf(tasks)) || (await isTracked(tasks)))) {
    readings.push(await readJson(tasks, taskPrograms));
  }
  return readings;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
