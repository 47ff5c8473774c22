import { omitUndefined } from '../../../base/omitUndefined';
import type { AgentCommand } from '../../../contract/commands';
import { oneLine } from '../text/foreignText';
import type { UpdateOf } from '../wire/update';

const mostCommands = 1_000;
const longestDescription = 300;

/** Converts the commands that an agent offers. Names that no message can begin with are left out. */
export function toAgentCommands({
  availableCommands,
}: UpdateOf<'available_commands_update'>): readonly AgentCommand[] {
  const commands = availableCommands.flatMap(({ name, description, input }): AgentCommand[] => {
    // Some agents write the slash as well.
    const word = name.trim().replace(/^\/+/, '');
    if (!/^[^\s/\p{Cc}\p{Cf}][^\s\p{Cc}\p{Cf}]{0,199}$/u.test(word)) {
      return [];
    }
    const hint = oneLine(input?.hint ?? '');
    return [
      {
        name: word,
        description: oneLine(description ?? '', longestDescription),
        ...omitUndefined({ argumentHint: hint === '' ? undefined : hint }),
        source: sourceOf(word),
      },
    ];
  });
  return [...new Map(commands.map(command => [command.name, command])).values()].slice(
    0,
    mostCommands,
  );
}

/** The protocol has no member for it; MCP prompts have a prefix in several agents. */
function sourceOf(name: string): AgentCommand['source'] {
  return /^mcp(?:__|:)/.test(name) ? 'server' : 'other';
}
