import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import type { ConversationEvent, TurnOutcome } from '../../contract/events';
import type { MessageId } from '../../contract/ids';
import type { Picks } from '../../protocol/agentLauncher';
import type { AgentProcess, OutgoingMessage } from '../../protocol/agentSource';
import { withFileMentions } from '../../protocol/fileMentions';
import type { ProcessSlot } from './agent/processSlot';
import type { StoredMessage } from './channelRecord';
import type { PreparedMessage } from './messageContext';
import { bringsContext, type MessagePreparation } from './messagePreparation';
import { toShown } from './messageQueue';
import type { RecordKeeper } from './recordKeeper';
import { toSentContext } from './sentContext';
import { toImage } from './toImage';

/** Whether a message begins a turn, or goes into the running one: after its next step, or at once. */
export type Urgency = OutgoingMessage['urgency'];

/** Switches a live agent to what a message was written under. */
interface PickSwitches {
  /** @param borrowed mode and model for this message only */
  applyPicks(
    process: AgentProcess,
    picks: Picks,
    borrowed?: Pick<Picks, 'mode' | 'model'>,
  ): Promise<void>;
}

interface WriterOwner {
  /** Prepares the process for the next message, including a pending restart. */
  prepare(): Promise<void>;
  emit(events: readonly ConversationEvent[]): void;
  now(): number;
}

export interface WriterParts {
  readonly slot: ProcessSlot;
  readonly switches: PickSwitches;
  readonly keeper: RecordKeeper;
  readonly owner: WriterOwner;
  readonly preparation: MessagePreparation;
}

/**
 * Writes messages to the agent's process, each recorded first, and knows which of them may be lost
 * with it. A message is shown before that (see ADR 12).
 */
export class MessageWriter {
  /** Messages written to the agent's process that it has not reported as done. */
  private readonly written = new Set<MessageId>();
  /** Messages that are shown, but that the agent has not been given. */
  private readonly sending = new Map<MessageId, StoredMessage>();
  /** Number of stops so far: one of them keeps messages from being sent that are on their way. */
  private stops = 0;
  /** True while an urgent message cuts a turn short, whose end is no reason to hold the queue. */
  private isUrging = false;
  /** Outcome of the turn that the last message began; absent until it has ended. */
  private outcome: TurnOutcome['kind'] | undefined;

  constructor(private readonly parts: WriterParts) {}

  /** Keeps messages from being sent that are on their way to the agent. */
  halt(): void {
    this.stops += 1;
    this.isUrging = false;
    this.parts.preparation.abort();
  }

  /** @returns whether an urgent message has cut the turn short */
  onTurnEnded(outcome: TurnOutcome['kind']): boolean {
    this.outcome = outcome;
    const isCutShort = this.isUrging && outcome === 'interrupted';
    this.isUrging = false;
    return isCutShort;
  }

  /**
   * Forgets the messages that an ended turn dealt with.
   * @returns whether there were some
   */
  settle(): boolean {
    if (this.written.size === 0) {
      return false;
    }
    const { keeper } = this.parts;
    // Messages still to be written are kept: a process that has just started reports idle too.
    keeper.save({
      inFlight: keeper.current.inFlight.filter(({ id }) => !this.written.has(id)),
      // An agent that was stopped may report idle before it ends the turn.
      stopped: this.outcome === 'completed' ? [] : this.unfinished,
    });
    this.written.clear();
    return true;
  }

  /** Messages that may be lost with the agent's process: it has them, but may not have stored them. */
  get losable(): readonly StoredMessage[] {
    return [...(this.parts.keeper.current.stopped ?? []), ...this.unfinished];
  }

  /** Messages written to the agent's process whose turn has not ended. */
  private get unfinished(): readonly StoredMessage[] {
    return this.parts.keeper.current.inFlight.filter(({ id }) => this.written.has(id));
  }

  /** @throws why the message was not sent; it is neither shown nor given to the agent then */
  async write(message: StoredMessage, urgency: Urgency): Promise<void> {
    const { keeper, owner, slot, switches } = this.parts;
    const { stops } = this;
    this.sending.set(message.id, message);
    owner.emit([this.sendingEvent()]);
    keeper.save({ inFlight: [...keeper.current.inFlight, message] });
    try {
      await keeper.written();
      this.requireNoStopSince(stops);
      const prepared = bringsContext(message) ? await this.prepare(message) : undefined;
      const process = await this.ready();
      await switches.applyPicks(process, message.picks, prepared?.borrowed);
      this.requireNoStopSince(stops);
      this.isUrging ||= urgency === 'now' && slot.status.phase === 'working';
      this.sending.delete(message.id);
      owner.emit([sentEvent(message, prepared, owner.now()), this.sendingEvent()]);
      for (const text of prepared?.notices ?? []) {
        owner.emit([{ type: 'notice', at: owner.now(), notice: { kind: 'info', text } }]);
      }
      slot.markWorking();
      this.written.add(message.id);
      this.outcome = undefined;
      await process.send(toOutgoing(message, prepared, urgency));
    } catch (error) {
      if (this.sending.delete(message.id)) {
        owner.emit([this.sendingEvent()]);
      }
      throw error;
    }
  }

  /** Reads what a message brings along; the record names the text that the agent will store. */
  private async prepare(message: StoredMessage): Promise<PreparedMessage> {
    const { keeper, preparation } = this.parts;
    const prepared = await preparation.prepare(message);
    const { text: agentText } = prepared;
    if (agentText !== message.text) {
      const { inFlight } = keeper.current;
      const renamed = inFlight.map(one => (one.id === message.id ? { ...one, agentText } : one));
      keeper.save({ inFlight: renamed });
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
    const { owner, slot } = this.parts;
    await owner.prepare();
    let process = await slot.ensure();
    // Settings may have changed since the launch was prepared.
    while (slot.isRestartDue && slot.status.phase === 'idle') {
      await owner.prepare();
      process = await slot.ensure();
    }
    return process;
  }

  private sendingEvent(): ConversationEvent {
    return { type: 'sending.changed', sending: [...this.sending.values()].map(toShown) };
  }
}

function toOutgoing(
  { id, text, images }: StoredMessage,
  prepared: PreparedMessage | undefined,
  urgency: Urgency,
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
