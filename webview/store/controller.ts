import * as l10n from '@vscode/l10n';
import { messageOf } from '../../src/base/errors';
import { isObject } from '../../src/base/json';
import type { HostEvents, MoreText, PageInit } from '../../src/contract/calls';
import type { Conversation } from '../../src/contract/conversation';
import type { ConversationEvent } from '../../src/contract/events';
import type { ChannelId } from '../../src/contract/ids';
import { programsTitle } from '../../src/contract/labels/programKind';
import type { Listeners } from '../../src/contract/peer';
import type { Snapshot } from '../../src/contract/snapshot';
import type { TurnPosition } from '../../src/contract/turnPosition';
import { fold } from '../../src/transcript/fold';
import type { Actions } from './actions';
import { agentTitleOf } from './agentTitle';
import type { announcementsOf } from './announcements';
import { createFrameClock, type FrameClock } from './frameClock';
import {
  isDraft,
  isDraftAddition,
  isFrontContext,
  isIoMessage,
  isLiveCalls,
  isPageConfig,
  isPageInit,
  isWithheldFront,
} from './guards';
import type { HostPort } from './hostConnection';
import { Intake } from './intake';
import type { FrontState, PageState } from './pageState';
import { passSpeech } from './speechReports';
import type { Store } from './store';

const mostHistory = 500;

/** Applies host events to the store: at once, or with the next frame when there are many. */
export class Controller {
  private readonly intake: Intake;
  private buffer: ConversationEvent[] = [];
  private isScheduled = false;
  /** Pending reveal; it may arrive before its conversation does. */
  private wanted: HostEvents['item.reveal'] | undefined;
  private loading: Promise<boolean> | undefined;

  constructor(
    private readonly host: HostPort,
    private readonly store: Store<PageState>,
    private readonly actions: Actions,
    private readonly schedule: FrameClock = createFrameClock(),
  ) {
    this.intake = new Intake({
      deliver: events => this.deliver(events),
      requestSnapshot: channelId => void this.resync(channelId),
    });
  }

  readonly listeners: Listeners<HostEvents> = {
    io_message: message => {
      if (isIoMessage(message)) {
        this.intake.receive(message);
      }
    },
    'page.changed': init => this.start(init),
    'composer.focus': event => {
      const request = isObject(event) ? event : {};
      if (request.stash === true || request.dictate === true) {
        this.actions.requestComposer({ kind: request.dictate ? 'dictate' : 'stash' });
        return;
      }
      const text = typeof request.text === 'string' ? request.text : '';
      const draft = isDraft(request.draft) ? request.draft : undefined;
      this.actions.requestComposer({ kind: 'insert', text, draft });
    },
    'composer.preview': () => this.actions.requestComposer({ kind: 'preview' }),
    'composer.add': event => {
      if (isDraftAddition(event) && this.isHere(event.channelId)) {
        const { pieces, attachments } = event;
        this.store.update(state => ({
          ...state,
          additions: [...state.additions, { pieces, attachments }],
        }));
      }
    },
    'front.changed': event => {
      if (isObject(event) && this.isHere(event.channelId)) {
        this.store.update(state => ({ ...state, front: nextFront(state.front, event) }));
      }
    },
    'calls.live': event => {
      if (isObject(event) && this.isHere(event.channelId)) {
        const { channelId, live } = event;
        this.store.update(state => ({
          ...state,
          live: isLiveCalls(live) ? { ...live, channelId } : undefined,
        }));
      }
    },
    'draft.changed': event => {
      const { channelId } = this.store.get();
      if (isObject(event) && event.channelId === channelId && isDraft(event.draft)) {
        const { draft } = event;
        const returned = typeof event.returned === 'number' ? event.returned : 0;
        this.actions.requestComposer({ kind: 'merge', draft, returned });
      }
    },
    'item.reveal': event => {
      if (isObject(event)) {
        this.wanted = event;
        this.takeWanted();
      }
    },
    'speech.reported': passSpeech,
    'sound.play': () => void import('../ui/chime').then(({ chime }) => chime()),
    'config.changed': event => {
      if (isObject(event) && isPageConfig(event.config)) {
        const { config } = event;
        this.store.update(state => ({ ...state, config }));
      }
    },
  };

