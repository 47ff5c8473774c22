import type { CommandTable } from '../commands/command';
import type { ClaudeTerminals } from './claudeTerminals';
import type { IdeStart } from './ideStart';

interface IdeCommandDeps {
  readonly ide: IdeStart;
  readonly terminals: ClaudeTerminals;
  /** Adds files, or the selection, to the message in the chat. */
  readonly adding: { files(...args: readonly unknown[]): Promise<void> };
  /** Returns where the user's mentions go. */
  mentioning(): 'chat' | 'terminal';
}

export function ideCommands({ ide, terminals, adding, mentioning }: IdeCommandDeps) {
  return {
    'tandem.ide.mention': async target => {
      if (mentioning() === 'chat') {
        await adding.files(...(target === undefined ? [] : [target]));
        return;
      }
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
