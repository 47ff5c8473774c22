import { join } from 'node:path';
import { isObject, type JsonObject } from '../../base/json';
import type { PermissionMode } from '../../contract/content';
import { readBoundedText } from '../../node/boundedFile';
import { toPermissionMode } from '../control/choices';
import { managedFiles } from './settingsLayers';

/** Maximum size of a settings file, in MB. */
const largest = 4;

/** Modes from the one that allows least. */
const narrowestFirst: readonly PermissionMode[] = [
  'plan',
  'dontAsk',
  'default',
  'acceptEdits',
  'auto',
  'bypassPermissions',
];

/** Rules about modes in the CLI's own settings files. */
export interface ModePolicy {
  /** Mode that a conversation starts in; absent: the files name none. */
  readonly start?: PermissionMode;
  readonly forbidden: ReadonlySet<PermissionMode>;
  /** Address of the API, if the files name one. */
  readonly baseUrl?: string;
  /** True if the files name a model. */
  readonly namesModel: boolean;
}

interface PolicyPlaces {
  readonly configFolder: string;
  /** Folder of an organization's settings; see `managedFolder`. */
  readonly managed: string;
  readonly cwd: string;
}

/**
 * Reads which mode the settings of the user and of an organization ask for. The files of a folder
 * can only narrow it: whoever opens a repository has not agreed to them. Unreadable files count as
 * empty, because the CLI reports them.
 * @param wished the user's own choice in Tandem, which a folder cannot change
 * @see https://code.claude.com/docs/en/settings
 */
export async function readModePolicy(
  { configFolder, managed, cwd }: PolicyPlaces,
  wished?: PermissionMode,
): Promise<ModePolicy> {
  const organization = [
    ...(await managedFiles(managed).catch(() => [])),
    join(configFolder, 'remote-settings.json'),
  ];
  const user = [join(configFolder, 'settings.json')];
  const folder = ['settings.local.json', 'settings.json'].map(name => join(cwd, '.claude', name));
  const layers = await Promise.all(
    [organization, user, folder].map(files => Promise.all(files.map(settingsIn))),
  );
  const [ofOrganization, ofUser, ofFolder] = layers.map(files => files.map(permissionsOf));
  const all = [...(ofOrganization ?? []), ...(ofUser ?? []), ...(ofFolder ?? [])];
  const whole = layers.flat();
  const baseUrl = whole
    .map(({ env }) => (isObject(env) ? env.ANTHROPIC_BASE_URL : undefined))
    .find(url => typeof url === 'string');
  const own = modeOf(ofOrganization) ?? modeOf(ofUser);
  const narrowing = narrower(modeOf(ofFolder), own ?? 'default');
  const start = wished ?? narrowing ?? own;
  return {
    ...(start ? { start } : {}),
    ...(baseUrl ? { baseUrl } : {}),
    namesModel: whole.some(({ model }) => typeof model === 'string' && model !== ''),
    forbidden: new Set([
      ...(all.some(one => one.disableBypassPermissionsMode === 'disable')
        ? (['bypassPermissions'] as const)
        : []),
      ...(all.some(one => one.disableAutoMode === 'disable') ? (['auto'] as const) : []),
    ]),
  };
}

function narrower(mode: PermissionMode | undefined, than: PermissionMode) {
  const rank = (one: PermissionMode) => narrowestFirst.indexOf(one);
  return mode && rank(mode) < rank(than) ? mode : undefined;
}

function modeOf(layers: readonly JsonObject[] = []): PermissionMode | undefined {
  return layers.map(layer => toPermissionMode(layer.defaultMode)).find(mode => mode !== undefined);
}

/** Returns the `permissions` of settings. `disableAutoMode` may stand beside them. */
function permissionsOf({ permissions, disableAutoMode }: JsonObject): JsonObject {
  return {
    ...(disableAutoMode === undefined ? {} : { disableAutoMode }),
    ...(isObject(permissions) ? permissions : {}),
  };
}

/** Reads a settings file of the CLI; one that is missing or unreadable counts as empty. */
export async function settingsIn(path: string): Promise<JsonObject> {
  try {
    const text = await readBoundedText(path, largest);
    const settings: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return isObject(settings) ? settings : {};
  } catch {
    // A missing file is normal, and the CLI names one that it cannot read.
    return {};
  }
}

/**
 * Checks whether requests go elsewhere than to the vendor's own servers, on which some features
 * depend.
 */
export function isCustomBaseUrl(url: string | undefined): boolean {
  if (!url) {
    return false;
  }
  return !/(?:^|\.)anthropic\.com$/.test(hostIn(url));
}

function hostIn(url: string): string {
  return /^[a-z]+:\/\/([^/:?#]+)/i.exec(url)?.[1] ?? '';
}
