import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type FileWorld, nameOfFile, worldOf } from '../agentFiles/agentFile';
import type { githubFolders } from '../agentFiles/agentFolders';
import { headOf } from '../definitions/frontMatter';
import type { FoundProgram } from './programReadings';
import { runningText } from './promptPrograms';

/** Folders below `.claude` whose files may name programs, or are some. */
export const programFolders = ['agents', 'commands', 'skills', 'workflows', 'routines'] as const;
export type ProgramFolder = (typeof programFolders)[number];

/** Folders in which only Markdown counts: what else lies there is run if that names it. */
const ofMarkdown: ReadonlySet<ProgramFolder> = new Set(['agents', 'commands', 'skills']);

/** Levels of folders that are searched; a folder with more is listed as unreadable. */
const deepest = 6;
/** Maximum number of files of one folder; a folder with more is listed as unreadable. */
export const mostFiles = 500;

/** Finds the files of a folder below `.github` that are agents or prompts. See `findProgramFiles`. */
export async function findGithubFiles(
  github: string,
  folder: (typeof githubFolders)[number],
): Promise<string[] | undefined> {
  const found = await findFiles(join(github, folder), name => /\.md$/i.test(name));
  return found?.filter(path => worldOf(path) !== undefined);
}

/** Describes an agent or prompt of `.github`. */
export function githubProgram(path: string, text: string, world: FileWorld): FoundProgram {
  const kind = world === 'prompt' ? 'prompt' : 'agent';
  return { kind, name: nameOfFile(path), text: headOf(text) };
}

/**
 * Finds the files that count, in order.
 * @returns undefined if there are more than anybody could judge
 */
export async function findProgramFiles(
  claude: string,
  folder: ProgramFolder,
): Promise<string[] | undefined> {
  const counts = (name: string) => !ofMarkdown.has(folder) || /\.md$/i.test(name);
  return findFiles(join(claude, folder), counts);
}

/**
 * Finds the files below a folder, in order of their depth.
 * @returns undefined if there are too many, or folders below the deepest level
 */
export async function findFiles(
  folder: string,
  counts: (name: string) => boolean,
): Promise<string[] | undefined> {
  const found: string[] = [];
  const open = [{ path: folder, depth: 0 }];
  for (let next = open.shift(); next; next = open.shift()) {
    const { path, depth } = next;
    for (const name of (await namesIn(path)).sort()) {
      const child = join(path, name);
      // Links count, because the CLI follows them.
      const is = await stat(child).catch(() => undefined);
      if (is?.isDirectory()) {
        open.push({ path: child, depth: depth + 1 });
      } else if (counts(name)) {
        found.push(child);
      }
      if (found.length + open.length > mostFiles || (is?.isDirectory() && depth === deepest)) {
        return undefined;
      }
    }
  }
  return found;
}

export async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

/** Describes what a file brings; undefined for a prompt that runs nothing. */
export async function fileProgram(
  folder: ProgramFolder,
  path: string,
  text: string,
): Promise<FoundProgram | undefined> {
  if (!ofMarkdown.has(folder)) {
    return { kind: 'command', name: basename(path), text: '' };
  }
  const file = basename(path).replace(/\.md$/i, '');
  const name = /^skill$/i.test(file) ? basename(dirname(path)) : file;
  const runs = await runningText(text);
  if (folder === 'agents') {
    return { kind: 'agent', name, text: runs ?? headOf(text) };
  }
  return runs === undefined ? undefined : { kind: 'command', name, text: runs };
}
