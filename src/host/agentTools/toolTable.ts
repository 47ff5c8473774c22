import { applyPatch, insertEditTool, memoryNote } from './edit/editTools';
import { listDirectory, projectTree } from './read/folderTools';
import { gitChanges } from './read/gitChanges';
import { definition, implementations, references } from './read/locationTools';
import { openEditors } from './read/openEditors';
import { problems } from './read/problems';
import { readFileTool } from './read/readFile';
import { findFiles, findText } from './read/searchTools';
import { documentSymbols, workspaceSymbols } from './read/symbolTools';
import { callHierarchy, hover, renamePreview } from './read/typeTools';
import type { EditorTool, ToolEntry } from './tool/editorTool';

const on = (tool: EditorTool): ToolEntry => ({ tool, isOn: true });

/** Editor tools of conversations. A new tool is one line here. */
export const toolTable: readonly ToolEntry[] = [
  on(problems),
  on(documentSymbols),
  on(workspaceSymbols),
  on(definition),
  on(references),
  on(implementations),
  on(hover),
  on(callHierarchy),
  on(renamePreview),
  on(openEditors),
  on(findFiles),
  on(findText),
  on(readFileTool),
  on(listDirectory),
  on(projectTree),
  on(gitChanges),
  on(memoryNote),
  on(applyPatch),
  on(insertEditTool),
];
