import * as l10n from '@vscode/l10n';
import { omitUndefined } from '../../base/omitUndefined';
import { plural } from '../../base/plural';
import type { ConversationEvent } from '../../contract/events';
import type { MessageId, SessionId, TurnId } from '../../contract/ids';
import type { Notice } from '../../contract/notices';
import type { TurnCause } from '../../contract/tasks';
import {
  blocksOf,
  type ContentBlock,
  type ResultContent,
  readContent,
  textOf,
} from '../../protocol/blocks';
import { withFileMentions } from '../../protocol/fileMentions';
import type {
  AssistantLine,
  ConversationLine,
  SessionLine,
  UserLine,
} from '../../protocol/sessionLine';
import { toPermissionMode } from '../control/choices';
import { readShellInput } from '../frames/shellTags';
import { FrameTranslator } from '../translate/frameTranslator';
import { lineTime } from './lineTime';
import { findPastedTexts } from './pastedTexts';
import { sidechain } from './sessionChain';
import type { SubagentFile } from './sessionFile';
import { compactBoundary, resultFrame, resultsFrame, userFrame } from './storedFrames';
import { ownText, readPrompt } from './storedPrompt';
import { isShellOutput, shellOutputsIn, shellPrompt } from './storedShell';
import { causeOf, commandTyped, type EndedTask, isPrompt, startsTurn, taskEnd } from './storedText';

import { SubagentIndex } from './subagentIndex';

export interface StoredChain {
  /** Whole turns, oldest first. */
  readonly chain: readonly ConversationLine[];
  readonly subagents: readonly SubagentFile[];
  readonly cwd: string;
  /** Whether nothing follows, so that the last turn may have been cut off. */
  readonly isLast: boolean;
  /** Tasks that ended later, in order of time; calls of these turns may have started them. */
  readonly ended?: readonly EndedTask[];
  /** Number of lines between these that could not be read. */
  readonly unreadable?: number;
}

type TurnStarted = Extract<ConversationEvent, { type: 'turn.started' }>;

/** Converts a chain of lines to events; about the whole conversation, only those of its turns. */
export function chainEvents(stored: StoredChain): ConversationEvent[] {
  return new ChainReplay(stored).run();
}

/** Returns events about the whole conversation, taken from the newest lines. */
export function describe(
  chain: readonly ConversationLine[],
  lines: readonly SessionLine[],
): ConversationEvent[] {
  const last = chain.findLast(line => line.sessionId !== undefined);
  const mode = toPermissionMode(
    chain.findLast(line => line.permissionMode !== undefined)?.permissionMode,
  );
  return [
    omitUndefined({
      type: 'session.changed' as const,
      sessionId: last?.sessionId as SessionId | undefined,
      cwd: last?.cwd,
      agentVersion: last?.version,
      title: titleOf(lines),
    }),
    ...(mode ? [{ type: 'settings.changed' as const, settings: { mode } }] : []),
  ];
}

/** Maximum number of blocks per line. The CLI writes one, and no model writes this many. */
const mostBlocks = 500;

/** Replays stored lines to a translator as if they were frames. */
class ChainReplay {
  private readonly translator: FrameTranslator;
  private readonly subagents: SubagentIndex;
  private readonly events: ConversationEvent[] = [];
  /** Number of blocks received so far, by message id. */
  private readonly places = new Map<string, number>();
  /** Content of lines for the model that follow a command, by the command's id. */
  private readonly companions: ReadonlyMap<string, ResultContent>;
  /** Outputs of shell lines, by the id of the line. */
  private readonly shellOutputs: ReadonlyMap<string, string>;
  private hasTurn = false;
  private turnLine = '';
  /** Task whose end the CLI has just reported to the model. */
  private after: TurnCause | undefined;
  private lastError: string | undefined;
  private last: ConversationLine | undefined;
  private now = 0;

  constructor(private readonly stored: StoredChain) {
    this.translator = new FrameTranslator({ cwd: stored.cwd });
    this.subagents = new SubagentIndex(stored.subagents, stored.chain);
    this.shellOutputs = shellOutputsIn(stored.chain);
    this.companions = new Map(
      stored.chain.flatMap(line =>
        line.type === 'user' && line.isMeta && line.parentUuid
          ? [[line.parentUuid, line.message.content]]
          : [],
      ),
    );
  }