  receiveMore(text: MoreText): void {
    this.intake.receiveMore(text);
  }

  /** Shows the state that the host reports. */
  start(init: PageInit): void {
    if (!isPageInit(init)) {
      return;
    }
    const { gate, config, snapshot } = init;
    const { gate: before } = this.store.get();
    this.store.update(state => ({ ...state, isReady: true, gate, config }));
    if (gate.kind === 'programs' && !(before.kind === 'programs' && before.hash === gate.hash)) {
      this.actions.announce(programsTitle());
    }
    if (snapshot) {
      this.show(snapshot);
      return;
    }
    this.buffer = [];
    this.intake.await();
    this.store.update(state => ({ ...state, channelId: undefined }));
  }

  /**
   * Loads the page of turns before the first loaded one.
   * @returns false if there are none or the call failed
   */
  loadEarlier(): Promise<boolean> {
    this.loading ??= this.loadPage().finally(() => {
      this.loading = undefined;
    });
    return this.loading;
  }

  private async loadPage(): Promise<boolean> {
    const { channelId, generation, conversation } = this.store.get();
    const { first: before, hasEarlier } = conversation;
    if (!channelId || !hasEarlier) {
      return false;
    }
    try {
      const page = await this.host.call('conversation.earlier', { channelId, before });
      const now = this.store.get();
      // Cleared or replaced in the meantime, so the loaded turns no longer fit.
      const { conversation: shown } = now;
      if (now.generation !== generation || shown.first !== before || !shown.hasEarlier) {
        return false;
      }
      const { turns, first, hasEarlier: hasMore } = page;
      const loaded: Conversation = {
        ...now.conversation,
        turns: [...turns, ...now.conversation.turns],
        first: turns.length > 0 ? first : before,
        hasEarlier: hasMore && turns.length > 0,
      };
      this.store.set({ ...now, conversation: loaded });
      return turns.length > 0;
    } catch (error) {
      this.actions.alert(l10n.t('Earlier messages could not be loaded: {0}', messageOf(error)));
      return false;
    }
  }

  /** Events of a conversation may arrive right before its snapshot. */
  private isHere(channelId: ChannelId | undefined): boolean {
    const { channelId: shown } = this.store.get();
    return shown === undefined || channelId === undefined || channelId === shown;
  }

  private async reveal(key: string, place?: TurnPosition): Promise<void> {
    while (place && this.store.get().conversation.first > place.turn) {
      if (!(await this.loadEarlier())) {
        break;
      }
    }
    if (place) {
      // The item may be a step that a long message hides.
      this.actions.setExpanded(`steps:${place.group}`, true);
    }
    this.actions.reveal(key, place?.turn);
  }

  private show(snapshot: Snapshot): void {
    const state = this.store.get();
    const isSame = state.channelId === snapshot.channelId;
    // The snapshot already includes these events.
    this.buffer = [];
    this.store.set({
      ...state,
      channelId: snapshot.channelId,
      generation: isSame ? state.generation : state.generation + 1,
      conversation: conversationOf(snapshot, isSame ? state.conversation : undefined),
      history: snapshot.history,
      // On a resync the user keeps the text, the scroll position and the folds.
      ...(isSame
        ? {}
        : {
            draft: snapshot.draft,
            returned: snapshot.returned,
            // The host keeps a draft of the former conversation, with all that returned to it.
            requests: state.requests.filter(({ kind }) => kind !== 'merge'),
            front: state.front.channelId === snapshot.channelId ? state.front : {},
            anchor: snapshot.view.anchor,
            expanded: new Set(snapshot.view.expanded),
            promptDrafts: new Map(
              snapshot.view.promptDrafts?.map(({ promptId, ...draft }) => [promptId, draft]),
            ),
          }),
    });
    this.intake.restart(snapshot);
    this.takeWanted();
  }

