import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { isObject } from '../../base/json';
import type { ConversationEvent } from '../../contract/events';
import type { AgentHost } from '../../protocol/agentSource';
import { isLogged } from '../sessions/loggedEvents';
import type { UpdateTranslator } from '../translate/updateTranslator';
import type { Outlet } from './outlet';
import type { SessionRecord } from './sessionRecord';

interface UpdateIntakeOptions {
  readonly translator: UpdateTranslator;
  readonly outlet: Outlet;
  readonly record: Pick<SessionRecord, 'titled'>;
  readonly host: Pick<AgentHost, 'onPageFinished'>;
  /** Agent's name for users. */
  readonly title: string;
  readonly clock: Clock;
  /** Agent's own id of the session, once it has one. */
  ownSession(): string | undefined;
  /** Called with each update that is not of the past. */
  onUpdate(update: unknown): void;
}

/** Milliseconds without an update after which work of the agent's own counts as done. */
const quietTime = 3_000;

/** Takes what an agent reports by itself, and finds out whose it is. */
export class UpdateIntake {
  /** True while the agent repeats a history that is stored here already. */
  private isSkipping = false;
  private isReplaying = false;
  /** Ends what the agent has begun by itself. */
  private ownTurn: Disposable | undefined;

  constructor(private readonly options: UpdateIntakeOptions) {}

  onNotification(method: string, params: unknown): void {
    const { host, title, outlet } = this.options;
    if (method === 'session/update') {
      this.onUpdate(params);
    } else if (method === 'elicitation/complete') {
      const id = isObject(params) ? params.elicitationId : undefined;
      if (typeof id === 'string') {
        host.onPageFinished(title, id);
      }
    } else if (!method.startsWith('_') && !method.startsWith('$/')) {
      outlet.unknown(`notification: ${method}`);
    }
  }

  /**
   * Called around a load or a fork, in which the agent may repeat the whole conversation.
   * @param isUnread true if Tandem has not stored that history
   */
  onReplay(isRunning: boolean, isUnread: boolean): void {
    const { translator } = this.options;
    this.isReplaying = isRunning;
    if (isRunning) {
      this.isSkipping = !isUnread;
      translator.replayStarted();
      return;
    }
    this.addUnlessSkipped(translator.replayEnded());
    this.isSkipping = false;
  }

  /** Until the session has a name, everything is about it. */
  ownerOf(sessionId: string): 'own' | 'child' | 'unknown' {
    const own = this.options.ownSession();
    if (own === undefined || sessionId === own) {
      return 'own';
    }
    return this.options.translator.hasChild(sessionId) ? 'child' : 'unknown';
  }

  dispose(): void {
    this.ownTurn?.dispose();
  }

  private onUpdate(params: unknown): void {
    const { outlet, translator, onUpdate } = this.options;
    const { sessionId, update } = isObject(params) ? params : {};
    if (typeof sessionId !== 'string' || !isObject(update)) {
      outlet.unknown('session/update');
      return;
    }
    const owner = this.ownerOf(sessionId);
    if (owner === 'unknown') {
      outlet.unknown(`session/update: ${sessionId.slice(0, 100)}`);
      return;
    }
    const events = translator.update(update, owner === 'child' ? sessionId : undefined);
    this.addUnlessSkipped(events);
    this.keepTitle(events);
    this.endOwnTurnLater();
    if (!this.isReplaying) {
      onUpdate(update);
    }
  }

  /** Nothing on the wire ends what the agent has begun by itself. */
  private endOwnTurnLater(): void {
    const { translator, outlet, clock } = this.options;
    this.ownTurn?.dispose();
    this.ownTurn = undefined;
    if (translator.isInOwnTurn && !this.isReplaying) {
      this.ownTurn = clock.setTimeout(() => outlet.add(translator.ownTurnEnded()), quietTime);
    }
  }

  private keepTitle(events: readonly ConversationEvent[]): void {
    const { record, outlet } = this.options;
    for (const event of events) {
      if (event.type === 'session.changed' && event.title !== undefined) {
        void record.titled(event.title).catch((error: unknown) => outlet.note('Title', error));
      }
    }
  }

  private addUnlessSkipped(events: readonly ConversationEvent[]): void {
    this.options.outlet.add(this.isSkipping ? events.filter(event => !isLogged(event)) : events);
  }
}
