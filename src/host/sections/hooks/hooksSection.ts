import * as l10n from '@vscode/l10n';
import type { SettingsFiles } from '../files/settingsFiles';
import type { SectionSource } from '../model/sectionSource';
import { actOnHooks, allHooks } from './hookActions';
import { hookContent } from './hookContent';
import { readHooks } from './hookState';

/** Commands that the CLI runs at events of a conversation. */
export function hooksSection(files: SettingsFiles): SectionSource {
  return {
    id: 'hooks',
    title: l10n.t('Hooks'),
    read: async place => hookContent(await readHooks(files, place), place),
    async act(place, request) {
      return actOnHooks({ files, place, request, state: await readHooks(files, place) });
    },
    async locate(place, row) {
      const { hooks, files: stored } = await readHooks(files, place);
      if (row === allHooks) {
        const off = stored.find(({ value }) => value.disableAllHooks === true);
        return off && { path: off.path, line: off.line(['disableAllHooks']) };
      }
      const hook = hooks.find(({ id }) => id === row);
      return hook?.path === undefined
        ? undefined
        : { path: hook.path, ...(hook.line === undefined ? {} : { line: hook.line }) };
    },
    watch: (place, onChange) => files.watch(place, onChange),
  };
}
