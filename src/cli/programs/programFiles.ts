import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { FolderProgram } from '../../contract/programs';
import { type FileWorld, nameOfFile, worldOf } from '../agentFiles/agentFile';
import type { githubFolders } from '../agentFiles/agentFolders';

/** Folders below `.claude` whose files may name programs, or are some. */
export const programFolders = ['agents', 'commands', 'skills', 'workflows', 'routines'] as const;
export type ProgramFolder = (typeof programFolders)[number];

/** Folders in which only Markdown counts: what else lies there is run if that names it. */
const ofMarkdown: ReadonlySet<ProgramFolder> = new Set(['agents', 'commands', 'skills']);

/** Levels of folders that are searched. */
const deepest = 6;
/** Maximum number of files of one folder; a folder with more is listed as unreadable. */
const mostFiles = 500;

/** Finds the files of a folder below `.github` that are agents or prompts. See `findProgramFiles`. */
export async function findGithubFiles(
  github: string,
  folder: (typeof githubFolders)[number],
): Promise<string[] | undefined> {
  const found = await findFiles(join(github, folder), name => /\.md$/i.test(name));
  return found?.filter(path => worldOf(path) !== undefined);
}

/** Describes an agent or prompt of `.github`. */
export function githubProgram(
  path: string,
  text: string,
  world: FileWorld,
): Omit<FolderProgram, 'file'> {
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

async function findFiles(
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
      if (is?.isDirectory() && depth < deepest) {
        open.push({ path: child, depth: depth + 1 });
      } else if (!is?.isDirectory() && counts(name)) {
        found.push(child);
      }
      if (found.length + open.length > mostFiles) {
        return undefined;
      }
    }
  }
  return found;
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

/** Describes what a file brings; undefined for a prompt that runs nothing. */
export function fileProgram(
  folder: ProgramFolder,
  path: string,
  text: string,
): Omit<FolderProgram, 'file'> | undefined {
  if (!ofMarkdown.has(folder)) {
    return { kind: 'command', name: basename(path), text: '' };
  }
  const head = headOf(text);
  const kind = folder === 'agents' ? 'agent' : 'command';
  const runs = text.split('\n').filter(line => /!`|^\s*```!/.test(line));
  if (kind === 'command' && runs.length === 0 && !/^(hooks|allowed-tools)\s*:/m.test(head)) {
    return undefined;
  }
  const file = basename(path).replace(/\.md$/i, '');
  const name = file === 'SKILL' ? basename(dirname(path)) : file;
  return { kind, name, text: [head, ...runs].filter(Boolean).join('\n') };
}

function headOf(text: string): string {
  return /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1] ?? '';
}
