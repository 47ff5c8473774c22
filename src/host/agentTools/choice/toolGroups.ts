import type { AgentServer } from '../../../protocol/agentSource';
import { ruleFor } from '../../../protocol/editorServer';
import { lmPrefix } from '../run/lmToolNames';
import type { OfferedTool } from '../tool/editorTools';
import { builtInTools, usualTools } from './builtInTools';
import { type ChoiceTool, choiceGroups } from './choiceTool';
import { serverTools } from './serverTools';

export interface ChoiceParts {
  /** Names of the agent's tools as it has reported them; absent: it has not yet. */
  readonly reported: readonly string[] | undefined;
  /** Rules of tools that are switched off. */
  readonly disabled: readonly string[];
  readonly editor: readonly OfferedTool[];
  /** The agent's MCP servers; empty when the agent is not running. */
  readonly servers: readonly AgentServer[];
}

/** Lists all tools of a conversation, in the order of their groups. */
export function toolsToChoose(parts: ChoiceParts): readonly ChoiceTool[] {
  const { reported = usualTools, disabled, editor, servers } = parts;
  const all = [
    ...builtInTools(reported, disabled),
    ...editor.map(editorTool),
    ...serverTools(servers, disabled),
  ];
  return choiceGroups.flatMap(group => all.filter(tool => tool.group === group));
}

function editorTool({ tool, group, isOn, isOptional }: OfferedTool): ChoiceTool {
  const isLm = tool.name.startsWith(lmPrefix);
  const rule = ruleFor(tool.name);
  return {
    group,
    key: rule,
    rules: [rule],
    label: isLm ? tool.name.slice(lmPrefix.length) : tool.name,
    source: isLm ? 'extension' : 'editor',
    detail: tool.description.split('\n')[0] ?? '',
    isOn,
    ...(isOptional ? { isOptional } : {}),
  };
}

/**
 * Returns the rules to switch off after a pick; rules that were not shown stay as they were. A
 * server without a ticked tool is switched off itself, so that tools that it adds stay off.
 * @param shown rows of the picker
 * @param picked keys of the ticked rows
 */
export function disabledAfter(
  before: readonly string[],
  shown: readonly ChoiceTool[],
  picked: ReadonlySet<string>,
): readonly string[] {
  const isShown = new Set(shown.flatMap(({ rules }) => rules));
  const kept = before.filter(rule => !isShown.has(rule));
  const isOff = ({ key }: ChoiceTool) => !picked.has(key);
  const offServers = new Set(
    shown
      .filter(row => row.isServer && isOff(row))
      .filter(({ key }) => shown.filter(({ server }) => server === key).every(isOff))
      .map(({ key }) => key),
  );
  const off = shown.filter(row => {
    if (row.isServer) return offServers.has(row.key);
    const isCovered = row.server !== undefined && offServers.has(row.server);
    return row.isOptional !== true && isOff(row) && !isCovered;
  });
  return [...kept, ...off.flatMap(({ rules }) => rules)];
}
