import type { JsonObject } from '../../../base/json';
import * as z from '../../../base/schema';
import type { ServerConfigs } from '../../../protocol/agentSource';
import { editorServer } from '../../../protocol/editorServer';
import { tokenVariable, urlVariable } from './relayVariables';

/** Kinds of MCP servers that an agent can use besides those on stdio. */
export interface ServerAbilities {
  readonly http: boolean;
  readonly sse: boolean;
}

const texts = z.record(z.string(), z.string());
const remote = z.looseObject({
  type: z.enum(['http', 'sse']),
  url: z.string(),
  headers: z.optional(texts),
});
const local = z.looseObject({
  type: z.optional(z.literal('stdio')),
  command: z.string(),
  args: z.optional(z.array(z.string())),
  env: z.optional(texts),
});

/**
 * Converts servers from the form of Claude Code's files to that of the Agent Client Protocol.
 * @returns those that the agent can use
 * @see https://agentclientprotocol.com/protocol/session-setup#mcp-servers
 */
export function protocolServers(
  configs: ServerConfigs,
  abilities: ServerAbilities,
): readonly JsonObject[] {
  return Object.entries(configs).flatMap(([name, config]): JsonObject[] => {
    const far = z.safeParse(remote, config);
    if (far.success) {
      const { type, url, headers = {} } = far.data;
      return abilities[type] ? [{ type, name, url, headers: pairs(headers) }] : [];
    }
    const near = z.safeParse(local, config);
    if (near.success) {
      const { command, args = [], env = {} } = near.data;
      return [{ name, command, args, env: pairs(env) }];
    }
    return [];
  });
}

/** Program that relays stdio to the bridge. */
export interface RelayProgram {
  /** Node, or the editor acting as Node. */
  readonly execPath: string;
  /** Path of the script. */
  readonly script: string;
}

/** Returns the server of the editor's tools in the protocol's form. */
export function editorServerFor(
  { url, token }: { readonly url: string; readonly token: string },
  { http }: ServerAbilities,
  { execPath, script }: RelayProgram,
): JsonObject {
  if (http) {
    const headers = pairs({ Authorization: `Bearer ${token}` });
    return { type: 'http', name: editorServer, url, headers };
  }
  const env = { ELECTRON_RUN_AS_NODE: '1', [urlVariable]: url, [tokenVariable]: token };
  return { name: editorServer, command: execPath, args: [script], env: pairs(env) };
}

function pairs(values: Readonly<Record<string, string>>): JsonObject[] {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}
