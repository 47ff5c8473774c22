import type * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter, type Event } from '../../base/emitter';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import type {
  ComposerRequest,
  Gate,
  HostCalls,
  HostEvents,
  PageConfig,
  PageInit,
} from '../../contract/calls';
import { isDelta } from '../../contract/deltas';
import type { DraftAddition } from '../../contract/draft';
import type { FindStart } from '../../contract/find';
import type { ChannelId, TurnId } from '../../contract/ids';
import type { LiveCalls } from '../../contract/inspector/inspector';
import { Peer } from '../../contract/peer';
import type { ProgramsAnswer, ProgramsQuestion } from '../../contract/programs';
import type { TurnPosition } from '../../contract/turnPosition';
import type { Channel } from '../../core/conversation/channel';
import type { ContentActions } from '../attachments/contentActions';
import type { MentionFinder } from '../mentions/mentionFinder';
import type { SavedPrompts } from '../savedPrompts/savedPrompts';
import { PageSpeech, type SpeechPort } from '../speech/pageSpeech';
import type { TaskActions } from '../tasks/taskActions';
import type { DropReader } from './dropReader';
import type { FileOpener } from './fileOpener';
import type { FolderActions } from './folderActions';
import type { FrontView } from './frontPort';
import { type GeneralAction, pageHandlers } from './handlers';
import { NewestAnswer } from './newestAnswer';
import type { PageDocument } from './pageDocument';
import { PostBatch } from './postBatch';
import type { ReviewActions } from './reviewActions';

/** Model calls that are observed, as a page shows them. */
export interface LivePort {
  /** Undefined while the conversation is not observed. */
  of(channel: ChannelId): LiveCalls | undefined;
  readonly onChanged: Event<ChannelId>;
}

/** Host services that pages need. */
export interface PageServices {
  readonly extensionUri: vscode.Uri;
  readonly opener: FileOpener;
  readonly reviews: ReviewActions;
  readonly folders: FolderActions;
  readonly tasks: TaskActions;
  readonly mentions: MentionFinder;
  readonly saved: SavedPrompts;
  readonly contents: ContentActions;
  readonly drops: DropReader;
  readonly front: FrontView;
  readonly speech: SpeechPort;
  readonly log: Log;
  /** Returns what keeps the conversation from being shown. */
  gate(channel?: Channel): Promise<Gate>;
  answerPrograms(question: ProgramsQuestion, answer: ProgramsAnswer): Promise<void>;
  config(): PageConfig;
  act(action: GeneralAction, channel?: Channel): Promise<void>;
  takeOver(channel: Channel): Promise<void>;
  /** Closes a conversation that no page shows, as the settings say. */
  release(channel: Channel): void;
  inspect(channel: Channel, turn?: TurnId): Promise<void>;
  lastTitle(): Promise<string | undefined>;
  readonly live: LivePort;
  onFocused(page: ChatPage): void;
  /** Called when keys begin or cease to go to the page, and at its end. */
  onFocusChanged(page: ChatPage, hasFocus: boolean): void;
}

/** Makes an addition to the draft of the conversation that the page shows. */
export type MakeAddition = (channel: Channel) => DraftAddition;

type PagePeer = Peer<Record<never, never>, Record<never, never>, HostCalls, HostEvents>;

/** A webview and the channel that it shows. VS Code may hide, destroy and recreate it. */
export class ChatPage implements Disposable {
  private readonly store = new DisposableStore();
  private readonly posts: PostBatch;
  private readonly peer: PagePeer;
  private readonly speech: PageSpeech;
  private readonly readied = this.store.add(new Emitter<void>());
  private attached: Disposable | undefined;
  private shown: Channel | undefined;
  /** Weak, because a closed conversation may be large and the page may show another for long. */
  private left: WeakRef<Channel> | undefined;
  private loading: Promise<void> | undefined;
  private readonly state = new NewestAnswer(() => this.snapshot());
  /** The page's document is loaded and visible, so messages reach it. */
  private isLive = false;
  /** The page has drawn its first state, and can do what it is asked for. */
  private isReady = false;
  private waitingFocus: ComposerRequest | undefined;
  private waitingReveal: (() => void) | undefined;
  private waitingFind: (() => void) | undefined;
  private waitingAdditions: MakeAddition[] = [];

  /** Fires when the page shows its initial state. */
  readonly onReady = this.readied.event;

