import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import { Emitter } from '../../base/emitter';
import { messageOf, UserError } from '../../base/errors';
import type { Log } from '../../base/log';
import { type Draft, isEmptyDraft, joinDrafts } from '../../contract/draft';
import type { ConversationEvent, HoldReason, TurnOutcome } from '../../contract/events';
import type { MessageId } from '../../contract/ids';
import type { Picks } from '../../protocol/agentLauncher';
import type { AgentProcess, ContextBlock, OutgoingMessage } from '../../protocol/agentSource';
import { withFileMentions } from '../../protocol/fileMentions';
import type { ProcessSlot } from './agent/processSlot';
import type { StoredMessage } from './channelRecord';
import type { PreparedMessage } from './messageContext';
import { bringsContext, type MessagePreparation } from './messagePreparation';
import { MessageQueue, toShown } from './messageQueue';
import type { RecordKeeper } from './recordKeeper';
import { ReturnedDrafts } from './returnedDrafts';
import { toDraft, toSentContext } from './sentContext';
import { toImage } from './toImage';

export interface SenderOwner {
  /** Mode and model for a message written now. */
  picks(): Picks;
  whileWorking(): 'queue' | 'steer';
  /** Prepares the process for the next message, including a pending restart. */
  prepare(): Promise<void>;
  emit(events: readonly ConversationEvent[]): void;
  now(): number;
}

/** Switches a live agent to what a message was written under. */
interface PickSwitches {
  /** @param borrowed mode and model for this message only */
  applyPicks(
    process: AgentProcess,
    picks: Picks,
    borrowed?: Pick<Picks, 'mode' | 'model'>,
  ): Promise<void>;
}

/** Parts of a channel that sending a message takes. */
interface SenderParts {
  readonly slot: ProcessSlot;
  readonly switches: PickSwitches;
  readonly keeper: RecordKeeper;
  readonly owner: SenderOwner;
  readonly preparation: MessagePreparation;
  readonly log: Log;
}

/** A message that came back to the composer. */
interface Returned {
  /** Everything that the composer is to have. */
  readonly draft: Draft;
  readonly number: number;
}

/**
 * Writes the user's messages to the agent: one at a time, in order, each recorded first. A message
 * is shown before that.
 */
export class MessageSender {
  private readonly queue = new MessageQueue(() => this.onQueueChanged());
  private readonly returned = new Emitter<Returned>();
  private readonly returns = new ReturnedDrafts();
  private readonly settled = new Emitter<void>();
  /** Messages written to the agent's process that it has not reported as done. */
  private readonly written = new Set<MessageId>();
  /** Messages that are shown, but that the agent has not been given (see ADR 12). */
  private readonly sending = new Map<MessageId, StoredMessage>();
  private isPumping = false;
  /** Number of stops so far: one of them keeps messages from being sent that are on their way. */
  private stops = 0;
  /** True while an urgent message cuts a turn short, whose end is no reason to hold the queue. */
  private isUrging = false;
  /** Outcome of the turn that the last message began; absent until it has ended. */
  private outcome: TurnOutcome['kind'] | undefined;

  /** Fires when a message returns to the composer. */
  readonly onReturned = this.returned.event;
  /** Fires when the messages of a turn that is over have left the record. */
  readonly onSettled = this.settled.event;

  private readonly slot: ProcessSlot;
  private readonly switches: PickSwitches;
  private readonly keeper: RecordKeeper;
  private readonly owner: SenderOwner;
  private readonly preparation: MessagePreparation;
  private readonly log: Log;

  constructor({ slot, switches, keeper, owner, preparation, log }: SenderParts) {
    this.slot = slot;
    this.switches = switches;
    this.keeper = keeper;
    this.owner = owner;
    this.preparation = preparation;
    this.log = log;
  }

  /**
   * @param context what the editor showed when the user sent the message
   * @returns its id, under which the conversation shows it
   * @throws UserError `message.empty`
   */
  send(draft: Draft, context: readonly ContextBlock[] = []): MessageId {
    requireContent(draft);
    const message = this.stored(draft, context);
    this.queue.release();
    const isWorking = this.slot.status.phase === 'working';
    if (isWorking && !needsOwnTurn(draft) && this.owner.whileWorking() === 'steer') {
      void this.write(message, 'next');
    } else {
      this.queue.add(message);
      void this.pump();
    }
    return message.id;
  }

