import * as vscode from 'vscode';
import type { CommandTable } from '../commands/command';
import { nativeUi } from '../nativeText/nativeUi';
import type { CliAssistant } from './cliAssistant';

interface AgentCommandDeps {
  readonly cli: Pick<CliAssistant, 'install' | 'choosePath' | 'searchAgain' | 'locate' | 'signIn'>;
}

export function agentCommands({ cli }: AgentCommandDeps) {
  return {
    'tandem.cli.install': () => cli.install(),
    'tandem.cli.choosePath': () => cli.choosePath(),
    'tandem.cli.searchAgain': async () => {
      cli.searchAgain();
      const { version } = await cli.locate();
      void nativeUi.showInformationMessage(vscode.l10n.t('Claude Code {0} was found.', version));
    },
    'tandem.account.signIn': () => cli.signIn(),
  } satisfies Partial<CommandTable>;
}
