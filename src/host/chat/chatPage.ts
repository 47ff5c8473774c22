import type * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { Log } from '../../base/log';
import type { Gate, HostCalls, HostEvents, PageConfig, PageInit } from '../../contract/calls';
import { Peer } from '../../contract/peer';
import type { ItemPlace } from '../../contract/places';
import type { Channel } from '../../core/conversation/channel';
import type { TaskActions } from '../tasks/taskActions';
import type { FileOpener } from './fileOpener';
import { type GeneralAction, pageHandlers } from './handlers';
import { pageHtml, pageOptions } from './html';
import type { PlaceActions } from './placeActions';
import type { ReviewActions } from './reviewActions';

/** What pages need of the rest of the host. */
export interface PageServices {
  readonly extensionUri: vscode.Uri;
  readonly opener: FileOpener;
  readonly reviews: ReviewActions;
  readonly places: PlaceActions;
  readonly tasks: TaskActions;
  readonly log: Log;
  gate(): Promise<Gate>;
  config(): PageConfig;
  act(action: GeneralAction): Promise<void>;
  takeOver(channel: Channel): Promise<void>;
  onFocused(page: ChatPage): void;
}

type PagePeer = Peer<Record<never, never>, Record<never, never>, HostCalls, HostEvents>;

/** One webview and the channel that it shows. It may be hidden, thrown away and made anew. */
export class ChatPage implements Disposable {
  private readonly store = new DisposableStore();
  private readonly peer: PagePeer;
  private readonly readied = this.store.add(new Emitter<void>());
  private attached: Disposable | undefined;
  private shown: Channel | undefined;
  /** Weak: a closed conversation may be large, and the page shows another one for long. */
  private left: WeakRef<Channel> | undefined;
  private loading: Promise<void> | undefined;
  /** It has loaded and is in sight. */
  private isLive = false;
  private isReady = false;
  private waitingFocus: string | undefined;
  private waitingReveal: (() => void) | undefined;

  /** The page has loaded and been told what it shows. */
  readonly onReady = this.readied.event;

  /** @param load gives the channel to show, once the page asks; undefined behind a closed gate */
  constructor(
    webview: vscode.Webview,
    private readonly services: PageServices,
    private readonly load: () => Promise<Channel | undefined>,
  ) {
    const { log, opener, reviews, places, tasks } = services;
    const handlers = pageHandlers(
      {
        reviews,
        places,
        tasks,
        init: () => this.init(),
        channel: () => this.shown,
        left: () => this.leftOpen(),
        focused: () => services.onFocused(this),
        act: action => services.act(action),
        takeOver: channel => services.takeOver(channel),
        report: (level, message) => log[level](`page: ${message}`),
      },
      opener,
    );
    // VS Code keeps what is posted to a hidden page and delivers it all when it is shown again.
    const post = (message: unknown) => {
      if (this.isLive) {
        void webview.postMessage(message);
      }
    };
    this.peer = this.store.add(new Peer(post, handlers, {}, fault => log.warn(`page: ${fault}`)));
    this.store.add(webview.onDidReceiveMessage(message => this.peer.receive(message)));
    webview.options = pageOptions(services.extensionUri);
    webview.html = pageHtml(webview, services.extensionUri);
  }

  get channel(): Channel | undefined {
    return this.shown;
  }

  /** It has loaded and is in sight. */
  get isVisible(): boolean {
    return this.isReady;
  }

  /** A hidden page has been thrown away; it asks anew when it is shown again. */
  setVisible(isVisible: boolean): void {
    if (!isVisible) {
      this.isLive = false;
      this.isReady = false;
    }
  }

  /** Shows another conversation. */
  async show(channel: Channel | undefined): Promise<void> {
    this.attach(channel);
    if (this.isReady) {
      this.peer.send('page.changed', await this.snapshot());
    }
  }

  /** Tells the page again what it shows: a gate has opened or closed, or a setting changed. */
  async refresh(): Promise<void> {
    if (this.isReady) {
      await this.ensureShown();
      await this.show(this.shown);
    }
  }

  /** Scrolls to an item, as soon as the page is there. */
  revealItem(key: string, place?: ItemPlace): void {
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

  /** Puts the caret into the composer, as soon as there is one. */
  focusComposer(text?: string): void {
    if (this.isReady) {
      this.peer.send('composer.focus', text === undefined ? {} : { text });
    } else {
      this.waitingFocus = text ?? '';
    }
  }

  sendConfig(): void {
    this.peer.send('config.changed', { config: this.services.config() });
  }

  dispose(): void {
    this.attached?.dispose();
    this.store.dispose();
  }

  private async init(): Promise<PageInit> {
    this.isLive = true;
    // The view may have been hidden and made anew: what it shows does not change by that.
    await this.ensureShown();
    this.isReady = true;
    const init = await this.snapshot();
    this.readied.fire();
    if (this.waitingFocus !== undefined) {
      const text = this.waitingFocus;
      this.waitingFocus = undefined;
      queueMicrotask(() => this.focusComposer(text || undefined));
    }
    if (this.waitingReveal) {
      queueMicrotask(this.waitingReveal);
      this.waitingReveal = undefined;
    }
    return init;
  }

  /** Trust that is granted also changes settings: several ask at once, and one conversation is made. */
  private async ensureShown(): Promise<void> {
    if (!this.shown) {
      this.loading ??= this.load()
        .then(channel => this.attach(channel))
        .finally(() => {
          this.loading = undefined;
        });
      await this.loading;
    }
  }

  private async snapshot(): Promise<PageInit> {
    const gate = await this.services.gate();
    const snapshot = gate.kind === 'open' ? this.shown?.snapshot() : undefined;
    return { gate, config: this.services.config(), ...(snapshot ? { snapshot } : {}) };
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
    this.left = this.shown && new WeakRef(this.shown);
    this.shown = channel;
    if (!channel) {
      this.attached = undefined;
      return;
    }
    const parts = new DisposableStore();
    parts.add(
      channel.said.attach({
        post: message => this.peer.send('io_message', { channelId: channel.id, ...message }),
      }),
    );
    parts.add(
      channel.messages.onTakenBack(draft =>
        this.peer.send('draft.changed', { channelId: channel.id, draft }),
      ),
    );
    this.attached = parts;
  }
}
