import { resolve } from 'node:path';
import { messageOf } from '../../../base/errors';
import type { Log } from '../../../base/log';
import { isOnUnknownShare } from '../../../base/networkPath';
import * as z from '../../../base/schema';
import { readBoundedText } from '../../../node/boundedFile';
import type { ServerConfigs } from '../../../protocol/agentSource';
import { isReservedName } from '../../../protocol/editorServer';

/** Maximum size of a file, in MB. */
const largest = 1;
const file = z.looseObject({
  mcpServers: z.record(z.string(), z.record(z.string(), z.unknown())),
});

export interface ConfiguredServersOptions {
  /** Value of `tandem.mcp.config`: JSON texts, or paths of JSON files. */
  readonly entries: readonly string[];
  /** Base of relative paths. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly log: Log;
}

/**
 * Reads the MCP servers that Claude Code gets by `--mcp-config`. What cannot be read is left out; the
 * log says why. Variables are replaced as Claude Code does.
 */
export async function configuredServers(options: ConfiguredServersOptions): Promise<ServerConfigs> {
  const all = await Promise.all(options.entries.map(entry => serversOf(entry, options)));
  return Object.assign({}, ...all);
}

async function serversOf(
  entry: string,
  { cwd, env, platform, log }: ConfiguredServersOptions,
): Promise<ServerConfigs> {
  const isText = entry.trim().startsWith('{');
  if (entry.trim() === '' || (!isText && isOnUnknownShare(entry, [cwd], platform))) {
    return {};
  }
  try {
    const text = isText ? entry : await readBoundedText(resolve(cwd, entry), largest);
    const { mcpServers } = z.parse(file, replaced(JSON.parse(text), env));
    const offered = Object.entries(mcpServers).filter(([name]) => !isReservedName(name));
    return Object.fromEntries(offered) as ServerConfigs;
  } catch (error) {
    // The text may hold keys.
    const name = isText ? 'a JSON text' : entry;
    const reason = error instanceof z.core.$ZodError ? 'it has no "mcpServers"' : messageOf(error);
    log.warn(`MCP servers of ${name} are not offered: ${reason}`);
    return {};
  }
}

/** Replaces `${NAME}` and `${NAME:-default}` in all texts; what is not set stays as it is. */
function replaced(value: unknown, env: ConfiguredServersOptions['env']): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(
      /\$\{(\w+)(?::-([^}]*))?\}/g,
      (whole, name: string, other?: string) => env[name] ?? other ?? whole,
    );
  }
  if (Array.isArray(value)) {
    return value.map(one => replaced(one, env));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaced(one, env)]));
  }
  return value;
}
