import * as l10n from '@vscode/l10n';
import { messageOf, UserError } from '../../base/errors';
import type { Log } from '../../base/log';
import type { MessageId } from '../../contract/ids';
import { isFolder } from '../../node/isFolder';
import { goneFolder } from '../../protocol/agentLauncher';
import type { ProcessSlot } from './agent/processSlot';
import { knownEvents } from './agentFacts';
import { hasOpenTurn } from './background';
import type { StoredMessage } from './channelRecord';
import type { ConversationStore } from './conversationStore';
import type { EditEvents } from './editEvents';
import type { FolderNotice } from './folderNotice';
import type { Forking } from './forking';
import type { MessageSender } from './messageSender';
import type { PermissionBroker } from './permissionBroker';
import type { ChannelSettings, KnownAgent } from './ports';
import type { RecordKeeper } from './recordKeeper';
import {
  containsMessage,
  endsCutShort,
  withElsewhereOutcome,
  withReloadOutcome,
} from './restoredEvents';
import type { SessionLease } from './sessionLease';
import type { ShellLines } from './shellLines';
import type { SideQuestions } from './sideQuestions';

export interface RestorerParts {
  readonly cwd: string;
  readonly settings: ChannelSettings;
  readonly known: KnownAgent | undefined;
  readonly keeper: RecordKeeper;
  readonly history: ConversationStore;
  readonly forking: Forking;
  readonly slot: ProcessSlot;
  readonly lease: SessionLease;
  readonly messages: MessageSender;
  readonly shell: ShellLines;
  readonly sideQuestions: SideQuestions;
  readonly broker: PermissionBroker;
  readonly edits: EditEvents;
  readonly folderNotice: FolderNotice;
  readonly log: Log;
}

/** Restores, reloads and rewinds what the agent has stored of the conversation. */
export class SessionRestorer {
  /** Message of the last failed check, so that consecutive checks log it once. */
  private failure: string | undefined;

  constructor(private readonly parts: RestorerParts) {}

  /**
   * Restores history, prompts and queue after a reload.
   * @param isOthers true if another process has the session open
   */
  async restore(isOthers = false): Promise<void> {
    const { cwd, settings, keeper, history, forking, folderNotice, messages, slot } = this.parts;
    const { sideQuestions, shell, known } = this.parts;
    const stored = await forking.read();
    const {
      sessionId,
      inFlight,
      stopped = [],
      prompts,
      queue,
      picks,
      costUsd,
      source,
      model,
      ownModel = model,
    } = keeper.current;
    // Another agent may never report a cost.
    const hasCost = source === undefined || costUsd > 0;
    const { lmTools: _, efforts: __, fastMode: ___, ultracode: ____, ...shown } = picks;
    // The agent may have exited before it stored the newest message.
    const isUnstored = (message: StoredMessage) => !containsMessage(stored.events, message);
    const unstored = [...stopped, ...inFlight].filter(isUnstored);
    const wasRunning = !inFlight.every(isUnstored) && endsCutShort(stored.events);
    const wasCutOff = stored.isOwn && (prompts.length > 0 || wasRunning);
    if (stored.session) {
      const whole = isOthers ? withElsewhereOutcome(stored.events) : stored.events;
      history.restore(stored.session, wasCutOff ? withReloadOutcome(stored.events) : whole);
    }
    const facts = source === undefined ? known?.of(cwd) : undefined;
    const isStored = stored.session !== undefined;
    history.apply([
      { type: 'session.changed', sessionId, cwd },
      ...(facts ? knownEvents(facts, { picks, model: ownModel, isStored }, settings) : []),
      {
        type: 'settings.changed',
        settings: {
          mode: settings.initialMode,
          disabledTools: settings.disabledTools ?? [],
          ...shown,
        },
      },
      ...(hasCost ? [{ type: 'usage.changed' as const, usage: { costUsd } }] : []),
    ]);
    folderNotice.restore();
    void this.recallEdits().catch((error: unknown) =>
      this.parts.log.warn('Edits of before', { error: messageOf(error) }),
    );
    messages.restore(queue);
    sideQuestions.restore();
    shell.restore();
    if (unstored.length > 0) {
      messages.composer.takeBack(unstored);
    }
    if (wasCutOff) {
      this.showCutOff();
    }
    if (!(await isFolder(cwd))) {
      slot.show({ phase: 'stopped', detail: goneFolder(cwd) });
    }
    // Permissions for "this session" end with the window that gave them.
    keeper.forget('granted');
    keeper.save({ inFlight: [], stopped: [] });
  }

  /**
   * Reads the stored session again, because another process has continued it or is doing so. Does
   * nothing if nothing is stored, or while a turn runs here, which reports everything itself.
   * @throws UserError `session.unreadable`; the shown history stays
   */
  async reload(): Promise<void> {
    const { history, forking, keeper, slot, lease, cwd } = this.parts;
    const isOthers = lease.heldBy !== undefined;
    if (!isOthers && (hasOpenTurn(history.current) || slot.status.phase === 'working')) {
      return;
    }
    const { session, events } = await forking.read();
    if (!session) {
      return;
    }
    const whole = isOthers ? withElsewhereOutcome(events) : events;
    // The conversation itself decides the settings of its next process.
    history.replace(
      session,
      whole.filter(event => event.type !== 'settings.changed'),
    );
    // Lines may name the session that they were copied from.
    const { sessionId } = keeper.current;
    history.apply([{ type: 'session.changed', sessionId, cwd }]);
    await this.recallEdits();
  }

  /** Shows messages that another process added to the session. Failed reads are retried later. */
  async catchUp(): Promise<void> {
    try {
      if (await this.parts.forking.hasGrown()) {
        // The other process has gone on with a model that somebody chose there.
        this.parts.keeper.forget('ownModel');
        await this.reload();
      }
      this.failure = undefined;
    } catch (error) {
      const failure = messageOf(error);
      if (failure !== this.failure) {
        this.failure = failure;
        this.parts.log.warn('What was added to the session', { error: failure });
      }
    }
  }

  /**
   * Rewinds the session to before a message, which moves to the composer. Later messages stay in
   * the agent's store and leave the conversation.
   * @throws UserError `conversation.busy`, `session.openElsewhere`, `message.first`, or why the agent cannot go back there
   */
  async cutBefore(id: MessageId): Promise<void> {
    const { forking, slot, messages } = this.parts;
    this.requireIdle();
    const { draft, at } = await forking.cutBefore(id);
    this.requireIdle();
    await slot.retire();
    await forking.cutAt(at);
    await this.reload();
    messages.composer.compose(draft);
    // Messages sent in the meantime wait for the next process.
    void messages.flushQueue();
  }

  private requireIdle(): void {
    const { history, lease } = this.parts;
    lease.requireOwn();
    if (!['idle', 'stopped', 'lost'].includes(history.current.summary.agent.phase)) {
      throw new UserError(
        'conversation.busy',
        l10n.t('This conversation is working. Wait until it has finished, or stop it.'),
      );
    }
  }

  /** Replays the file changes of the conversation's calls. */
  recallEdits(): Promise<void> {
    return this.parts.edits.remember();
  }

  private showCutOff(): void {
    const { keeper, broker, slot } = this.parts;
    const { prompts } = keeper.current;
    if (prompts.length === 0) {
      const detail = l10n.t('The turn was interrupted by the reload.');
      slot.show({ phase: 'stopped', detail, actions: ['resume'] });
      return;
    }
    broker.restore(prompts);
    const detail = l10n.t('Interrupted by the reload. Answer the request to continue.');
    slot.show({ phase: 'stopped', detail });
  }
}