  /** @param load returns the channel to show once the page asks; undefined behind a closed gate */
  constructor(
    private readonly document: PageDocument,
    private readonly services: PageServices,
    private readonly load: () => Promise<Channel | undefined>,
  ) {
    const { log, opener, reviews, folders, tasks, mentions, saved, contents, drops, front } =
      services;
    this.speech = this.store.add(
      new PageSpeech(services.speech, report => this.peer.send('speech.reported', report)),
    );
    const handlers = pageHandlers(
      {
        reviews,
        folders,
        tasks,
        mentions,
        saved,
        contents,
        drops,
        front,
        speech: this.speech,
        init: () => this.init(),
        started: () => this.started(),
        lastTitle: () => services.lastTitle(),
        channel: () => this.shown,
        left: () => this.leftOpen(),
        focused: () => services.onFocused(this),
        focusChanged: hasFocus => services.onFocusChanged(this, hasFocus),
        act: (action, channel) => services.act(action, channel),
        answerPrograms: (hash, answer) => this.answerPrograms(hash, answer),
        takeOver: channel => services.takeOver(channel),
        inspect: (channel, turn) => services.inspect(channel, turn),
        report: (level, message) => log[level](`page: ${message}`),
      },
      opener,
    );
    this.posts = this.store.add(new PostBatch(message => document.post(message)));
    this.peer = this.store.add(
      new Peer(
        message => this.post(message),
        handlers,
        {},
        fault => log.warn(`page: ${fault}`),
      ),
    );
    this.store.add(document);
    this.store.add(front.onChanged(() => this.sendFront()));
    this.store.add(
      services.live.onChanged(id => {
        if (id === this.shown?.id) {
          this.sendLive();
        }
      }),
    );
  }

  get channel(): Channel | undefined {
    return this.shown;
  }

  /** The page is visible and shows its conversation. */
  get isVisible(): boolean {
    return this.isReady;
  }

  /**
   * Begins to answer the document, which may have asked already. Not before the page is among those
   * of its place: an answer may look for it there.
   */
  answer(isVisible: boolean): void {
    this.document.read(message => this.peer.receive(message));
    this.setVisible(isVisible);
  }

  /** Begins to load the conversation, while VS Code loads the document that will show it. */
  prepare(): void {
    this.ensureShown().catch((error: unknown) => {
      // The page asks again, and shows why.
      this.services.log.debug('The conversation was not loaded ahead', messageOf(error));
    });
  }

  /** VS Code destroys a hidden page, which requests its state again when it is shown. */
  setVisible(isVisible: boolean): void {
    if (!isVisible) {
      this.speech.dispose();
      this.isLive = false;
      this.isReady = false;
      this.posts.clear();
    }
  }

  /** Shows another conversation. */
  async show(channel: Channel | undefined): Promise<void> {
    this.attach(channel);
    if (this.isLive) {
      const state = await this.state.unlessOutdated();
      if (!state) {
        return;
      }
      this.peer.send('page.changed', state);
      this.sendFront();
      this.sendLive();
      this.sendAdditions();
    }
  }

  /** Sends the page its state again after a gate opened or closed, or a setting changed. */
  async refresh(): Promise<void> {
    if (this.isLive) {
      await this.ensureShownOrGated();
      await this.show(this.shown);
    }
  }

  /** Scrolls to an item, as soon as the page is ready. */
  revealItem(key: string, place?: TurnPosition): void {
    if (this.isReady && this.shown) {
      const { id: channelId } = this.shown;
      this.peer.send('item.reveal', { channelId, key, ...(place ? { place } : {}) });
    } else {
      this.waitingReveal = () => this.revealItem(key, place);
    }
  }

  playSound(): void {
    this.peer.send('sound.play', {});
  }

  /** Focuses the composer, as soon as there is one. */
  focusComposer(request: ComposerRequest = {}): void {
    if (this.isReady) {
      this.peer.send('composer.focus', request);
    } else {
      this.waitingFocus = request;
    }
  }

  /**
   * Opens the bar that finds text, as soon as the page is ready.
   * @param start place to begin with; its conversation may not be shown yet
   */
  find(start?: FindStart): void {
    if (this.isReady) {
      this.peer.send('find.open', start ? { start } : {});
    } else {
      this.waitingFind = () => this.find(start);
    }
  }

  /** Asks the page to show what its composer would send. */
  previewMessage(): void {
    this.peer.send('composer.preview', {});
  }

  /** Adds to the draft, as soon as there is a composer, and focuses it. */
  addToComposer(make: MakeAddition): void {
    this.waitingAdditions.push(make);
    this.sendAdditions();
  }

  sendConfig(): void {
    this.peer.send('config.changed', { config: this.services.config() });
  }

  dispose(): void {
    this.services.onFocusChanged(this, false);
    this.attached?.dispose();
    this.store.dispose();
  }

