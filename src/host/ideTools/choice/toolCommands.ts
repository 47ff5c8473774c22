import type { CommandTable } from '../../commands/command';
import { frontChannel } from '../../commands/targets';

export const toolCommands = {
  'tandem.tools.choose': deps => deps.toolPicker.choose(frontChannel(deps)),
  'tandem.mcp.showServers': deps => deps.serverList.show(frontChannel(deps)),
} satisfies Partial<CommandTable>;
