import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { FolderWatch } from '../../../node/folderWatch';
import type { SettingsFiles } from '../files/settingsFiles';
import type { RowPlace, SectionPlace, SectionSource } from '../model/sectionSource';
import { PluginActions } from './pluginActions';
import { pluginContent } from './pluginContent';
import type { PluginPorts } from './pluginPorts';
import { partId } from './pluginRows';
import { type PluginState, readPlugins } from './pluginState';

/** Plugins that are installed, those that marketplaces offer, and the marketplaces. */
export function pluginsSection(files: SettingsFiles, ports: PluginPorts): SectionSource {
  const read = (place: SectionPlace) => readPlugins(files, ports, place);
  return {
    id: 'plugins',
    title: l10n.t('Plugins'),
    read: async place => pluginContent(await read(place), place),
    async act(place, request) {
      return new PluginActions(files, ports, place).act(() => read(place), request);
    },
    async locate(place, row) {
      return locate(await read(place), row);
    },
    watch(place, onChange) {
      const folder = join(files.configFolder, 'plugins');
      const watches = [files.watch(place, onChange), new FolderWatch(folder, onChange)];
      return { dispose: () => watches.forEach(watch => void watch.dispose()) };
    },
  };
}

function locate({ plugins, marketplaces }: PluginState, row: string): RowPlace | undefined {
  for (const plugin of plugins) {
    const { setting } = plugin;
    if (plugin.row === row && setting) {
      return { path: setting.path, line: setting.line(['enabledPlugins', plugin.id]) };
    }
    const part = plugin.content.parts.find(one => partId(plugin, one) === row);
    if (part) {
      return { path: part.path };
    }
  }
  const market = marketplaces.find(({ name }) => `market/${name}` === row);
  return market?.file === undefined ? undefined : { path: market.file };
}
