import type { Choices } from '../../../src/contract/choices';
import { type OwnCommand, terminalCommands } from '../../../src/contract/commands';
import { ownCommandOf } from '../../../src/contract/offeredCommands';

/** Command that does not go to the agent. */
export type DirectCommand =
  | { readonly runs: 'tandem'; readonly name: OwnCommand }
  | { readonly runs: 'terminal'; readonly name: string };

/** Returns the command of Tandem or of the terminal that a whole message consists of. */
export function directCommand(text: string, choices: Choices): DirectCommand | undefined {
  const name = /^\/(\S+)\s*$/.exec(text)?.[1];
  if (name === undefined) {
    return undefined;
  }
  const { commands, terminalCommands: reported = [] } = choices;
  const own = ownCommandOf(name, choices);
  if (own) {
    return { runs: 'tandem', name: own };
  }
  if (choices.foreign) {
    return undefined;
  }
  const isOffered = commands.some(command => command.name === name) || name === 'btw';
  const isTerminals =
    reported.includes(name) || (!isOffered && terminalCommands.some(one => one === name));
  return isTerminals ? { runs: 'terminal', name } : undefined;
}
