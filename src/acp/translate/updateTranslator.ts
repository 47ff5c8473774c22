import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '../../base/omitUndefined';
import type { AgentCommand } from '../../contract/commands';
import type { Choices, ConversationEvent, ForeignAgent, Notice } from '../../contract/events';
import type { MessageId, PromptId, ToolCallId, TurnId } from '../../contract/ids';
import type { ToolCall } from '../../contract/tools';
import type { PermissionRequest, ToolUse } from '../../protocol/agentSource';
import { offeredAnswers } from './asks/offeredAnswers';
import { toPermissionRequest } from './asks/toPermissionRequest';
import { BlockStream } from './session/blockStream';
import { Compactions } from './session/compactions';
import { type OptionRequest, OptionStore } from './session/optionStore';
import { Plans } from './session/plans';
import { outcomeOf, type PromptEnd, usageOf } from './session/promptEnd';
import { SpentMeter } from './session/spentMeter';
import { Subagents } from './session/subagents';
import { toAgentCommands } from './session/toAgentCommands';
import { UserMessage } from './session/userMessage';
import { boundedText, oneLine } from './text/foreignText';
import { AcpCalls } from './tools/acpCalls';
import { blockContent } from './tools/blockContent';
import type { ShownTerminal } from './tools/terminals';
import type { AcpBlock } from './wire/contentBlock';
import { settingsSchema } from './wire/options';
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

/** Kinds of unknown updates, and malformed ones, that are shown once each. */
const mostUnknown = 20;

/** `own`: nothing on the wire ends it. `past`: replayed. */
type TurnKind = 'users' | 'own' | 'past';

/**
 * Translates what one session of an ACP agent says to conversation events. Stateful: each session
 * of a process needs its own translator, which takes everything in wire order. Never throws.
 */
export class UpdateTranslator {
  private readonly prefix: string;
  private readonly blocks: BlockStream;
  private readonly calls: AcpCalls;
  private readonly subagents: Subagents;
  private readonly plans = new Plans();
  private readonly compactions = new Compactions();
  private readonly store = new OptionStore();
  private readonly spent: SpentMeter;
  private readonly toldUnknown = new Set<string>();
  private agent: ForeignAgent | undefined;
  private commands: readonly AgentCommand[] = [];
  private turn: { readonly kind: TurnKind; readonly startedAt: number } | undefined;
  private turnCount = 0;
  private isReplay = false;
  private message: UserMessage | undefined;

  constructor(private readonly options: UpdateTranslatorOptions) {
    // Ids stay unique in a conversation that several processes have written.
    this.prefix = `acp-${Math.max(0, Math.floor(options.now())).toString(36)}`;
    this.blocks = new BlockStream(this.prefix);
    this.calls = new AcpCalls(options.cwd, this.prefix);
    this.subagents = new Subagents(this.prefix);
    this.spent = new SpentMeter(options.costBase ?? 0);
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
    return this.turn?.kind === 'own';
  }

  /** Sets what the agent is, for `choices()`. */
  introduce(agent: ForeignAgent): ConversationEvent[] {
    this.agent = agent;
    return this.choicesChanged();
  }

  /** Returns what the pickers offer now. */
  choices(): Choices {
    const { agent, commands } = this;
    const { options } = this.store;
    return {
      models: [],
      modes: [],
      commands,
      ...(agent ? { foreign: agent } : {}),
      options,
    };
  }

  /**
   * Takes over modes, models and options from the result of session/new, load, resume or fork, or
   * of session/set_config_option; absent members are as before.
   */
  adopt(result: unknown): ConversationEvent[] {
    const { data } = settingsSchema.safeParse(result);
    if (!data || (!data.modes && !data.models && !data.configOptions)) {
      return [];
    }
    this.store.adopt(data);
    return this.choicesChanged();
  }

  /** Returns the request that sets an option; `undefined` for an unknown option or value. */
  optionRequest(id: string, value: string | boolean): OptionRequest | undefined {
    return this.store.request(id, value);
  }

  /** Notes that the agent has confirmed a value; session/set_mode and set_model answer `{}`. */
  optionSet(id: string, value: string | boolean): ConversationEvent[] {
    return this.store.set(id, value) ? this.choicesChanged() : [];
  }

  /** Starts a turn of the user; `prompt.sent` itself comes from the channel. */
  turnStarted(messageIds: readonly MessageId[]): ConversationEvent[] {
    const events = this.turn ? this.endTurn() : [];
    this.calls.turnStarted();
    this.spent.turnStarted();
    return [...events, ...this.beginTurn('users', messageIds)];
  }

