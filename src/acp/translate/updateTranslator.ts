import { omitUndefined } from '../../base/omitUndefined';
import type { Choices, ForeignAgent } from '../../contract/choices';
import type { ConversationEvent } from '../../contract/events';
import type { MessageId, PromptId } from '../../contract/ids';
import type { ToolCall } from '../../contract/tools';
import type { ToolUse } from '../../protocol/agentSource';
import { notedMode } from './session/modeNote';
import type { OptionRequest } from './session/optionStore';
import { outcomeOf, type PromptEnd, usageOf } from './session/promptEnd';
import { SessionFacts } from './session/sessionFacts';
import { SpentMeter } from './session/spentMeter';
import { type AskedPermission, SessionContent } from './sessionContent';
import type { ShownTerminal } from './tools/terminals';
import { readUpdate } from './wire/update';

export interface UpdateTranslatorOptions {
  /** Absolute path of the session's folder. */
  readonly cwd: string;
  /** Time in milliseconds since 1970. */
  now(): number;
  /** Cost of the conversation's earlier processes in US dollars. */
  readonly costBase?: number;
  /** Agent's name for users, for messages that speak of it. */
  readonly agentTitle: string;
}

/**
 * Translates what one session of an ACP agent says to conversation events. Stateful: each session
 * of a process needs its own translator, which takes everything in wire order. Never throws.
 */
export class UpdateTranslator {
  private readonly content: SessionContent;
  private readonly spent: SpentMeter;
  private readonly facts: SessionFacts;

  constructor(private readonly options: UpdateTranslatorOptions) {
    const { costBase = 0 } = options;
    this.content = new SessionContent(options);
    this.spent = new SpentMeter(costBase);
    this.facts = new SessionFacts(this.spent);
  }

  /** Cost of this and earlier processes in US dollars: the next process's `costBase`. */
  get costUsd(): number {
    return this.spent.costUsd;
  }

  /**
   * Whether a turn is open that the agent has begun by itself. Nothing on the wire ends it:
   * `ownTurnEnded` does, when nothing has come for a while and before a message is sent.
   */
  get isInOwnTurn(): boolean {
    return this.content.turns.isInOwnTurn;
  }

  /** Sets what the agent is, for `choices()`. */
  introduce(agent: ForeignAgent): ConversationEvent[] {
    return this.facts.introduce(agent);
  }

  /** Returns what the pickers offer now. */
  choices(): Choices {
    return this.facts.choices();
  }

  /**
   * Takes over modes, models and options from the result of session/new, load, resume or fork, or
   * of session/set_config_option; absent members are as before.
   */
  adopt(result: unknown): ConversationEvent[] {
    return this.facts.adopt(result);
  }

  /** Returns the request that sets an option; `undefined` for an unknown option or value. */
  optionRequest(id: string, value: string | boolean): OptionRequest | undefined {
    return this.facts.options.request(id, value);
  }

  /** Notes that the agent has confirmed a value; session/set_mode and set_model answer `{}`. */
  optionSet(id: string, value: string | boolean): ConversationEvent[] {
    return this.facts.optionSet(id, value);
  }

  /** Starts a turn of the user; `prompt.sent` itself comes from the channel. */
  turnStarted(messageIds: readonly MessageId[]): ConversationEvent[] {
    this.content.calls.turnStarted();
    this.spent.turnStarted();
    return this.content.turns.begin(messageIds);
  }

  /** Ends the turn of a prompt. */
  turnEnded(end: PromptEnd): ConversationEvent[] {
    const { blocks, turns } = this.content;
    const at = this.options.now();
    const outcome = outcomeOf(end, this.options.agentTitle);
    const startedAt = turns.close()?.startedAt ?? at;
    const withdrawn = outcome.kind === 'error' ? blocks.withdrawError(outcome.message) : [];
    return [
      ...blocks.end(at),
      ...withdrawn,
      ...this.content.end(true),
      omitUndefined({
        type: 'turn.ended' as const,
        at,
        outcome,
        durationMs: Math.max(0, at - startedAt),
        costUsd: this.spent.turnUsd,
        usage: usageOf(end),
      }),
    ];
  }

  /** Ends a turn that the agent has begun by itself. */
  ownTurnEnded(): ConversationEvent[] {
    return this.content.turns.endOwn();
  }

  /** Notes that session/cancel was sent: calls that fail from now on were stopped. */
  cancelled(): void {
    this.content.calls.cancelled();
  }

  /** The history that follows, until `replayEnded`, is of past turns: session/load. */
  replayStarted(): void {
    this.content.turns.replayStarted();
  }

  replayEnded(): ConversationEvent[] {
    return this.content.turns.replayEnded();
  }

  /**
   * Translates the `update` of a session/update.
   * @param session id of the child session that it is about; absent: the session itself
   */
  update(update: unknown, session?: string): ConversationEvent[] {
    const { content, facts } = this;
    const read = readUpdate(update);
    const before = read.kind === 'user_message_chunk' ? [] : content.turns.flush();
    const parent = content.subagents.toolOf(session);
    const mode = parent === undefined ? notedMode(read) : undefined;
    if (mode !== undefined && facts.options.hasMode(mode)) {
      return [...before, ...facts.modeSet(mode)];
    }
    const events = content.update(read, parent);
    if (events) {
      return [...before, ...events];
    }
    // A subagent's plan, title or usage is not that of the conversation.
    return parent === undefined ? [...before, ...facts.update(read, this.options.now())] : before;
  }

  /** Whether an id is the one of a subagent's session that this session has announced. */
  hasChild(session: string): boolean {
    return this.content.subagents.toolOf(session) !== undefined;
  }

  /** Handles session/request_permission; `undefined` if it names no call or offers nothing. */
  permissionAsked(
    params: unknown,
    promptId: PromptId,
    session?: string,
  ): AskedPermission | undefined {
    return this.content.permissionAsked(params, promptId, session);
  }

  /** Handles the user's answer. `cancelled`: nobody answered. */
  permissionAnswered(
    toolCallId: string,
    outcome: 'allowed' | 'denied' | 'cancelled',
  ): ConversationEvent[] {
    return this.content.calls.answered(toolCallId, outcome, this.options.now());
  }

  /** Shows the output of a terminal (terminal/create) in the calls that have it as content. */
  terminalChanged(terminalId: string, state: ShownTerminal): ConversationEvent[] {
    return this.content.calls.terminalChanged(terminalId, state, this.options.now());
  }

  /** Describes a call for the tracking of edits; `undefined` for one that was never seen. */
  toolUse(toolCallId: string): ToolUse | undefined {
    return this.content.calls.get(toolCallId)?.toUse();
  }

  callOf(toolCallId: string): ToolCall | undefined {
    return this.content.calls.get(toolCallId)?.toCall();
  }

  /** Shows data of the wire that no schema takes: a method, a malformed line. Each text once. */
  unknown(what: string): ConversationEvent[] {
    return this.content.unknown.show(what, this.options.now());
  }

  /** Ends everything that still ran in a process that is gone. */
  processEnded(): ConversationEvent[] {
    return this.content.processEnded();
  }
}
