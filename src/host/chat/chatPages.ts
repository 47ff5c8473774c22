import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { ComposerRequest } from '../../contract/calls';
import { attentionOf } from '../../core/conversation/attention';
import type { Channel } from '../../core/conversation/channel';
import type { ChannelRegistry } from '../../core/registry/channelRegistry';
import type { SessionMarks } from '../../core/registry/sessionMarks';
import { ContextKey } from '../contextKey';
import type { ChatPage, MakeAddition, PageServices } from './chatPage';
import { ChatTabs } from './chatTabs';
import type { Conversations } from './conversations';
import { SideBar, type SideBarOptions } from './sideBar';

export interface ChatPagesOptions extends SideBarOptions {
  readonly marks: SessionMarks;
}

/** All pages that show conversations, and which of them is in front. */
export class ChatPages implements Disposable {
  readonly sideBar: SideBar;
  readonly tabs: ChatTabs;
  private readonly store = new DisposableStore();
  private readonly activeChanged = this.store.add(new Emitter<Channel | undefined>());
  private lastFocused: ChatPage | undefined;
  private readonly focused = new Set<ChatPage>();
  private readonly chatHasFocus = new ContextKey('tandem:chatHasFocus');

  /** Fires when another channel comes to the front. */
  readonly onActiveChanged = this.activeChanged.event;

  /** @param release called when a tab that showed the channel was closed */
  constructor(
    registry: ChannelRegistry,
    conversations: Conversations,
    private readonly options: ChatPagesOptions,
    rest: Omit<PageServices, 'onFocused' | 'onFocusChanged'>,
    release: (channel: Channel) => void,
  ) {
    const services = {
      ...rest,
      onFocused: (page: ChatPage) => this.setActive(page),
      onFocusChanged: (page: ChatPage, hasFocus: boolean) => this.noteFocus(page, hasFocus),
    };
    const onShown = (page: ChatPage) => this.onShown(page);
    this.sideBar = this.store.add(new SideBar(registry, conversations, options, services, onShown));
    this.tabs = this.store.add(
      new ChatTabs(services, {
        create: cwd => conversations.create(cwd),
        load: id => conversations.load(id),
        attention: channel => attentionOf(channel, options.marks),
        shown: onShown,
        release,
      }),
    );
    this.store.add(registry.onChanged(channel => this.onChannelChanged(channel)));
    this.store.add(registry.onTurnEnded(channel => this.onTurnEnded(channel)));
    this.store.add(options.marks.onChanged(() => this.tabs.refresh()));
  }

  get all(): ChatPage[] {
    return this.sideBar.page ? [this.sideBar.page, ...this.tabs.pages] : this.tabs.pages;
  }

  get active(): ChatPage | undefined {
    const pages = this.all;
    const focused =
      this.lastFocused && pages.includes(this.lastFocused) ? this.lastFocused : undefined;
    return focused ?? this.sideBar.page ?? pages[0];
  }

  setActive(page: ChatPage): void {
    if (this.lastFocused !== page) {
      this.lastFocused = page;
      this.fireActive();
    }
  }

  private noteFocus(page: ChatPage, hasFocus: boolean): void {
    if (hasFocus) {
      this.focused.add(page);
    } else {
      this.focused.delete(page);
    }
    this.chatHasFocus.set(this.focused.size > 0);
  }

  fireActive(): void {
    this.activeChanged.fire(this.active?.channel);
  }

  /** Returns the pages that show a conversation. */
  of(channel: Channel): ChatPage[] {
    return this.all.filter(page => page.channel === channel);
  }

  /** Focuses the composer of the tab in front, or else of the side bar. */
  async open(request?: ComposerRequest): Promise<void> {
    (await this.bringUp())?.focusComposer(request);
  }

  /**
   * Begins or ends dictation in the page that keys go to, else in the one that `open` opens. Focusing
   * the former again would make it lose the key that is held.
   */
  async dictate(): Promise<void> {
    const [page] = this.focused;
    await (page ? page.focusComposer({ dictate: true }) : this.open({ dictate: true }));
  }

  /**
   * Opens the bar that finds text in the page that keys go to, else in the one that `open` opens.
   * Focusing the former again would take the focus from what it goes back to.
   */
  async find(): Promise<void> {
    const [page = await this.bringUp()] = this.focused;
    page?.find();
  }

  /** Adds to the draft in the tab in front, or else in the side bar, and focuses it. */
  async add(make: MakeAddition): Promise<void> {
    (await this.bringUp())?.addToComposer(make);
  }

  /**
   * Brings the page of a conversation to the front.
   * @returns whether there is such a page
   */
  async reveal(channel: Channel): Promise<boolean> {
    const [page] = this.of(channel);
    if (page && !this.tabs.reveal(page)) {
      await this.sideBar.focus();
    }
    return page !== undefined;
  }

  /** Makes a page show another conversation, without releasing the previous one. */
  async show(page: ChatPage, channel: Channel): Promise<void> {
    await page.show(channel);
    if (page === this.sideBar.page) {
      await this.sideBar.remember(channel);
    }
    this.onShown(page);
  }

  isVisible(channel: Channel): boolean {
    return this.of(channel).some(page => page.isVisible);
  }

  dispose(): void {
    this.store.dispose();
  }

  private async bringUp(): Promise<ChatPage | undefined> {
    const page = this.lastFocused;
    if (page && this.tabs.reveal(page)) {
      return page;
    }
    await this.sideBar.focus();
    return this.sideBar.page;
  }

  private onShown(page: ChatPage): void {
    const { channel } = page;
    if (channel && page.isVisible) {
      void this.options.marks.setUnread(channel.record.sessionId, false);
    }
    this.tabs.refresh(channel);
    this.sideBar.refresh();
    this.fireActive();
  }

  private onTurnEnded(channel: Channel): void {
    if (!this.isVisible(channel)) {
      void this.options.marks.setUnread(channel.record.sessionId, true);
    }
  }

  private onChannelChanged(channel: Channel): void {
    this.tabs.refresh(channel);
    this.sideBar.refresh();
  }
}
