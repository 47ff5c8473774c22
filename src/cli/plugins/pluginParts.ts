import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { asString, isObject, type JsonObject } from '../../base/json';
import { readBoundedText } from '../../node/boundedFile';

/** Parts of one kind that are listed. */
const mostParts = 100;

/** Something that a plugin adds. */
export interface PluginPart {
  readonly kind: 'command' | 'skill' | 'agent' | 'hook' | 'server';
  readonly name: string;
  readonly path: string;
}

/** Content of a plugin, by its files. */
export interface PluginContent {
  readonly description: string | undefined;
  readonly parts: readonly PluginPart[];
}

/** Reads the files of a plugin at the places that the CLI uses. Never rejects. */
export async function readPlugin(folder: string): Promise<PluginContent> {
  const manifestFile = join(folder, '.claude-plugin', 'plugin.json');
  const [manifest, commands, agents, skills, hooks, servers] = await Promise.all([
    readJson(manifestFile),
    markdownIn(join(folder, 'commands'), 'command'),
    markdownIn(join(folder, 'agents'), 'agent'),
    skillsIn(join(folder, 'skills')),
    readJson(join(folder, 'hooks', 'hooks.json')),
    readJson(join(folder, '.mcp.json')),
  ]);
  const parts = (kind: PluginPart['kind'], value: unknown, path: string): readonly PluginPart[] =>
    Object.keys(isObject(value) ? value : {})
      .slice(0, mostParts)
      .map(name => ({ kind, name, path }));
  const inlineHooks = isObject(manifest.hooks) ? (manifest.hooks.hooks ?? manifest.hooks) : {};
  return {
    description: asString(manifest.description),
    parts: [
      ...commands,
      ...skills,
      ...agents,
      ...parts('hook', hooks.hooks, join(folder, 'hooks', 'hooks.json')),
      ...parts('hook', inlineHooks, manifestFile),
      ...parts('server', servers.mcpServers ?? servers, join(folder, '.mcp.json')),
      ...parts('server', manifest.mcpServers, manifestFile),
    ],
  };
}

async function markdownIn(
  folder: string,
  kind: PluginPart['kind'],
): Promise<readonly PluginPart[]> {
  const names = (await readdir(folder).catch(() => [])).filter(name => name.endsWith('.md'));
  return names
    .sort()
    .slice(0, mostParts)
    .map(name => ({ kind, name: basename(name, '.md'), path: join(folder, name) }));
}

async function skillsIn(folder: string): Promise<readonly PluginPart[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter(entry => !entry.isFile())
    .map(({ name }) => name)
    .sort()
    .slice(0, mostParts)
    .map(name => ({ kind: 'skill', name, path: join(folder, name, 'SKILL.md') }));
}

async function readJson(path: string): Promise<JsonObject> {
  try {
    const value: unknown = JSON.parse(await readBoundedText(path, 1));
    return isObject(value) ? value : {};
  } catch {
    // The CLI reports what is wrong with a file of a plugin.
    return {};
  }
}
