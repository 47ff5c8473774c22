import type { CommandTable } from '../commands/command';
import type { ClaudeTerminals } from './claudeTerminals';
import type { IdeStart } from './ideStart';

interface IdeCommandDeps {
  readonly ide: IdeStart;
  readonly terminals: ClaudeTerminals;
}

export function ideCommands({ ide, terminals }: IdeCommandDeps) {
  return {
    'tandem.ide.mention': async target => {
      const room = await (await ide.require()).room();
      await room.mentions.mention(target);
    },
    'tandem.ide.connections': async () => {
      const room = await (await ide.require()).room();
      await room.pickConnection();
    },
    'tandem.terminal.open': given => terminals.open(given),
    'tandem.terminal.openWith': () => terminals.openWith(),
    'tandem.terminal.insertReference': async target => {
      const room = await (await ide.require()).room();
      await room.mentions.insertReference(target);
    },
  } satisfies Partial<CommandTable>;
}
