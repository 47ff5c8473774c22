import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { messageOf, UserError } from '../../base/errors';
import { mapInParallel } from '../../base/inParallel';
import { isSecretFile } from '../../base/secretFiles';
import { BoundedTexts } from '../../node/boundedFile';
import { isWithin } from '../../node/isWithin';
import { definitionPlaces, markdownPaths, projectRoots } from '../definitions/definitionFiles';
import { type AgentFile, type FileWorld, nameOfFile, worldOf } from './agentFile';
import { readAgentFile } from './readAgentFile';

/** Origin of a file: its project, the user, or the user's organization. */
export type FileSource = 'project' | 'user' | 'organization';

/** Where files of agents and prompts may lie. */
export interface AgentPlaces {
  /** Folder of the conversation; absent: only the user's and the organization's files. */
  readonly cwd?: string | undefined;
  /** The user's folder of Claude Code. */
  readonly configFolder: string;
  readonly home: string;
  /** Folder in which VS Code keeps the user's own prompts and agents. */
  readonly editorPrompts?: string | undefined;
  /** Folder of settings that the organization manages. */
  readonly managed?: string | undefined;
}

export interface AgentFolder {
  readonly scope: FileSource;
  readonly folder: string;
  /** Folder that a link must not lead out of; undefined for the user's own. */
  readonly root: string | undefined;
  readonly world: FileWorld;
}

export interface ListedFile {
  readonly file: AgentFile;
  readonly place: AgentFolder;
  readonly path: string;
  /** Path below the folder, with `/`. */
  readonly relative: string;
  /** Why the file cannot be read. */
  readonly failure?: string;
}

/** Megabytes of a file, and of all files of a folder. */
const largest = 1;
const largestList = 16;
const filesAtOnce = 8;

/** Returns the folders of agents, those that win first. They need not exist. */
export async function agentFolders(places: AgentPlaces): Promise<readonly AgentFolder[]> {
  const { cwd, configFolder, home, editorPrompts, managed } = places;
  const own = await definitionPlaces('agents', configFolder, cwd);
  const github = await ofProject(cwd, ['agents', 'chatmodes'], 'githubAgent');
  return [
    ...(managed === undefined
      ? []
      : [claude('organization', join(managed, '.claude', 'agents'), undefined)]),
    ...own.map(({ scope, folder, root }) => claude(scope, folder, root)),
    ...github,
    {
      scope: 'user',
      folder: join(home, '.copilot', 'agents'),
      root: undefined,
      world: 'githubAgent',
    },
    ...ofEditor(editorPrompts, 'githubAgent'),
  ];
}

/** Returns the folders of prompts, those that win first. They need not exist. */
export async function promptFolders({
  cwd,
  editorPrompts,
}: Pick<AgentPlaces, 'cwd' | 'editorPrompts'>): Promise<readonly AgentFolder[]> {
  return [...(await ofProject(cwd, ['prompts'], 'prompt')), ...ofEditor(editorPrompts, 'prompt')];
}

/** Names below `.github` whose Markdown files are agents or prompts. */
export const githubFolders = ['agents', 'chatmodes', 'prompts'] as const;

/** Reads the files of folders, in their order. What cannot be read has a failure. */
export async function listAgentFiles(
  folders: readonly AgentFolder[],
): Promise<readonly ListedFile[]> {
  const found = folders.map(async place => {
    const paths = await markdownPaths(place.folder);
    const own = paths.filter(relative => isOf(place, relative));
    const texts = new BoundedTexts(largestList);
    return mapInParallel(own, filesAtOnce, relative => listedFile(place, relative, texts));
  });
  return (await Promise.all(found)).flat();
}

function isOf({ world, folder }: AgentFolder, relative: string): boolean {
  return world === 'claudeAgent' || worldOf(join(folder, relative)) === world;
}

async function listedFile(
  place: AgentFolder,
  relative: string,
  texts: BoundedTexts,
): Promise<ListedFile> {
  const path = join(place.folder, relative);
  try {
    await requireOwn(place, path);
    const text = await texts.read(path, largest);
    return { file: await readAgentFile(text, path, place.world), place, path, relative };
  } catch (error) {
    const file: AgentFile = {
      ...{ world: place.world, name: nameOfFile(path), fields: {}, body: '', findings: [] },
      ...{ isForUser: false, isForAgents: false },
    };
    return { file, place, path, relative, failure: messageOf(error) };
  }
}

/** A link of a project must not bring the user's own files into a message to the model. */
async function requireOwn({ root }: AgentFolder, path: string): Promise<void> {
  if (root === undefined) {
    return;
  }
  const isOwn = (await isWithin(root, path)) && !isSecretFile(await realpath(path));
  if (!isOwn) {
    throw new UserError(
      'file.outside',
      l10n.t(
        'it is a link to a file that a project may not share. Put a regular file in its place.',
      ),
    );
  }
}

function claude(scope: FileSource, folder: string, root: string | undefined): AgentFolder {
  return { scope, folder, root, world: 'claudeAgent' };
}

async function ofProject(
  cwd: string | undefined,
  names: readonly (typeof githubFolders)[number][],
  world: FileWorld,
): Promise<AgentFolder[]> {
  // The question about a folder's programs covers its real place.
  const real = cwd && (await realpath(cwd).catch(() => cwd));
  const roots = real ? await projectRoots(real) : [];
  return roots.flatMap(root =>
    names.map(name => ({
      ...{ scope: 'project' as const, folder: join(root, '.github', name), root, world },
    })),
  );
}

function ofEditor(folder: string | undefined, world: FileWorld): AgentFolder[] {
  return folder === undefined ? [] : [{ scope: 'user', folder, root: undefined, world }];
}
