import { dirname, join } from 'node:path';
import { messageOf } from '../../base/errors';
import { isObject, type JsonObject } from '../../base/json';
import { LineIndex } from '../../base/lineIndex';
import { readBoundedText } from '../../node/boundedFile';
import { withParents } from '../../node/withParents';
import { gitRoots } from './projectRoots';

/** Maximum size of a file that is read, in MB. The CLI's own state grows with every project. */
const largest = 32;
/** Servers of one file whose lines are looked for. */
const mostLines = 500;

/** Place that defines an MCP server, by the CLI's own names. */
export type ServerScope = 'local' | 'project' | 'user' | 'managed';

/** MCP server as a file defines it. */
export interface ServerDefinition {
  readonly name: string;
  readonly scope: ServerScope;
  /** Path of the file. */
  readonly file: string;
  /** Line of the name in the file, from 1; absent if it is spelled in another way. */
  readonly line?: number;
  /** The entry as it stands in the file, secrets included. */
  readonly config: JsonObject;
  /** True if settings of the CLI reject this server of the project. */
  readonly isRejected?: true;
}

export interface ServerFiles {
  /** A name may occur in several scopes; the first one counts. */
  readonly servers: readonly ServerDefinition[];
  /** Files that cannot be read, and why. */
  readonly problems: readonly { readonly file: string; readonly text: string }[];
}

export interface ServerPlaces {
  /** Working folder of the conversation; absent without a folder. */
  readonly cwd: string | undefined;
  /** Path of `.claude.json`, the CLI's state. */
  readonly stateFile: string;
  /** Folder of the user's settings. */
  readonly configFolder: string;
  /** Folder with the settings of an organization. */
  readonly managedFolder: string;
}

/** Reads the definitions of MCP servers by the CLI's own rules. Starts nothing. Never rejects. */
export async function readServerFiles(places: ServerPlaces): Promise<ServerFiles> {
  const { cwd, stateFile, configFolder, managedFolder } = places;
  const problems: { file: string; text: string }[] = [];
  const read = (file: string) => readJson(file, text => problems.push({ file, text }));
  const managed = await read(join(managedFolder, 'managed-mcp.json'));
  const state = await read(stateFile);
  const servers: ServerDefinition[] = [...definitions(managed, 'managed')];
  if (cwd !== undefined) {
    const projects = isObject(state.value.projects) ? state.value.projects : {};
    // The CLI files a folder under its repository; older versions under its own path.
    const roots = [...new Set([...(await gitRoots(cwd)), cwd])];
    for (const entry of roots.map(root => projects[root])) {
      servers.push(...(isObject(entry) ? definitions({ ...state, value: entry }, 'local') : []));
    }
    const rejected = await rejectedNames(cwd, configFolder, read);
    const found = await Promise.all(withParents(cwd).map(one => read(join(one, '.mcp.json'))));
    servers.push(
      ...found
        .flatMap(file => definitions(file, 'project'))
        .map(one => (rejected.has(one.name) ? { ...one, isRejected: true as const } : one)),
    );
  }
  servers.push(...definitions(state, 'user'));
  return { servers: withoutTwins(servers), problems };
}

interface JsonFile {
  readonly file: string;
  readonly text: string;
  readonly value: JsonObject;
}

async function readJson(file: string, onProblem: (text: string) => void): Promise<JsonFile> {
  const nothing: JsonFile = { file, text: '', value: {} };
  try {
    const text = (await readBoundedText(file, largest)).replace(/^\uFEFF/, '');
    const value: unknown = text.trim() === '' ? {} : JSON.parse(text);
    return isObject(value) ? { file, text, value } : nothing;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') {
      onProblem(messageOf(error));
    }
    return nothing;
  }
}

function definitions({ file, text, value }: JsonFile, scope: ServerScope): ServerDefinition[] {
  const entries = isObject(value.mcpServers) ? Object.entries(value.mcpServers) : [];
  const lineOf = lineFinder(text);
  return entries.flatMap(([name, config], index) => {
    if (!isObject(config)) {
      return [];
    }
    const line = index < mostLines ? lineOf(name) : undefined;
    return [{ name, scope, file, config, ...(line === undefined ? {} : { line }) }];
  });
}

function lineFinder(text: string): (name: string) => number | undefined {
  const servers = Math.max(0, text.indexOf('"mcpServers"'));
  const lines = new LineIndex(text);
  return name => {
    const at = text.indexOf(`${JSON.stringify(name)}:`, servers);
    return at < 0 ? undefined : lines.lineAt(at);
  };
}

/** Names of `.mcp.json` that the settings of the user or the project reject. */
async function rejectedNames(
  cwd: string,
  configFolder: string,
  read: (file: string) => Promise<JsonFile>,
): Promise<ReadonlySet<string>> {
  const claude = join(cwd, '.claude');
  const files = [
    join(configFolder, 'settings.json'),
    join(claude, 'settings.json'),
    join(claude, 'settings.local.json'),
  ];
  const settings = await Promise.all(files.map(read));
  const lists = settings.map(({ value }) => value.disabledMcpjsonServers);
  return new Set(lists.flatMap(list => (Array.isArray(list) ? list : [])).map(String));
}

function withoutTwins(servers: readonly ServerDefinition[]): readonly ServerDefinition[] {
  const seen = new Set<string>();
  return servers.filter(({ scope, name }) => {
    const key = `${scope}/${name}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** Returns where the CLI keeps its state: beside the user's settings only if they were moved. */
export function stateFile(env: NodeJS.ProcessEnv, configFolder: string): string {
  const folder = env.CLAUDE_CONFIG_DIR ? configFolder : dirname(configFolder);
  return join(folder, '.claude.json');
}
