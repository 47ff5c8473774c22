import { realpath } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { asString, isObject, type JsonObject } from '../../base/json';
import { maskAddresses } from '../../base/secrets';
import { readBoundedText } from '../../node/boundedFile';

/** Megabytes of one of these files. */
const largest = 8;
const mostPlugins = 2_000;

/** Plugin that is installed for a scope, by the CLI's own record. */
export interface InstalledPlugin {
  /** Name with its marketplace, such as `lint@tools`. */
  readonly id: string;
  readonly scope: string;
  readonly version: string | undefined;
  /** Folder with its files. */
  readonly folder: string | undefined;
}

/** Plugin that a marketplace offers. */
export interface OfferedPlugin {
  readonly id: string;
  readonly name: string;
  readonly marketplace: string;
  readonly description: string | undefined;
  readonly version: string | undefined;
  /** Where its files come from, as text. */
  readonly source: string;
  /** Folder in the marketplace's own, if its files are there. */
  readonly folder: string | undefined;
}

export interface Marketplace {
  readonly name: string;
  readonly source: string;
  /** ISO 8601. */
  readonly lastUpdated: string | undefined;
  /** Path of its list of plugins. */
  readonly file: string | undefined;
  readonly plugins: readonly OfferedPlugin[];
  /** Why its list cannot be read. */
  readonly problem?: string;
}

export interface PluginFiles {
  /** Absent if the version keeps no record: then a plugin is what settings enable. */
  readonly installed: readonly InstalledPlugin[] | undefined;
  readonly marketplaces: readonly Marketplace[];
}

/**
 * Reads what the CLI has recorded about plugins. Starts nothing. Never rejects.
 * @param cwd plugins that are installed for other folders are left out
 */
export async function readPluginFiles(
  configFolder: string,
  cwd: string | undefined,
): Promise<PluginFiles> {
  const folder = join(configFolder, 'plugins');
  const [installed, known] = await Promise.all([
    readJson(join(folder, 'installed_plugins.json')),
    readJson(join(folder, 'known_marketplaces.json')),
  ]);
  return {
    installed:
      installed && installedIn(installed, [cwd, cwd && (await realpath(cwd).catch(() => cwd))]),
    marketplaces: await Promise.all(
      Object.entries(known ?? {}).map(([name, entry]) =>
        marketplace(name, isObject(entry) ? entry : {}),
      ),
    ),
  };
}

function installedIn(
  file: JsonObject,
  folders: readonly (string | undefined)[],
): InstalledPlugin[] {
  const plugins = isObject(file.plugins) ? file.plugins : {};
  return Object.entries(plugins).flatMap(([id, entries]) =>
    (Array.isArray(entries) ? entries : [entries]).filter(isObject).flatMap(entry => {
      const project = asString(entry.projectPath);
      const scope = asString(entry.scope) ?? 'user';
      return project !== undefined && !folders.includes(project)
        ? []
        : [{ id, scope, version: asString(entry.version), folder: asString(entry.installPath) }];
    }),
  );
}

async function marketplace(name: string, entry: JsonObject): Promise<Marketplace> {
  const place = asString(entry.installLocation);
  const known = {
    ...{ name, source: sourceText(entry.source), lastUpdated: asString(entry.lastUpdated) },
  };
  const file =
    place === undefined || place.endsWith('.json')
      ? place
      : join(place, '.claude-plugin', 'marketplace.json');
  const list = file === undefined ? undefined : await readJson(file);
  if (!list) {
    return { ...known, file, plugins: [], problem: file ?? name };
  }
  const plugins = Array.isArray(list.plugins) ? list.plugins.slice(0, mostPlugins) : [];
  return {
    ...known,
    file,
    plugins: plugins.filter(isObject).flatMap(one => offered(one, { ...known, place })),
  };
}

function offered(
  { name, description, version, source }: JsonObject,
  market: { readonly name: string; readonly source: string; readonly place: string | undefined },
): readonly OfferedPlugin[] {
  const label = asString(name);
  return label === undefined
    ? []
    : [
        {
          ...{ id: `${label}@${market.name}`, name: label, marketplace: market.name },
          ...{ description: asString(description), version: asString(version) },
          folder: typeof source === 'string' ? folderIn(market.place, source) : undefined,
          source: typeof source === 'string' ? `${source} (${market.source})` : sourceText(source),
        },
      ];
}

function folderIn(place: string | undefined, source: string): string | undefined {
  const folder = place === undefined ? undefined : resolve(place, source);
  return folder?.startsWith(`${place}${sep}`) ? folder : undefined;
}

/** Returns the address, the repository or the path in a source, without secrets. */
function sourceText(source: unknown): string {
  if (!isObject(source)) {
    return maskAddresses(asString(source) ?? '?');
  }
  const { repo, url, path, package: name, source: kind } = source;
  const place = [url, repo, path, name].flatMap(one => asString(one) ?? [])[0];
  return maskAddresses(place ?? asString(kind) ?? '?');
}

async function readJson(path: string): Promise<JsonObject | undefined> {
  try {
    const value: unknown = JSON.parse(await readBoundedText(path, largest));
    return isObject(value) ? value : undefined;
  } catch {
    // Absent or broken: the CLI has nothing from it either.
    return undefined;
  }
}
