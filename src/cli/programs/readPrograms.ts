import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { FolderProgram } from '../../contract/programs';
import { type FoundRepository, findRepository, mainFolderOf } from '../../node/git/repository';
import { isFolder } from '../../node/isFolder';
import { withParents } from '../../node/withParents';
import { worldOf } from '../agentFiles/agentFile';
import { githubFolders } from '../agentFiles/agentFolders';
import { projectRoots } from '../definitions/definitionFiles';
import { doubtfulPlaces, type ReadProgramsOptions, readLocal } from './localReadings';
import { readNestedSkills } from './nestedSkills';
import { readPlugins } from './pluginPrograms';
import {
  fileProgram,
  findGithubFiles,
  findProgramFiles,
  githubProgram,
  programFolders,
} from './programFiles';
import { type FileReading, type FoundProgram, readFiles, readJson } from './programReadings';
import { serverPrograms, settingsPrograms } from './settingsPrograms';

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
  /** Present if rules of local settings may have come with the folder. */
  readonly doubt?: RuleDoubt;
}

/** Folders whose local rules are the user's once what is there now has been allowed. */
export interface RuleDoubt {
  readonly folders: readonly string[];
  /** Identifies what remains without these rules. */
  readonly hash: string;
}

/** Root of a linked worktree, and of the main one. */
interface Linked {
  readonly root: string;
  readonly main: string;
}

/** Lists the programs that a CLI would take from a folder and the folders around it. Starts none. */
export async function readPrograms(
  { cwd, addDirs }: ProgramPlace,
  options: ReadProgramsOptions,
): Promise<FolderPrograms> {
  const { home } = options;
  const root = await realpath(cwd);
  const own = await realpath(home).catch(() => home);
  const places = withParents(root).filter(place => place !== own);
  const repository = await findRepository(root);
  const linked = repository && (await linkedFrom(repository, [...places, own]));
  const readings: FileReading[] = [];
  const doubted = await doubtfulPlaces({ root, places, repository, main: linked?.main }, options);
  for (const place of places) {
    const claude = join(place, '.claude');
    const main = place === linked?.root ? join(linked.main, '.claude') : undefined;
    if (place === root) {
      const own = (await options.sharedRules?.(root)) ?? [];
      const isOwn = ({ kind, name, text }: FoundProgram) =>
        kind === 'rule' && name === 'allow' && own.includes(text);
      readings.push(
        await readJson(join(claude, 'settings.json'), settings =>
          settingsPrograms(settings).filter(one => !isOwn(one)),
        ),
      );
    }
    readings.push(
      ...(await readLocal(claude, options, {
        main,
        isDoubted: doubted.includes(place) || (main !== undefined && doubted.length > 0),
      })),
    );
    readings.push(await readJson(join(place, '.mcp.json'), serverPrograms));
    readings.push(...(await readFolders(claude, main)));
  }
  readings.push(...(await readNestedSkills(root, repository)));
  for (const place of await projectRoots(root)) {
    readings.push(...(await readGithub(join(place, '.github'))));
  }
  for (const folder of new Set(addDirs)) {
    if (!places.includes(folder) && folder !== own) {
      readings.push(...(await readFolders(join(folder, '.claude'))));
    }
  }
  if (doubted.length === 0) {
    return programsIn(root, readings);
  }
  const { hash } = programsIn(root, readings);
  const all = readings.map(one => ({ ...one, found: [...one.found, ...(one.doubtful ?? [])] }));
  return { ...programsIn(root, all), doubt: { folders: doubted, hash } };
}

function programsIn(root: string, readings: readonly FileReading[]): FolderPrograms {
  const brought = readings.filter(({ found }) => found.length > 0);
  const hashed = brought.map(({ path, hashedAs = path, found, content }) => [
    relative(root, hashedAs),
    found,
    content ?? null,
  ]);
  const programs = brought.flatMap(({ path, found }) =>
    found.map(({ kind, name, text }) => ({ kind, name, text, file: relative(root, path) })),
  );
  const hash = createHash('sha256').update(JSON.stringify(hashed)).digest('hex');
  return { hash, programs };
}

/** @returns undefined for a main worktree, or if the main one is among the known folders anyway */
async function linkedFrom(
  { root }: FoundRepository,
  known: readonly string[],
): Promise<Linked | undefined> {
  const main = await mainFolderOf(root);
  const real = main && (await realpath(main).catch(() => undefined));
  return real && real !== root && !known.includes(real) ? { root, main: real } : undefined;
}

/** @param main folder of the main worktree: the CLI takes from it what a linked one lacks */
async function readFolders(claude: string, main = claude): Promise<FileReading[]> {
  const readings = programFolders.map(async folder => {
    const from = (await isFolder(join(claude, folder))) ? claude : main;
    const files = await readFiles(
      join(from, folder),
      await findProgramFiles(from, folder),
      (path, text) => fileProgram(folder, path, text),
    );
    const found = folder === 'skills' ? [...files, ...(await readPlugins(from))] : files;
    return from === claude
      ? found
      : found.map(one => ({ ...one, hashedAs: join(claude, relative(from, one.path)) }));
  });
  return (await Promise.all(readings)).flat();
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
