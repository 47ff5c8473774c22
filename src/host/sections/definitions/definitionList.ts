import { dirname, join } from 'node:path';
import * as l10n from '@vscode/l10n';
import {
  type DefinitionFile,
  type DefinitionKind,
  definitionPlaces,
} from '../../../cli/definitions/definitionFiles';
import { removeDefinition } from '../../../cli/definitions/removeDefinition';
import { removedFiles } from '../../../cli/definitions/removedFiles';
import type { FormField } from '../../../contract/elicitation';
import type { Origin } from '../../../contract/sections';
import { FolderWatch } from '../../../node/folderWatch';
import { createFile, type NewFile, previewFile } from '../files/createFile';
import type { ActionOutcome, SectionPlace } from '../model/sectionSource';
import type { DefinitionPorts } from './definitionPorts';

type Scope = DefinitionFile['place']['scope'] | 'organization';

/** Parts of a file that a row and a removal need. */
export interface PlacedFile extends Pick<DefinitionFile, 'path' | 'relative'> {
  readonly place: { readonly scope: Scope; readonly root: string | undefined };
}

/** The same whenever the files are read, and different for each file. */
export function fileId({ path }: Pick<DefinitionFile, 'path'>): string {
  return `file/${path}`;
}

export function originOf({ place, path }: PlacedFile): Origin {
  const label = scopeTitle(place.scope);
  return place.scope === 'organization'
    ? { label, path, readOnly: l10n.t('Your organization manages this file') }
    : { label, path };
}

export function scopeTitle(scope: Scope): string {
  switch (scope) {
    case 'project':
      return l10n.t('This project');
    case 'user':
      return l10n.t('You, in all projects');
    case 'organization':
      return l10n.t('Your organization');
  }
}

/** Field that chooses where a new definition is written. */
export function placeField(cwd: string | undefined): FormField {
  const options = [
    ...(cwd === undefined ? [] : [{ value: 'project', label: l10n.t('This project (shared)') }]),
    { value: 'user', label: l10n.t('All projects (only you)') },
  ];
  return {
    ...{ kind: 'choice', name: 'place', title: l10n.t('For'), isRequired: true, options },
    initial: options[0]?.value ?? 'user',
  };
}

/** Returns the path of a new definition, and the folder that a link must not lead out of. */
export function newPath(
  kind: DefinitionKind,
  relative: string,
  place: unknown,
  { cwd, configFolder }: { readonly cwd: string | undefined; readonly configFolder: string },
): { readonly path: string; readonly root: string | undefined } {
  return place === 'project' && cwd !== undefined
    ? { path: join(cwd, '.claude', kind, relative), root: cwd }
    : { path: join(configFolder, kind, relative), root: undefined };
}

/** Shows the file of a new definition, or creates and opens it. @throws as `createFile` */
export async function makeFile(
  file: NewFile,
  isPreview: boolean,
  { preview, openFile }: Pick<DefinitionPorts, 'preview' | 'openFile'>,
): Promise<ActionOutcome> {
  if (isPreview) {
    return previewFile(file, preview);
  }
  const outcome = await createFile(file);
  await openFile(file.path);
  return outcome;
}

/**
 * Removes the file of a definition, or of a skill its whole folder; undo brings it back. A preview
 * shows what would be gone.
 * @throws as `removeDefinition`
 */
export async function removeFile(
  { path, relative, place }: PlacedFile,
  kind: DefinitionKind,
  isPreview: boolean,
  { removedFolder, now, preview }: Pick<DefinitionPorts, 'removedFolder' | 'now' | 'preview'>,
): Promise<ActionOutcome> {
  const isSkill = kind === 'skills';
  if (isPreview) {
    const name = isSkill ? dirname(relative) : relative;
    const files = await removedFiles(isSkill ? dirname(path) : path);
    await preview.show(l10n.t('{0}: now ↔ removed', name), files);
    return {};
  }
  const undo = await removeDefinition({
    path: isSkill ? dirname(path) : path,
    ...{ root: place.root, keepIn: removedFolder, now: now() },
  });
  return { text: l10n.t('Removed {0}.', isSkill ? dirname(relative) : relative), undo };
}

/** Reports changes in the folders of some kinds. Those in folders below them need a refresh. */
export function watchDefinitions(
  kinds: readonly DefinitionKind[],
  configFolder: string,
  { cwd }: SectionPlace,
  onChange: () => void,
): { dispose(): void } {
  const places = kinds.map(kind => definitionPlaces(kind, configFolder, cwd));
  return watchFolders(
    Promise.all(places).then(found => found.flat()),
    onChange,
  );
}

/** Reports changes in folders, which need not exist. */
export function watchFolders(
  found: Promise<readonly { readonly folder: string }[]>,
  onChange: () => void,
): { dispose(): void } {
  const watches: FolderWatch[] = [];
  let isOver = false;
  void found.then(places => {
    for (const { folder } of isOver ? [] : places) {
      watches.push(new FolderWatch(folder, onChange));
    }
  });
  return {
    dispose: () => {
      isOver = true;
      for (const watch of watches) watch.dispose();
    },
  };
}
