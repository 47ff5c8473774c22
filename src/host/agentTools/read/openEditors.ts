import * as vscode from 'vscode';
import * as z from '../../../base/schema';
import { defineTool, textResult } from '../../../terminalServer/mcp/tool';
import type { EditorTool } from '../tool/editorTool';
import { EditorReader } from './editorReader';
import { counted, listing, pageInput } from './text/listing';

/** Maximum UTF-16 units shown of a selection. */
const longestSelection = 4_000;

export const openEditors: EditorTool = {
  group: 'readOnly',
  make(context) {
    const reader = EditorReader.of(context);
    return defineTool({
      name: 'open_editors',
      title: 'Open editors',
      description:
        'The files that the user has open, which one is in front, what is unsaved, and what is selected in it.',
      input: z.object(pageInput),
      async run(page) {
        const { paths } = reader;
        const show = ({ scheme, fsPath, path }: vscode.Uri) =>
          scheme === 'file' ? paths.show(fsPath) : `${scheme}:${path}`;
        const tabs = vscode.window.tabGroups.all.flatMap(group =>
          group.tabs.map(tab => {
            const uri = uriOf(tab.input);
            const marks = [
              ...(tab.isActive && group.isActive ? ['in front'] : []),
              ...(tab.isActive && !group.isActive ? ['visible'] : []),
              ...(tab.isDirty ? ['unsaved'] : []),
              ...(tab.isPinned ? ['pinned'] : []),
            ];
            const name = uri ? show(uri) : tab.label;
            return marks.length === 0 ? name : `${name} (${marks.join(', ')})`;
          }),
        );
        const heading = counted(tabs.length, 'open editor');
        const text = listing(tabs, { ...page, heading, usual: 100 });
        const editor = vscode.window.activeTextEditor;
        const selected = editor && (await selection(editor, show(editor.document.uri), reader));
        return textResult(selected ? `${text}\n\n${selected}` : text);
      },
    });
  },
};

async function selection(
  { document, selection: range }: vscode.TextEditor,
  name: string,
  { paths }: EditorReader,
): Promise<string> {
  const [from, to] = [range.start.line + 1, range.end.line + 1];
  if (range.isEmpty) {
    return `The cursor is in ${name}, line ${from}.`;
  }
  const lines = from === to ? `line ${from}` : `lines ${from} to ${to}`;
  const mayShow = await paths.mayShow(document.uri);
  if (!mayShow) {
    return `Selected in ${name}: ${lines}. Its text is not shown.`;
  }
  const text = document.getText(range);
  const shown =
    text.length > longestSelection
      ? `${text.slice(0, longestSelection)}…\n(${text.length} characters in all)`
      : text;
  return `Selected in ${name}, ${lines}:\n${shown}`;
}

function uriOf(input: unknown): vscode.Uri | undefined {
  if (
    input instanceof vscode.TabInputText ||
    input instanceof vscode.TabInputNotebook ||
    input instanceof vscode.TabInputCustom
  ) {
    return input.uri;
  }
  const isDiff =
    input instanceof vscode.TabInputTextDiff || input instanceof vscode.TabInputNotebookDiff;
  return isDiff ? input.modified : undefined;
}
