import type { CommandTable } from '../../commands/command';
import { type ActiveChat, channelWith } from '../../commands/targets';
import { requireTrust } from '../../trust';
import type { ServerQuestions } from '../servers/serverQuestions';
import type { ToolPicker } from './toolPicker';

interface ToolCommandDeps {
  readonly chats: ActiveChat;
  readonly toolPicker: ToolPicker;
  readonly serverQuestions: Pick<ServerQuestions, 'review'>;
}

export function toolCommands({ chats, toolPicker, serverQuestions }: ToolCommandDeps) {
  return {
    'tandem.tools.choose': () => toolPicker.choose(channelWith(chats, 'toolChoice')),
    'tandem.mcp.reviewServers': () => {
      requireTrust();
      return serverQuestions.review();
    },
  } satisfies Partial<CommandTable>;
}