  /**
   * Sends a message that belongs to the last turn, before all that is queued.
   * @param keepsPause false: what is queued goes next, even if it is paused
   */
  sendAhead(draft: Draft, keepsPause: boolean): MessageId {
    requireContent(draft);
    const message = this.stored(draft, []);
    if (keepsPause && this.queue.isHeld && this.canWrite()) {
      void this.write(message, 'turn');
    } else {
      this.queue.release();
      this.queue.addFirst(message);
      void this.pump();
    }
    return message.id;
  }

  /** Returns a message as the agent would get it now. @throws as `MessagePreparation.prepare` */
  preview(draft: Draft, context: readonly ContextBlock[]): Promise<PreparedMessage> {
    return this.preparation.prepare(this.stored(draft, context));
  }

  /** @throws UserError `message.gone` if the message has already been sent */
  sendNow(id: MessageId): void {
    const message = this.take(id);
    this.queue.release();
    if (this.slot.isStopping) {
      // Writing now would end the process, which has time to stop by itself.
      this.queue.addFirst(message);
    } else {
      void this.write(message, this.slot.status.phase === 'working' ? 'now' : 'turn');
    }
  }

  /** Moves a queued message into the composer, before its current content. */
  edit(id: MessageId): Draft {
    this.compose(toDraft(this.take(id)));
    return this.keeper.current.draft;
  }

  remove(id: MessageId): void {
    this.take(id);
  }

  /**
   * Moves a queued message one place forward (-1) or back (1).
   * @throws UserError `message.gone` if the message has already been sent
   */
  move(id: MessageId, by: -1 | 1): void {
    if (!this.queue.move(id, by)) {
      throw alreadySent();
    }
  }

  /** True if queued messages will be sent without further user action. */
  get hasPending(): boolean {
    return this.queue.all.length > 0 && !this.queue.isHeld;
  }

  /** Pauses the queue until the user sends something. */
  hold(reason: HoldReason): void {
    this.queue.hold(reason);
  }

  /** Pauses the queue and keeps messages from being sent that are on their way to the agent. */
  halt(): void {
    this.stops += 1;
    this.isUrging = false;
    this.preparation.abort();
    this.hold('stopped');
  }

  /** Sends what the queue holds. */
  resumeQueue(): void {
    this.queue.release();
    void this.pump();
  }

  /** Pauses the queue after a turn that failed, or that somebody else has ended. */
  onTurnEnded(outcome: TurnOutcome['kind'], isStopping: boolean): void {
    this.outcome = outcome;
    const isOurs = isStopping || (this.isUrging && outcome === 'interrupted');
    this.isUrging = false;
    if (outcome !== 'completed' && !isOurs) {
      this.hold(outcome === 'lost' ? 'agentEnded' : 'turnFailed');
    }
  }

  restore(messages: readonly StoredMessage[]): void {
    this.queue.restore(messages);
  }

  /** Sends queued messages unless the queue is paused. */
  flushQueue(): Promise<void> {
    return this.pump();
  }

  /** Handles the end of a turn: forgets the messages it dealt with and sends the next one. */
  async onIdle(): Promise<void> {
    // Messages still to be written are kept: a process that has just started reports idle too.
    const { inFlight } = this.keeper.current;
    if (this.written.size > 0) {
      this.keeper.save({
        inFlight: inFlight.filter(({ id }) => !this.written.has(id)),
        // An agent that was stopped may report idle before it ends the turn.
        stopped: this.outcome === 'completed' ? [] : this.writtenMessages,
      });
      this.written.clear();
      this.settled.fire();
    }
    await this.pump();
  }

  /** Messages that may be lost with the agent's process: it has them, but may not have stored them. */
  get losableMessages(): readonly StoredMessage[] {
    return [...(this.keeper.current.stopped ?? []), ...this.writtenMessages];
  }

