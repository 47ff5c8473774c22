import { isAbsolute, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import * as l10n from '@vscode/l10n';
import { messageOf, UserError } from '../../../base/errors';
import { isObject, type JsonObject } from '../../../base/json';
import { isOnUnknownShare } from '../../../base/networkPath';
import * as z from '../../../base/schema';
import { editorServer, isReservedName } from '../../../protocol/editorServer';
import { parseJsonc } from './jsonc';
import { identify, type ServerIdentity } from './serverIdentity';
import { resolveForOthers, resolveVariables, Unresolved, type VariableContext } from './variables';

/** MCP server from a folder's `.vscode/mcp.json`. */
export interface WorkspaceServer {
  readonly name: string;
  /** Path of the file that defines the server. */
  readonly file: string;
  readonly kind: 'stdio' | 'http' | 'sse' | 'unknown';
  /** Configuration in the agent's format; absent if the server is not offered. */
  readonly config?: JsonObject;
  /** Reason why the server is not offered. */
  readonly reason?: string;
  /** Present if the file defines the server well enough to offer it. */
  readonly identity?: ServerIdentity;
  /** The user's decision; see `ServerConsent`. */
  readonly consent?: 'allowed' | 'declined' | 'waiting';
}

export interface McpFileContext extends VariableContext {
  /** Path of the file. */
  readonly file: string;
  /** Reads the text of a file. Rejects if there is none. */
  read(path: string): Promise<string>;
  readonly platform?: NodeJS.Platform;
}

const value = z.nullable(z.union([z.string(), z.number(), z.boolean()]));
const server = z.looseObject({
  type: z.optional(z.enum(['stdio', 'http', 'sse'])),
  command: z.optional(z.string()),
  args: z.optional(z.array(z.string())),
  cwd: z.optional(z.string()),
  env: z.optional(z.record(z.string(), value)),
  envFile: z.optional(z.string()),
  url: z.optional(z.string()),
  headers: z.optional(z.record(z.string(), z.string())),
});
type ServerEntry = z.output<typeof server>;

/** @throws UserError `mcp.unreadable` with what is wrong with the file */
export async function readMcpFile(
  text: string,
  context: McpFileContext,
): Promise<readonly WorkspaceServer[]> {
  const parsed = parseJsonc(text);
  if (!isObject(parsed)) {
    throw new UserError('mcp.unreadable', l10n.t('it is not a JSON object.'));
  }
  const { servers = {} } = parsed;
  if (!isObject(servers)) {
    throw new UserError(
      'mcp.unreadable',
      l10n.t('"servers" is not an object with servers by name.'),
    );
  }
  return Promise.all(
    Object.entries(servers).map(([name, entry]) => readServer(name, entry, context)),
  );
}

async function readServer(
  name: string,
  entry: unknown,
  context: McpFileContext,
): Promise<WorkspaceServer> {
  const { file } = context;
  const parsed = z.safeParse(server, entry);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const place = issue?.path.join('.') ?? '';
    return { name, file, kind: 'unknown', reason: l10n.t('"{0}" is not as it should be', place) };
  }
  const kind = parsed.data.type ?? (parsed.data.url === undefined ? 'stdio' : 'http');
  const refuse = (reason: string): WorkspaceServer => ({ name, file, kind, reason });
  if (name === editorServer) {
    return refuse(l10n.t('"{0}" is the name of the editor\'s own tools', editorServer));
  }
  if (isReservedName(name)) {
    return refuse(l10n.t("such names are reserved for the editor's own tools; choose another one"));
  }
  try {
    return kind === 'stdio'
      ? { name, file, kind, ...(await stdio(name, parsed.data, context)) }
      : { name, file, kind, ...remote(name, parsed.data, kind, context) };
  } catch (error) {
    if (error instanceof Unresolved) {
      return refuse(error.message);
    }
    throw error;
  }
}

type Offer = Required<Pick<WorkspaceServer, 'config' | 'identity'>>;

async function stdio(name: string, entry: ServerEntry, context: McpFileContext): Promise<Offer> {
  const { command, args = [], cwd, env = {}, envFile } = entry;
  const resolved = (text: string) => resolveVariables(text, context);
  if (command === undefined || command === '') {
    throw new Unresolved(l10n.t('it has no "command"'));
  }
  if (cwd !== undefined && resolve(context.folder, resolved(cwd)) !== resolve(context.folder)) {
    throw new Unresolved(l10n.t('it wants a "cwd" of its own, which cannot be given to it'));
  }
  const envText = envFile === undefined ? undefined : await envTextOf(resolved(envFile), context);
  const own = Object.entries(env).flatMap(([key, one]) =>
    one === null ? [] : [[key, resolved(String(one))] as const],
  );
  const config = {
    type: 'stdio',
    command: resolved(command),
    args: args.map(resolved),
    env: { ...parseEnv(envText ?? ''), ...Object.fromEntries(own) },
  };
  const target = { command, args, env, envFile };
  return { config, identity: identify({ file: context.file, name, entry, envText }, target) };
}

async function envTextOf(path: string, context: McpFileContext): Promise<string> {
  const { folder, read, platform = process.platform } = context;
  // To read from a share is to sign in to its server, which would happen before the user is asked.
  if (isOnUnknownShare(path, [folder], platform)) {
    throw new Unresolved(l10n.t('its envFile is on a network share outside of this workspace'));
  }
  const file = isAbsolute(path) ? path : resolve(folder, path);
  try {
    return await read(file);
  } catch (error) {
    throw new Unresolved(l10n.t('its envFile cannot be read: {0}', messageOf(error)));
  }
}

function remote(
  name: string,
  entry: ServerEntry,
  type: 'http' | 'sse',
  context: McpFileContext,
): Offer {
  const { url, headers = {} } = entry;
  if (url === undefined || url === '') {
    throw new Unresolved(l10n.t('it has no "url"'));
  }
  const headerEntries = Object.entries(headers).map(
    ([key, one]) => [key, resolveForOthers(one, context)] as const,
  );
  const config = {
    type,
    url: resolveForOthers(url, context),
    ...(headerEntries.length > 0 ? { headers: Object.fromEntries(headerEntries) } : {}),
  };
  const identified = { file: context.file, name, entry, envText: undefined };
  return { config, identity: identify(identified, { url }) };
}

/** Keeps the configuration of the first server of each name; later ones get a reason instead. */
export function withoutTwins(servers: readonly WorkspaceServer[]): readonly WorkspaceServer[] {
  const taken = new Map<string, string>();
  return servers.map(one => {
    const { name, file, kind, config } = one;
    if (config === undefined) {
      return one;
    }
    const other = taken.get(name);
    if (other !== undefined) {
      return { name, file, kind, reason: l10n.t('{0} already has a server with this name', other) };
    }
    taken.set(name, file);
    return one;
  });
}
