import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import type { Event } from '../../base/emitter';
import { messageOf, UserError } from '../../base/errors';
import type { ComposerRequest } from '../../contract/calls';
import type { FindStart } from '../../contract/find';
import type { ChannelId, MessageId, PromptId, SessionId, ToolCallId } from '../../contract/ids';
import type { TurnPosition } from '../../contract/turnPosition';
import type { Channel } from '../../core/conversation/channel';
import type { RecordStart } from '../../core/conversation/channelRecord';
import type { ChannelRegistry, Replacement } from '../../core/registry/channelRegistry';
import type { ConversationAgent } from '../agents/defaultAgents';
import type { ChatPage, MakeAddition, PageServices } from './chatPage';
import { ChatPages, type ChatPagesOptions } from './chatPages';
import { type ClosedChat, ClosedChats } from './closedChats';
import { Conversations, type ConversationsOptions } from './conversations';
import type { PageDocument } from './pageDocument';

export interface ChatsOptions
  extends ConversationsOptions,
    ChatPagesOptions,
    Omit<PageServices, 'gate' | 'takeOver' | 'release' | 'onFocused' | 'onFocusChanged'> {
  /** How a turn is handled when its tab is closed. */
  onClose(): 'keep' | 'stop';
  /** Like `cwd`, but may ask the user; undefined if they cancel. */
  askCwd(): Promise<string | undefined>;
}

/** Folder and initial state of a new conversation. */
export interface NewConversation {
  readonly cwd?: string;
  readonly start?: RecordStart;
}

/** Place that shows a conversation; `front` is the place that was used last. */
export type ChatPlace = 'tab' | 'sideBar' | 'front';

/** Decides which conversation is shown where, and releases those that are no longer shown. */
export class Chats implements Disposable {
  private readonly store = new DisposableStore();
  private readonly conversations: Conversations;
  private readonly pages: ChatPages;
  private readonly closed: ClosedChats;

  /** Fires when another channel comes to the front. */
  readonly onActiveChanged: Event<Channel | undefined>;

  constructor(
    private readonly registry: ChannelRegistry,
    private readonly options: ChatsOptions,
  ) {
    const conversations = new Conversations(registry, options);
    const takeOver = (channel: Channel) => conversations.takeOver(channel);
    const release = (channel: Channel) => this.release(channel);
    const services = { ...options, takeOver, release };
    const pages = new ChatPages(registry, conversations, options, services, release);
    this.conversations = conversations;
    this.pages = this.store.add(pages);
    this.onActiveChanged = pages.onActiveChanged;
    const closing = {
      onClose: () => options.onClose(),
      isShown: (channel: Channel) => this.isShown(channel),
      reopen: (chat: ClosedChat) => this.reopen(chat),
    };
    this.closed = this.store.add(new ClosedChats(registry, closing, options.log));
    this.store.add(
      registry.onReplaced(replacement => {
        this.onReplaced(replacement).catch((error: unknown) => this.warn(error));
      }),
    );
  }

  /** Called when VS Code creates or recreates the side bar view. */
  resolveView(view: vscode.WebviewView, document: PageDocument): void {
    this.pages.sideBar.resolve(view, document);
  }

  /** Called when VS Code restores a tab after a reload. */
  restoreTab(panel: vscode.WebviewPanel, state: unknown, document: PageDocument): void {
    this.pages.tabs.restore(panel, state, document);
  }

  /** Channel that commands without an argument act on. */
  get active(): Channel | undefined {
    return this.pages.active?.channel;
  }

  /** Shows the chat that was used last and focuses its composer. */
  open(text?: string): Promise<void> {
    return this.pages.open(text === undefined ? {} : { text });
  }

  /** Like `open`, with something to do in the composer. */
  compose(request: ComposerRequest): Promise<void> {
    return this.pages.open(request);
  }

  /** Begins or ends dictation in the chat that was used last. */
  dictate(): Promise<void> {
    return this.pages.dictate();
  }

  /** Adds to the draft of the chat that was used last, keeping what is there, and focuses it. */
  add(make: MakeAddition): Promise<void> {
    return this.pages.add(make);
  }

  /** Returns whether any chat has a page, visible or not. */
  get hasPage(): boolean {
    return this.pages.active !== undefined;
  }

  /** Returns whether the user can see any chat. */
  get isAnyVisible(): boolean {
    return this.pages.all.some(page => page.isVisible);
  }

  async openInTab(): Promise<void> {
    await this.conversations.requireOpen();
    const cwd = await this.options.askCwd();
    if (cwd !== undefined) {
      this.activate(this.pages.tabs.open(undefined, cwd));
    }
  }

  /** Starts a conversation in the place that is in front. */
  async startNew({ cwd, start }: NewConversation = {}): Promise<Channel | undefined> {
    await this.conversations.requireOpen(start);
    const folder = cwd ?? (await this.options.askCwd());
    const channel =
      folder === undefined ? undefined : await this.conversations.create(folder, start);
    if (channel) {
      await this.replace(channel);
    }
    return channel;
  }

