import * as l10n from '@vscode/l10n';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore, toDisposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { messageOf, UserError } from '../../base/errors';
import type { Log } from '../../base/log';
import type { BlobContent } from '../../contract/calls';
import type { Conversation, Turn } from '../../contract/conversation';
import type { Draft } from '../../contract/draft';
import type { ConversationEvent } from '../../contract/events';
import type { BlobId, MessageId, TurnId } from '../../contract/ids';
import type { TurnPage } from '../../contract/snapshot';
import type { StoredSession } from '../../protocol/storedSession';
import { emptyConversation } from '../../transcript/emptyConversation';
import { fold } from '../../transcript/fold';
import { firstSentText, lastSentTexts, lastTurns, turnsBefore } from '../../transcript/selectors';
import { hasTurn } from '../../transcript/turnIndex';
import { LiveBlobs } from './liveBlobs';
import type { ChannelPage } from './relay';
import { Relay } from './relay';
import { type PromptItem, resolveDraft, wholeText } from './resolveDraft';
import { StoredTurns } from './storedTurns';

/** Items that a page receives at first and each time it goes further back. */
const pageItems = 60;
/** History pages before the tail that stay in memory while no page is attached. */
const pagesKept = 4;
/** Earlier readings of the session whose turns pages may still show. */
const mostFormer = 8;
/** Previous messages that the composer can recall. */
const mostTexts = 100;

/** Read access to the store. Only the channel's own parts add events. */
export type ConversationReader = Pick<
  ConversationStore,
  | 'onApplied'
  | 'onNews'
  | 'attach'
  | 'earlier'
  | 'loadEarlier'
  | 'message'
  | 'recall'
  | 'turn'
  | 'turns'
  | 'blob'
>;

/**
 * Folds the conversation's events and relays them to pages. For a stored conversation it holds the
 * tail, and earlier turns once they are requested.
 */
export class ConversationStore implements Disposable {
  private readonly store = new DisposableStore();
  private readonly blobs: LiveBlobs;
  private readonly relay: Relay;
  private readonly applied = this.store.add(new Emitter<readonly ConversationEvent[]>());
  private readonly news = this.store.add(new Emitter<readonly ConversationEvent[]>());
  private conversation = emptyConversation;
  private stored: StoredTurns | undefined;
  /** Earlier readings: pages still show their turns and refer to their long texts by id. */
  private former: readonly StoredTurns[] = [];
  private readings = 0;
  private olderTexts: readonly string[] = [];
  private loading: Promise<readonly Turn[]> | undefined;
  private pages = 0;
  private readonly closing = new AbortController();

  /** Fires after events were folded, whether live or from the agent's store. */
  readonly onApplied = this.applied.event;
  /** Fires after live events were folded. */
  readonly onNews = this.news.event;

  constructor(
    epoch: number,
    clock: Clock,
    private readonly log: Log,
    /** Returns events with facts about loaded turns that the agent's store does not contain. */
    private readonly complete: (turns: readonly Turn[]) => Promise<readonly ConversationEvent[]>,
    /** Opens what the agent has stored by now. */
    reopen: () => Promise<StoredSession | undefined> = async () => undefined,
  ) {
    this.blobs = new LiveBlobs(reopen);
    this.relay = this.store.add(new Relay(epoch, clock));
    this.store.add(toDisposable(() => this.closing.abort()));
  }

  get current(): Conversation {
    return this.conversation;
  }

  /** Size of the long live texts and images in memory, in UTF-16 units. */
  get kept(): number {
    return this.blobs.length;
  }

  /** First message of the user. */
  get firstText(): string | undefined {
    return this.stored?.firstText ?? firstSentText(this.conversation);
  }

  /** Newest messages of the user, oldest first, at most `mostTexts`. */
  get texts(): readonly string[] {
    const own = lastSentTexts(this.conversation, mostTexts);
    return [...this.olderTexts, ...own].slice(-mostTexts);
  }

  /**
   * Starts with what the agent has stored.
   * @param events events of the tail, possibly modified
   */
  restore(session: StoredSession, events: readonly ConversationEvent[]): void {
    this.stored = new StoredTurns(session, this.readings++, this.log);
    this.olderTexts = [];
    const isItsOwn = events.some(event => event.type === 'session.changed');
    const tail = this.stored.tail(events);
    this.foldAll(tail);
    this.conversation = { ...this.conversation, hasEarlier: this.stored.hasEarlier };
    this.relay.push(tail);
    this.applied.fire(tail);
    void this.readOlder(this.stored, isItsOwn);
  }

