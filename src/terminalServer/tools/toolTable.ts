import type { McpTool } from '../mcp/tool';
import { checkDocumentDirty } from './checkDocumentDirty';
import { closeAllDiffTabs } from './closeAllDiffTabs';
import { closeTab } from './closeTab';
import { executeCode } from './executeCode';
import { getCurrentSelection } from './getCurrentSelection';
import { getDiagnostics } from './getDiagnostics';
import { getLatestSelection } from './getLatestSelection';
import { getOpenEditors } from './getOpenEditors';
import { getWorkspaceFolders } from './getWorkspaceFolders';
import type { IdeContext, IdeTool } from './ideTool';
import { openDiff } from './openDiff';
import { openFile } from './openFile';
import { saveDocument } from './saveDocument';

const table: readonly IdeTool[] = [
  openFile,
  openDiff,
  getCurrentSelection,
  getLatestSelection,
  getOpenEditors,
  getWorkspaceFolders,
  getDiagnostics,
  checkDocumentDirty,
  saveDocument,
  closeTab,
  closeAllDiffTabs,
  executeCode,
];

/** Creates the tools that one client is offered. */
export function ideTools(context: IdeContext): McpTool[] {
  return table.map(make => notingExtras(make(context), context));
}

/** Logs unknown arguments instead of refusing them, as a newer CLI may send more. */
function notingExtras(tool: McpTool, { log }: IdeContext): McpTool {
  return {
    ...tool,
    run: (input, call) => {
      const known = new Set(Object.keys(tool.inputSchema().properties ?? {}));
      const extra = Object.keys(input).filter(name => !known.has(name));
      if (extra.length > 0) {
        log.debug(`${tool.name} was called with more than it knows`, { extra });
      }
      return tool.run(input, call);
    },
  };
}
