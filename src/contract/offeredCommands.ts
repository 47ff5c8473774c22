import { lacks } from './agentFeatures';
import type { Choices } from './choices';
import {
  type CommandSource,
  type OwnCommand,
  ownAliases,
  ownCommands,
  terminalCommands,
} from './commands';

/** Those that are about Tandem itself, whichever agent answers. */
const generalCommands: readonly OwnCommand[] = [
  ...(['new', 'resume', 'rewind', 'copy', 'export', 'add-dir', 'diff', 'tasks'] as const),
];

/** Returns the commands of Tandem that mean something with the agent that answers. */
export function offeredCommands(choices: Choices): readonly OwnCommand[] {
  const { foreign, options = [] } = choices;
  if (!foreign) {
    return ownCommands;
  }
  const roles = new Set(options.map(({ role }) => role));
  const others: Partial<Record<OwnCommand, boolean>> = {
    mode: roles.has('mode'),
    model: roles.has('model'),
    effort: roles.has('thinking'),
    tools: !lacks(choices, 'toolChoice'),
  };
  return ownCommands.filter(name => generalCommands.includes(name) || others[name]);
}

/** Sources of commands that the user or the project has added to those that come with Claude Code. */
const chosenSources: ReadonlySet<CommandSource> = new Set([
  'user',
  'project',
  'plugin',
  'server',
  'prompt',
]);

/**
 * Returns the command of Tandem that a word or an alias stands for. One of the same name that the
 * user, the project, a plugin or a server has made goes before ours.
 */
export function ownCommandOf(word: string, choices: Choices): OwnCommand | undefined {
  const { commands } = choices;
  const offered = offeredCommands(choices);
  if (commands.some(({ name, source }) => name === word && chosenSources.has(source))) {
    return undefined;
  }
  return offered.find(own => own === word) ?? offered.find(own => ownAliases[own]?.includes(word));
}

/** Returns the names of the commands that the agent has for terminals only. */
export function terminalCommandsOf({ foreign, terminalCommands: reported = [] }: Choices) {
  return foreign ? [] : [...terminalCommands, ...reported];
}
