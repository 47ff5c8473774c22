import * as vscode from 'vscode';
import type { CommandTable } from '../commands/command';

/** Id of the extension, and that of the walkthrough in its manifest. */
const walkthrough = 'tandem.tandem-code#start';

export function walkthroughCommands() {
  return {
    'tandem.walkthrough.open': async () => {
      await vscode.commands.executeCommand('workbench.action.openWalkthrough', walkthrough, false);
    },
  } satisfies Partial<CommandTable>;
}
