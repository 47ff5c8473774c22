import type { CommandTable } from './command';

export const agentCommands = {
  'tandem.cli.install': deps => deps.cli.install(),
  'tandem.cli.choosePath': deps => deps.cli.choosePath(),
  'tandem.cli.searchAgain': deps => deps.cli.searchAgain(),
  'tandem.account.signIn': deps => deps.cli.signIn(),
} satisfies Partial<CommandTable>;
