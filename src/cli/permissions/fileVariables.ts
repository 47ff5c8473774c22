import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject, type JsonObject } from '../../base/json';
import type { LaunchSettings } from '../launch/launchSettings';
import { layerOf, withReadLayer } from '../launch/sessionRules';
import { settingsIn } from './modePolicy';
import { managedFiles } from './settingsLayers';

type Variables = Readonly<Record<string, string>>;

export interface VariablePlaces {
  readonly configFolder: string;
  /** Folder of an organization's settings; see `managedFolder`. */
  readonly managed: string;
  readonly cwd: string;
  /** Settings that the CLI is started with. */
  readonly settings: Pick<LaunchSettings, 'tandem.cli.settings'>;
}

/** Variables that settings files set, over those of the process. */
export interface FileVariables {
  /** Those of an organization, which nothing outranks. */
  readonly organization: Variables;
  /** Those of the user and of the folder, and of the layer of the command line. */
  readonly others: Variables;
  /** False if the layer is a file that cannot be added to; see `withPinned`. */
  readonly canPin: boolean;
}

/**
 * Reads the `env` of all settings files for a folder. Unreadable files count as empty.
 * @see https://code.claude.com/docs/en/settings
 */
export async function fileVariables(places: VariablePlaces): Promise<FileVariables> {
  const { configFolder, managed, cwd, settings } = places;
  const managedPaths = [
    ...(await managedFiles(managed).catch(() => [])),
    join(configFolder, 'remote-settings.json'),
  ];
  const others = [
    join(configFolder, 'settings.json'),
    ...['settings.json', 'settings.local.json'].map(name => join(cwd, '.claude', name)),
  ];
  const readable = await withReadLayer(settings, cwd, path => readFile(path, 'utf8'));
  const layer = layerOf(readable['tandem.cli.settings']);
  return {
    organization: variablesOf(await Promise.all(managedPaths.map(settingsIn))),
    others: variablesOf([...(await Promise.all(others.map(settingsIn))), layer ?? {}]),
    canPin: layer !== undefined,
  };
}

/** The CLI turns numbers and truth values into text. */
function variablesOf(layers: readonly JsonObject[]): Variables {
  const pairs = layers.flatMap(({ env }) => (isObject(env) ? Object.entries(env) : []));
  return Object.fromEntries(
    pairs
      .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
      .map(([name, value]) => [name, String(value)]),
  );
}
