import * as l10n from '@vscode/l10n';
import { plural } from '../../../base/plural';
import type { AgentServer } from '../../../protocol/agentSource';
import { editorServer } from '../../../protocol/editorServer';
import type { WorkspaceServer } from './mcpFile';

export interface ServerRow {
  readonly name: string;
  /** `offered`, `not offered`, `not allowed`, or the agent's status: `connected`, `failed`. */
  readonly state: string;
  readonly detail: string;
  /** Path of the file that defines the server. */
  readonly file?: string;
}

export interface ServerParts {
  readonly servers: readonly WorkspaceServer[];
  readonly broken: ReadonlyMap<string, string>;
  /** Whether `tandem.mcp.offerWorkspaceServers` is on. */
  readonly isOffering: boolean;
  /** Servers of the agent; undefined if it is not running or does not report them. */
  readonly agent: readonly AgentServer[] | undefined;
}

/** Returns rows for unreadable files, then the folders' MCP servers, then the agent's others. */
export function serverRows({ servers, broken, isOffering, agent }: ServerParts): ServerRow[] {
  const states = new Map(agent?.map(one => [one.name, one]));
  const ofFiles = servers.map(({ name, kind, file, config, reason, consent }): ServerRow => {
    if (config === undefined) {
      const detail = `${kind}: ${reason ?? l10n.t('unknown')}`;
      return { name, file, state: refusal(consent), detail };
    }
    if (!isOffering) {
      const detail = l10n.t('{0}: the setting tandem.mcp.offerWorkspaceServers is off', kind);
      return { name, file, state: l10n.t('not offered'), detail };
    }
    const server = states.get(name);
    return {
      name,
      file,
      state: server?.status ?? l10n.t('offered'),
      detail: detailOf(kind, server),
    };
  });
  const names = new Set(
    servers.flatMap(({ name, config }) => (config && isOffering ? [name] : [])),
  );
  const others = (agent ?? [])
    .filter(({ name }) => !names.has(name))
    .map((server): ServerRow => {
      const kind = server.name === editorServer ? l10n.t('the editor') : l10n.t('of the agent');
      return { name: server.name, state: server.status, detail: detailOf(kind, server) };
    });
  const files = [...broken].map(
    ([file, words]): ServerRow => ({
      name: file,
      file,
      state: l10n.t('cannot be read'),
      detail: words,
    }),
  );
  return [...files, ...ofFiles, ...others];
}

function refusal(consent: WorkspaceServer['consent']): string {
  switch (consent) {
    case 'declined':
      return l10n.t('not allowed');
    case 'waiting':
      return l10n.t('not allowed yet');
    default:
      return l10n.t('not offered');
  }
}

function detailOf(kind: string, server: AgentServer | undefined): string {
  const count = server?.tools.length ?? 0;
  const tools = plural(count, { one: l10n.t('1 tool'), other: l10n.t('{0} tools', count) });
  return `${kind}${count > 0 ? `, ${tools}` : ''}${server?.error ? `: ${server.error}` : ''}`;
}
