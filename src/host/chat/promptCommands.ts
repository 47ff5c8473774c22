import type { CommandTable } from '../commands/command';
import type { SeenTargetDeps } from '../commands/seenTarget';
import { inputCommands } from './inputCommands';
import { permissionCommands } from './permissionCommands';
import { planCommands } from './planCommands';
import { questionCommands } from './questionCommands';

/** Commands that answer prompts. */
export function promptCommands(deps: SeenTargetDeps) {
  return {
    ...permissionCommands(deps),
    ...questionCommands(deps.firsts),
    ...planCommands(deps.firsts),
    ...inputCommands(deps.firsts),
  } satisfies Partial<CommandTable>;
}
