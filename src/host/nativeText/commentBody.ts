import type * as vscode from 'vscode';
import { type CommentTexts, commentMarkdown } from './commentMarkdown';
import { markdownTooltip } from './nativeUi';

/** Content of a comment in an editor. */
export function commentBody(texts: CommentTexts): vscode.MarkdownString {
  return markdownTooltip(commentMarkdown(texts));
}