  run(): ConversationEvent[] {
    const { chain, isLast, unreadable = 0, ended = [] } = this.stored;
    for (const line of chain) {
      this.now = lineTime(line) ?? this.now;
      this.beginTurn(line);
      this.conversationLine(line);
    }
    if (unreadable > 0) {
      this.hasTurn = true;
      this.events.push({ type: 'notice', notice: unreadableNotice(unreadable), at: this.now });
    }
    this.endTurn(isLast && chain.length > 0 && this.isCutOff());
    for (const { frame, at } of ended) {
      this.add(this.translator.translate(frame, at));
    }
    this.add(this.translator.processEnded(this.now));
    return this.events;
  }

  /** Names turns by their first line, so that they stay the same however the session is paged. */
  private beginTurn(line: ConversationLine): void {
    if (!this.hasTurn || startsTurn(line)) {
      this.turnLine = line.uuid;
    }
  }

  private conversationLine(line: ConversationLine): void {
    switch (line.type) {
      case 'user':
        this.user(line);
        break;
      case 'assistant':
        this.assistant(line, undefined);
        break;
      case 'system':
        if (line.subtype === 'compact_boundary') {
          this.add(this.translator.translate(compactBoundary(line), this.now));
        } else if (line.subtype === 'local_command' && line.content) {
          this.userText(line.uuid, line.content, []);
        }
        break;
      case 'attachment': {
        const { type, prompt, commandMode = 'prompt' } = line.attachment ?? {};
        if (type === 'queued_command' && commandMode === 'prompt') {
          this.prompt(line.uuid, readContent(prompt));
        }
        break;
      }
      case 'progress':
        break;
    }
    if (line.type === 'user' || line.type === 'assistant') {
      this.last = line;
    }
  }

  private user(line: UserLine): void {
    const { content } = line.message;
    const blocks = blocksOf(content);
    const hasResult = blocks.some(block => block.type === 'tool_result');
    if (hasResult) {
      this.hasTurn = true;
      this.toolResults(line, undefined);
      return;
    }
    if (!line.isMeta) {
      this.userText(line.uuid, ownText(content), blocks);
    }
  }

  /** Handles text in the user's name: a prompt, a note from the CLI, the end of a task. */
  private userText(uuid: string, text: string, blocks: readonly ContentBlock[]): void {
    const ended = taskEnd(text);
    if (ended) {
      this.endTurn(false);
      this.after = causeOf(ended);
      this.add(this.translator.translate(ended, this.now));
      return;
    }
    const line = readShellInput(text);
    if (line !== undefined) {
      this.shellLine(uuid, line);
      return;
    }
    const typed = commandTyped(text);
    if (typed !== undefined) {
      // Content of a command is stored with the text that the command became.
      this.newPrompt(uuid, [...blocks, ...blocksOf(this.companions.get(uuid) ?? [])], typed);
      return;
    }
    if (isPrompt(text, blocks)) {
      this.newPrompt(uuid, blocks.length > 0 ? blocks : readContent(text));
    } else {
      this.add(this.translator.translate(userFrame(readContent(text)), this.now));
    }
  }

  /** @param typed command as the user typed it; its content is stored in another form */
  private newPrompt(uuid: string, content: ResultContent, typed?: string): void {
    this.endTurn(false);
    this.prompt(uuid, content, typed);
    this.translator.promptSent();
  }

  private prompt(uuid: string, content: ResultContent, typed?: string): void {
    const { text, images, context: stored } = readPrompt(content);
    const { mentions: pasted, context } = findPastedTexts(text, stored, uuid);
    const mentions = withFileMentions(typed ?? text, pasted);
    this.hasTurn = true;
    this.events.push({
      type: 'prompt.sent',
      messageId: uuid as MessageId,
      at: this.now,
      text: typed ?? text,
      images,
      ...(mentions.length > 0 ? { mentions } : {}),
      ...(context.length > 0 ? { context } : {}),
    });
  }

  /** Shows a line of the terminal's shell like a message, with its output. */
  private shellLine(uuid: string, command: string): void {
    this.endTurn(false);
    this.hasTurn = true;
    const output = this.shellOutputs.get(uuid) ?? '';
    this.events.push(shellPrompt(uuid as MessageId, { command, output }, this.now));
    this.translator.promptSent();
  }

