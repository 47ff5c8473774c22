import type { AgentServer } from '../../../protocol/agentSource';
import {
  editorServer,
  isEditorRule,
  spelledName,
  splitToolName,
} from '../../../protocol/editorServer';
import type { ChoiceTool } from './choiceTool';

interface ListedServer {
  readonly label: string;
  readonly status?: string;
  /** Names of its tools as they are spelled in rules. */
  readonly tools: Set<string>;
}

/**
 * Lists the agent's MCP servers, each followed by its tools. Adds servers and tools that are
 * switched off and that the agent does not name.
 */
export function serverTools(
  servers: readonly AgentServer[],
  disabled: readonly string[],
): readonly ChoiceTool[] {
  const listed = new Map<string, ListedServer>();
  for (const { name, status, tools } of servers) {
    if (name !== editorServer) {
      const names = new Set(tools.map(spelledName));
      listed.set(`mcp__${spelledName(name)}`, { label: name, status, tools: names });
    }
  }
  for (const rule of disabled.filter(one => one.startsWith('mcp__') && !isEditorRule(one))) {
    const parts = splitToolName(rule);
    const key = parts ? `mcp__${parts.server}` : rule;
    const server = listed.get(key) ?? { label: key.slice('mcp__'.length), tools: new Set() };
    listed.set(key, server);
    if (parts) {
      server.tools.add(parts.tool);
    }
  }
  return [...listed].flatMap(([key, server]) => rowsOf(key, server, disabled));
}

function rowsOf(
  key: string,
  { label, status, tools }: ListedServer,
  disabled: readonly string[],
): readonly ChoiceTool[] {
  const common = { group: 'mcp', source: 'server' } as const;
  const isOff = disabled.includes(key);
  const rows = [...tools].map((tool): ChoiceTool => {
    const rule = `${key}__${tool}`;
    const isOn = !isOff && !disabled.includes(rule);
    return { ...common, key: rule, rules: [rule], label: `${label}: ${tool}`, server: key, isOn };
  });
  const row: ChoiceTool = {
    ...common,
    ...{ key, rules: [key], label, isServer: true },
    ...(status && status !== 'connected' ? { detail: status } : {}),
    isOn: rows.length === 0 ? !isOff : rows.every(({ isOn }) => isOn),
  };
  return [row, ...rows];
}

/**
 * Returns the ticks after a change: ticking a server ticks all of its tools, and a server is ticked
 * if all of them are.
 */
export function tickServers(
  before: ReadonlySet<string>,
  now: ReadonlySet<string>,
  tools: readonly ChoiceTool[],
): ReadonlySet<string> {
  const ticked = new Set(now);
  const set = (key: string, isOn: boolean) => (isOn ? ticked.add(key) : ticked.delete(key));
  for (const { key } of tools.filter(({ isServer }) => isServer)) {
    const own = tools.filter(({ server }) => server === key);
    if (own.length > 0 && now.has(key) !== before.has(key)) {
      for (const tool of own) {
        set(tool.key, now.has(key));
      }
    } else if (own.length > 0) {
      set(
        key,
        own.every(tool => now.has(tool.key)),
      );
    }
  }
  return ticked;
}