  private async init(): Promise<PageInit> {
    this.isLive = true;
    // A document that was loaded again knows nothing of a dictation.
    this.speech.dispose();
    // A view that was hidden and recreated keeps its conversation.
    await this.ensureShownOrGated();
    const init = await this.opened();
    // These events precede the answer; the page takes them in either order.
    this.sendFront();
    this.sendLive();
    return init;
  }

  /** Sends the requests that are made only once: a document may go before its scripts run. */
  private started(): void {
    if (!this.isLive) {
      return;
    }
    this.isReady = true;
    this.readied.fire();
    // Nothing was looked at while no page was visible.
    this.services.front.refresh();
    const { waitingFocus, waitingReveal, waitingFind } = this;
    this.waitingFocus = undefined;
    this.waitingReveal = undefined;
    this.waitingFind = undefined;
    if (waitingFocus) {
      this.focusComposer(waitingFocus);
    }
    this.sendAdditions();
    waitingReveal?.();
    waitingFind?.();
  }

  /** VS Code queues messages to a hidden page and delivers them all when it is shown again. */
  private post(message: unknown): void {
    if (this.isLive) {
      this.posts.add(message);
    }
  }

  private sendFront(): void {
    if (this.isLive && this.shown) {
      const { id: channelId } = this.shown;
      this.peer.send('front.changed', { channelId, ...this.services.front.show(this.shown) });
    }
  }

  private sendLive(): void {
    if (this.isLive && this.shown) {
      const { id: channelId } = this.shown;
      const live = this.services.live.of(channelId);
      this.peer.send('calls.live', { channelId, ...(live ? { live } : {}) });
    }
  }

  private sendAdditions(): void {
    const { shown } = this;
    if (this.isReady && shown) {
      for (const make of this.waitingAdditions.splice(0)) {
        this.peer.send('composer.add', { channelId: shown.id, ...make(shown) });
      }
    }
  }

  /** Shares a single load: granting trust also changes settings, so several callers ask at once. */
  private async ensureShown(): Promise<void> {
    if (!this.shown) {
      this.loading ??= this.load()
        // A conversation that was opened meanwhile stays.
        .then(channel => this.take(channel))
        .finally(() => {
          this.loading = undefined;
        });
      await this.loading;
    }
  }

  /** A gate that has closed while the conversation was loaded says why, and what the user can do. */
  private async ensureShownOrGated(): Promise<void> {
    try {
      await this.ensureShown();
    } catch (error) {
      if ((await this.services.gate(this.shown)).kind === 'open') {
        throw error;
      }
    }
  }

  /** Another conversation may have been opened here while this one was loaded. */
  private take(loaded: Channel | undefined): void {
    if (!this.shown) {
      this.attach(loaded);
    } else if (loaded && loaded !== this.shown) {
      this.services.release(loaded);
    }
  }

  /** The gate may have opened after the load ended behind it. */
  private async opened(): Promise<PageInit> {
    // The page takes the answer for its state whatever it was sent meanwhile.
    const init = await this.state.newest();
    if (init.gate.kind !== 'open' || this.shown) {
      return init;
    }
    await this.ensureShownOrGated();
    return this.state.newest();
  }

  private async snapshot(): Promise<PageInit> {
    const gate = await this.services.gate(this.shown);
    const snapshot = gate.kind === 'open' ? this.shown?.snapshot() : undefined;
    return { gate, config: this.services.config(), ...(snapshot ? { snapshot } : {}) };
  }

  /** Ignores an answer to a question that is no longer there, or asks something else by now. */
  private async answerPrograms(hash: string, answer: ProgramsAnswer): Promise<void> {
    const gate = await this.services.gate(this.shown);
    if (gate.kind === 'programs' && gate.hash === hash) {
      await this.services.answerPrograms(gate, answer);
    }
  }

  private leftOpen(): Channel | undefined {
    const left = this.left?.deref();
    return left?.isClosed ? undefined : left;
  }

  private attach(channel: Channel | undefined): void {
    if (this.shown === channel || this.store.isDisposed) {
      return;
    }
    this.attached?.dispose();
    this.speech.dispose();
    this.left = this.shown && new WeakRef(this.shown);
    this.shown = channel;
    if (!channel) {
      this.attached = undefined;
      return;
    }
    const parts = new DisposableStore();
    parts.add(
      channel.history.attach({
        post: message => {
          this.peer.send('io_message', { channelId: channel.id, ...message });
          if (message.events.some(isDelta)) {
            this.posts.hurry();
          }
        },
        more: text => {
          this.post(text);
          this.posts.hurry();
        },
      }),
    );
    parts.add(
      channel.messages.composer.onReturned(({ draft, number: returned }) =>
        this.peer.send('draft.changed', { channelId: channel.id, draft, returned }),
      ),
    );
    this.attached = parts;
  }
}
