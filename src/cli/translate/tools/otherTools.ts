import * as l10n from '@vscode/l10n';
import { isObject } from '../../../base/json';
import type { ToolContent } from '../../../contract/tools';
import { blocksOf } from '../../../protocol/blocks';
import { editorServer, splitToolName } from '../../../protocol/editorServer';
import { editorEditSpec } from './editorEdits';
import { editorMatches } from './editorMatches';
import { editorToolTarget, editorToolTitle } from './editorToolTitle';
import { contentOf, fieldsContent } from './resultBlocks';
import type { ToolResult, ToolSpec } from './toolSpec';

/** Longer texts are not parsed as JSON, because they would not be shown by member anyway. */
const longest = 100_000;

/** A tool of an MCP server; only the editor's own server has titles without its name. */
export function mcpTool(name: string): ToolSpec | undefined {
  const parts = splitToolName(name);
  if (!parts) {
    return undefined;
  }
  const { server, tool } = parts;
  const isEditor = server === editorServer;
  const edit = isEditor ? editorEditSpec(tool) : undefined;
  if (edit) {
    return edit;
  }
  return {
    family: 'mcp',
    ...(isEditor
      ? { title: () => editorToolTitle(tool), hasFixedTitle: true, target: editorToolTarget }
      : { title: () => `${server}: ${tool}` }),
    read: wire => ({ input: { server, tool, arguments: wire }, rest: {} }),
    content: result =>
      (isEditor && editorMatches(tool, result.text, result.cwd)) || mcpContent(result),
  };
}

function mcpContent({ content }: ToolResult): ToolContent[] {
  return blocksOf(content).flatMap(block => {
    const members = block.type === 'text' ? objectIn(block.text) : undefined;
    return members ? [fieldsContent(members)] : contentOf([block]);
  });
}

/** Parses an object that a server returned as JSON text, as many do. */
function objectIn(text: string): object | undefined {
  if (!text.startsWith('{') || text.length > longest) {
    return undefined;
  }
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && Object.keys(value).length > 0 ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A tool that is not in the table. */
export const otherTool: ToolSpec = {
  family: 'other',
  read: wire => ({ input: { arguments: wire }, rest: {} }),
};

export const enterPlanMode: ToolSpec = {
  ...otherTool,
  title: () => l10n.t('Started planning'),
};
