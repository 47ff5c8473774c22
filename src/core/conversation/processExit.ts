import * as l10n from '@vscode/l10n';
import type { Clock } from '../../base/clock';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import type { Loss } from './agent/processSlot';
import type { ConversationStore } from './conversationStore';
import type { EditEvents } from './editEvents';
import type { Forking } from './forking';
import type { MessageSender } from './messageSender';
import type { OpenPrompts } from './openPrompts';
import type { RecordKeeper } from './recordKeeper';

export interface ProcessExitParts {
  readonly keeper: RecordKeeper;
  readonly history: ConversationStore;
  readonly forking: Forking;
  readonly prompts: OpenPrompts;
  readonly edits: EditEvents;
  messages(): MessageSender;
  /** Reason for the exit, for the turn that it ended. */
  reason(): string;
  /** Called when turn and prompts have been ended. */
  onSettled(): void;
  readonly clock: Clock;
  readonly log: Log;
}

/** Puts a conversation in order after its agent process has exited. */
export class ProcessExit {
  /** Resolves once the session length that the last process left has been recorded. */
  measured: Promise<void> = Promise.resolve();
  /** Resolves once the last loss has been dealt with. */
  settled: Promise<void> = Promise.resolve();

  constructor(private readonly parts: ProcessExitParts) {}

  onEnded(): void {
    this.parts.keeper.forget('process');
    this.parts.prompts.forgetInputs();
    this.measured = this.parts.forking.markSeen();
  }

  onLost(loss: Loss): void {
    this.settled = this.settle(loss).catch((error: unknown) =>
      this.parts.log.error('The end of the agent was not dealt with', { error: messageOf(error) }),
    );
  }

  private async settle(loss: Loss): Promise<void> {
    const { keeper, prompts, edits, forking, onSettled } = this.parts;
    const messages = this.parts.messages();
    const written = messages.losableMessages;
    this.endTurn(loss);
    if (loss.wasStopped) {
      prompts.withdrawAll();
    } else {
      messages.hold('agentEnded');
      prompts.interrupt();
    }
    onSettled();
    await edits.settleAll();
    const unread = await forking.notStored(written);
    if (unread.length > 0) {
      messages.composer.takeBack(unread);
      this.warn(
        l10n.t(
          'The process ended before it stored your message, which is back in the message box.',
        ),
      );
    }
    keeper.save({ stopped: [] });
    await messages.flushQueue();
  }

  private endTurn({ exit }: Loss): void {
    const { history, clock, reason } = this.parts;
    if (history.current.open) {
      const outcome = exit.wasAsked
        ? ({ kind: 'interrupted' } as const)
        : ({ kind: 'lost', message: reason() } as const);
      history.apply([{ type: 'turn.ended', at: clock.now(), outcome }]);
    }
  }

  private warn(text: string): void {
    const { history, clock } = this.parts;
    history.apply([{ type: 'notice', at: clock.now(), notice: { kind: 'warning', text } }]);
  }
}
