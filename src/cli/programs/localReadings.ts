import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { deepEqual, type JsonObject } from '../../base/json';
import { type FoundRepository, mainWorktreeOf } from '../../node/git/repository';
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
  /** Whether local rules and tasks of a folder are known to be the user's. */
  hasOwnRules(folder: string): Promise<boolean>;
  /** Rules in shared settings of a folder that the user gave by answers; absent: none. */
  sharedRules?(folder: string): Promise<readonly string[]>;
}

interface ReadPlaces {
  readonly root: string;
  readonly places: readonly string[];
  readonly repository: FoundRepository | undefined;
  /** Folder of the main worktree: a linked one has what git or the user has put there. */
  readonly main: string | undefined;
}

/**
 * Returns the folders whose local rules and tasks may have come with them, as in a ZIP: nothing
 * tells those from the user's. Those in which the CLI saves rules may get some later.
 */
export async function doubtfulPlaces(
  { root, places, repository, main }: ReadPlaces,
  { hasOwnRules }: ReadProgramsOptions,
): Promise<readonly string[]> {
  const doubtful: string[] = [];
  const listed = repository && (await mainWorktreeOf(repository));
  if (main !== undefined && main === listed && (await hasOwnRules(main))) {
    return doubtful;
  }
  // Newer versions save the user's rules in the root of the repository.
  const saved = [root, repository?.root, listed];
  for (const place of main === undefined ? places : [...places, main]) {
    const files = [localSettings, localTasks].map(pathIn => pathIn(join(place, '.claude')));
    const counts = saved.includes(place) || (await Promise.all(files.map(exists))).includes(true);
    if (counts && !(await hasOwnRules(place))) {
      doubtful.push(place);
    }
  }
  return doubtful;
}

const localSettings = (claude: string) => join(claude, 'settings.local.json');
const localTasks = (claude: string) => join(claude, 'scheduled_tasks.json');

/**
 * Reads the files that hold what the user allowed and ordered, unless they were brought along. Of
 * local settings, answers to the CLI's questions are all that passes unseen.
 * @param main folder of the main worktree, whose local settings hold in a linked one
 */
export async function readLocal(
  claude: string,
  { isTracked }: ReadProgramsOptions,
  { main, isDoubted }: { readonly main: string | undefined; readonly isDoubted: boolean },
): Promise<FileReading[]> {
  const readOwn = async (
    path: string,
    list: (value: JsonObject) => readonly FoundProgram[],
    listAnswers: (value: JsonObject) => readonly FoundProgram[],
    listAll: (value: JsonObject) => readonly FoundProgram[],
  ): Promise<FileReading[]> => {
    if (!(await exists(path))) {
      return [];
    }
    if (await isTracked(path)) {
      return [await readJson(path, listAll)];
    }
    let doubtful: readonly FoundProgram[] = [];
    const reading = await readJson(path, value => {
      doubtful = isDoubted ? listAnswers(value) : [];
      return list(value);
    });
    return [{ ...reading, doubtful }];
  };
  const readSettings = (folder: string) =>
    readOwn(localSettings(folder), localPrograms, answeredPrograms, settingsPrograms);
  const readings = await readSettings(claude);
  for (const reading of main === undefined ? [] : await readSettings(main)) {
    const isListed = readings.some(
      ({ found, doubtful }) =>
        deepEqual(found, reading.found) && deepEqual(doubtful, reading.doubtful),
    );
    if (!isListed) {
      readings.push({ ...reading, hashedAs: localSettings(claude) });
    }
  }
  const tasks = await readOwn(localTasks(claude), () => [], taskPrograms, taskPrograms);
  return [...readings, ...tasks];
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
