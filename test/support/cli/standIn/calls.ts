import type { JsonObject } from '../../../../src/base/json';
import type { Answer, ToolUse } from './answer';
import { runHooks } from './hooks';
import { decide, type Permission } from './permissions';
import type { Session } from './session';
import { type Tool, ToolFailure } from './tools/tool';
import { tools } from './tools/tools';

const refused =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed.";

const stopped = `${refused} Correction to the text above: this call was stopped while running, not refused before it ran. It may have run in part or in full, and its changes may have been written. No permission prompt was involved. Work it started elsewhere (a remote command, a background process) may still be running, so check before starting the same work again. The instruction to stop and wait still stands.`;

/** Result of a finished call, as reported to the host. */
interface Ended {
  readonly content: unknown;
  readonly isError?: boolean;
  readonly result: unknown;
  readonly meta?: JsonObject;
  /** True if the call ends the whole turn. */
  readonly stops?: boolean;
}

/** Runs a turn's tool calls: checks, hooks, permissions, execution, reports to host and model. */
export class CallRunner {
  readonly denials: JsonObject[] = [];
  private isRunning = false;

  constructor(
    private readonly session: Session,
    private readonly signal: AbortSignal,
  ) {}

  /** Runs the calls one after another. @returns whether the turn continues */
  async runAll(answer: Answer): Promise<'done' | 'stopped'> {
    let isStopped = false;
    for (const call of answer.calls) {
      const ended: Ended = isStopped ? rejection() : await this.run(call);
      isStopped ||= ended.stops === true;
      this.tell(call, ended, answer.lines.get(call.id));
    }
    return isStopped ? 'stopped' : 'done';
  }

  private async run(call: ToolUse): Promise<Ended> {
    const tool = tools[call.name];
    if (!tool) {
      return unusable(`Error: No such tool available: ${call.name}`);
    }
    const problem = tool.check?.(call.input, this.session);
    if (problem !== undefined) {
      return unusable(problem);
    }
    try {
      return await this.runAllowed(call, tool);
    } catch (error) {
      if (this.signal.aborted) {
        return rejection(this.isRunning ? stopped : refused);
      }
      throw error;
    } finally {
      this.isRunning = false;
    }
  }

  private async runAllowed(call: ToolUse, tool: Tool): Promise<Ended> {
    const { session, signal } = this;
    const before = await runHooks(session, 'PreToolUse', call, signal);
    if (before.permissionDecision === 'deny') {
      return denied(`PreToolUse:${call.name} hook error: ${before.permissionDecisionReason}`);
    }
    const permission =
      before.permissionDecision === 'allow'
        ? ({
            kind: 'allow',
            input: before.updatedInput ?? call.input,
            source: 'hook',
          } as Permission)
        : await decide(session, call, tool, signal);
    if (permission.kind === 'deny') {
      this.denials.push({ tool_name: call.name, tool_use_id: call.id, tool_input: call.input });
      return permission.stops ? rejection() : denied(permission.message);
    }
    const input = (permission.input ?? call.input) as JsonObject;
    const { source, reason } = permission;
    const decision = { decision: 'accept', source, ...(reason ? { reason_type: reason } : {}) };
    const meta = { permission_decision: decision };
    const began = Date.now();
    try {
      this.isRunning = true;
      const outcome = await tool.run({ ...call, input }, session, signal);
      const after = { tool_response: outcome.result, duration_ms: Date.now() - began };
      await this.hookAfter('PostToolUse', { ...call, input }, after);
      return { ...outcome, meta };
    } catch (error) {
      if (this.signal.aborted || !(error instanceof ToolFailure)) {
        throw error;
      }
      await this.hookAfter('PostToolUseFailure', { ...call, input }, { error: error.message });
      const { message } = error;
      return { content: message, isError: true, result: `Error: ${message}`, meta };
    }
  }

  private async hookAfter(event: string, call: ToolUse, more: JsonObject): Promise<void> {
    const { additionalContext } = await runHooks(this.session, event, call, this.signal, more);
    if (additionalContext !== undefined) {
      this.session.transcript.remind(
        `${event}:${call.name} hook additional context: ${additionalContext}`,
      );
    }
  }

  private tell(call: ToolUse, ended: Ended, parentUuid: string | undefined): void {
    const { content, isError, result, meta } = ended;
    const block = {
      tool_use_id: call.id,
      type: 'tool_result',
      content,
      ...(isError === undefined ? {} : { is_error: isError }),
    };
    const message = { role: 'user', content: [block] };
    const uuid = this.session.transcript.add('user', message, {
      ...(parentUuid ? { parentUuid, sourceToolAssistantUUID: parentUuid } : {}),
      toolUseResult: result,
      ...(meta?.non_execution_kind ? { toolDenialKind: meta.non_execution_kind } : {}),
      ...(meta?.permission_decision ? { permissionDecision: meta.permission_decision } : {}),
    });
    this.session.wire.send({
      type: 'user',
      message,
      parent_tool_use_id: null,
      uuid,
      timestamp: new Date().toISOString(),
      tool_use_result: result,
      ...(meta ? { tool_result_meta: [{ id: call.id, ...meta }] } : {}),
    });
  }
}

function unusable(problem: string): Ended {
  const content = `<tool_use_error>${problem}</tool_use_error>`;
  return { content, isError: true, result: `Error: ${problem}` };
}

function denied(message: string): Ended {
  const decision = { decision: 'reject', source: 'user_reject' };
  const meta = { non_execution_kind: 'permission-rule', permission_decision: decision };
  return { content: message, isError: true, result: `Error: ${message}`, meta };
}

function rejection(content = refused): Ended {
  const meta = { non_execution_kind: 'user-rejected' };
  return { content, isError: true, result: 'User rejected tool use', meta, stops: true };
}
