import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { versionOf } from '../../node/git/indexEntries';
import { readIndex } from '../../node/git/indexFile';
import { type FoundRepository, repositoryAt } from '../../node/git/repository';
import { isFolder } from '../../node/isFolder';
import { systemClock } from '../../node/systemClock';
import { TimeSlices } from '../../node/timeSlices';
import { withParents } from '../../node/withParents';
import { fileProgram, findProgramFiles, mostFiles, namesIn } from './programFiles';
import { type FileReading, readFiles, unsearchable } from './programReadings';
import { type TrackedFolders, trackedClaudeFolders } from './trackedFolders';

/** Folders that are looked at below one of which no repository brings anything. */
const mostSearched = 300;
/** Repositories in one another that are looked at. */
const mostRepositories = 50;

/**
 * Reads the skills of `.claude` folders below a folder, which Claude Code loads once it has read a
 * file beside them. Of a repository that brings the folder, those count that it brings.
 * @param root absolute, links resolved
 */
export async function readNestedSkills(
  root: string,
  repository: FoundRepository | undefined,
): Promise<FileReading[]> {
  const readings: FileReading[] = [];
  const folders = await claudeFoldersBelow(root, repository);
  let total = 0;
  for (const claude of folders) {
    if (await isFolder(join(claude, 'skills'))) {
      const files = await findProgramFiles(claude, 'skills');
      total += files?.length ?? 0;
      if (total > mostFiles) {
        const counting = folders.map(folder => join(folder, 'skills'));
        return [...readings, await unsearchable(root, counting)];
      }
      readings.push(
        ...(await readFiles(join(claude, 'skills'), files, (path, text) =>
          fileProgram('skills', path, text),
        )),
      );
    }
  }
  return readings;
}

/** Returns the `.claude` folders below a folder, in order, without its own. */
async function claudeFoldersBelow(
  root: string,
  repository: FoundRepository | undefined,
): Promise<readonly string[]> {
  const found =
    repository && (await bringsFolder(repository, root))
      ? await trackedBelow(repository.root, repository.gitFolder)
      : await searchedBelow(root);
  const around = withParents(root).map(folder => join(folder, '.claude'));
  return found.filter(path => path.startsWith(join(root, '/')) && !around.includes(path)).sort();
}

/**
 * Whether a repository tracks files in a folder. Some users have their whole home folder in one,
 * with all that they download.
 */
async function bringsFolder(
  { root: top, gitFolder }: FoundRepository,
  folder: string,
): Promise<boolean> {
  const index = folder === top ? undefined : await readIndex(gitFolder);
  // Names of version 4 are not written out.
  if (!index || versionOf(index.bytes) === 4) {
    return true;
  }
  return index.bytes.includes(`${relative(top, folder).split(sep).join('/')}/`);
}

/** Returns what the index of a repository and those of its submodules name. */
async function trackedBelow(top: string, gitFolder: string): Promise<readonly string[]> {
  const found: string[] = [];
  const open = [{ root: top, gitFolder }];
  for (let seen = 0; seen < mostRepositories; seen += 1) {
    const next = open.shift();
    if (!next) {
      break;
    }
    const tracked = await trackedIn(next.gitFolder);
    const folders = tracked?.folders.map(name => join(next.root, name));
    found.push(...(folders ?? (await searchedBelow(next.root))));
    for (const name of tracked?.submodules ?? []) {
      const root = join(next.root, name);
      const repository = await repositoryAt(root);
      if (repository) {
        open.push({ root, gitFolder: repository.gitFolder });
      }
    }
  }
  return found;
}

async function trackedIn(gitFolder: string): Promise<TrackedFolders | undefined> {
  // Most names of a split index are in another file.
  const isSplit = (await namesIn(gitFolder)).some(name => name.startsWith('sharedindex.'));
  const index = isSplit ? undefined : await readIndex(gitFolder);
  const slices = new TimeSlices(systemClock);
  return index && trackedClaudeFolders(index.bytes, () => slices.pause());
}

async function searchedBelow(top: string): Promise<readonly string[]> {
  const found: string[] = [];
  const open = [top];
  for (let seen = 0; seen < mostSearched; seen += 1) {
    const folder = open.shift();
    if (folder === undefined) {
      break;
    }
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      const path = join(folder, entry.name);
      if (entry.name === '.claude') {
        found.push(path);
      } else if (entry.isDirectory() && entry.name !== 'node_modules' && entry.name !== '.git') {
        open.push(path);
      }
    }
  }
  return found;
}
