import type { FrontView } from '../chat/frontPort';
import type { CommandTable } from '../commands/command';
import type { AddToChat } from './addToChat';

interface AddCommandDeps {
  readonly adding: AddToChat;
  readonly front: Pick<FrontView, 'choose'> & { focusEditor(): Promise<void> };
}

/** Commands "Add to Tandem Chat" of the editor's menus, and those about the active editor. */
export function addCommands({ adding, front }: AddCommandDeps) {
  return {
    'tandem.context.addSelection': () => adding.selection(),
    'tandem.context.addFiles': (...args) => adding.files(...args),
    'tandem.context.addTerminal': () => adding.terminal(),
    'tandem.context.addChanges': (...args) => adding.changes(...args),
    'tandem.context.addChangeGroup': (...args) => adding.changeGroups(...args),
    'tandem.context.addCommit': (...args) => adding.commit(...args),
    'tandem.context.addTest': (...args) => adding.tests(...args),
    'tandem.context.addTestMessage': (...args) => adding.testMessage(...args),
    'tandem.context.addCell': (...args) => adding.cell(...args),
    'tandem.context.addVariable': (...args) => adding.variable(...args),
    'tandem.context.choose': () => front.choose(),
    'tandem.chat.focusEditor': () => front.focusEditor(),
    'tandem.context.addProblem': (...args) => adding.problem(...args),
  } satisfies Partial<CommandTable>;
}
