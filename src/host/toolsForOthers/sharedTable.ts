import type { McpTool } from '../../terminalServer/mcp/tool';
import { codeSearchTool } from '../agentTools/read/codeSearchTool';
import { listDirectory } from '../agentTools/read/folderTools';
import { openEditors } from '../agentTools/read/openEditors';
import { problems } from '../agentTools/read/problems';
import { readFileTool } from '../agentTools/read/readFile';
import { documentSymbols } from '../agentTools/read/symbolTools';
import type { EditorTool, ToolContext } from '../agentTools/tool/editorTool';
import { toolTable } from '../agentTools/toolTable';
import { runPrompt } from './acting/runPrompt';
import { changes } from './reading/changes';
import { searchConversations } from './reading/searchConversations';
import type { SharedTool } from './tool/sharedTool';

/** Tools of the editor that start no process: they work in an untrusted workspace, too. */
const safe: ReadonlySet<EditorTool> = new Set([
  ...[problems, openEditors, readFileTool, listDirectory, documentSymbols],
]);

/** Descriptions for agents that lack the tools of Claude Code. */
const descriptions: ReadonlyMap<EditorTool, string> = new Map([
  [readFileTool, 'Lines of a file with what the user has typed and not saved.'],
]);

/** Tools for the chats and agents of others. Each tool that only reads the editor is one of them. */
export const sharedTable: readonly SharedTool[] = [
  ...toolTable.filter(({ group }) => group === 'readOnly').map(tool => shared(tool)),
  {
    // Listing files starts ripgrep.
    isSafe: false,
    make: context =>
      offered(codeSearchTool({ find: one => context.features.code.find(one) }), context),
  },
  changes,
  searchConversations,
  runPrompt,
];

function shared(tool: EditorTool): SharedTool {
  return { isSafe: safe.has(tool), make: context => offered(tool, context) };
}

function offered(tool: EditorTool, context: ToolContext): McpTool {
  const { meta: _, ...made } = tool.make(context);
  const { name, description } = made;
  return {
    ...made,
    name: `tandem_${name}`,
    description: descriptions.get(tool) ?? description,
    hints: { readOnlyHint: true },
  };
}