  /** Messages written to the agent's process whose turn has not ended. */
  private get writtenMessages(): readonly StoredMessage[] {
    return this.keeper.current.inFlight.filter(({ id }) => this.written.has(id));
  }

  /** Returns messages that the agent never stored to the composer. */
  returnToComposer(messages: readonly StoredMessage[]): void {
    const ids = new Set(messages.map(({ id }) => id));
    const { inFlight, stopped = [] } = this.keeper.current;
    const kept = new Set([...stopped, ...inFlight].map(({ id }) => id));
    this.compose(...messages.filter(({ id }) => kept.has(id)).map(toDraft));
    this.keeper.save({
      inFlight: inFlight.filter(({ id }) => !ids.has(id)),
      stopped: stopped.filter(({ id }) => !ids.has(id)),
    });
  }

  /** Returns messages to the composer that Stop took back, and says so. */
  takeBack(ids: readonly MessageId[]): void {
    const messages = this.keeper.current.inFlight.filter(({ id }) => ids.includes(id));
    if (messages.length > 0) {
      this.returnToComposer(messages);
      this.warn(l10n.t('Your last message had not been read. It is back in the message box.'));
    }
  }

  /** Puts messages into the composer, before its current content. */
  compose(...messages: readonly Draft[]): void {
    const returned = joinDrafts(...messages);
    this.returns.add(returned, this.owner.now());
    const draft = joinDrafts(returned, this.keeper.current.draft);
    this.keeper.save({ draft });
    this.returned.fire({ draft, number: this.returns.latest });
  }

  /** Number of the latest message that came back to the composer. */
  get latestReturn(): number {
    return this.returns.latest;
  }

  /** Saves the composer's draft. @param seen see `ReturnedDrafts` */
  saveDraft(draft: Draft, seen: number): void {
    this.keeper.save({ draft: this.returns.joinedTo(draft, seen) });
  }

  private stored(draft: Draft, context: readonly ContextBlock[]): StoredMessage {
    return {
      ...draft,
      ...(context.length > 0 ? { context } : {}),
      id: randomUUID() as MessageId,
      at: this.owner.now(),
      picks: this.owner.picks(),
    };
  }

  private async pump(): Promise<void> {
    if (this.isPumping) {
      return;
    }
    this.isPumping = true;
    try {
      while (this.canWrite()) {
        const message = this.queue.next();
        if (!message) {
          return;
        }
        await this.write(message, 'turn');
      }
    } finally {
      this.isPumping = false;
    }
  }

  /** A message does not queue for a process that starts: it is shown as being sent meanwhile. */
  private canWrite(): boolean {
    const { phase } = this.slot.status;
    return phase !== 'working' && phase !== 'stopping';
  }

  private async write(message: StoredMessage, urgency: 'turn' | 'next' | 'now'): Promise<void> {
    const { inFlight } = this.keeper.current;
    const { stops } = this;
    this.sending.set(message.id, message);
    this.owner.emit([this.sendingEvent()]);
    this.keeper.save({ inFlight: [...inFlight, message] });
    try {
      await this.keeper.written();
      this.requireNoStopSince(stops);
      const prepared = bringsContext(message) ? await this.prepare(message) : undefined;
      const process = await this.ready();
      await this.switches.applyPicks(process, message.picks, prepared?.borrowed);
      this.requireNoStopSince(stops);
      this.isUrging ||= urgency === 'now' && this.slot.status.phase === 'working';
      this.sending.delete(message.id);
      this.owner.emit([sentEvent(message, prepared, this.owner.now()), this.sendingEvent()]);
      for (const text of prepared?.notices ?? []) {
        this.inform(text);
      }
      this.slot.markWorking();
      this.written.add(message.id);
      this.outcome = undefined;
      await process.send(toOutgoing(message, prepared, urgency));
    } catch (error) {
      this.log.error('A message could not be sent', { error: messageOf(error) });
      if (this.sending.delete(message.id)) {
        this.owner.emit([this.sendingEvent()]);
      }
      this.returnToComposer([message]);
      this.hold('notSent');
      const text = l10n.t(
        'The message was not sent and is back in the message box. {0}',
        messageOf(error),
      );
      this.warn(text);
      if (isBroken(error)) {
        // The session would count as working forever.
        await this.slot.end('now');
      }
    }
  }

