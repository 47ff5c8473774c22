import * as l10n from '@vscode/l10n';
import type { ConversationEvent } from '../../contract/events';
import type { PromptId, ToolCallId } from '../../contract/ids';
import type { PermissionRequest } from '../../protocol/agentSource';
import { offeredAnswers } from './asks/offeredAnswers';
import { toPermissionRequest } from './asks/toPermissionRequest';
import { BlockStream } from './session/blockStream';
import { SessionTurns } from './session/sessionTurns';
import { Subagents } from './session/subagents';
import { boundedText, oneLine } from './text/foreignText';
import { UnknownTexts } from './text/unknownTexts';
import { AcpCalls } from './tools/acpCalls';
import { blockWords } from './tools/blockWords';
import { permissionSchema } from './wire/toolCall';
import type { ReadUpdate, UpdateOf } from './wire/update';

/** A request for permission as the conversation sees it. */
export interface AskedPermission {
  /** Go out before the request is shown: they make its call wait. */
  readonly events: ConversationEvent[];
  readonly request: PermissionRequest;
  readonly toolCallId: string;
  /** Agent's ids of the answers: `offered` of an answer is a place in this list. */
  readonly optionIds: readonly string[];
}

interface SessionContentOptions {
  /** Absolute path of the session's folder. */
  readonly cwd: string;
  /** Time in milliseconds since 1970. */
  now(): number;
}

/** Keeps a session's turns, texts, calls and subagents in order, and shows their updates. */
export class SessionContent {
  readonly blocks: BlockStream;
  readonly calls: AcpCalls;
  readonly subagents: Subagents;
  readonly turns: SessionTurns;
  readonly unknown = new UnknownTexts();

  constructor(private readonly options: SessionContentOptions) {
    const now = () => options.now();
    // Ids stay unique in a conversation that several processes have written.
    const prefix = `acp-${Math.max(0, Math.floor(now())).toString(36)}`;
    this.blocks = new BlockStream(prefix);
    this.calls = new AcpCalls(options.cwd, prefix);
    this.subagents = new Subagents(prefix);
    this.turns = new SessionTurns({ prefix, now, endContent: isPast => this.end(isPast) });
  }

  /**
   * Takes an update.
   * @param parent call of the subagent that it is about
   * @returns undefined for an update about the session as a whole
   */
  update(read: ReadUpdate, parent: ToolCallId | undefined): ConversationEvent[] | undefined {
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
        return this.unknown.show(unknownWords(read.name), at);
      case 'malformed':
        return this.unknown.show(
          l10n.t('an update of the type "{0}" that cannot be read', read.name),
          at,
        );
      default:
        return undefined;
    }
  }

  /** Handles session/request_permission; `undefined` if it names no call or offers nothing. */
  permissionAsked(
    params: unknown,
    promptId: PromptId,
    session: string | undefined,
  ): AskedPermission | undefined {
    const { data } = permissionSchema.safeParse(params);
    const { answers, optionIds } = offeredAnswers(data?.options ?? []);
    if (!data || answers.length === 0) {
      return undefined;
    }
    const { cwd } = this.options;
    const { toolCallId } = data.toolCall;
    const parent = this.subagents.toolOf(session);
    const events = [
      ...this.turns.flush(),
      ...this.interruptText(parent),
      ...this.calls.asked(data.toolCall, parent, this.options.now()),
    ];
    const call = this.calls.get(toolCallId);
    return (
      call && {
        events,
        request: toPermissionRequest(call, promptId, answers, cwd),
        toolCallId,
        optionIds,
      }
    );
  }

  /** Ends open blocks and, if nothing more will be heard of them, calls. */
  end(withCalls: boolean): ConversationEvent[] {
    const at = this.options.now();
    const events = this.blocks.end(at);
    this.blocks.forgetText();
    return withCalls ? [...events, ...this.calls.endAll(at)] : events;
  }

  /** Ends everything that still ran in a process that is gone. */
  processEnded(): ConversationEvent[] {
    return [
      ...this.turns.processEnded(),
      ...this.end(true),
      ...this.subagents.endAll(this.options.now()),
    ];
  }

  private chunk(
    kind: 'text' | 'thinking',
    { content, messageId, _meta }: UpdateOf<'agent_message_chunk'>,
    session: ToolCallId | undefined,
  ): ConversationEvent[] {
    const { cwd } = this.options;
    const at = this.options.now();
    if (!content) {
      return this.unknown.show(l10n.t('a part of a message that cannot be read'), at);
    }
    const text = boundedText(blockWords(content, cwd));
    const parent = this.calls.parentIn(_meta) ?? session;
    const place = { kind, messageId: messageId && oneLine(messageId), parent };
    return text === '' ? [] : [...this.turns.open(), ...this.blocks.chunk(place, text, at)];
  }

  /** A call follows the text so far; the text after it is another block. */
  private interruptText(parent: ToolCallId | undefined): ConversationEvent[] {
    return [...this.turns.open(), ...this.blocks.interrupt(parent, this.options.now())];
  }
}

function unknownWords(wireName: string | undefined): string {
  const name = oneLine(wireName ?? '', 100);
  return name === ''
    ? l10n.t('an update without a type')
    : l10n.t('updates of the type "{0}"', name);
}
