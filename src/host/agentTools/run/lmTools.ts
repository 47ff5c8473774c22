import * as vscode from 'vscode';
import { isObject, type JsonObject } from '../../../base/json';
import { type McpTool, type ToolContent, textResult } from '../../../terminalServer/mcp/tool';
import type { EditorTool } from '../tool/editorTool';
import { startOf } from './boundedText';
import { lmToolNames } from './lmToolNames';

const longestResult = 40_000;
/** Begins the names of Tandem's own tools for others, which its agents have already. */
const ownPrefix = 'tandem_';

export interface LmTool {
  /** Name that the agent sees: `lm_fetch_page`. */
  readonly name: string;
  readonly original: string;
  readonly description: string;
  readonly tool: EditorTool;
}

/** Lists the language model tools of other extensions; empty if the editor lacks the API. */
export function lmTools(): readonly LmTool[] {
  const infos = (vscode.lm?.tools ?? []).filter(({ name }) => !name.startsWith(ownPrefix));
  const names = lmToolNames(infos.map(({ name }) => name));
  return infos.map((info, index) => {
    const name = names[index] ?? info.name;
    return {
      name,
      original: info.name,
      description: info.description,
      tool: { group: 'other', isOptional: true, make: () => toolOf(name, info) },
    };
  });
}

function toolOf(name: string, info: vscode.LanguageModelToolInformation): McpTool {
  const schema: JsonObject = isObject(info.inputSchema) ? info.inputSchema : {};
  return {
    name,
    description: info.description || `The tool ${info.name} of an extension of the editor.`,
    inputSchema: () => ({ type: 'object', ...schema }),
    run: async (input, { signal }) => {
      const source = new vscode.CancellationTokenSource();
      const cancel = () => source.cancel();
      signal.addEventListener('abort', cancel);
      try {
        const result = await vscode.lm.invokeTool(
          info.name,
          { input, toolInvocationToken: undefined },
          source.token,
        );
        const content = contentOf(result.content);
        return content.length > 0 ? { content } : textResult('The tool returned no text.');
      } finally {
        signal.removeEventListener('abort', cancel);
        source.dispose();
      }
    },
  };
}

function contentOf(parts: readonly unknown[]): readonly ToolContent[] {
  const texts = parts.flatMap(part =>
    part instanceof vscode.LanguageModelTextPart ? [part.value] : [],
  );
  const left = parts.length - texts.length;
  const text = startOf(texts.join('\n'), longestResult);
  return [
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ...(left > 0
      ? [{ type: 'text' as const, text: `(${left} parts that are not text are left out.)` }]
      : []),
  ];
}
