import type { CommandArguments, CommandId } from '../contributed';

/** Implementation of a command. Errors that it throws are shown to the user. */
type Command<Id extends CommandId> = (...args: CommandArguments[Id]) => unknown;

/** Implementations of all commands. Each feature has a part: `satisfies Partial<CommandTable>`. */
export type CommandTable<Id extends CommandId = CommandId> = { [K in Id]: Command<K> };