  /** Replaces the whole history and makes pages load it again. */
  replace(session: StoredSession, events: readonly ConversationEvent[]): void {
    const { first, turns, open, summary } = this.conversation;
    const known = new Map(turns.map(({ id }, index) => [id, first + index]));
    this.conversation = { ...emptyConversation, summary: { ...summary, todos: [] } };
    this.stored?.retire();
    this.former = [...(this.stored ? [this.stored] : []), ...this.former].slice(0, mostFormer);
    this.relay.restart();
    this.restore(session, events);
    // Turns that pages already show keep their index, and no other turn takes it.
    const [oldest] = this.conversation.turns;
    const place = oldest && known.get(oldest.id);
    this.conversation = {
      ...this.conversation,
      first: place ?? first + turns.length + 1,
      // Our own notices, which the agent does not store.
      ...(open ? { open } : {}),
    };
    this.relay.announce();
  }

  apply(events: readonly ConversationEvent[]): void {
    const posted = events.map(event => {
      const small = this.shorten(this.blobs.shorten(this.withOwnTurn(event)));
      this.foldAll([small]);
      if (small.type === 'conversation.cleared') {
        this.blobs.clear();
        this.stored = undefined;
        this.former = [];
        this.olderTexts = [];
      }
      return small;
    });
    this.relay.push(posted);
    this.applied.fire(posted);
    this.news.fire(posted);
  }

  attach(page: ChannelPage): Disposable {
    const attached = this.relay.attach(page);
    this.pages += 1;
    let isAttached = true;
    return toDisposable(() => {
      attached.dispose();
      this.pages -= isAttached ? 1 : 0;
      isAttached = false;
      if (this.pages === 0) {
        this.forgetEarlier();
      }
    });
  }

  /** Returns the starting state of a page, after posting pending events. */
  page(): TurnPage & Pick<Conversation, 'open' | 'summary'> & { epoch: number; seq: number } {
    const { open, summary } = this.conversation;
    return {
      ...this.relay.settle(),
      ...lastTurns(this.conversation, pageItems),
      open,
      summary,
    };
  }

  /** Returns the turns before an index. @throws UserError if they cannot be read */
  async earlier(before: number): Promise<TurnPage> {
    if (before <= this.conversation.first) {
      await this.loadEarlier();
    }
    return turnsBefore(this.conversation, before, pageItems);
  }

  /**
   * Loads stored turns that precede the loaded ones.
   * @returns whether there were any
   * @throws UserError if they cannot be read
   */
  async loadEarlier(): Promise<boolean> {
    const { stored } = this;
    if (!stored?.hasEarlier) {
      return false;
    }
    this.loading ??= this.takeEarlier(stored).finally(() => {
      this.loading = undefined;
    });
    return (await this.loading).length > 0;
  }

  /** Finds a message, loading earlier turns. @throws UserError `message.absent` if it was never sent */
  message(id: MessageId): Promise<PromptItem> {
    const find = () => this.messages.find(one => one.messageId === id);
    return this.find(find, l10n.t('This message is not in the conversation.'));
  }

  /**
   * Returns the newest message with a text, ready to be sent again.
   * @throws UserError `message.absent`
   */
  async recall(text: string): Promise<Draft> {
    const find = () => this.messages.findLast(one => one.text === text);
    const absence = l10n.t('This message is not in the conversation.');
    return this.draftOf(await this.find(find, absence));
  }

  /** Finds a turn, loading earlier ones, which pages may still show. @throws UserError `message.absent` */
  turn(id: TurnId): Promise<Turn> {
    const find = () => this.isFullyLoaded.find(one => one.id === id);
    return this.find(find, l10n.t('This turn is not in the conversation.'));
  }

  /** Yields all turns, oldest first. Turns that are not loaded are read and released again. */
  async *turns(): AsyncGenerator<Turn> {
    yield* this.stored?.before() ?? [];
    yield* this.conversation.turns;
    if (this.conversation.open) {
      yield this.conversation.open;
    }
  }

  /** Loaded messages of the user, oldest first. */
  get messages(): readonly PromptItem[] {
    const items = this.isFullyLoaded.flatMap(turn => turn.items);
    return items.filter(item => item.kind === 'prompt');
  }

  /** Newest loaded message of the user. */
  get lastMessage(): PromptItem | undefined {
    const { open, turns } = this.conversation;
    let found = open && lastPromptOf(open);
    for (let place = turns.length - 1; !found && place >= 0; place -= 1) {
      const turn = turns[place];
      found = turn && lastPromptOf(turn);
    }
    return found;
  }

