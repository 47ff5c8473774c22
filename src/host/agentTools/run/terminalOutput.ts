import * as vscode from 'vscode';
import * as z from '../../../base/schema';
import { defineTool, textResult } from '../../../terminalServer/mcp/tool';
import type { EditorTool } from '../tool/editorTool';
import type { TerminalLog } from './terminalLog';
import { terminalText } from './terminalText';

const input = z.object({
  terminal: z.optional(z.string().check(z.describe('Only of terminals whose name contains this.'))),
  command: z.optional(z.string().check(z.describe('Only of command lines that contain this.'))),
  limit: z.optional(
    z.int().check(z.minimum(1), z.maximum(50), z.describe('Commands; 5 by default.')),
  ),
  offset: z.optional(z.int().check(z.minimum(0), z.describe('Newer commands to pass over.'))),
  characters: z.optional(
    z
      .int()
      .check(
        z.minimum(200),
        z.maximum(60_000),
        z.describe('Of the end of each output; 3000 by default.'),
      ),
  ),
});

/** Asks for permission: terminals show secrets, and not only of this conversation's folder. */
export function terminalOutput(log: TerminalLog): EditorTool {
  return {
    group: 'other',
    make: () =>
      defineTool({
        name: 'terminal_output',
        title: 'Terminal output',
        description:
          "What the user's commands have printed in the editor's terminals since Tandem was started, the newest first, with exit codes.",
        input,
        run: async wanted => {
          await log.settled();
          const silent = vscode.window.terminals
            .filter(({ shellIntegration }) => shellIntegration === undefined)
            .map(({ name }) => name);
          return textResult(terminalText(log.commands(), silent, wanted));
        },
      }),
  };
}