  private takeWanted(): void {
    const { wanted } = this;
    if (wanted && wanted.channelId === this.store.get().channelId) {
      this.wanted = undefined;
      void this.reveal(wanted.key, wanted.place);
    }
  }

  private async resync(channelId: ChannelId): Promise<void> {
    try {
      const snapshot = await this.host.call('conversation.snapshot', { channelId });
      if (this.store.get().channelId === channelId) {
        this.show(snapshot);
      }
    } catch (error) {
      this.actions.alert(
        l10n.t(
          'The conversation could not be brought up to date: {0} Close and open the view to try again.',
          messageOf(error),
        ),
      );
    }
  }

  private deliver(events: readonly ConversationEvent[]): void {
    this.buffer.push(...events);
    if (!this.isScheduled) {
      this.isScheduled = true;
      this.schedule(() => {
        this.isScheduled = false;
        this.applyBuffer();
      });
    }
  }

  private applyBuffer(): void {
    const events = this.buffer;
    if (events.length === 0) {
      return;
    }
    this.buffer = [];
    const state = this.store.get();
    const before = state.conversation;
    let conversation = before;
    let { history, clockSkew } = state;
    for (const event of events) {
      conversation = fold(conversation, event, what => this.report(what));
      if (event.type === 'prompt.sent' && typeof event.text === 'string') {
        history = remember(history, event.text);
      }
      if (event.type === 'shell.changed' && !event.line.end && event.line.output === '') {
        history = remember(history, `!${event.line.command}`);
      }
      if (event.type === 'turn.started') {
        clockSkew = event.at - Date.now();
      }
    }
    this.store.set({ ...state, conversation, history, clockSkew });
    void this.announce(before, conversation, events, agentTitleOf({ ...state, conversation }));
  }

  /** Announces events. The texts are in a chunk of their own: none is needed at first. */
  private async announce(...what: Parameters<typeof announcementsOf>): Promise<void> {
    const { announcementsOf: textsOf } = await import('./announcements');
    for (const text of textsOf(...what)) {
      this.actions.announce(text);
    }
  }

  private report(message: string): void {
    void this.host.call('log.report', { level: 'warn', message }).catch(() => undefined);
  }
}

/** A chip that the user has removed stays away until another text is selected. */
function nextFront(
  { removed: before }: FrontState,
  { channelId, front, withheld }: HostEvents['front.changed'],
): FrontState {
  const shown = isFrontContext(front) ? front : undefined;
  const isNew =
    shown !== undefined &&
    shown.id !== before?.id &&
    (shown.kind === 'selection' || shown.path !== before?.path);
  const removed = isNew ? undefined : before;
  return {
    channelId,
    ...(shown ? { front: shown } : {}),
    ...(isWithheldFront(withheld) ? { withheld } : {}),
    ...(removed ? { removed } : {}),
  };
}

/** Adds a text to the history: newest last, each text once. */
export function remember(history: readonly string[], text: string): readonly string[] {
  if (text === '' || history.at(-1) === text) {
    return history;
  }
  return [...history.filter(other => other !== text), text].slice(-mostHistory);
}

/** Builds a conversation; loaded earlier turns stay if the snapshot's turns continue them. */
function conversationOf(snapshot: Snapshot, old?: Conversation): Conversation {
  const { first, hasEarlier, turns, open, summary } = snapshot;
  const kept = old ? old.turns.slice(0, Math.max(0, first - old.first)) : [];
  const follows = kept.length > 0 && old?.turns[kept.length]?.id === (turns[0] ?? open)?.id;
  return old && follows
    ? { ...old, turns: [...kept, ...turns], open, summary }
    : { first, hasEarlier, turns, open, summary };
}
