import type { CommandTable } from '../commands/command';
import type { OpenChats } from '../commands/targets';
import { permissionCommands } from './permissionCommands';
import { planCommands } from './planCommands';
import { questionCommands } from './questionCommands';

/** Commands that answer prompts. */
export function promptCommands(deps: OpenChats) {
  return {
    ...permissionCommands(deps),
    ...questionCommands(deps),
    ...planCommands(deps),
  } satisfies Partial<CommandTable>;
}
