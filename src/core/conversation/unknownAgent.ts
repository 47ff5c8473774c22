import type { Choices } from '../../contract/choices';

/**
 * Returns what is known of a foreign agent before its first process has reported: the user's name
 * for it. What needs the agent itself is not offered yet; messages with images wait for it.
 */
export function unknownAgent(name: string): Choices {
  return {
    ...{ models: [], modes: [], commands: [] },
    foreign: {
      ...{ name, title: name },
      lacks: ['fork', 'rewind', 'sideQuestions', 'rename', 'compact', 'toolChoice', 'servers'],
    },
  };
}
