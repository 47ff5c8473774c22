import type * as vscode from 'vscode';
import type { Range } from '../../terminalServer/editor/idePort';

export function toRange({ start, end }: vscode.Range): Range {
  return {
    start: { line: start.line, character: start.character },
    end: { line: end.line, character: end.character },
  };
}
