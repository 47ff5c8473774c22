import { join } from 'node:path';
import type { Clock } from '../base/clock';
import type { Log } from '../base/log';
import type { PermissionMode } from '../contract/content';
import type { AgentHost } from '../protocol/agentSource';
import { splitToolName } from '../protocol/editorServer';
import type { EventBatch } from '../protocol/eventBatch';
import type { CliAgentOptions } from './cliAgentOptions';
import type { CliServers } from './control/agentServers';
import type { IncomingHandlers } from './control/controlClient';
import { answerMcpMessage } from './control/mcpServers';
import { editsElsewhere, withoutFiles } from './permissions/elsewhere';
import type { FolderTaking } from './permissions/folderTaking';
import { HookResponder } from './permissions/hooks';
import { PermissionGate } from './permissions/permissionGate';
import { configFolder } from './sessions/sessionFolder';
import type { FrameTranslator } from './translate/frameTranslator';

interface HandlerParts {
  readonly host: AgentHost;
  readonly clock: Clock;
  readonly log: Log;
  readonly translator: FrameTranslator;
  readonly batch: EventBatch;
  readonly servers: Pick<CliServers, 'heard'>;
  readonly taking: FolderTaking;
  readonly setMode: (mode: PermissionMode) => Promise<void>;
}

/** Returns what answers the requests that the CLI sends. */
export function requestHandlers(
  { version, cwd, env, isElsewhere, keepRules, mcpServers = new Map() }: CliAgentOptions,
  { host: ours, clock, log, translator, batch, servers, setMode, taking }: HandlerParts,
): IncomingHandlers {
  const host = isElsewhere ? withoutFiles(ours) : ours;
  const gate = new PermissionGate({
    ...{ host, version, cwd, translator, batch, clock, setMode, taking, keepRules },
  });
  const hooks = new HookResponder({
    ...{ host, cwd, clock, log, translator, batch, taking },
    plansFolder: join(configFolder(env), 'plans'),
    ask: (call, signal) => gate.unasked(call, signal),
    refusal: async (tool, input) => {
      const parts = splitToolName(tool);
      const server = parts && mcpServers.get(parts.server);
      return isElsewhere ? editsElsewhere : server?.refusal?.(parts?.tool ?? '', input);
    },
  });
  return {
    can_use_tool: (request, signal) => gate.canUseTool(request, signal),
    hook_callback: (request, signal) => hooks.answer(request, signal),
    mcp_message: (request, signal) => {
      servers.heard(request);
      return answerMcpMessage(mcpServers, request, signal);
    },
    elicitation: async (request, signal) => {
      const { elicit } = await import('./elicitation/elicit');
      return elicit(request, ours, signal);
    },
  };
}
