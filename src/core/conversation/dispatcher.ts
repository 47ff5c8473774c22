import { randomUUID } from 'node:crypto';
import { Emitter } from '../../base/emitter';
import { messageOf, UserError } from '../../base/errors';
import type { Log } from '../../base/log';
import type { ConversationEvent } from '../../contract/events';
import type { MessageId } from '../../contract/ids';
import type { Draft } from '../../contract/view';
import type { Picks } from '../../protocol/agentLauncher';
import type { AgentSession } from './agentSession';
import { toImage } from './images';
import type { StoredMessage } from './journal';
import { MessageQueue } from './messageQueue';
import type { RecordKeeper } from './recordKeeper';
import type { SettingsSwitch } from './settingsSwitch';

export interface DispatcherOwner {
  /** Mode and model that a message written now is written under. */
  picks(): Picks;
  whileWorking(): 'queue' | 'steer';
  /** Brings the process to where the next message may be written: a restart that was due. */
  prepare(): Promise<void>;
  emit(events: readonly ConversationEvent[]): void;
  now(): number;
}

/** Writes the user's messages to the agent: one at a time, in order, each journaled first. */
export class Dispatcher {
  private readonly queue = new MessageQueue(() => this.onQueueChanged());
  private readonly taken = new Emitter<Draft>();
  /** The agent's process was given these, and has not said that it is done with them. */
  private readonly given = new Set<MessageId>();
  private isPumping = false;

  /** A message went back into the composer. */
  readonly onTakenBack = this.taken.event;

  constructor(
    private readonly session: AgentSession,
    private readonly switches: SettingsSwitch,
    private readonly keeper: RecordKeeper,
    private readonly owner: DispatcherOwner,
    private readonly log: Log,
  ) {}

  /** @throws UserError `empty` */
  send(draft: Draft): void {
    if (draft.text.trim() === '' && draft.images.length === 0) {
      throw new UserError('empty', 'There is nothing to send.');
    }
    const message: StoredMessage = {
      id: randomUUID() as MessageId,
      text: draft.text,
      images: draft.images,
      at: this.owner.now(),
      picks: this.owner.picks(),
    };
    this.queue.isHeld = false;
    // A command waits for its own turn: in the middle of one it would be sent as text.
    const isCommand = draft.text.startsWith('/');
    const isWorking = this.session.state.phase === 'working';
    if (isWorking && !isCommand && this.owner.whileWorking() === 'steer') {
      void this.write(message, 'next');
    } else {
      this.queue.add(message);
      void this.pump();
    }
  }

  /** @throws UserError `gone` when the message has been sent meanwhile */
  sendNow(id: MessageId): void {
    const message = this.take(id);
    this.queue.isHeld = false;
    void this.write(message, this.session.state.phase === 'working' ? 'now' : 'turn');
  }

  /** Puts a queued message into the composer, before what is there. */
  edit(id: MessageId): Draft {
    this.compose(this.take(id));
    return this.keeper.current.draft;
  }

  remove(id: MessageId): void {
    this.take(id);
  }

  /**
   * Sends a queued message one place sooner (-1) or later (1).
   * @throws UserError `gone` when the message has been sent meanwhile
   */
  move(id: MessageId, by: -1 | 1): void {
    if (!this.queue.move(id, by)) {
      throw sentAlready();
    }
  }

  /** Messages wait that will be sent by themselves. */
  get hasPending(): boolean {
    return this.queue.all.length > 0 && !this.queue.isHeld;
  }

  /** Nothing more is sent until the user sends something. */
  hold(): void {
    this.queue.isHeld = true;
  }

  restore(messages: readonly StoredMessage[]): void {
    this.queue.restore(messages);
  }

  /** Sends what waits and is not held. */
  goOn(): Promise<void> {
    return this.pump();
  }

  /** The turn is over: what was written has been dealt with, the next may go. */
  async onIdle(): Promise<void> {
    // One that is only about to be written is not among them: a process that comes up is idle too.
    const { inFlight } = this.keeper.current;
    this.keeper.save({ inFlight: inFlight.filter(({ id }) => !this.given.has(id)) });
    this.given.clear();
    await this.pump();
  }

  /** What the agent's process was given and may have taken to its end. */
  get underWay(): readonly StoredMessage[] {
    return this.keeper.current.inFlight.filter(({ id }) => this.given.has(id));
  }

  /** Texts that the agent never stored go back into the composer. */
  takeBack(messages: readonly StoredMessage[]): void {
    const ids = new Set(messages.map(({ id }) => id));
    const isKept = ({ id }: StoredMessage) =>
      this.keeper.current.inFlight.some(one => one.id === id);
    this.compose(...messages.filter(message => isKept(message)));
    this.keeper.save({ inFlight: this.keeper.current.inFlight.filter(({ id }) => !ids.has(id)) });
  }

  /** Puts messages into the composer, before what is there. */
  compose(...messages: readonly Draft[]): void {
    const all = [...messages, this.keeper.current.draft];
    const draft: Draft = {
      text: all
        .map(message => message.text)
        .filter(Boolean)
        .join('\n'),
      images: all.flatMap(message => message.images),
    };
    this.keeper.save({ draft });
    this.taken.fire(draft);
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

  private canWrite(): boolean {
    const { phase } = this.session.state;
    return phase === 'idle' || phase === 'asleep' || phase === 'stopped' || phase === 'lost';
  }

  private async write(message: StoredMessage, urgency: 'turn' | 'next' | 'now'): Promise<void> {
    const { inFlight } = this.keeper.current;
    this.keeper.save({ inFlight: [...inFlight, message] });
    try {
      await this.keeper.flush();
      await this.owner.prepare();
      const process = await this.session.ensure();
      await this.switches.bringTo(process, message.picks);
      this.owner.emit([sentEvent(message, this.owner.now())]);
      this.session.markWorking();
      this.given.add(message.id);
      await process.send({ ...message, urgency });
    } catch (error) {
      this.log.error('A message could not be sent', { error: messageOf(error) });
      this.takeBack([message]);
      this.hold();
      const text = `The message was not sent, it is in the composer again. ${messageOf(error)}`;
      const at = this.owner.now();
      this.owner.emit([{ type: 'notice', at, notice: { kind: 'warning', text } }]);
      if (isBroken(error)) {
        // It would count as working for ever.
        await this.session.abandon();
      }
    }
  }

  private take(id: MessageId): StoredMessage {
    const message = this.queue.take(id);
    if (!message) {
      throw sentAlready();
    }
    return message;
  }

  private onQueueChanged(): void {
    this.keeper.save({ queue: this.queue.all });
    this.owner.emit([this.queue.toEvent()]);
  }
}

/** The process reads nothing any more. */
function isBroken(error: unknown): boolean {
  return error instanceof UserError && error.code.startsWith('process.');
}

function sentAlready(): UserError {
  return new UserError('gone', 'This message has been sent already.');
}

function sentEvent(message: StoredMessage, at: number): ConversationEvent {
  return {
    type: 'prompt.sent',
    messageId: message.id,
    at,
    text: message.text,
    images: message.images.map(toImage),
  };
}
