import type { CommandTable } from '../commands/command';

export const ideCommands = {
  'tandem.ide.mention': async (deps, target) => {
    const room = await (await deps.ide.require()).room();
    await room.mentions.mention(target);
  },
  'tandem.ide.connections': async deps => {
    const room = await (await deps.ide.require()).room();
    await room.pickConnection();
  },
  'tandem.terminal.open': (deps, given) => deps.terminals.open(given),
  'tandem.terminal.openWith': deps => deps.terminals.openWith(),
  'tandem.terminal.insertReference': async (deps, target) => {
    const room = await (await deps.ide.require()).room();
    await room.mentions.insertReference(target);
  },
} satisfies Partial<CommandTable>;
