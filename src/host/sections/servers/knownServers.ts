import type { z } from '../../../base/schema';
import type { ServerDefinition, ServerScope } from '../../../cli/servers/serverFiles';
import { editorServer } from '../../../protocol/editorServer';
import type { serversReport } from '../../../protocol/reportSchemas';
import type { FoundServers } from '../../agentTools/servers/workspaceServers';

export type ReportedServer = NonNullable<z.output<typeof serversReport>['mcpServers']>[number];
type EditorServer = FoundServers['servers'][number];

/** Groups of the section, in their order. */
export const serverPlaces = ['managed', 'local', 'project', 'user', 'editor', 'other'] as const;
export type ServerPlaceName = (typeof serverPlaces)[number];

/** MCP server with all that is known of it. */
export interface KnownServer {
  /** Unique, and the same whenever the servers are read. */
  readonly id: string;
  readonly name: string;
  readonly place: ServerPlaceName;
  /** Definition in a file of the CLI. */
  readonly definition?: ServerDefinition;
  /** Definition in `.vscode/mcp.json`. */
  readonly editor?: EditorServer;
  /** State in the CLI that was asked. */
  readonly reported?: ReportedServer;
  /** True if a definition of the same name counts more. */
  readonly isHidden?: true;
  /** True if the CLI has it of a file that does not name it any more. */
  readonly isRemoved?: true;
}

/** The CLI takes the definition of the first of these that has the name. */
const precedence: readonly ServerScope[] = ['managed', 'local', 'project', 'user'];

/** Joins the definitions in files with what the CLI reports. */
export function knownServers(
  definitions: readonly ServerDefinition[],
  editor: readonly EditorServer[],
  report: readonly ReportedServer[],
): readonly KnownServer[] {
  const reported = new Map(report.map(one => [one.name, one]));
  const sorted = precedence.flatMap(scope => definitions.filter(one => one.scope === scope));
  const names = new Set<string>();
  const known: KnownServer[] = [];
  for (const definition of sorted) {
    const { name, scope } = definition;
    const isHidden = names.has(name);
    names.add(name);
    const state = isHidden || definition.isRejected ? undefined : reported.get(name);
    known.push({
      ...{ id: `${scope}/${name}`, name, place: scope, definition },
      ...(state ? { reported: state } : {}),
      ...(isHidden ? { isHidden } : {}),
    });
  }
  for (const server of editor) {
    const state = names.has(server.name) ? undefined : reported.get(server.name);
    known.push({
      ...{ id: `editor/${server.name}`, name: server.name, place: 'editor', editor: server },
      ...(state ? { reported: state } : {}),
    });
    names.add(server.name);
  }
  const others = report.filter(({ name }) => !names.has(name));
  return [...known, ...others.map(ofReport)];
}

function ofReport(reported: ReportedServer): KnownServer {
  const { name, scope = '' } = reported;
  const known = serverPlaces.find(one => one === scope);
  const place = name === editorServer ? 'editor' : (known ?? 'other');
  const isOfFile = precedence.some(one => one === place);
  const removed = isOfFile ? { isRemoved: true as const } : {};
  return { id: `${place}/${name}`, name, place, reported, ...removed };
}
