import type { CommandTable } from '../../commands/command';
import { type FrontChat, frontChannel } from '../../commands/targets';
import type { ServerList } from '../servers/serverList';
import type { ToolPicker } from './toolPicker';

interface ToolCommandDeps {
  readonly chats: FrontChat;
  readonly toolPicker: ToolPicker;
  readonly serverList: ServerList;
}

export function toolCommands({ chats, toolPicker, serverList }: ToolCommandDeps) {
  return {
    'tandem.tools.choose': () => toolPicker.choose(frontChannel(chats)),
    'tandem.mcp.showServers': () => serverList.show(frontChannel(chats)),
  } satisfies Partial<CommandTable>;
}
