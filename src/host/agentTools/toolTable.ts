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
import type { EditorTool } from './tool/editorTool';

/** Editor tools of conversations. A new tool is one line here. */
export const toolTable: readonly EditorTool[] = [
  problems,
  documentSymbols,
  workspaceSymbols,
  definition,
  references,
  implementations,
  hover,
  callHierarchy,
  renamePreview,
  openEditors,
  findFiles,
  findText,
  readFileTool,
  listDirectory,
  projectTree,
  gitChanges,
  memoryNote,
  applyPatch,
  insertEditTool,
];
