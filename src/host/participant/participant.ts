import * as l10n from '@vscode/l10n';
import type { Event } from '../../base/emitter';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import type { ChannelId } from '../../contract/ids';
import { agentName } from '../../contract/labels/agentNames';
import type { Channel } from '../../core/conversation/channel';
import { escapedLine } from '../nativeText/commentMarkdown';
import type { Reply } from '../nativeText/reply';
import { answerRequest } from './answerRequest';
import type { ChatChannels } from './chatChannels';
import { type ChatRequest, type ChatResponse, noteOf, type SlashCommand } from './chatRequest';
import { EventParts } from './eventParts';
import { type FollowUp, followUps } from './followUps';
import type { PendingNotes } from './pendingNotes';
import { showProblem } from './problemParts';
import { type ReferencePorts, requestMessage } from './requestMessage';
import { nextStep, showEnd } from './responseEnd';
import { readNote } from './responseNote';

export interface ParticipantPorts {
  readonly channels: ChatChannels;
  readonly commands: Readonly<Record<string, SlashCommand>>;
  readonly references: ReferencePorts;
  readonly pending: Pick<PendingNotes, 'begin' | 'end'>;
  /** Fires when any conversation is opened, closed or changed. */
  readonly onChanged: Event<unknown>;
  readonly log: Log;
}

/** Answers requests to `@tandem` in VS Code's Chat view, each chat in a conversation of its own. */
export class Participant {
  /** Conversations whose response is being written, once for each chat that does so. */
  private answering: readonly ChannelId[] = [];

  constructor(private readonly ports: ParticipantPorts) {}

  /** Whether the Chat view shows what the agent does in a conversation now. */
  isAnswering(id: ChannelId): boolean {
    return this.answering.includes(id);
  }

  /** Answers a request; what goes wrong is part of the response. Never rejects. */
  async answer(
    request: ChatRequest,
    replyIn: (cwd: string | undefined) => Reply,
    signal: AbortSignal,
  ): Promise<ChatResponse> {
    try {
      return await this.route(request, replyIn, signal);
    } catch (error) {
      this.ports.log.warn('A request in the Chat view', { error: messageOf(error) });
      const note = this.ports.channels.noteOf(request.history);
      const problem = showProblem(replyIn(undefined), error, note?.sessionId);
      return { ...(note ? { note } : {}), problem: escapedLine(problem) };
    }
  }

  followUps(metadata: unknown): readonly FollowUp[] {
    return followUps(readNote(metadata));
  }

  private async route(
    request: ChatRequest,
    replyIn: (cwd: string | undefined) => Reply,
    signal: AbortSignal,
  ): Promise<ChatResponse> {
    const { channels, commands } = this.ports;
    const { command, history, prompt } = request;
    const run = command === undefined ? undefined : commands[command];
    if (run) {
      const routed = await run(request, replyIn(undefined));
      return routed.kind === 'done'
        ? routed.response
        : this.send(request, routed.channel, replyIn, signal);
    }
    if (prompt.trim() === '' && request.references.length === 0) {
      const known = channels.noteOf(history);
      replyIn(undefined).markdown(
        escapedLine(l10n.t('Say what to do. The conversation works in the folder that is open.')),
      );
      return known ? { note: known } : {};
    }
    const channel = (await channels.ofHistory(history)) ?? (await channels.begin(undefined));
    return this.send(request, channel, replyIn, signal);
  }

  private async send(
    request: ChatRequest,
    channel: Channel,
    replyIn: (cwd: string | undefined) => Reply,
    signal: AbortSignal,
  ): Promise<ChatResponse> {
    const { channels, references, pending, onChanged } = this.ports;
    const { history, prompt } = request;
    const reply = replyIn(channel.cwd);
    await channels.requireReady(channel);
    const message = await requestMessage(request, channel.cwd, references);
    if (signal.aborted) {
      return { note: noteOf(channel) };
    }
    for (const note of message.notes) {
      reply.markdown(`\n\n*${escapedLine(note)}*\n\n`);
    }
    const { summary } = channel.conversation;
    reply.progress(l10n.t('{0} is starting', agentName(summary.choices)));
    const parts = new EventParts(reply, channel, channel.cwd);
    this.answering = [...this.answering, channel.id];
    pending.begin(history, prompt, noteOf(channel));
    try {
      const answered = await answerRequest(channel, { message, parts, signal, onChanged });
      const { messageId, outcome } = answered;
      if (outcome) {
        channels.noteSent(channel, messageId);
      }
      if (!signal.aborted) {
        pending.end(history, prompt);
      }
      const problem = showEnd(reply, channel, answered);
      const next = nextStep(channel.conversation, outcome);
      return {
        note: {
          ...noteOf(channel),
          ...(outcome ? { messageId } : {}),
          ...(next === undefined ? {} : { next }),
        },
        ...(problem === undefined ? {} : { problem: escapedLine(problem) }),
      };
    } finally {
      this.answering = this.answering.toSpliced(this.answering.indexOf(channel.id), 1);
    }
  }
}
