import type { EditorTool } from './editorTool';

export interface ToolEntry {
  readonly tool: EditorTool;
  /** Whether a new conversation has it. */
  readonly isOn: boolean;
}

const on = (tool: EditorTool): ToolEntry => ({ tool, isOn: true });

/** The editor tools of conversations. A new one is one line here. */
export const toolTable: readonly ToolEntry[] = [];