  private assistant(line: AssistantLine, parent: string | undefined): void {
    const { uuid, sessionId } = line;
    const message = this.bounded(line.message);
    this.hasTurn = true;
    if (line.isApiErrorMessage && parent === undefined) {
      this.lastError = textOf(message.content);
    } else if (parent === undefined) {
      this.lastError = undefined;
    }
    const frame = {
      type: 'assistant' as const,
      uuid,
      session_id: sessionId,
      message: message.content === '' ? { ...message, content: [] } : message,
      parent_tool_use_id: parent ?? null,
      tool_use_meta: [],
      error: line.error ?? (line.isApiErrorMessage ? 'unknown' : undefined),
    };
    const blocks = blocksOf(message.content);
    this.add(
      this.named(this.translator.translate(frame, this.now), uuid, message.id, blocks.length),
    );
    for (const block of blocks) {
      if (block.type === 'tool_use') {
        this.subagent(block.id, block.input);
      }
    }
  }

  private bounded(message: AssistantLine['message']): AssistantLine['message'] {
    const { content } = message;
    if (content.length <= mostBlocks || typeof content === 'string') {
      return message;
    }
    const what = l10n.t('{0} more parts of a message', content.length - mostBlocks);
    this.events.push({ type: 'unknown', what, at: this.now });
    return { ...message, content: content.slice(0, mostBlocks) };
  }

  /**
   * Gives blocks the ids that they had when they were streamed, so that expanded ones stay
   * expanded. A message is stored in several lines, each with a different id.
   */
  private named(
    events: readonly ConversationEvent[],
    uuid: string,
    messageId: string | undefined,
    count: number,
  ): readonly ConversationEvent[] {
    if (messageId === undefined) {
      return events;
    }
    const first = this.places.get(messageId) ?? 0;
    this.places.set(messageId, first + count);
    const names = new Map(
      Array.from({ length: count }, (_, i) => [`${uuid}:${i}`, `${messageId}:${first + i}`]),
    );
    return events.map(event =>
      event.type === 'block.started' || event.type === 'block.ended'
        ? { ...event, blockId: names.get(event.blockId) ?? event.blockId }
        : event,
    );
  }

  /** Adds a subagent's events right after the call that started it. */
  private subagent(callId: string, input: Readonly<Record<string, unknown>>): void {
    const file = this.subagents.take(callId, input);
    for (const line of file ? sidechain(file.lines) : []) {
      this.now = lineTime(line) ?? this.now;
      if (line.type === 'assistant') {
        this.assistant(line, callId);
      } else if (line.type === 'user') {
        this.toolResults(line, callId);
      }
    }
  }

  private toolResults(line: UserLine, parent: string | undefined): void {
    if (blocksOf(line.message.content).some(block => block.type === 'tool_result')) {
      this.translator.setVersion(line.version);
      this.add(this.translator.translate(resultsFrame(line, parent), this.now));
    }
  }

  private endTurn(isCutOff: boolean): void {
    if (!this.hasTurn) {
      return;
    }
    this.hasTurn = false;
    this.add(this.translator.translate(resultFrame(this.lastError, isCutOff), this.now));
    this.lastError = undefined;
  }

  /** Whether the last turn, which has no stored result, still waits for an answer or a tool. */
  private isCutOff(): boolean {
    const { last } = this;
    if (last?.type !== 'assistant') {
      // A line of the terminal's shell needs no answer.
      return !last || !isShellOutput(last);
    }
    return blocksOf(last.message.content).some(block => block.type === 'tool_use');
  }

  private add(events: readonly ConversationEvent[]): void {
    for (const event of events) {
      this.events.push(event.type === 'turn.started' ? this.started(event) : event);
    }
  }

  private started(event: TurnStarted): TurnStarted {
    const { after } = this;
    this.after = undefined;
    const turnId = `turn:${this.turnLine}` as TurnId;
    return { ...event, turnId, ...(after && event.origin === 'agent' ? { after } : {}) };
  }
}

/** Returns the ends of tasks that these lines report. */
export function endedTasks(chain: readonly ConversationLine[]): EndedTask[] {
  return chain.flatMap(line => {
    const frame = line.type === 'user' && !line.isMeta && taskEnd(textOf(line.message.content));
    return frame ? [{ frame, at: lineTime(line) ?? 0 }] : [];
  });
}

function unreadableNotice(count: number): Notice {
  const one = l10n.t('1 line of the stored conversation could not be read.');
  const other = l10n.t('{0} lines of the stored conversation could not be read.', count);
  return { kind: 'warning', text: plural(count, { one, other }) };
}

/** Returns the title that the user gave, or else the CLI's own. */
export function titleOf(lines: readonly SessionLine[]): string | undefined {
  const named = lines.findLast(line => line.type === 'custom-title');
  const own = lines.findLast(line => line.type === 'ai-title');
  const old = lines.findLast(line => line.type === 'summary');
  return named?.customTitle || own?.aiTitle || old?.summary;
}
