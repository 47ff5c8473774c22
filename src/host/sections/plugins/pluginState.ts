import * as l10n from '@vscode/l10n';
import { messageOf } from '../../../base/errors';
import { isObject } from '../../../base/json';
import { maskAddresses } from '../../../base/secrets';
import type { SettingsFile } from '../../../cli/config/settingsFile';
import type { ReportedPlugin } from '../../../cli/plugins/pluginCommand';
import {
  type InstalledPlugin,
  type Marketplace,
  type OfferedPlugin,
  readPluginFiles,
} from '../../../cli/plugins/pluginFiles';
import { type PluginContent, readPlugin } from '../../../cli/plugins/pluginParts';
import type { Note } from '../files/askCli';
import type { SettingsFiles } from '../files/settingsFiles';
import type { SectionPlace } from '../model/sectionSource';
import type { PluginPorts } from './pluginPorts';

/** An installed plugin, as it is shown. */
export interface KnownPlugin extends InstalledPlugin {
  /** The same whenever it is read. */
  readonly row: string;
  readonly name: string;
  readonly marketplace: string | undefined;
  readonly isEnabled: boolean;
  /** Settings file whose word counts; absent if none names the plugin. */
  readonly setting: SettingsFile | undefined;
  readonly errors: readonly string[];
  readonly content: PluginContent;
}

export interface PluginState {
  readonly plugins: readonly KnownPlugin[];
  readonly available: readonly OfferedPlugin[];
  readonly marketplaces: readonly Marketplace[];
  readonly settings: readonly SettingsFile[];
  readonly note: Note | undefined;
}

export async function readPlugins(
  files: SettingsFiles,
  ports: PluginPorts,
  place: SectionPlace,
): Promise<PluginState> {
  const [stored, settings, { reported, note }] = await Promise.all([
    readPluginFiles(files.configFolder, place.cwd),
    files.read(place),
    list(ports, place, files.configFolder),
  ]);
  const offered = stored.marketplaces.flatMap(market => market.plugins);
  const listed: readonly (InstalledPlugin & Partial<ReportedPlugin>)[] =
    reported ?? stored.installed ?? named(settings, offered);
  const known = listed.map(async (one): Promise<KnownPlugin> => {
    const setting = settings.findLast(file => one.id in enabledIn(file));
    const at = one.id.lastIndexOf('@');
    return {
      ...{ id: one.id, scope: one.scope, version: one.version, folder: one.folder, setting },
      row: `plugin/${one.scope}/${one.id}`,
      name: at > 0 ? one.id.slice(0, at) : one.id,
      marketplace: at > 0 ? one.id.slice(at + 1) : undefined,
      isEnabled: one.isEnabled ?? (setting ? enabledIn(setting)[one.id] !== false : false),
      errors: (one.errors ?? []).map(maskAddresses),
      content:
        one.folder === undefined
          ? { description: undefined, parts: [] }
          : await readPlugin(one.folder),
    };
  });
  const plugins = await Promise.all(known);
  const ids = new Set(plugins.map(({ id }) => id));
  return {
    plugins,
    available: offered.filter(({ id }) => !ids.has(id)),
    ...{ marketplaces: stored.marketplaces, settings, note },
  };
}

/** Plugins that settings name. Versions without a record of their own read them from marketplaces. */
function named(
  settings: readonly SettingsFile[],
  offered: readonly OfferedPlugin[],
): readonly InstalledPlugin[] {
  const scopes = new Map(
    settings.flatMap(file => Object.keys(enabledIn(file)).map(id => [id, file.scope] as const)),
  );
  return [...scopes].map(([id, scope]) => {
    const offer = offered.find(one => one.id === id);
    return { id, scope, version: offer?.version, folder: offer?.folder };
  });
}

/** Plugins by their ids, as a settings file switches them. */
function enabledIn({ value }: SettingsFile): Readonly<Record<string, unknown>> {
  return isObject(value.enabledPlugins) ? value.enabledPlugins : {};
}

async function list(
  { command }: PluginPorts,
  { isTrusted, cwd }: SectionPlace,
  configFolder: string,
): Promise<{ readonly reported?: readonly ReportedPlugin[]; readonly note?: Note }> {
  if (!isTrusted) {
    const text = l10n.t(
      'The workspace is not trusted: no CLI is asked, and nothing can be changed. This is what the files say.',
    );
    return { note: { text, tone: 'warning' } };
  }
  try {
    return { reported: await command.list(cwd ?? configFolder) };
  } catch (error) {
    const text = l10n.t('{0} This is what the files say.', messageOf(error));
    return { note: { text, tone: 'warning' } };
  }
}
