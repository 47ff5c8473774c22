import type { JsonObject } from '../base/json';
import type { PermissionMode } from '../contract/content';
import type { ToolCallId } from '../contract/ids';
import type { ToolCall } from '../contract/tools';
import type { AgentHost, PermissionAnswer, PermissionRequest } from '../protocol/agentSource';
import type { CanUseTool } from '../protocol/control';
import type { UnaskedCall } from './hooks';
import { toWireAnswer } from './permissionAnswer';
import { asksByItself, toPermissionRequest } from './permissionPrompt';
import type { CliVersion } from './version';

export interface PermissionGateOptions {
  readonly host: Pick<AgentHost, 'decide'>;
  readonly version: CliVersion;
  readonly cwd: string;
  toolCall(id: ToolCallId, tool: string, input: JsonObject): ToolCall;
  setMode(mode: PermissionMode): Promise<void>;
  /** Tells the host what came before on the wire. */
  flush(): void;
}

/** Puts every call that waits for the person to the host, once. */
export class PermissionGate {
  /** Answered in PreToolUse; some versions ask for the same call again after that. */
  private readonly answered = new Map<ToolCallId, PermissionAnswer>();

  constructor(private readonly options: PermissionGateOptions) {}

  /** `can_use_tool` */
  async canUseTool(request: CanUseTool, signal: AbortSignal): Promise<JsonObject> {
    const toolId = (request.tool_use_id ?? '') as ToolCallId;
    const suggestions = request.permission_suggestions ?? [];
    const before = this.answered.get(toolId);
    if (before) {
      this.answered.delete(toolId);
      return toWireAnswer(before, suggestions);
    }
    const { tool_name: tool, input } = request;
    const asked = toPermissionRequest({
      tool,
      input,
      call: this.options.toolCall(toolId, tool, input),
      cwd: this.options.cwd,
      agentId: request.agent_id,
      reason: request.decision_reason,
      blockedPath: request.blocked_path,
      suggestions,
      version: this.options.version,
    });
    return toWireAnswer(await this.decide(asked, signal), suggestions);
  }

  /** A question or plan in a mode in which the CLI would not ask. */
  async unasked(call: UnaskedCall, signal: AbortSignal): Promise<PermissionAnswer | undefined> {
    const { tool, toolId, input, mode, agentId } = call;
    const { version, cwd, toolCall } = this.options;
    if (asksByItself(mode, version)) {
      return undefined;
    }
    const asked = toPermissionRequest({
      tool,
      input,
      call: toolCall(toolId, tool, input),
      cwd,
      agentId,
      suggestions: [],
      version,
    });
    const answer = await this.decide(asked, signal);
    this.answered.set(toolId, answer);
    if (answer.kind === 'allow' && answer.mode) {
      // The answer of a hook has no place for it.
      await this.options.setMode(answer.mode);
    }
    return answer;
  }

  private decide(request: PermissionRequest, signal: AbortSignal): Promise<PermissionAnswer> {
    this.options.flush();
    return this.options.host.decide(request, signal);
  }
}
