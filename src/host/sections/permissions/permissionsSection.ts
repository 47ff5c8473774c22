import * as l10n from '@vscode/l10n';
import type { SettingsFiles } from '../files/settingsFiles';
import type { SectionSource } from '../model/sectionSource';
import { actOnPermissions } from './permissionActions';
import { permissionContent } from './permissionContent';
import { readPermissions } from './permissionState';

/** Rules of what the CLI may do, by behavior, with additional folders and the default mode. */
export function permissionsSection(files: SettingsFiles): SectionSource {
  return {
    id: 'permissions',
    title: l10n.t('Permissions'),
    read: async place => permissionContent(await readPermissions(files, place), place),
    async act(place, request) {
      const state = await readPermissions(files, place);
      return actOnPermissions({ files, place, state, request });
    },
    async locate(place, row) {
      const { rules, folders, modes } = await readPermissions(files, place);
      const found = [...rules, ...folders, ...modes].find(({ id }) => id === row);
      return found?.path === undefined
        ? undefined
        : { path: found.path, ...(found.line === undefined ? {} : { line: found.line }) };
    },
    watch: (place, onChange) => files.watch(place, onChange),
  };
}
