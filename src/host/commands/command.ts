import type { CommandArguments, CommandId } from '../contributed';

/** A command's work; what it throws is shown to the user. */
type Command<Id extends CommandId> = (...args: CommandArguments[Id]) => unknown;

/** What each command does. A feature has a part of it: `satisfies Partial<CommandTable>`. */
export type CommandTable<Id extends CommandId = CommandId> = { [K in Id]: Command<K> };
