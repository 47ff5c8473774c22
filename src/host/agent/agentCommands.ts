import type { CommandTable } from '../commands/command';
import type { CliAssistant } from './cliAssistant';

interface AgentCommandDeps {
  readonly cli: CliAssistant;
}

export function agentCommands({ cli }: AgentCommandDeps) {
  return {
    'tandem.cli.install': () => cli.install(),
    'tandem.cli.choosePath': () => cli.choosePath(),
    'tandem.cli.searchAgain': () => cli.searchAgain(),
    'tandem.account.signIn': () => cli.signIn(),
  } satisfies Partial<CommandTable>;
}
