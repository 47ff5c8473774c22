import * as l10n from '@vscode/l10n';
import { omitUndefined } from '../../base/omitUndefined';
import type { Choices, ConversationEvent, ForeignAgent } from '../../contract/events';
import type { MessageId, PromptId, ToolCallId } from '../../contract/ids';
import type { ToolCall } from '../../contract/tools';
import type { PermissionRequest, ToolUse } from '../../protocol/agentSource';
import { offeredAnswers } from './asks/offeredAnswers';
import { toPermissionRequest } from './asks/toPermissionRequest';
import { BlockStream } from './session/blockStream';
import type { OptionRequest } from './session/optionStore';
import { outcomeOf, type PromptEnd, usageOf } from './session/promptEnd';
import { SessionFacts } from './session/sessionFacts';
import { SessionTurns } from './session/sessionTurns';
import { SpentMeter } from './session/spentMeter';
import { Subagents } from './session/subagents';
import { boundedText, oneLine } from './text/foreignText';
import { AcpCalls } from './tools/acpCalls';
import { blockWords } from './tools/blockWords';
import type { ShownTerminal } from './tools/terminals';
import { permissionSchema } from './wire/toolCall';
import { type ReadUpdate, readUpdate, type UpdateOf } from './wire/update';

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

/** A request for permission as the conversation sees it. */
export interface AskedPermission {
  /** Go out before the request is shown: they make its call wait. */
  readonly events: ConversationEvent[];
  readonly request: PermissionRequest;
  readonly toolCallId: string;
  /** Agent's ids of the answers: `offered` of an answer is a place in this list. */
  readonly optionIds: readonly string[];
}

/** Texts about unknown data that are shown, once each. */
const mostUnknown = 20;

/**
 * Translates what one session of an ACP agent says to conversation events. Stateful: each session
 * of a process needs its own translator, which takes everything in wire order. Never throws.
 */
export class UpdateTranslator {
  private readonly blocks: BlockStream;
  private readonly calls: AcpCalls;
  private readonly subagents: Subagents;
  private readonly turns: SessionTurns;
  private readonly spent: SpentMeter;
  private readonly facts: SessionFacts;
  private readonly toldUnknown = new Set<string>();

  constructor(private readonly options: UpdateTranslatorOptions) {
    const { cwd, costBase = 0 } = options;
    const now = () => options.now();
    // Ids stay unique in a conversation that several processes have written.
    const prefix = `acp-${Math.max(0, Math.floor(now())).toString(36)}`;
    this.blocks = new BlockStream(prefix);
    this.calls = new AcpCalls(cwd, prefix);
    this.subagents = new Subagents(prefix);
    this.spent = new SpentMeter(costBase);
    this.facts = new SessionFacts(this.spent);
    this.turns = new SessionTurns({ prefix, now, endContent: isPast => this.endContent(isPast) });
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
    return this.turns.isInOwnTurn;
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
    this.calls.turnStarted();
    this.spent.turnStarted();
    return this.turns.begin(messageIds);
  }