  /**
   * @param agent absent: the folder's default
   * @throws UserError with the reason why no conversation is possible
   */
  requireOpen(agent?: ConversationAgent): Promise<void> {
    return this.conversations.requireOpen(agent);
  }

  /**
   * Creates a conversation that no page shows.
   * @throws UserError as `requireOpen` does
   */
  createUnseen(cwd: string, start: RecordStart): Promise<Channel> {
    return this.conversations.createUnseen(cwd, start);
  }

  /**
   * Like `openSession`, but shows the conversation nowhere.
   * @returns undefined if the user cancels
   */
  async obtainUnseen(id: SessionId, cwd: string): Promise<Channel | undefined> {
    await this.conversations.requireOpenFor(id);
    return this.conversations.obtain(id, cwd);
  }

  /** Replaces a conversation with another wherever it is shown, then closes it. */
  async exchange(former: Channel, channel: Channel): Promise<void> {
    for (const page of this.pages.of(former)) {
      await this.pages.show(page, channel);
      page.focusComposer();
    }
    this.release(former);
    void channel.agent.warmUp();
  }

  /**
   * Shows a stored session where it is open, or else at `options.in`. Asks first if another process
   * has it open.
   * @param options.cwd folder that it runs in; defaults to the folder for new conversations
   * @returns undefined if the user cancels
   */
  async openSession(
    id: SessionId,
    options: { readonly cwd?: string; readonly in?: ChatPlace } = {},
  ): Promise<Channel | undefined> {
    await this.conversations.requireOpenFor(id);
    const channel = await this.conversations.obtain(id, options.cwd);
    if (channel) {
      await this.show(channel, options.in ?? 'front');
    }
    return channel;
  }

  /**
   * Moves an open conversation out of the side bar, which gets a new one, or out of its tabs.
   * @returns false if it was not there, or no longer when it could be moved
   */
  async move(id: SessionId, to: 'tab' | 'sideBar'): Promise<boolean> {
    const channel = this.registry.bySession(id);
    const isInSideBar = channel !== undefined && this.pages.sideBar.page?.channel === channel;
    if (!channel || !this.isShown(channel) || isInSideBar !== (to === 'tab')) {
      return false;
    }
    return to === 'tab' ? this.moveOut(channel) : this.moveIn(channel);
  }

  /**
   * Brings the page of a conversation to the front.
   * @returns whether there is such a page
   */
  reveal(channel: Channel): Promise<boolean> {
    return this.pages.reveal(channel);
  }

  /** @throws UserError `conversation.noneClosed` */
  async reopenClosed(): Promise<void> {
    if (!(await this.closed.reopenLast())) {
      throw new UserError(
        'conversation.noneClosed',
        vscode.l10n.t('No conversation was closed here.'),
      );
    }
  }

  /** Returns whether any page shows the conversation, visible or not. */
  isShown(channel: Channel): boolean {
    return this.pages.of(channel).length > 0;
  }

  isInSideBar(id: SessionId): boolean {
    return this.pages.sideBar.page?.channel?.record.sessionId === id;
  }

  /** Returns whether the user can see the conversation. */
  isVisible(channel: Channel): boolean {
    return this.pages.isVisible(channel);
  }

  /** Whether the side bar shows nothing that another conversation would take the place of. */
  get isSideBarFree(): boolean {
    const { channel } = this.pages.sideBar.page ?? {};
    return channel === undefined || (channel.isFresh && !channel.hasDraft);
  }

  /**
   * Ends the session's process cleanly. Closes its tabs; the side bar gets a new conversation.
   * @returns the place that showed it
   */
  async closeSession(id: SessionId): Promise<'tab' | 'sideBar' | undefined> {
    const channel = this.registry.bySession(id);
    if (!channel) {
      return undefined;
    }
    const isInTab = this.isShown(channel);
    const closing = this.registry.close(channel.id);
    this.pages.tabs.close(channel);
    const { page } = this.pages.sideBar;
    const isInSideBar = page?.channel === channel;
    if (isInSideBar) {
      await this.renew(page, await this.conversations.create());
    }
    await closing;
    this.pages.fireActive();
    return isInSideBar ? 'sideBar' : isInTab ? 'tab' : undefined;
  }

  /** Forks a whole conversation, in a new tab. */
  async forkWhole(source: Channel): Promise<Channel> {
    await this.conversations.requireOpen(source.record);
    const fork = await this.registry.forkWhole(source);
    this.openChannelInTab(fork);
    return fork;
  }

  /** Forks a conversation before a message, in a new tab. */
  async fork(source: Channel, message: MessageId): Promise<Channel> {
    await this.conversations.requireOpen(source.record);
    const fork = await this.registry.fork(source, message);
    this.openChannelInTab(fork);
    return fork;
  }

  /** Brings a conversation to the front, wherever it is shown, and scrolls to a card. */
  async goTo(channel: Channel, card?: ToolCallId | PromptId): Promise<void> {
    if (this.registry.get(channel.id) !== channel) {
      // The conversation ended in the background and was closed, so its cards are not known here.
      await this.reopen(channel);
      return;
    }
    if (!(await this.reveal(channel))) {
      this.openChannelInTab(channel);
    }
    if (card) {
      this.revealItem(channel, card);
    }
  }

