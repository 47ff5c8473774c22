import { asString, isObject, type JsonObject } from '../../../base/json';
import type { ConversationEvent } from '../../../contract/events';
import type { ToolCallId } from '../../../contract/ids';
import type { AcpToolCall } from '../wire/toolCall';
import { AcpCall } from './acpCall';
import { type ShownTerminal, Terminals } from './terminals';

/** Ended calls that are kept, because an agent may still report about them. */
const mostEnded = 1_000;

/**
 * Calls of a session by the agent's ids. Some agents number the calls of each turn anew, so an id of
 * ours is unique in the conversation.
 */
export class AcpCalls {
  private readonly terminals = new Terminals();
  private readonly byWireId = new Map<string, AcpCall>();
  /** Calls whose turn is over: the same id may begin another call. */
  private readonly past = new WeakSet<AcpCall>();
  private count = 0;
  private isCancelled = false;

  /** @param prefix of our ids; differs for each process of a conversation */
  constructor(
    private readonly cwd: string,
    private readonly prefix: string,
  ) {}

  get(wireId: string): AcpCall | undefined {
    return this.byWireId.get(wireId);
  }

  /** Claude Code's adapter and Qwen Code name the call of the subagent that something comes from. */
  parentIn(meta: JsonObject | undefined): ToolCallId | undefined {
    const claude = meta?.claudeCode;
    const wireId = asString(isObject(claude) ? claude.parentToolUseId : meta?.parentToolCallId);
    return wireId === undefined ? undefined : this.get(wireId)?.id;
  }

  /** Takes `tool_call`, which may begin a call, or repeat one that is known. */
  announced(wire: AcpToolCall, parent: ToolCallId | undefined, at: number): ConversationEvent[] {
    const known = this.byWireId.get(wire.toolCallId);
    const isAnother = known !== undefined && this.past.has(known) && known.isSettled;
    if (isAnother) {
      this.byWireId.delete(wire.toolCallId);
    }
    return this.updated(wire, parent, at);
  }

  /** Takes `tool_call_update`, also of a call that was never announced. */
  updated(wire: AcpToolCall, parent: ToolCallId | undefined, at: number): ConversationEvent[] {
    const call = this.getOrEnter(wire.toolCallId);
    const above = this.parentIn(wire._meta) ?? parent;
    // A call that names itself would hold itself.
    call.parent ??= above === call.id ? undefined : above;
    call.take(wire);
    if (this.isCancelled && call.hasFailed) {
      call.endAs('interrupted');
    }
    const others = this.terminals
      .follow(wire._meta)
      .flatMap(id => this.withTerminal(id).filter(one => one !== call));
    return [call, ...others].map(one => one.updated(at));
  }

  /** Takes the call of a permission request, which waits. */
  asked(wire: AcpToolCall, parent: ToolCallId | undefined, at: number): ConversationEvent[] {
    const { status: _status, ...rest } = wire;
    const events = this.announced({ ...rest, status: undefined }, parent, at);
    this.get(wire.toolCallId)?.wait();
    return [...events.slice(1), ...this.report(wire.toolCallId, at)];
  }

  answered(
    wireId: string,
    outcome: 'allowed' | 'denied' | 'cancelled',
    at: number,
  ): ConversationEvent[] {
    const call = this.get(wireId);
    if (!call || call.isSettled) {
      return [];
    }
    if (outcome === 'allowed') {
      call.run();
    } else {
      call.endAs(outcome === 'denied' ? 'denied' : 'interrupted');
    }
    return [call.updated(at)];
  }

  terminalChanged(id: string, state: ShownTerminal, at: number): ConversationEvent[] {
    this.terminals.set(id, state);
    return this.withTerminal(id).map(call => call.updated(at));
  }

  /** Calls that fail from now on were stopped by the user. */
  cancelled(): void {
    this.isCancelled = true;
  }

  turnStarted(): void {
    this.isCancelled = false;
  }

  /** Interrupts calls that the agent has left open, and forgets the oldest. */
  endAll(at: number): ConversationEvent[] {
    const open = [...this.byWireId.values()].filter(call => !call.isSettled);
    for (const call of open) {
      call.endAs('interrupted');
    }
    for (const call of this.byWireId.values()) {
      this.past.add(call);
    }
    const surplus = [...this.byWireId.keys()].slice(0, -mostEnded);
    for (const id of surplus) {
      this.byWireId.delete(id);
    }
    return open.map(call => call.updated(at));
  }

  private report(wireId: string, at: number): ConversationEvent[] {
    return [this.get(wireId)].flatMap(call => call?.updated(at) ?? []);
  }

  private getOrEnter(wireId: string): AcpCall {
    const known = this.byWireId.get(wireId);
    if (known) {
      return known;
    }
    this.count += 1;
    const id = `${this.prefix}-${this.count}` as ToolCallId;
    const call = new AcpCall(id, { cwd: this.cwd, terminals: this.terminals });
    this.byWireId.set(wireId, call);
    return call;
  }

  private withTerminal(id: string): AcpCall[] {
    const calls = [...this.byWireId.values()].filter(call => call.hasTerminal(id));
    for (const call of calls) {
      call.refresh();
    }
    return calls;
  }
}
