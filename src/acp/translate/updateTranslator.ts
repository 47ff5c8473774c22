import type { JsonObject } from '../../base/json';
import type { Choices, ConversationEvent, ForeignAgent } from '../../contract/events';
import type { MessageId, PromptId } from '../../contract/ids';
import type { ToolCall } from '../../contract/tools';
import type { PermissionRequest, ToolUse } from '../../protocol/agentSource';

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

/** How `session/prompt` ended. `error`: a JSON-RPC error, or what the library threw. */
export type PromptEnd =
  | { readonly kind: 'answered'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'lost'; readonly message: string };

/** A request for permission as the conversation sees it. */
export interface AskedPermission {
  /** Go out before the request is shown: they make its call wait. */
  readonly events: ConversationEvent[];
  readonly request: PermissionRequest;
  readonly toolCallId: string;
  /** Agent's ids of the answers: `offered` of an answer is a place in this list. */
  readonly optionIds: readonly string[];
}

/** State of a terminal that a call shows. */
export interface ShownTerminal {
  readonly text: string;
  readonly exit?: { readonly code: number | null; readonly signal: string | null };
}

/** A request of the agent's wire, without its session id. */
export interface OptionRequest {
  readonly method: 'session/set_mode' | 'session/set_model' | 'session/set_config_option';
  readonly params: JsonObject;
}

/**
 * Translates what one session of an ACP agent says to conversation events. Stateful: each session
 * of a process needs its own translator, which takes everything in wire order. Never throws.
 */
export class UpdateTranslator {
  constructor(private readonly options: UpdateTranslatorOptions) {}

  /** Cost of this and earlier processes in US dollars: the next process's `costBase`. */
  get costUsd(): number {
    return this.options.costBase ?? 0;
  }

  /** Sets what the agent is, for `choices()`. */
  introduce(_agent: ForeignAgent): ConversationEvent[] {
    return [];
  }

  /** Returns what the pickers offer now. */
  choices(): Choices {
    return { models: [], modes: [], commands: [] };
  }

  /**
   * Takes over modes, models and options from the result of session/new, load, resume or fork, or
   * of session/set_config_option; absent members are as before.
   */
  adopt(_result: unknown): ConversationEvent[] {
    return [];
  }

  /** Returns the request that sets an option; `undefined` for an unknown option or value. */
  optionRequest(_id: string, _value: string | boolean): OptionRequest | undefined {
    return undefined;
  }

  /** Notes that the agent has confirmed a value; session/set_mode and set_model answer `{}`. */
  optionSet(_id: string, _value: string | boolean): ConversationEvent[] {
    return [];
  }

  /** Starts a turn of the user; `prompt.sent` itself comes from the channel. */
  turnStarted(_messageIds: readonly MessageId[]): ConversationEvent[] {
    return [];
  }

  turnEnded(_end: PromptEnd): ConversationEvent[] {
    return [];
  }

  /** The history that follows, until `replayEnded`, is of past turns: session/load. */
  replayStarted(): void {
    return;
  }

  replayEnded(): ConversationEvent[] {
    return [];
  }

  /**
   * Translates the `update` of a session/update.
   * @param session id of the child session that it is about; absent: the session itself
   */
  update(_update: unknown, _session?: string): ConversationEvent[] {
    return [];
  }

  /** Whether an id is the one of a subagent's session that this session has announced. */
  hasChild(_session: string): boolean {
    return false;
  }

  /** Handles session/request_permission; `undefined` if it names no call or offers nothing. */
  permissionAsked(
    _params: unknown,
    _promptId: PromptId,
    _session?: string,
  ): AskedPermission | undefined {
    return undefined;
  }

  /** Handles the user's answer. `cancelled`: nobody answered. */
  permissionAnswered(
    _toolCallId: string,
    _outcome: 'allowed' | 'denied' | 'cancelled',
  ): ConversationEvent[] {
    return [];
  }

  /** Shows the output of a terminal (terminal/create) in the calls that have it as content. */
  terminalChanged(_terminalId: string, _state: ShownTerminal): ConversationEvent[] {
    return [];
  }

  /** Describes a call for the tracking of edits; `undefined` for one that was never seen. */
  toolUse(_toolCallId: string): ToolUse | undefined {
    return undefined;
  }

  callOf(_toolCallId: string): ToolCall | undefined {
    return undefined;
  }

  /** Shows data of the wire that no schema takes: a method, a malformed line. */
  unknown(_what: string): ConversationEvent[] {
    return [];
  }

  /** Ends everything that still ran in a process that is gone. */
  processEnded(): ConversationEvent[] {
    return [];
  }
}