  /** Scrolls the conversation's page to an item. The key of a tool call is its id. */
  revealItem(channel: Channel, key: string, place?: TurnPosition): void {
    this.pages.of(channel)[0]?.revealItem(key, place);
  }

  /** Shows what the composer in front would send. */
  previewMessage(): void {
    this.pages.active?.previewMessage();
  }

  /** Opens the bar that finds text in the conversation in front. */
  find(): Promise<void> {
    return this.pages.find();
  }

  /** Leads to a place in a conversation, and to the others that have its text. */
  showFound(channel: Channel, start: Omit<FindStart, 'channelId'>): void {
    this.pages.of(channel)[0]?.find({ ...start, channelId: channel.id });
  }

  /** Plays a sound in a visible page; without such a page, nothing can play it. */
  playSound(): void {
    this.pages.all.find(page => page.isVisible)?.playSound();
  }

  /**
   * Opens a conversation in a tab that this window has closed, or an earlier one.
   * @returns whether its record is kept, and nobody else has it
   */
  async openStored(id: ChannelId): Promise<boolean> {
    const head = await this.registry.headOf(id);
    if (!head) {
      return false;
    }
    await this.conversations.requireOpen(head);
    const channel = await this.registry.loadById(id);
    if (channel) {
      await this.goTo(channel);
    }
    return channel !== undefined;
  }

  openChannelInTab(channel: Channel): void {
    void channel.agent.warmUp();
    this.activate(this.pages.tabs.open(channel));
  }

  /** Updates all pages after gates opened or closed, or settings changed. */
  async refresh(): Promise<void> {
    for (const page of this.pages.all) {
      await page.refresh().catch((error: unknown) => this.warn(error));
    }
  }

  sendConfig(): void {
    for (const page of this.pages.all) {
      page.sendConfig();
    }
  }

  dispose(): void {
    this.store.dispose();
  }

  private warn(error: unknown): void {
    this.options.log.warn('A page does not show what it should', { error: messageOf(error) });
  }

  private activate(page: ChatPage): void {
    this.pages.setActive(page);
    page.focusComposer();
  }

  private async show(channel: Channel, place: ChatPlace): Promise<void> {
    void channel.agent.warmUp();
    if (await this.reveal(channel)) {
      return;
    }
    if (place === 'tab') {
      this.openChannelInTab(channel);
    } else if (place === 'front') {
      await this.replace(channel);
    } else {
      await this.pages.sideBar.focus();
      await this.replaceIn(this.pages.sideBar.page, channel);
    }
  }

  /** @returns false if the side bar shows another conversation by now, or can get no new one */
  private async moveOut(channel: Channel): Promise<boolean> {
    const fresh = await this.conversations.create();
    const { page } = this.pages.sideBar;
    if (!fresh || page?.channel !== channel) {
      if (fresh) {
        this.release(fresh);
      }
      return false;
    }
    // The tab comes first, so that the conversation is always shown somewhere.
    this.openChannelInTab(channel);
    await this.renew(page, fresh);
    return true;
  }

  /** @returns false if there is no side bar, or the tabs were closed meanwhile */
  private async moveIn(channel: Channel): Promise<boolean> {
    await this.pages.sideBar.focus();
    const { page } = this.pages.sideBar;
    if (!page || !this.isShown(channel)) {
      return false;
    }
    await this.replaceIn(page, channel);
    this.pages.tabs.close(channel);
    return true;
  }

  /** Gives a page a new conversation, if there is one, without releasing the previous one. */
  private async renew(page: ChatPage, fresh: Channel | undefined): Promise<void> {
    await (fresh ? this.pages.show(page, fresh) : page.show(undefined));
  }

  private async replace(channel: Channel): Promise<void> {
    await this.open();
    await this.replaceIn(this.pages.active, channel);
  }

  private async replaceIn(page: ChatPage | undefined, channel: Channel): Promise<void> {
    if (!page) {
      return;
    }
    const former = page.channel;
    await this.pages.show(page, channel);
    if (former && former !== channel) {
      this.release(former);
    }
    page.focusComposer();
  }

  private async reopen({ cwd, id }: ClosedChat): Promise<void> {
    await this.conversations.requireOpen(await this.registry.headOf(id));
    const channel = await this.registry.load(cwd, id);
    if (channel) {
      await this.show(channel, 'tab');
      return;
    }
    throw (await this.registry.isElsewhere(cwd, id))
      ? new UserError('session.openElsewhere', vscode.l10n.t('It is open in another window.'))
      : new UserError('session.absent', vscode.l10n.t('This conversation is no longer kept.'));
  }

  private async onReplaced({ former, next }: Replacement): Promise<void> {
    const pages = this.pages.of(former);
    if (pages.length > 0) {
      void next.agent.warmUp();
    }
    for (const page of pages) {
      await this.pages.show(page, next);
    }
    // The page may have been closed meanwhile.
    this.release(next);
    this.pages.fireActive();
  }

  private release(channel: Channel): void {
    if (!this.isShown(channel)) {
      this.closed.release(channel);
    }
  }
}
