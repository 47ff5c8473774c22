import { isAbsolute, join, resolve } from 'node:path';
import { managedFiles } from '../permissions/settingsLayers';

/** Layers of the CLI's settings. Of simple values, that of the last one counts. */
const settingsScopes = ['user', 'project', 'local', 'arguments', 'managed'] as const;
export type SettingsScope = (typeof settingsScopes)[number];

/** Scopes whose files the user may change here. */
export const ownScopes = ['user', 'project', 'local'] as const satisfies readonly SettingsScope[];
export type OwnScope = (typeof ownScopes)[number];

/** File of settings, which need not exist. */
export interface SettingsPlace {
  readonly scope: SettingsScope;
  readonly path: string;
  /** Folder that a link must not lead out of; undefined for the user's own file. */
  readonly root: string | undefined;
}

export interface PlaceSources {
  readonly configFolder: string;
  /** Folder of an organization's settings; see `managedFolder`. */
  readonly managed: string;
  /** Absent without a folder: only the user's settings count then. */
  readonly cwd: string | undefined;
  /** Value of `tandem.cli.settings`. Only a path names a file. */
  readonly launch: unknown;
}

/** Returns the files that the CLI reads its settings from, in the order of the scopes. */
export async function settingsPlaces(sources: PlaceSources): Promise<readonly SettingsPlace[]> {
  const { configFolder, managed, cwd, launch } = sources;
  const own = ownScopes.flatMap(scope => ownPlace(scope, configFolder, cwd) ?? []);
  const given = typeof launch === 'string' ? launch.trim() : '';
  const file = given === '' || given.startsWith('{') ? undefined : given;
  const launched =
    file !== undefined && (cwd !== undefined || isAbsolute(file))
      ? resolve(cwd ?? '/', file)
      : undefined;
  return [
    ...own,
    ...(launched === undefined
      ? []
      : [{ scope: 'arguments' as const, path: launched, root: resolve(launched, '..') }]),
    {
      scope: 'managed',
      // Settings that an organization sends; the CLI keeps them here.
      path: join(configFolder, 'remote-settings.json'),
      root: configFolder,
    },
    ...(await managedFiles(managed)).map(path => ({
      scope: 'managed' as const,
      path,
      root: managed,
    })),
  ];
}

/** Returns the file of a scope; none without a folder. */
export function ownPlace(
  scope: OwnScope,
  configFolder: string,
  cwd: string | undefined,
): SettingsPlace | undefined {
  if (scope === 'user') {
    return { scope, path: join(configFolder, 'settings.json'), root: undefined };
  }
  const name = scope === 'project' ? 'settings.json' : 'settings.local.json';
  return cwd === undefined ? undefined : { scope, path: join(cwd, '.claude', name), root: cwd };
}
