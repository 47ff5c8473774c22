import type { JsonObject } from '../../../base/json';
import { omitUndefined } from '../../../base/omitUndefined';
import type { ConversationEvent } from '../../../contract/events';
import type { ToolCallId } from '../../../contract/ids';
import type { ToolCall } from '../../../contract/tools';
import { type ToolResultBlock, textOf } from '../../../protocol/blocks';
import { readToolResult } from '../../../protocol/toolResults';
import type { ToolResult } from '../tools/toolSpec';
import { failureOutcome, successOutcome } from './callOutcome';
import type { OpenCall } from './openCall';
import type { OpenCalls } from './openCalls';
import type { SessionTracker } from './sessionTracker';

/** A call as an assistant frame has it, its input whole. */
export interface WholeCall {
  readonly id: string;
  readonly tool: string;
  readonly input: JsonObject;
  /** The Agent call whose subagent calls. */
  readonly parent: string | undefined;
  /** What an MCP server calls it. */
  readonly title: string | undefined;
}

/** What the frame around a tool result knows of it. */
export interface ResultFacts {
  readonly structured: unknown;
  readonly decision: string | undefined;
  readonly nonExecution: string | undefined;
}

/** A call that went well. */
export interface FinishedCall {
  readonly tool: string;
  readonly input: JsonObject;
  readonly structured: unknown;
  readonly text: string;
  readonly isSubagent: boolean;
}

/** Follows each tool call from the first letter of its input to its result. */
export class ToolTracker {
  constructor(
    private readonly calls: OpenCalls,
    private readonly session: SessionTracker,
  ) {}

  /** The input of a call begins to stream. */
  start(id: string, tool: string, now: number): ConversationEvent[] {
    const call = this.calls.enter(id, tool);
    call.beginInput();
    return [call.updated(now)];
  }

  inputDelta(id: string, json: string, now: number): ConversationEvent[] {
    return this.calls.get(id)?.inputDelta(json, now) ?? [];
  }

  /** The whole input. It may differ from what was streamed: the CLI adds defaults and plans. */
  whole({ id, tool, input, parent, title }: WholeCall, now: number): ConversationEvent[] {
    const call = this.calls.getOrEnter(id, tool, parent);
    call.title = call.spec.hasFixedTitle ? call.title : (title ?? call.title);
    call.setInput(input);
    if (call.status === 'pending') {
      call.status = 'running';
    }
    return [call.updated(now)];
  }

  /** A request for permission; with it the input is whole, and the call waits. */
  asked(id: string, tool: string, input: JsonObject, now: number): ConversationEvent[] {
    const call = this.calls.getOrEnter(id, tool);
    // The request leaves out a plan that is in no file (2.1.329); the user still wants to read it.
    call.setInput(call.spec.family === 'plan' ? { ...call.input, ...input } : input);
    call.status = 'pending';
    return [call.updated(now)];
  }

  allowed(id: string, input: JsonObject | undefined, now: number): ConversationEvent[] {
    const call = this.calls.get(id);
    if (!call || call.isSettled) {
      return [];
    }
    if (input) {
      call.setInput(input);
    }
    call.status = 'running';
    return [call.updated(now)];
  }

  denied(id: string, now: number): ConversationEvent[] {
    const call = this.calls.get(id);
    if (!call) {
      return [];
    }
    call.isDenied = true;
    call.status = 'denied';
    return [call.updated(now)];
  }

  /** Listed in a result as refused; what was interrupted is listed there, too. */
  listedAsDenied(ids: readonly string[], now: number): ConversationEvent[] {
    return ids.flatMap(id => (this.calls.get(id)?.status === 'failed' ? this.denied(id, now) : []));
  }

  /** What a PostToolUse hook has seen; results of subagents and of 2.0.36 do not say it. */
  responded(id: string, response: unknown): void {
    const call = this.calls.get(id);
    if (call) {
      call.response = response;
    }
  }

  /** `undefined` for a call that was never seen. */
  result(
    block: ToolResultBlock,
    facts: ResultFacts,
    now: number,
  ): { events: ConversationEvent[]; finished: FinishedCall | undefined } | undefined {
    const call = this.calls.get(block.tool_use_id);
    if (!call) {
      return undefined;
    }
    const { tool, input } = call;
    const text = textOf(block.content);
    const structured = facts.structured ?? call.response;
    const result = { content: block.content, text, structured, input, cwd: this.session.cwd };
    const outcome = block.is_error
      ? failureOutcome(call, result, facts)
      : successOutcome(call, result);
    call.status = outcome.status;
    call.content = outcome.content;
    call.isBackground = outcome.isBackground;
    call.response = undefined;
    const isSubagent = call.parent !== undefined;
    return {
      events: [call.updated(now), ...agentTotals(call, result)],
      finished: call.status === 'done' ? { tool, input, structured, text, isSubagent } : undefined,
    };
  }

  heartbeat(id: string, parent: string | undefined, elapsedMs: number): ConversationEvent[] {
    const call = this.calls.get(id) ?? this.calls.get(parent);
    return call ? [{ type: 'tool.progress', toolId: call.id, progress: {}, elapsedMs }] : [];
  }

  /** The message that it belongs to will never come. */
  discard(id: string): ConversationEvent {
    this.calls.delete(id);
    return { type: 'tool.discarded', toolId: id as ToolCallId };
  }

  /** A call without a result when its turn ends gets none any more, unless it runs in the background. */
  endTurn(now: number): ConversationEvent[] {
    const lost = this.calls.unsettled().filter(call => !this.calls.rootOf(call).isBackground);
    const events = lost.map(call => call.interrupt(now));
    this.calls.deleteSettled();
    return events;
  }

  /** Nothing goes on without the process. */
  endAll(now: number): ConversationEvent[] {
    const events = this.calls.unsettled().map(call => call.interrupt(now));
    this.clear();
    return events;
  }

  /** The call as it is now, for a prompt that shows it. */
  callOf(id: string): ToolCall | undefined {
    return this.calls.get(id)?.toCall();
  }

  clear(): void {
    this.calls.clear();
  }
}

function agentTotals(call: OpenCall, { structured }: ToolResult): ConversationEvent[] {
  const parts = call.isAgent ? readToolResult('agent', structured) : undefined;
  if (parts?.totalTokens === undefined) {
    return [];
  }
  return call.progress(
    omitUndefined({
      status: 'completed' as const,
      tokens: parts.totalTokens,
      toolUses: parts.totalToolUseCount,
      durationMs: parts.totalDurationMs,
    }),
  );
}
