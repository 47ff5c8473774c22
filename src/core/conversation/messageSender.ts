import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import { Emitter } from '../../base/emitter';
import { messageOf, UserError } from '../../base/errors';
import type { Log } from '../../base/log';
import { type Draft, isEmptyDraft } from '../../contract/draft';
import type { HoldReason, TurnOutcome } from '../../contract/events';
import type { MessageId } from '../../contract/ids';
import type { Picks } from '../../protocol/agentLauncher';
import type { ContextBlock } from '../../protocol/agentSource';
import type { StoredMessage } from './channelRecord';
import { ComposerDraft } from './composerDraft';
import type { PreparedMessage } from './messageContext';
import { MessageQueue } from './messageQueue';
import { MessageWriter, type Urgency, type WriterParts } from './messageWriter';
import { toDraft } from './sentContext';

interface SenderOwner {
  /** Mode and model for a message written now. */
  picks(): Picks;
  whileWorking(): 'queue' | 'steer';
}

/** Parts of a channel that sending a message takes. */
interface SenderParts extends WriterParts {
  readonly owner: SenderOwner & WriterParts['owner'];
  readonly log: Log;
}

/** Sends the user's messages to the agent: one at a time, in order. */
export class MessageSender {
  /** Takes messages back that were not sent. */
  readonly composer: ComposerDraft;
  private readonly queue = new MessageQueue(() => this.onQueueChanged());
  private readonly writer: MessageWriter;
  private readonly settled = new Emitter<void>();
  private isPumping = false;

  /** Fires when the messages of a turn that is over have left the record. */
  readonly onSettled = this.settled.event;

  constructor(private readonly parts: SenderParts) {
    const { keeper, owner } = parts;
    this.composer = new ComposerDraft(keeper, () => owner.now());
    this.writer = new MessageWriter(parts);
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
    const { isWorking } = this;
    if (isWorking && !needsOwnTurn(draft) && this.parts.owner.whileWorking() === 'steer') {
      this.queue.endEdit();
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
    return this.parts.preparation.prepare(this.stored(draft, context));
  }

  /** @throws UserError `message.gone` if the message has already been sent */
  sendNow(id: MessageId): void {
    const message = this.take(id);
    this.queue.release();
    if (this.parts.slot.isStopping) {
      // Writing now would end the process, which has time to stop by itself.
      this.queue.addFirst(message);
    } else {
      void this.write(message, this.isWorking ? 'now' : 'turn');
    }
  }

  /**
   * Moves a queued message into the composer, before its current content. The next message that is
   * queued takes its place.
   */
  edit(id: MessageId): Draft {
    this.composer.compose(toDraft(requireQueued(this.queue.edit(id))));
    return this.parts.keeper.current.draft;
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
    this.writer.halt();
    this.hold('stopped');
  }

  /** Sends what the queue holds. */
  resumeQueue(): void {
    this.queue.release();
    void this.pump();
  }

  /** Pauses the queue after a turn that failed, or that somebody else has ended. */
  onTurnEnded(outcome: TurnOutcome['kind'], isStopping: boolean): void {
    const isCutShort = this.writer.onTurnEnded(outcome);
    if (outcome !== 'completed' && !isStopping && !isCutShort) {
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
    if (this.writer.settle()) {
      this.settled.fire();
    }
    await this.pump();
  }

  /** Messages that may be lost with the agent's process: it has them, but may not have stored them. */
  get losableMessages(): readonly StoredMessage[] {
    return this.writer.losable;
  }

  /** Returns messages to the composer that Stop took back, and says so. */
  takeBack(ids: readonly MessageId[]): void {
    const messages = this.parts.keeper.current.inFlight.filter(({ id }) => ids.includes(id));
    if (messages.length > 0) {
      this.composer.takeBack(messages);
      this.warn(l10n.t('Your last message had not been read. It is back in the message box.'));
    }
  }

  private stored(draft: Draft, context: readonly ContextBlock[]): StoredMessage {
    return {
      ...draft,
      ...(context.length > 0 ? { context } : {}),
      id: randomUUID() as MessageId,
      at: this.parts.owner.now(),
      picks: this.parts.owner.picks(),
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
    const { phase } = this.parts.slot.status;
    return phase !== 'working' && phase !== 'stopping';
  }

  private get isWorking(): boolean {
    return this.parts.slot.status.phase === 'working';
  }

  /** A message that cannot be sent goes back to the composer, and the queue waits for the user. */
  private async write(message: StoredMessage, urgency: Urgency): Promise<void> {
    try {
      await this.writer.write(message, urgency);
    } catch (error) {
      this.parts.log.error('A message could not be sent', { error: messageOf(error) });
      this.composer.takeBack([message]);
      this.hold('notSent');
      const text = l10n.t(
        'The message was not sent and is back in the message box. {0}',
        messageOf(error),
      );
      this.warn(text);
      if (isBroken(error)) {
        // The session would count as working forever.
        await this.parts.slot.end('now');
      }
    }
  }

  private warn(text: string): void {
    const { owner } = this.parts;
    owner.emit([{ type: 'notice', at: owner.now(), notice: { kind: 'warning', text } }]);
  }

  private take(id: MessageId): StoredMessage {
    return requireQueued(this.queue.take(id));
  }

  private onQueueChanged(): void {
    this.parts.keeper.save({ queue: this.queue.all });
    this.parts.owner.emit([this.queue.toEvent()]);
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

/** @throws UserError `message.gone` if it has already been sent */
function requireQueued(message: StoredMessage | undefined): StoredMessage {
  if (!message) {
    throw alreadySent();
  }
  return message;
}

function alreadySent(): UserError {
  return new UserError('message.gone', l10n.t('This message has already been sent.'));
}
