import type { CommandTable } from '../../commands/command';
import { type ActiveChat, activeChannel } from '../../commands/targets';
import type { ServerList } from '../servers/serverList';
import type { ToolPicker } from './toolPicker';

interface ToolCommandDeps {
  readonly chats: ActiveChat;
  readonly toolPicker: ToolPicker;
  readonly serverList: ServerList;
}

export function toolCommands({ chats, toolPicker, serverList }: ToolCommandDeps) {
  return {
    'tandem.tools.choose': () => toolPicker.choose(activeChannel(chats)),
    'tandem.mcp.showServers': () => serverList.show(activeChannel(chats)),
  } satisfies Partial<CommandTable>;
}
