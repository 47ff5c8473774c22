import { createHash } from 'node:crypto';
import { open, realpath, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import * as l10n from '@vscode/l10n';
import { messageOf } from '../../base/errors';
import { isObject, type JsonObject } from '../../base/json';
import type { FolderProgram } from '../../contract/programs';
import { withParents } from '../../node/withParents';
import { worldOf } from '../agentFiles/agentFile';
import { githubFolders } from '../agentFiles/agentFolders';
import { projectRoots } from '../definitions/definitionFiles';
import {
  fileProgram,
  findGithubFiles,
  findProgramFiles,
  githubProgram,
  programFolders,
} from './programFiles';
import { serverPrograms, settingsPrograms, taskPrograms } from './settingsPrograms';

/** Bytes. A larger file is listed as unreadable. */
const largestFile = 256 * 1024;

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

type Found = Omit<FolderProgram, 'file'>;

/** Files that hold what the user allowed and ordered, unless a repository brings them. */
const writtenByCli = [
  ['settings.local.json', settingsPrograms],
  ['scheduled_tasks.json', taskPrograms],
] as const;

/** Programs of one file. `content` goes into the hash, but is not shown. */
interface FileReading {
  readonly path: string;
  readonly found: readonly Found[];
  readonly content?: string;
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
    for (const [name, list] of writtenByCli) {
      const path = join(claude, name);
      if ((await exists(path)) && (await isTracked(path))) {
        readings.push(await readJson(path, list));
      }
    }
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

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function readJson(
  path: string,
  list: (value: JsonObject) => readonly Found[],
): Promise<FileReading> {
  const text = await readText(path);
  if (text === undefined) {
    return { path, found: [] };
  }
  if (typeof text !== 'string') {
    return { path, ...text };
  }
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    if (isObject(value)) {
      return { path, found: list(value) };
    }
    return { path, found: [unreadable(l10n.t('It is not a JSON object.'))], content: text };
  } catch (error) {
    // An empty file brings nothing.
    const found = text.trim() === '' ? [] : [unreadable(messageOf(error))];
    return { path, found, content: text };
  }
}

async function readFolders(claude: string): Promise<FileReading[]> {
  const readings = programFolders.map(async folder =>
    readFiles(join(claude, folder), await findProgramFiles(claude, folder), (path, text) =>
      fileProgram(folder, path, text),
    ),
  );
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

async function readFiles(
  folder: string,
  files: readonly string[] | undefined,
  describe: (path: string, text: string) => Found | undefined,
): Promise<FileReading[]> {
  if (!files) {
    return [{ path: folder, found: [unreadable(l10n.t('It holds too many files.'))] }];
  }
  const readings: FileReading[] = [];
  for (const path of files) {
    const text = await readText(path);
    if (typeof text === 'string') {
      const found = describe(path, text);
      readings.push({ path, found: found ? [found] : [], content: text });
    } else if (text) {
      readings.push({ path, ...text });
    }
  }
  return readings;
}

/** Returns a file's text, why it cannot be read, or undefined if there is none. */
async function readText(
  path: string,
): Promise<string | Pick<FileReading, 'found' | 'content'> | undefined> {
  try {
    const is = await stat(path);
    // Opening a pipe would wait for its writer.
    if (!is.isFile()) {
      return { found: [unreadable(l10n.t('It is not a file.'))] };
    }
    const file = await open(path);
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(largestFile + 1), 0);
      if (bytesRead <= largestFile) {
        return buffer.toString('utf8', 0, bytesRead);
      }
      // A change that keeps the size still asks again.
      const content = `${is.size} ${is.mtimeMs}`;
      return { found: [unreadable(l10n.t('It is too large.'))], content };
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? undefined
      : { found: [unreadable(messageOf(error))] };
  }
}

function unreadable(text: string): Found {
  return { kind: 'unreadable', name: '', text };
}
