import { readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf } from '../../base/errors';
import { mapInParallel } from '../../base/inParallel';
import { BoundedTexts } from '../../node/boundedFile';
import { type FrontMatter, readFrontMatter } from './frontMatter';

export type DefinitionKind = 'agents' | 'commands' | 'output-styles' | 'skills';

/** Folder with definitions of one kind. */
export interface DefinitionPlace {
  readonly scope: 'project' | 'user';
  readonly folder: string;
  /** Folder that a link must not lead out of; undefined for the user's own. */
  readonly root: string | undefined;
}

/** A file that defines an agent, a command, an output style or a skill. */
export interface DefinitionFile extends FrontMatter {
  readonly place: DefinitionPlace;
  readonly path: string;
  /** Path below the folder, with `/`, such as `review/security.md`. */
  readonly relative: string;
  /** Characters. */
  readonly length: number;
  /** Why the file cannot be read; then there are no fields. */
  readonly failure?: string;
}

const mostFiles = 500;
/** Names in the folder of skills. */
const mostNames = 5_000;
const deepest = 6;
/** Folders that are looked at: a link may lead to all files of a machine. */
const mostFolders = 500;
/** Megabytes of a file, and of all files of a place. */
const largest = 1;
const largestList = 16;
const filesAtOnce = 8;

/**
 * Returns the folders that Claude Code reads, those that win first: of the folder and of its parents
 * up to the repository's root, then the user's. They need not exist.
 */
export async function definitionPlaces(
  kind: DefinitionKind,
  configFolder: string,
  cwd: string | undefined,
): Promise<readonly DefinitionPlace[]> {
  const roots = cwd === undefined ? [] : await projectRoots(cwd);
  return [
    ...roots
      .map(root => ({ scope: 'project', folder: join(root, '.claude', kind), root }) as const)
      .filter(({ folder }) => folder !== join(configFolder, kind)),
    { scope: 'user', folder: join(configFolder, kind), root: undefined },
  ];
}

/** Lists the files of a kind: each Markdown file, or each folder with a `SKILL.md`. */
export async function definitionFiles(
  kind: DefinitionKind,
  places: readonly DefinitionPlace[],
): Promise<readonly DefinitionFile[]> {
  const paths = kind === 'skills' ? skillPaths : markdownPaths;
  const found = places.map(async place => {
    const texts = new BoundedTexts(largestList);
    return mapInParallel(await paths(place.folder), filesAtOnce, relative =>
      definitionFile(place, relative, texts),
    );
  });
  return (await Promise.all(found)).flat();
}

async function definitionFile(
  place: DefinitionPlace,
  relative: string,
  texts: BoundedTexts,
): Promise<DefinitionFile> {
  const path = join(place.folder, relative);
  try {
    const text = await texts.read(path, largest);
    return { place, path, relative, length: text.length, ...(await readFrontMatter(text)) };
  } catch (error) {
    return { place, path, relative, length: 0, fields: {}, body: '', failure: messageOf(error) };
  }
}

/** Returns the folder and its parents up to the repository's root; without one only the folder. */
export async function projectRoots(cwd: string): Promise<readonly string[]> {
  const roots: string[] = [];
  for (let folder = cwd; ; folder = dirname(folder)) {
    roots.push(folder);
    if (await exists(join(folder, '.git'))) {
      return roots;
    }
    if (dirname(folder) === folder) {
      // Not in a repository.
      return [cwd];
    }
  }
}

async function skillPaths(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  const paths = names
    .sort()
    .slice(0, mostNames)
    .map(name => `${name}/SKILL.md`);
  const found = await Promise.all(paths.map(path => exists(join(folder, path))));
  return paths.filter((_, index) => found[index]).slice(0, mostFiles);
}

/** Lists Markdown files, with `/` in their paths. Follows links to folders, but none twice. */
export async function markdownPaths(folder: string): Promise<readonly string[]> {
  const paths: string[] = [];
  const seen = new Set<string>();
  const walk = async (below: string, depth: number): Promise<void> => {
    const real = await realpath(join(folder, below)).catch(() => undefined);
    if (real === undefined || seen.has(real) || seen.size >= mostFolders || depth > deepest) {
      return;
    }
    seen.add(real);
    const entries = await readdir(real, { withFileTypes: true }).catch(() => []);
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const relative = below === '' ? entry.name : `${below}/${entry.name}`;
      if (paths.length >= mostFiles) {
        return;
      }
      if (entry.name.endsWith('.md') && !entry.isDirectory()) {
        paths.push(relative);
      } else if (entry.isDirectory() || entry.isSymbolicLink()) {
        await walk(relative, depth + 1);
      }
    }
  };
  await walk('', 0);
  return paths;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
