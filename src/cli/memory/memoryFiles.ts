import { join } from 'node:path';
import { isObject } from '../../base/json';
import { readBoundedText } from '../../node/boundedFile';
import { withParents } from '../../node/withParents';
import { gitRoots } from '../servers/projectRoots';
import type { MemoryFile } from './memoryFile';
import { MemoryReader } from './memoryReader';
import { ruleFiles } from './ruleFiles';

export interface MemoryPlaces {
  readonly cwd: string | undefined;
  /** Folder of the user's settings. */
  readonly configFolder: string;
  /** Folder with the settings of an organization. */
  readonly managedFolder: string;
  /** Path of `.claude.json`, the CLI's state. */
  readonly stateFile: string;
  readonly home: string;
}

/** Memory files by where they are. Those without rules stand first to last as they are sent. */
export interface MemoryFiles {
  readonly managed: readonly MemoryFile[];
  readonly user: readonly MemoryFile[];
  readonly parents: readonly MemoryFile[];
  readonly project: readonly MemoryFile[];
  readonly local: readonly MemoryFile[];
  readonly rules: readonly MemoryFile[];
}

/** Paths of the files that the user writes. */
export function ownMemory({ cwd, configFolder }: Pick<MemoryPlaces, 'cwd' | 'configFolder'>) {
  return {
    user: join(configFolder, 'CLAUDE.md'),
    ...(cwd === undefined
      ? {}
      : {
          project: join(cwd, 'CLAUDE.md'),
          alternative: join(cwd, '.claude', 'CLAUDE.md'),
          local: join(cwd, 'CLAUDE.local.md'),
        }),
  };
}

/** Reads all memory files by the CLI's own rules and in its order. Never rejects. */
export async function readMemoryFiles(places: MemoryPlaces): Promise<MemoryFiles> {
  const { cwd, configFolder, managedFolder, home } = places;
  const reader = new MemoryReader({ home, cwd });
  const isFree = await mayLeadOut(places);
  const rules: MemoryFile[] = [];
  const readRules = async (folder: string, mayLeave: boolean) => {
    for (const path of await ruleFiles(folder)) {
      rules.push(await reader.rule(path, mayLeave));
    }
  };
  const managed = [await reader.file(join(managedFolder, 'CLAUDE.md'), isFree)];
  await readRules(join(managedFolder, '.claude', 'rules'), isFree);
  const user = [await reader.file(join(configFolder, 'CLAUDE.md'), true)];
  await readRules(join(configFolder, 'rules'), true);
  const found = {
    parents: [] as MemoryFile[],
    project: [] as MemoryFile[],
    local: [] as MemoryFile[],
  };
  for (const folder of cwd === undefined ? [] : withParents(cwd).toReversed()) {
    const isParent = folder !== cwd;
    const shared = isParent ? found.parents : found.project;
    shared.push(await reader.file(join(folder, 'CLAUDE.md'), isFree));
    shared.push(await reader.file(join(folder, '.claude', 'CLAUDE.md'), isFree));
    await readRules(join(folder, '.claude', 'rules'), isFree);
    const own = await reader.file(join(folder, 'CLAUDE.local.md'), isFree);
    (isParent ? found.parents : found.local).push(own);
  }
  const parents = found.parents.filter(({ state }) => state !== 'missing' && state !== 'repeated');
  return { ...found, managed, user, parents, rules: rules.filter(isNew) };
}

/** A folder above the project may hold the user's own files, which come first. */
function isNew({ state }: MemoryFile): boolean {
  return state !== 'repeated';
}

/** Whether the user has allowed imports from outside of the project, which the CLI asks once. */
async function mayLeadOut({ cwd, stateFile }: MemoryPlaces): Promise<boolean> {
  if (cwd === undefined) {
    return false;
  }
  try {
    const state: unknown = JSON.parse(await readBoundedText(stateFile, 32));
    const projects = isObject(state) && isObject(state.projects) ? state.projects : {};
    return [...(await gitRoots(cwd)), cwd].some(root => {
      const project = projects[root];
      return isObject(project) && project.hasClaudeMdExternalIncludesApproved === true;
    });
  } catch {
    // Without a readable state, the CLI has no permission either.
    return false;
  }
}