  /** Reads what a message brings along; the record names the text that the agent will store. */
  private async prepare(message: StoredMessage): Promise<PreparedMessage> {
    const prepared = await this.preparation.prepare(message);
    const { text: agentText } = prepared;
    if (agentText !== message.text) {
      const { inFlight } = this.keeper.current;
      const renamed = inFlight.map(one => (one.id === message.id ? { ...one, agentText } : one));
      this.keeper.save({ inFlight: renamed });
    }
    return prepared;
  }

  /** @throws UserError `conversation.stopped` */
  private requireNoStopSince(stops: number): void {
    if (stops !== this.stops) {
      throw new UserError('conversation.stopped', l10n.t('You stopped the turn.'));
    }
  }

  /** Returns a process that has been started with the present settings. */
  private async ready(): Promise<AgentProcess> {
    await this.owner.prepare();
    let process = await this.slot.ensure();
    // Settings may have changed since the launch was prepared.
    while (this.slot.isRestartDue && this.slot.status.phase === 'idle') {
      await this.owner.prepare();
      process = await this.slot.ensure();
    }
    return process;
  }

  private inform(text: string): void {
    const at = this.owner.now();
    this.owner.emit([{ type: 'notice', at, notice: { kind: 'info', text } }]);
  }

  private warn(text: string): void {
    const at = this.owner.now();
    this.owner.emit([{ type: 'notice', at, notice: { kind: 'warning', text } }]);
  }

  private take(id: MessageId): StoredMessage {
    const message = this.queue.take(id);
    if (!message) {
      throw alreadySent();
    }
    return message;
  }

  private sendingEvent(): ConversationEvent {
    return { type: 'sending.changed', sending: [...this.sending.values()].map(toShown) };
  }

  private onQueueChanged(): void {
    this.keeper.save({ queue: this.queue.all });
    this.owner.emit([this.queue.toEvent()]);
  }
}

/** Mentions that the agent itself reads, at the beginning of a turn only. */
const readByAgent: ReadonlySet<string> = new Set(['file', 'folder', 'agent', 'resource', 'prompt']);

/** In the middle of a turn, a command would be sent as text, and a PDF not at all. */
function needsOwnTurn({ text, mentions = [], attachments = [] }: Draft): boolean {
  return (
    text.startsWith('/') ||
    attachments.some(({ kind }) => kind === 'pdf') ||
    mentions.some(({ token, target }) => readByAgent.has(target.kind) && text.includes(token))
  );
}

/** True if the process no longer reads input. */
function isBroken(error: unknown): boolean {
  return error instanceof UserError && error.code.startsWith('process.');
}

/** @throws UserError `message.empty` */
export function requireContent(draft: Draft): void {
  if (isEmptyDraft(draft)) {
    throw new UserError('message.empty', l10n.t('There is nothing to send.'));
  }
}

function alreadySent(): UserError {
  return new UserError('message.gone', l10n.t('This message has already been sent.'));
}

function toOutgoing(
  { id, text, images }: StoredMessage,
  prepared: PreparedMessage | undefined,
  urgency: OutgoingMessage['urgency'],
): OutgoingMessage {
  return {
    ...{ id, images, urgency, text: prepared?.text ?? text },
    ...(prepared ? { context: prepared.context } : {}),
  };
}

function sentEvent(
  { id, text, images, mentions = [], attachments = [] }: StoredMessage,
  prepared: PreparedMessage | undefined,
  at: number,
): ConversationEvent {
  const mentioned = withFileMentions(text, mentions);
  const context = prepared?.context.map(block => toSentContext(block, attachments)) ?? [];
  return {
    type: 'prompt.sent',
    messageId: id,
    at,
    text,
    images: images.map(toImage),
    ...(mentioned.length > 0 ? { mentions: mentioned } : {}),
    ...(context.length > 0 ? { context } : {}),
    ...(prepared && prepared.text !== text ? { agentText: prepared.text } : {}),
  };
}
