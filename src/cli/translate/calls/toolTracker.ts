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

/** A call from an assistant frame, with its whole input. */
export interface WholeCall {
  readonly id: string;
  readonly tool: string;
  readonly input: JsonObject;
  /** Id of the Agent call whose subagent makes this call. */
  readonly parent: string | undefined;
  /** Title from an MCP server. */
  readonly title: string | undefined;
}

/** Facts about a tool result from the frame around it. */
export interface ResultFacts {
  readonly structured: unknown;
  readonly decision: string | undefined;
  readonly nonExecution: string | undefined;
}

/** A call as a permission request or a hook names it. */
export interface AskedCall {
  readonly id: string;
  readonly tool: string;
  readonly input: JsonObject;
  /** Task of the subagent that makes the call, and the nearest call above it that is known. */
  readonly agent: string | undefined;
  readonly parent: string | undefined;
}

/** A successful call. */
export interface FinishedCall {
  readonly tool: string;
  readonly input: JsonObject;
  readonly structured: unknown;
  readonly text: string;
  readonly isSubagent: boolean;
}

/** Tracks each tool call from the first character of its input to its result. */
export class ToolTracker {
  constructor(
    private readonly calls: OpenCalls,
    private readonly session: SessionTracker,
  ) {}

  /** Starts a call whose input begins to stream. */
  start(id: string, tool: string, now: number): ConversationEvent[] {
    const call = this.calls.enter(id, tool);
    call.beginInput();
    return [call.updated(now)];
  }

  inputDelta(id: string, json: string, now: number): ConversationEvent[] {
    return this.calls.get(id)?.inputDelta(json, now) ?? [];
  }

  /** Sets the whole input. It may differ from the streamed one: the CLI adds defaults and plans. */
  whole({ id, tool, input, parent, title }: WholeCall, now: number): ConversationEvent[] {
    const call = this.calls.getOrEnter(id, tool, parent);
    call.title = call.spec.hasFixedTitle ? call.title : (title ?? call.title);
    call.setInput(input);
    call.unseenIn = undefined;
    if (call.status === 'pending') {
      call.status = 'running';
    }
    return [call.updated(now)];
  }

  /** Handles a permission request, which has the whole input and makes the call wait. */
  asked({ id, tool, input, agent, parent }: AskedCall, now: number): ConversationEvent[] {
    const isNew = this.calls.get(id) === undefined;
    const call = this.calls.getOrEnter(id, tool, parent);
    call.unseenIn = isNew ? agent : call.unseenIn;
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

  /** Denies failed calls that a result lists as refused; it also lists interrupted calls. */
  listedAsDenied(ids: readonly string[], now: number): ConversationEvent[] {
    return ids.flatMap(id => (this.calls.get(id)?.status === 'failed' ? this.denied(id, now) : []));
  }

  /** Interrupts commands that the end of the turn has killed; 2.1.150 reports only their exit code. */
  interruptKilled(now: number): ConversationEvent[] {
    return this.calls.killed().map(call => call.interrupt(now));
  }

  /**
   * Stores a PostToolUse hook's response, which results of subagents and of 2.0.36 leave out. A call
   * without frames ends with it.
   */
  responded(id: string, response: unknown, now: number): ConversationEvent[] {
    const call = this.calls.get(id);
    if (!call) {
      return [];
    }
    call.response = response;
    return this.endUnseen(call, '', false, now);
  }

  /** Handles a PostToolUseFailure hook. */
  failed(id: string, error: string, now: number): ConversationEvent[] {
    const call = this.calls.get(id);
    return call ? this.endUnseen(call, error, true, now) : [];
  }

  /** @returns `undefined` for a call that was never seen */
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
      ? failureOutcome(call, result, { ...facts, version: this.session.version })
      : successOutcome(call, result);
    call.takeResult(outcome);
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

  /** Discards a call whose message will never come. */
  discard(id: string): ConversationEvent {
    this.calls.delete(id);
    return { type: 'tool.discarded', toolId: id as ToolCallId };
  }

  /** Interrupts calls without a result, unless they run in the background: none will follow. */
  endTurn(now: number): ConversationEvent[] {
    const lost = this.calls.unsettled().filter(call => !this.calls.rootOf(call).isBackground);
    const events = lost.map(call => call.interrupt(now));
    this.calls.deleteSettled();
    return events;
  }

  /** Interrupts all calls: nothing continues without the process. */
  endAll(now: number): ConversationEvent[] {
    const events = this.calls.unsettled().map(call => call.interrupt(now));
    this.clear();
    return events;
  }

  private endUnseen(
    call: OpenCall,
    content: string,
    isError: boolean,
    now: number,
  ): ConversationEvent[] {
    if (call.unseenIn === undefined) {
      return [];
    }
    const block = {
      type: 'tool_result',
      tool_use_id: call.id,
      content,
      is_error: isError,
    } as const;
    const facts = { structured: undefined, decision: undefined, nonExecution: undefined };
    return this.result(block, facts, now)?.events ?? [];
  }

  /** Returns the current state of a call, for a prompt that shows it. */
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