  /** Ends the turn of a prompt. */
  turnEnded(end: PromptEnd): ConversationEvent[] {
    const { agentTitle } = this.options;
    const at = this.options.now();
    const outcome = outcomeOf(end, agentTitle);
    const withdrawn = outcome.kind === 'error' ? this.blocks.withdrawError(outcome.message) : [];
    const startedAt = this.turn?.startedAt ?? at;
    const events = [...this.blocks.end(at), ...withdrawn, ...this.calls.endAll(at)];
    this.blocks.forgetText();
    this.turn = undefined;
    return [
      ...events,
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
    return this.isInOwnTurn ? this.endTurn() : [];
  }

  /** Notes that session/cancel was sent: calls that fail from now on were stopped. */
  cancelled(): void {
    this.calls.cancelled();
  }

  /** The history that follows, until `replayEnded`, is of past turns: session/load. */
  replayStarted(): void {
    this.isReplay = true;
  }

  replayEnded(): ConversationEvent[] {
    const events = [...this.flushMessage(), ...(this.turn ? this.endTurn() : [])];
    this.isReplay = false;
    return events;
  }

  /**
   * Translates the `update` of a session/update.
   * @param session id of the child session that it is about; absent: the session itself
   */
  update(update: unknown, session?: string): ConversationEvent[] {
    const read = readUpdate(update);
    const parent = this.subagents.toolOf(session);
    const isMessage = read.kind === 'user_message_chunk';
    return [...(isMessage ? [] : this.flushMessage()), ...this.translate(read, parent)];
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
      ...this.flushMessage(),
      ...this.openTurn(),
      ...this.blocks.interrupt(parent, at),
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
    const at = this.options.now();
    return [
      ...this.flushMessage(),
      ...this.blocks.end(at),
      ...this.calls.endAll(at),
      ...this.subagents.endAll(at),
      ...(this.turn && this.turn.kind !== 'users' ? this.endTurn() : []),
    ];
  }

  private translate(read: ReadUpdate, parent: ToolCallId | undefined): ConversationEvent[] {
    const at = this.options.now();
    switch (read.kind) {
      case 'user_message_chunk':
        return parent === undefined ? this.userChunk(read.update) : [];
      case 'agent_message_chunk':
        return this.agentChunk('text', read.update, parent);
      case 'agent_thought_chunk':
        return this.agentChunk('thinking', read.update, parent);
      case 'tool_call':
        return [
          ...this.openTurn(),
          ...this.blocks.interrupt(parent, at),
          ...this.calls.announced(read.update, parent, at),
        ];
      case 'tool_call_update': {
        const isNew = this.calls.get(read.update.toolCallId) === undefined;
        return [
          ...(isNew ? [...this.openTurn(), ...this.blocks.interrupt(parent, at)] : []),
          ...this.calls.updated(read.update, parent, at),
        ];
      }
      case 'subagent_update':
        return [...this.openTurn(), ...this.subagents.update(read.update, at)];
      case 'unknown': {
        const name = oneLine(read.name ?? '', 100);
        return this.unknown(
          name === ''
            ? l10n.t('an update without a type')
            : l10n.t('updates of the type "{0}"', name),
        );
      }
      case 'malformed':
        return this.unknown(l10n.t('an update of the type "{0}" that cannot be read', read.name));
      default:
        return parent === undefined ? this.sessionUpdate(read) : [];
    }
  }

  /** Updates about the session as a whole; those of a subagent's are its own affair. */
  private sessionUpdate(read: ReadUpdate): ConversationEvent[] {
    const at = this.options.now();
    switch (read.kind) {
      case 'plan':
        return this.plans.replace(read.update);
      case 'plan_update':
        return this.plans.update(read.update);
      case 'plan_removed':
        return this.plans.remove(read.update);
      case 'available_commands_update':
        this.commands = toAgentCommands(read.update);
        return [{ type: 'commands.changed', commands: this.commands }];
      case 'current_mode_update':
        return this.store.setMode(read.update.currentModeId) ? this.choicesChanged() : [];
      case 'config_option_update':
        return this.adopt(read.update);
      case 'session_info_update': {
        const title = oneLine(read.update.title ?? '');
        return title === '' ? [] : [{ type: 'session.changed', title }];
      }
      case 'usage_update':
        return this.spent.take(read.update);
      case 'notice':
        return [{ type: 'notice', notice: noticeOf(read.update), at }];
      case 'compaction_update':
        return this.compactions.update(read.update, at);
      case 'compaction_summary_chunk':
        return this.compactions.chunk(read.update, at);
      default:
        // Messages between subagents are shown where they are received.
        return [];
    }
  }

  private agentChunk(
    kind: 'text' | 'thinking',
    { content, messageId }: UpdateOf<'agent_message_chunk'>,
    parent: ToolCallId | undefined,
  ): ConversationEvent[] {
    const at = this.options.now();
    const text = content && wordsOf(content, this.options.cwd);
    if (text === undefined) {
      return this.unknown(l10n.t('a part of a message that cannot be read'));
    }
    if (text === '') {
      return [];
    }
    const source = messageId === undefined ? undefined : oneLine(messageId);
    return [
      ...this.openTurn(),
      ...this.blocks.chunk({ kind, messageId: source, parent }, boundedText(text), at),
    ];
  }

  /** Shows messages of the past; one of the running turn is shown already. */
  private userChunk({ content, messageId }: UpdateOf<'user_message_chunk'>): ConversationEvent[] {
    if (this.turn?.kind === 'users' && !this.isReplay) {
      return [];
    }
    const at = this.options.now();
    const isAnother = this.message !== undefined && this.message.wireId !== messageId;
    const events = isAnother ? this.flushMessage() : [];
    if (!this.message) {
      const id = randomUUID() as string as MessageId;
      this.message = new UserMessage(messageId, id, at);
    }
    if (content) {
      this.message.add(content);
    }
    return events;
  }

  /** Begins the turn of a message that has been replayed whole. */
  private flushMessage(): ConversationEvent[] {
    const { message } = this;
    if (!message) {
      return [];
    }
    this.message = undefined;
    const sent = message.toEvent();
    return [
      ...(this.turn ? this.endTurn() : []),
      ...this.beginTurn(this.isReplay ? 'past' : 'own', [message.id]),
      sent,
    ];
  }

  private openTurn(): ConversationEvent[] {
    return this.turn ? [] : this.beginTurn(this.isReplay ? 'past' : 'own', []);
  }

  private beginTurn(kind: TurnKind, messageIds: readonly MessageId[]): ConversationEvent[] {
    const at = this.options.now();
    this.turn = { kind, startedAt: at };
    this.turnCount += 1;
    return [
      {
        type: 'turn.started',
        turnId: `${this.prefix}-t${this.turnCount}` as TurnId,
        at,
        origin: messageIds.length > 0 ? 'person' : 'agent',
        ...(messageIds.length > 0 ? { messageIds } : {}),
      },
    ];
  }

  /** Ends a turn that no answer ends. */
  private endTurn(): ConversationEvent[] {
    const at = this.options.now();
    const isPast = this.turn?.kind === 'past';
    this.turn = undefined;
    const events = [...this.blocks.end(at), ...(isPast ? this.calls.endAll(at) : [])];
    this.blocks.forgetText();
    return [...events, { type: 'turn.ended', at, outcome: { kind: 'completed' } }];
  }

  private choicesChanged(): ConversationEvent[] {
    return [{ type: 'choices.changed', choices: this.choices() }];
  }
}

function noticeOf({ severity, title, description }: UpdateOf<'notice'>): Notice {
  const detail = boundedText(description ?? '').trim();
  const head = oneLine(title, 500);
  const text = detail === '' ? head : `${head}\n${detail}`;
  return { kind: severity === 'warning' || severity === 'error' ? 'warning' : 'info', text };
}

/** Returns what a message's block says in Markdown; only texts and links say something there. */
function wordsOf(block: AcpBlock, cwd: string): string | undefined {
  if (block.type === 'text') {
    return block.text;
  }
  if (block.type === 'image') {
    return l10n.t('*An image, which cannot be shown here*');
  }
  const shown = blockContent(block, cwd).flatMap(one => {
    switch (one.type) {
      case 'text':
      case 'markdown':
      case 'file':
        return typeof one.text === 'string' ? [one.text] : [];
      case 'links':
        return one.links.map(({ title, url }) => `[${title}](${url})`);
      case 'matches':
        return one.matches.map(({ path }) => `\`${path}\``);
      default:
        return [];
    }
  });
  return shown.join('\n');
}
