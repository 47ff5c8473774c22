import { createHash } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { FolderProgram } from '../../contract/programs';
import { findRepositoryOf } from '../../node/git/repository';
import { withParents } from '../../node/withParents';
import { worldOf } from '../agentFiles/agentFile';
import { githubFolders } from '../agentFiles/agentFolders';
import { projectRoots } from '../definitions/definitionFiles';
import { readPlugins } from './pluginPrograms';
import {
  fileProgram,
  findGithubFiles,
  findProgramFiles,
  githubProgram,
  programFolders,
} from './programFiles';
import { type FileReading, readFiles, readJson } from './programReadings';
import { localPrograms, serverPrograms, settingsPrograms, taskPrograms } from './settingsPrograms';

export interface ReadProgramsOptions {
  /** The user's home: what lies directly in it is the user's own. */
  readonly home: string;
  /** True if the repository brings the file; rejects if that is unknown. */
  isTracked(path: string): Promise<boolean>;
}

/** Where a process runs. */
export interface ProgramPlace {
  readonly cwd: string;
  /** Further folders that it may work in: it takes their agents, commands and skills. */
  readonly addDirs: readonly string[];
}

export interface FolderPrograms {
  /** Identifies all that is listed, and the full text of agents, commands and scripts. */
  readonly hash: string;
  readonly programs: readonly FolderProgram[];
}

/** Lists the programs that a CLI would take from a folder and the folders around it. Starts none. */
export async function readPrograms(
  { cwd, addDirs }: ProgramPlace,
  { home, isTracked }: ReadProgramsOptions,
): Promise<FolderPrograms> {
  const root = await realpath(cwd);
  const own = await realpath(home).catch(() => home);
  const places = withParents(root).filter(place => place !== own);
  const readings: FileReading[] = [];
  for (const place of places) {
    const claude = join(place, '.claude');
    if (place === root) {
      readings.push(await readJson(join(claude, 'settings.json'), settingsPrograms));
    }
    readings.push(...(await readLocal(claude, isTracked)));
    readings.push(await readJson(join(place, '.mcp.json'), serverPrograms));
    readings.push(...(await readFolders(claude)));
  }
  for (const place of await projectRoots(root)) {
    readings.push(...(await readGithub(join(place, '.github'))));
  }
  for (const folder of new Set(addDirs)) {
    if (!places.includes(folder) && folder !== own) {
      readings.push(...(await readFolders(join(folder, '.claude'))));
    }
  }
  const brought = readings.filter(({ found }) => found.length > 0);
  const programs = brought.flatMap(({ path, found }) =>
    found.map(one => ({ ...one, file: relative(root, path) })),
  );
  const hashed = JSON.stringify([programs, brought.map(({ content }) => content ?? null)]);
  return { hash: createHash('sha256').update(hashed).digest('hex'), programs };
}

/**
 * Reads the files that hold what the user allowed and ordered, unless they were brought along. A
 * ZIP may bring local settings: answers to the CLI's questions are all that passes unseen.
 */
async function readLocal(
  claude: string,
  isTracked: (path: string) => Promise<boolean>,
): Promise<FileReading[]> {
  const readings: FileReading[] = [];
  const settings = join(claude, 'settings.local.json');
  if (await exists(settings)) {
    const list = (await isTracked(settings)) ? settingsPrograms : localPrograms;
    readings.push(await readJson(settings, list));
  }
  const tasks = join(claude, 'scheduled_tasks.json');
  // Outside of a repository, nothing tells the user's tasks from those of a ZIP.
  if ((await exists(tasks)) && (!(await findRepositoryOf(tasks)) || (await isTracked(tasks)))) {
    readings.push(await readJson(tasks, taskPrograms));
  }
  return readings;
}

async function readFolders(claude: string): Promise<FileReading[]> {
  const readings = programFolders.map(async folder =>
    readFiles(join(claude, folder), await findProgramFiles(claude, folder), (path, text) =>
      fileProgram(folder, path, text),
    ),
  );
  return (await Promise.all([...readings, readPlugins(claude)])).flat();
}

/** Agents and prompts of VS Code, which Tandem offers to Claude Code. */
async function readGithub(github: string): Promise<FileReading[]> {
  const readings = githubFolders.map(async folder =>
    readFiles(join(github, folder), await findGithubFiles(github, folder), (path, text) =>
      githubProgram(path, text, worldOf(path) ?? 'githubAgent'),
    ),
  );
  return (await Promise.all(readings)).flat();
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
