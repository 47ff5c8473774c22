import type { CommandTable } from '../commands/command';
import { listCommands } from './listCommands';
import { markCommands } from './markCommands';
import { type OpenCommandDeps, openCommands } from './openCommands';
import { storedCommands } from './storedCommands';

/** Commands on listed conversations, and on the list. */
export function sessionCommands(deps: OpenCommandDeps) {
  return {
    ...openCommands(deps),
    ...storedCommands(deps),
    ...markCommands(deps),
    ...listCommands(deps),
  } satisfies Partial<CommandTable>;
}