  /** Returns a sent message in full, ready to be sent again. */
  draftOf(message: PromptItem): Promise<Draft> {
    return resolveDraft(message, id => this.blob(id));
  }

  /** Returns a message's text as the agent has stored it. */
  async agentTextOf({ agentText, text }: PromptItem): Promise<string> {
    return wholeText(agentText ?? text, id => this.blob(id));
  }

  /** Returns a blob by id. @throws UserError `session.unreadable` if it is stored and cannot be read */
  async blob(id: BlobId): Promise<BlobContent | undefined> {
    let found = (await this.blobs.get(id)) ?? (await this.stored?.blob(id));
    for (const stored of this.former) {
      found ??= await stored.blob(id);
    }
    return found;
  }

  dispose(): void {
    this.store.dispose();
  }

  private get isFullyLoaded(): readonly Turn[] {
    const { open, turns } = this.conversation;
    return open ? [...turns, open] : turns;
  }

  private async find<T>(here: () => T | undefined, absence: string): Promise<T> {
    for (;;) {
      const found = here();
      if (found) {
        return found;
      }
      if (!(await this.loadEarlier())) {
        throw new UserError('message.absent', absence);
      }
    }
  }

  private foldAll(events: readonly ConversationEvent[]): void {
    for (const event of events) {
      this.conversation = fold(this.conversation, event, what => this.log.warn(what));
    }
  }

  private async takeEarlier(stored: StoredTurns): Promise<readonly Turn[]> {
    const turns = await stored.earlier();
    if (stored !== this.stored) {
      // Another reading has replaced this one in the meantime.
      return this.stored?.hasEarlier ? this.takeEarlier(this.stored) : [];
    }
    const { first, turns: later } = this.conversation;
    this.conversation = {
      ...this.conversation,
      first: first - turns.length,
      hasEarlier: stored.hasEarlier,
      turns: [...turns, ...later],
    };
    // Not posted: the page that requested these turns receives them complete.
    this.foldAll(await this.complete(turns));
    // A history page may contain no turns; the one before it is loaded then.
    return turns.length === 0 && stored.hasEarlier ? this.takeEarlier(stored) : turns;
  }

  private forgetEarlier(): void {
    const gone = this.loading ? 0 : (this.stored?.forget(pagesKept) ?? 0);
    if (gone > 0) {
      const { first, turns } = this.conversation;
      this.conversation = {
        ...this.conversation,
        first: first + gone,
        hasEarlier: true,
        turns: turns.slice(gone),
      };
    }
  }

  /** Reads todos and title from before the tail, and earlier messages for the composer. */
  private async readOlder(stored: StoredTurns, isItsOwn: boolean): Promise<void> {
    const { todos } = this.conversation.summary;
    try {
      const facts = await stored.older(this.closing.signal);
      if (stored !== this.stored || this.closing.signal.aborted) {
        return;
      }
      this.olderTexts = facts.texts;
      const { summary } = this.conversation;
      this.apply([
        ...(facts.todos && summary.todos === todos
          ? [{ type: 'todos.changed' as const, todos: facts.todos }]
          : []),
        ...(isItsOwn && facts.title !== undefined && summary.title === undefined
          ? [{ type: 'session.changed' as const, title: facts.title }]
          : []),
      ]);
    } catch (error) {
      this.log.debug('The earlier part was not read', { error: messageOf(error) });
    }
  }

  /** An agent may repeat a turn's id: each of its processes counts anew. Pages find turns by id. */
  private withOwnTurn(event: ConversationEvent): ConversationEvent {
    if (event.type !== 'turn.started') {
      return event;
    }
    const { turns, open } = this.conversation;
    let turnId = event.turnId;
    for (let count = 2; open?.id === turnId || hasTurn(turns, turnId); count += 1) {
      turnId = `${event.turnId}-${count}` as TurnId;
    }
    return { ...event, turnId };
  }

  /** Drops a block's whole text unless it differs from the streamed text. */
  private shorten(event: ConversationEvent): ConversationEvent {
    if (event.type !== 'block.ended' || event.text === undefined) {
      return event;
    }
    const key = `block:${event.blockId}`;
    const item = this.conversation.open?.items.findLast(candidate => candidate.key === key);
    if (item && (item.kind === 'text' || item.kind === 'thinking') && item.text === event.text) {
      const { text: _, ...rest } = event;
      return rest;
    }
    return event;
  }
}

function lastPromptOf({ items }: Turn): PromptItem | undefined {
  return items.findLast(item => item.kind === 'prompt');
}
