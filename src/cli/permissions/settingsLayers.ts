import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import { isObject, type JsonObject } from '../../base/json';
import type { LaunchSettings } from '../launch/launchSettings';

/** Maximum size of a settings file, in bytes. */
const largest = 4 * 1024 * 1024;
const mostKept = 200;

/** Rules of one layer of the CLI's settings. */
export interface RuleLayer {
  /** Rules that deny. */
  readonly rules: readonly string[];
  /** Rules that require a question. */
  readonly ask: readonly string[];
  /** Folders that `/…` may mean in these rules. */
  readonly bases: readonly string[];
}

type RuleLists = Pick<RuleLayer, 'rules' | 'ask'>;

interface LayerSources {
  /** Folders that CLIs of this window may have as their configuration folder. */
  configFolders(): readonly string[];
  /** Folder of the settings of an organization; see `managedFolder`. */
  readonly managed: string;
  /** Settings that the CLI is started with. */
  launch(): Pick<LaunchSettings, 'tandem.cli.settings' | 'tandem.permissions.disallowedTools'>;
}

export function managedFolder(platform: NodeJS.Platform): string {
  const folders: Partial<Record<NodeJS.Platform, string>> = {
    darwin: '/Library/Application Support/ClaudeCode',
    win32: 'C:\\Program Files\\ClaudeCode',
  };
  return folders[platform] ?? '/etc/claude-code';
}

/** Reads the deny and ask rules of all layers of the CLI's settings, again only when a file has changed. */
export class SettingsLayers {
  private readonly known = new Map<string, { version: string; rules: RuleLists }>();

  constructor(private readonly sources: LayerSources) {}

  /**
   * @param folders working folders of agents
   * @throws UserError `settings.unreadable`, which names the file: its rules are unknown
   */
  async read(folders: readonly string[]): Promise<readonly RuleLayer[]> {
    const { managed } = this.sources;
    const places = [
      ...this.sources
        .configFolders()
        .filter(isAbsolute)
        .flatMap(folder => [
          { file: join(folder, 'settings.json'), bases: [folder] },
          // Settings that an organization sends; the CLI keeps them here.
          { file: join(folder, 'remote-settings.json'), bases: [folder, ...folders] },
        ]),
      ...folders.flatMap(folder =>
        ['settings.json', 'settings.local.json'].map(name => ({
          file: join(folder, '.claude', name),
          bases: [folder],
        })),
      ),
      ...(await managedFiles(managed)).map(file => ({ file, bases: [managed, ...folders] })),
    ];
    const stored = places.map(async ({ file, bases }) => ({ ...(await this.file(file)), bases }));
    return [...(await Promise.all(stored)), ...(await this.launched(folders))];
  }

  private async launched(folders: readonly string[]): Promise<RuleLayer[]> {
    const launch = this.sources.launch();
    const given = launch['tandem.cli.settings'];
    const flags = {
      rules: launch['tandem.permissions.disallowedTools'] ?? [],
      ask: [],
      bases: folders,
    };
    if (given === undefined || given === null || given === '') {
      return [flags];
    }
    if (typeof given !== 'string') {
      return [flags, { ...rulesIn(given, 'tandem.cli.settings'), bases: folders }];
    }
    if (given.trim().startsWith('{')) {
      const rules = rulesIn(parsed(given, 'tandem.cli.settings'), 'tandem.cli.settings');
      return [flags, { ...rules, bases: folders }];
    }
    const files = [...new Set(folders.map(folder => resolve(folder, given.trim())))];
    const layers = files.map(async file => ({
      ...(await this.file(file)),
      bases: [dirname(file), ...folders],
    }));
    return [flags, ...(await Promise.all(layers))];
  }

  private async file(path: string): Promise<RuleLists> {
    const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') {
        return undefined;
      }
      throw unreadable(path);
    });
    if (!found) {
      this.known.delete(path);
      return { rules: [], ask: [] };
    }
    if (!found.isFile() || found.size > largest) {
      throw unreadable(path);
    }
    const version = [found.mtimeMs, found.ctimeMs, found.size, found.ino].join(' ');
    const known = this.known.get(path);
    if (known?.version === version) {
      return known.rules;
    }
    const text = await readFile(path, 'utf8').catch(() => {
      throw unreadable(path);
    });
    const rules = rulesIn(parsed(text, path), path);
    this.keep(path, { version, rules });
    return rules;
  }

  private keep(path: string, value: { version: string; rules: RuleLists }): void {
    this.known.delete(path);
    this.known.set(path, value);
    for (const old of this.known.keys()) {
      if (this.known.size <= mostKept) {
        break;
      }
      this.known.delete(old);
    }
  }
}

/** @throws UserError `settings.unreadable` */
export async function managedFiles(folder: string): Promise<string[]> {
  const added = join(folder, 'managed-settings.d');
  const names = await readdir(added).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') {
      return [];
    }
    throw unreadable(added);
  });
  const json = names.filter(name => name.endsWith('.json') && !name.startsWith('.'));
  return [join(folder, 'managed-settings.json'), ...json.map(name => join(added, name))];
}

function parsed(text: string, source: string): JsonObject {
  const json = text.replace(/^\uFEFF/, '').trim();
  if (json === '') {
    return {};
  }
  try {
    const value: unknown = JSON.parse(json);
    if (isObject(value)) {
      return value;
    }
  } catch {
    // Reported below, without the text.
  }
  throw unreadable(source);
}

function rulesIn(settings: Readonly<Record<string, unknown>>, source: string): RuleLists {
  const { permissions = {} } = settings;
  const deny = isObject(permissions) ? (permissions.deny ?? []) : undefined;
  const ask = isObject(permissions) ? (permissions.ask ?? []) : undefined;
  if (!isRules(deny)) {
    throw unreadable(source);
  }
  // Rules that cannot be read might be about every line.
  return { rules: deny, ask: isRules(ask) ? ask : ['Bash'] };
}

function isRules(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(rule => typeof rule === 'string');
}

function unreadable(source: string): UserError {
  return new UserError(
    'settings.unreadable',
    l10n.t(
      'Tandem cannot tell which files may be read, because it cannot read the permission rules in {0}. Correct them and try again.',
      source,
    ),
  );
}