  /** Ends the turn of a prompt. */
  turnEnded(end: PromptEnd): ConversationEvent[] {
    const at = this.options.now();
    const outcome = outcomeOf(end, this.options.agentTitle);
    const startedAt = this.turns.close()?.startedAt ?? at;
    const withdrawn = outcome.kind === 'error' ? this.blocks.withdrawError(outcome.message) : [];
    return [
      ...this.blocks.end(at),
      ...withdrawn,
      ...this.endContent(true),
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
    return this.turns.endOwn();
  }

  /** Notes that session/cancel was sent: calls that fail from now on were stopped. */
  cancelled(): void {
    this.calls.cancelled();
  }

  /** The history that follows, until `replayEnded`, is of past turns: session/load. */
  replayStarted(): void {
    this.turns.replayStarted();
  }

  replayEnded(): ConversationEvent[] {
    return this.turns.replayEnded();
  }

  /**
   * Translates the `update` of a session/update.
   * @param session id of the child session that it is about; absent: the session itself
   */
  update(update: unknown, session?: string): ConversationEvent[] {
    const read = readUpdate(update);
    const isMessage = read.kind === 'user_message_chunk';
    const before = isMessage ? [] : this.turns.flush();
    return [...before, ...this.translate(read, this.subagents.toolOf(session))];
  }

  /** Whether an id is the one of a subagent's session that this session has announced. */
  hasChild(session: string): boolean {
    return this.subagents.toolOf(session) !== undefined;
  }

  /** Handles session/request_permission; `undefined` if it names no call or offers nothing. */
  permissionAsked(
    params: unknown,
    promptId: PromptId,
    session?: string,
  ): AskedPermission | undefined {
    const { data } = permissionSchema.safeParse(params);
    const { answers, optionIds } = offeredAnswers(data?.options ?? []);
    if (!data || answers.length === 0) {
      return undefined;
    }
    const at = this.options.now();
    const { toolCallId } = data.toolCall;
    const parent = this.subagents.toolOf(session);
    const events = [
      ...this.turns.flush(),
      ...this.interruptText(parent),
      ...this.calls.asked(data.toolCall, parent, at),
    ];
    const call = this.calls.get(toolCallId);
    return (
      call && {
        events,
        request: toPermissionRequest(call, promptId, answers, this.options.cwd),
        toolCallId,
        optionIds,
      }
    );
  }

  /** Handles the user's answer. `cancelled`: nobody answered. */
  permissionAnswered(
    toolCallId: string,
    outcome: 'allowed' | 'denied' | 'cancelled',
  ): ConversationEvent[] {
    return this.calls.answered(toolCallId, outcome, this.options.now());
  }

  /** Shows the output of a terminal (terminal/create) in the calls that have it as content. */
  terminalChanged(terminalId: string, state: ShownTerminal): ConversationEvent[] {
    return this.calls.terminalChanged(terminalId, state, this.options.now());
  }

  /** Describes a call for the tracking of edits; `undefined` for one that was never seen. */
  toolUse(toolCallId: string): ToolUse | undefined {
    return this.calls.get(toolCallId)?.toUse();
  }

  callOf(toolCallId: string): ToolCall | undefined {
    return this.calls.get(toolCallId)?.toCall();
  }

  /** Shows data of the wire that no schema takes: a method, a malformed line. Each text once. */
  unknown(what: string): ConversationEvent[] {
    const shown = oneLine(what, 300);
    if (this.toldUnknown.has(shown) || this.toldUnknown.size >= mostUnknown) {
      return [];
    }
    this.toldUnknown.add(shown);
    return [{ type: 'unknown', what: shown, at: this.options.now() }];
  }

  /** Ends everything that still ran in a process that is gone. */
  processEnded(): ConversationEvent[] {
    return [
      ...this.turns.processEnded(),
      ...this.endContent(true),
      ...this.subagents.endAll(this.options.now()),
    ];
  }

  private translate(read: ReadUpdate, parent: ToolCallId | undefined): ConversationEvent[] {
    const at = this.options.now();
    switch (read.kind) {
      case 'user_message_chunk':
        return parent === undefined ? this.turns.userChunk(read.update) : [];
      case 'agent_message_chunk':
        return this.chunk('text', read.update, parent);
      case 'agent_thought_chunk':
        return this.chunk('thinking', read.update, parent);
      case 'tool_call':
        return [
          ...this.interruptText(this.calls.parentIn(read.update._meta) ?? parent),
          ...this.calls.announced(read.update, parent, at),
        ];
      case 'tool_call_update': {
        const isNew = this.calls.get(read.update.toolCallId) === undefined;
        const above = this.calls.parentIn(read.update._meta) ?? parent;
        const before = isNew ? this.interruptText(above) : [];
        return [...before, ...this.calls.updated(read.update, parent, at)];
      }
      case 'subagent_update':
        return [...this.turns.open(), ...this.subagents.update(read.update, at)];
      case 'unknown':
        return this.unknown(unknownWords(read.name));
      case 'malformed':
        return this.unknown(l10n.t('an update of the type "{0}" that cannot be read', read.name));
      default:
        // A subagent's plan, title or usage is not that of the conversation.
        return parent === undefined ? this.facts.update(read, at) : [];
    }
  }

  private chunk(
    kind: 'text' | 'thinking',
    { content, messageId, _meta }: UpdateOf<'agent_message_chunk'>,
    session: ToolCallId | undefined,
  ): ConversationEvent[] {
    if (!content) {
      return this.unknown(l10n.t('a part of a message that cannot be read'));
    }
    const text = boundedText(blockWords(content, this.options.cwd));
    const parent = this.calls.parentIn(_meta) ?? session;
    const place = { kind, messageId: messageId && oneLine(messageId), parent };
    return text === ''
      ? []
      : [...this.turns.open(), ...this.blocks.chunk(place, text, this.options.now())];
  }

  /** A call follows the text so far; the text after it is another block. */
  private interruptText(parent: ToolCallId | undefined): ConversationEvent[] {
    return [...this.turns.open(), ...this.blocks.interrupt(parent, this.options.now())];
  }

  /** Ends open blocks and, if nothing more will be heard of them, calls. */
  private endContent(withCalls: boolean): ConversationEvent[] {
    const at = this.options.now();
    const events = this.blocks.end(at);
    this.blocks.forgetText();
    return withCalls ? [...events, ...this.calls.endAll(at)] : events;
  }
}

function unknownWords(wireName: string | undefined): string {
  const name = oneLine(wireName ?? '', 100);
  return name === ''
    ? l10n.t('an update without a type')
    : l10n.t('updates of the type "{0}"', name);
}
