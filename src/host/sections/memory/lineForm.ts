import { stat } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import { ownMemory } from '../../../cli/memory/memoryFiles';
import type { ActionForm } from '../../../contract/sections';

/** File that a line can be added to; it need not exist. */
export interface LinePlace {
  readonly id: 'user' | 'project' | 'local';
  readonly label: string;
  readonly path: string;
  /** Folder that a link must not lead out of. */
  readonly root: string | undefined;
}

const longestLine = 2_000;

/** Lists the places for lines, that of the project first. */
export async function linePlaces(
  configFolder: string,
  cwd: string | undefined,
): Promise<readonly LinePlace[]> {
  const { user, project, alternative, local } = ownMemory({ cwd, configFolder });
  const own: LinePlace = {
    ...{ id: 'user', label: l10n.t('All projects (only you)'), path: user, root: undefined },
  };
  if (project === undefined || alternative === undefined || local === undefined) {
    return [own];
  }
  const path = !(await exists(project)) && (await exists(alternative)) ? alternative : project;
  return [
    { id: 'project', label: l10n.t('This project (shared)'), path, root: cwd },
    { id: 'local', label: l10n.t('This project (only you)'), path: local, root: cwd },
    own,
  ];
}

export function lineForm(places: readonly LinePlace[]): ActionForm {
  const options = places.map(({ id, label }) => ({ value: id, label }));
  return {
    title: l10n.t('Add a line'),
    submit: l10n.t('Add'),
    fields: [
      {
        ...{ kind: 'text', name: 'line', title: l10n.t('Text'), isRequired: true },
        description: l10n.t('What Claude should know in each conversation.'),
        maxLength: longestLine,
      },
      {
        ...{ kind: 'choice', name: 'place', title: l10n.t('For'), isRequired: true, options },
        initial: options[0]?.value ?? 'user',
      },
    ],
    note: l10n.t('It is added at the end of the file, and applies to new conversations.'),
    canPreview: true,
  };
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
