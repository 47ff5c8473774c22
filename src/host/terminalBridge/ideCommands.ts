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
      const bridge = await (await ide.require()).bridge();
      await bridge.mentions.mention(target);
    },
    'tandem.ide.connections': async () => {
      const bridge = await (await ide.require()).bridge();
      await bridge.pickConnection();
    },
    'tandem.terminal.open': argument => terminals.open(argument),
    'tandem.terminal.openWith': () => terminals.openWith(),
    'tandem.terminal.insertReference': async target => {
      const bridge = await (await ide.require()).bridge();
      await bridge.mentions.insertReference(target);
    },
  } satisfies Partial<CommandTable>;
}
