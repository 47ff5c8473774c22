import * as vscode from 'vscode';
import { escapedLine } from './commentMarkdown';
import { markdownTooltip } from './nativeUi';
import { labelText, lineText } from './neutral';
import type { Reply, ReplyButton, TreeEntry } from './reply';

/**
 * Response in VS Code's Chat view. No text of it becomes a command, an icon or HTML, and the view
 * itself loads no images from elsewhere.
 * @param cwd folder that relative links of the agent begin at; default: they lead nowhere
 */
export function chatReply(stream: vscode.ChatResponseStream, cwd = '/'): Reply {
  const base = vscode.Uri.joinPath(vscode.Uri.file(cwd), '/');
  return {
    // VS Code joins texts only if they have the same base.
    said: text => stream.markdown(Object.assign(markdownTooltip(text), { baseUri: base })),
    markdown: text => stream.markdown(markdownTooltip(text)),
    progress: text => stream.progress(escapedLine(text)),
    reference: path => stream.reference(vscode.Uri.file(path)),
    anchor: (path, title, line) => stream.anchor(placeOf(path, line), labelText(title)),
    tree: (entries, root) => stream.filetree(entries.map(plainEntry), vscode.Uri.file(root)),
    button: button => stream.button(commandOf(button)),
  };
}

function placeOf(path: string, line: number | undefined): vscode.Uri | vscode.Location {
  const uri = vscode.Uri.file(path);
  return line === undefined ? uri : new vscode.Location(uri, new vscode.Position(line - 1, 0));
}

function plainEntry({ name, children }: TreeEntry): vscode.ChatResponseFileTree {
  return { name: lineText(name), ...(children ? { children: children.map(plainEntry) } : {}) };
}

function commandOf({ title, command, args = [] }: ReplyButton): vscode.Command {
  return { title: labelText(title), command, arguments: [...args] };
}
