import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { UserError } from '../../base/errors';
import type { Log } from '../../base/log';
import type { Gate, PageConfig } from '../../contract/calls';
import type { ChannelId, MessageId, SessionId, ToolCallId } from '../../contract/ids';
import type { ItemPlace } from '../../contract/places';
import { attentionOf } from '../channels/attention';
import type { Channel } from '../channels/channel';
import type { RecordStart } from '../channels/journal';
import type { ChannelRegistry, Replacement } from '../channels/registry';
import { views } from '../contributed';
import type { SessionMarks } from '../sessions/sessionMarks';
import type { TaskActions } from '../tasks/taskActions';
import { askHolder, confirmTakeOver } from './askHolder';
import type { ChatPage, PageServices } from './chatPage';
import { ChatTabs } from './chatTabs';
import { ChatView } from './chatView';
import { type ClosedChat, ClosedChats } from './closedChats';
import type { FileOpener } from './fileOpener';
import type { PlaceActions } from './placeActions';
import type { ReviewActions } from './reviewActions';
import type { SideBarMemory } from './sideBarMemory';

export interface ChatsOptions {
  readonly extensionUri: vscode.Uri;
  readonly opener: FileOpener;
  readonly reviews: ReviewActions;
  readonly places: PlaceActions;
  readonly tasks: TaskActions;
  readonly log: Log;
  readonly memory: SideBarMemory;
  gate(): Promise<Gate>;
  config(): PageConfig;
  act: PageServices['act'];
  readonly marks: SessionMarks;
  /** What becomes of a turn whose tab is closed. */
  onClose(): 'keep' | 'stop';
  /** The folder that new conversations run in; undefined without an open folder. */
  cwd(): string | undefined;
  /** As `cwd`, but the person may be asked; undefined when they leave it. */
  askCwd(): Promise<string | undefined>;
  /** Names the workspace, for what is remembered of its side bar. */
  workspaceKey(): string | undefined;
}

/** Where a new conversation runs and what it begins with. */
export interface NewConversation {
  readonly cwd?: string;
  readonly start?: RecordStart;
}

/** Where a conversation is shown; `front` is the place that was used last. */
export type ChatPlace = 'tab' | 'sideBar' | 'front';

/** All places that show a conversation, and which of them is in front. */
export class Chats implements Disposable {
  private readonly store = new DisposableStore();
  private readonly view: ChatView;
  private readonly tabs: ChatTabs;
  private readonly closed: ClosedChats;
  private readonly frontChanged = this.store.add(new Emitter<Channel | undefined>());
  private lastFocused: ChatPage | undefined;

  /** Another channel is in front, or something of the one in front has changed. */
  readonly onFrontChanged = this.frontChanged.event;

  constructor(
    private readonly registry: ChannelRegistry,
    private readonly options: ChatsOptions,
  ) {
    const services: PageServices = {
      ...options,
      onFocused: page => this.setFront(page),
      takeOver: channel => this.takeOver(channel),
    };
    this.view = this.store.add(new ChatView(services, () => this.loadForSideBar()));
    this.tabs = this.store.add(
      new ChatTabs(services, {
        create: cwd => this.create(cwd),
        load: id => this.load(id),
        attention: channel => attentionOf(channel, options.marks),
        shown: page => this.onShown(page),
        release: channel => this.release(channel),
      }),
    );
    const closing = {
      onClose: () => options.onClose(),
      isShown: (channel: Channel) => this.isShown(channel),
      reopen: (chat: ClosedChat) => this.reopen(chat),
    };
    this.closed = this.store.add(new ClosedChats(registry, closing, options.log));
    this.store.add(this.view.onPage(page => page.onReady(() => this.onShown(page))));
    this.store.add(registry.onChanged(channel => this.onChannelChanged(channel)));
    this.store.add(registry.onTurnEnded(channel => this.onTurnEnded(channel)));
    this.store.add(registry.onReplaced(replacement => void this.onReplaced(replacement)));
    this.store.add(options.marks.onChanged(() => this.tabs.refresh()));
  }

  /** VS Code has made the side bar's view, for the first time or anew. */
  resolveView(view: vscode.WebviewView): void {
    this.view.resolve(view);
  }

  /** VS Code brings back a tab of before a reload. */
  restoreTab(panel: vscode.WebviewPanel, state: unknown): void {
    this.tabs.restore(panel, state);
  }

  /** The channel that commands without an argument act on. */
  get front(): Channel | undefined {
    return this.frontPage?.channel;
  }

  private get frontPage(): ChatPage | undefined {
    const pages = this.pages;
    const focused =
      this.lastFocused && pages.includes(this.lastFocused) ? this.lastFocused : undefined;
    return focused ?? this.view.page ?? pages[0];
  }

  private get pages(): ChatPage[] {
    return this.view.page ? [this.view.page, ...this.tabs.pages] : this.tabs.pages;
  }

  /** Shows the side bar's chat and puts the caret into it. */
  async open(text?: string): Promise<void> {
    const page = this.lastFocused;
    if (page && this.tabs.reveal(page)) {
      page.focusComposer(text);
      return;
    }
    await vscode.commands.executeCommand(`${views.chat}.focus`);
    this.view.page?.focusComposer(text);
  }

  async openInTab(): Promise<void> {
    this.requireOpen(await this.options.gate());
    const cwd = await this.options.askCwd();
    if (cwd !== undefined) {
      const page = this.tabs.open(undefined, cwd);
      this.setFront(page);
      page.focusComposer();
    }
  }

  /** A new conversation in the place that is in front. */
  async startNew(wish: NewConversation = {}): Promise<Channel | undefined> {
    this.requireOpen(await this.options.gate());
    const cwd = wish.cwd ?? (await this.options.askCwd());
    const channel = cwd === undefined ? undefined : await this.create(cwd, wish.start);
    if (channel) {
      await this.replace(channel);
    }
    return channel;
  }

  /** Another conversation takes the place of one, wherever that is shown, and the one is closed. */
  async exchange(former: Channel, channel: Channel): Promise<void> {
    for (const page of this.pages.filter(candidate => candidate.channel === former)) {
      await page.show(channel);
      page.focusComposer();
      if (page === this.view.page) {
        await this.remember(channel);
      }
    }
    this.release(former);
    void channel.agent.warmUp();
    this.onChannelChanged(channel);
    this.fireFront();
  }

  /**
   * Shows a session that the agent has stored, where it is open or at `place`. Asks first when
   * somebody else has it open; undefined when the person leaves it at that.
   * @param options.cwd the folder that it runs in; that of new conversations when absent
   */
  async openSession(
    id: SessionId,
    options: { readonly cwd?: string; readonly in?: ChatPlace } = {},
  ): Promise<Channel | undefined> {
    this.requireOpen(await this.options.gate());
    const open = this.registry.bySession(id);
    const channel = open ?? (await this.obtain(options.cwd ?? this.requireCwd(), id));
    if (channel) {
      await this.show(channel, options.in ?? 'front');
    }
    return channel;
  }

  /** Brings the page of a conversation to the front. @returns whether there is one */
  async reveal(channel: Channel): Promise<boolean> {
    const page = this.pageOf(channel);
    if (page && !this.tabs.reveal(page)) {
      await vscode.commands.executeCommand(`${views.chat}.focus`);
    }
    return page !== undefined;
  }

  /** @throws UserError `noneClosed` */
  async reopenClosed(): Promise<void> {
    this.requireOpen(await this.options.gate());
    if (!(await this.closed.reopenLast())) {
      throw new UserError('noneClosed', vscode.l10n.t('No conversation was closed here.'));
    }
  }

  /** Whether any page shows it, in sight or not. */
  isShown(channel: Channel): boolean {
    return this.pages.some(page => page.channel === channel);
  }

  isInSideBar(id: SessionId): boolean {
    return this.view.page?.channel?.record.sessionId === id;
  }

  /** Whether the person can see it. */
  isVisible(channel: Channel): boolean {
    return this.pages.some(page => page.channel === channel && page.isVisible);
  }

  /** Ends the session's process in order; its tabs close, the side bar begins anew. */
  async closeSession(id: SessionId): Promise<void> {
    const channel = this.registry.bySession(id);
    if (!channel) {
      return;
    }
    const closing = this.registry.close(channel.id);
    this.tabs.close(channel);
    if (this.view.page?.channel === channel) {
      const fresh = await this.create();
      await this.view.page.show(fresh);
      if (fresh) {
        await this.remember(fresh);
      }
    }
    await closing;
    this.fireFront();
  }

  /** A new conversation from before a message of another one, in a tab of its own. */
  async fork(source: Channel, message: MessageId): Promise<Channel> {
    this.requireOpen(await this.options.gate());
    const fork = await this.registry.fork(source, message);
    this.openChannelInTab(fork);
    return fork;
  }

  /** Brings a conversation to the front, wherever it is shown, and scrolls to a call of it. */
  async goTo(channel: Channel, call?: ToolCallId): Promise<void> {
    if (this.registry.get(channel.id) !== channel) {
      // It ended in the background and was closed; its calls have no cards that are known here.
      await this.reopen(channel);
      return;
    }
    if (!(await this.reveal(channel))) {
      this.openChannelInTab(channel);
    }
    if (call) {
      this.revealItem(channel, call);
    }
  }

  /** Scrolls the page that shows a conversation to an item; of a call its id is the key. */
  revealItem(channel: Channel, key: string, place?: ItemPlace): void {
    this.pageOf(channel)?.revealItem(key, place);
  }

  /** By a page that can be seen: without one there is nothing to play it. */
  playSound(): void {
    this.pages.find(page => page.isVisible)?.playSound();
  }

  openChannelInTab(channel: Channel): void {
    const page = this.tabs.open(channel);
    void channel.agent.warmUp();
    this.setFront(page);
    page.focusComposer();
  }

  /** Gates may have opened or closed, or settings changed. */
  async refresh(): Promise<void> {
    for (const page of this.pages) {
      await page.refresh();
    }
  }

  sendConfig(): void {
    for (const page of this.pages) {
      page.sendConfig();
    }
  }

  dispose(): void {
    this.store.dispose();
  }

  private pageOf(channel: Channel): ChatPage | undefined {
    return this.pages.find(page => page.channel === channel);
  }

  private async replace(channel: Channel | undefined): Promise<void> {
    await this.open();
    await this.replaceIn(this.frontPage, channel);
  }

  private async replaceIn(page: ChatPage | undefined, channel: Channel | undefined): Promise<void> {
    const former = page?.channel;
    await page?.show(channel);
    if (page === this.view.page && channel) {
      await this.remember(channel);
    }
    if (former && former !== channel) {
      this.release(former);
    }
    page?.focusComposer();
    if (page) {
      this.onShown(page);
    }
  }

  private async obtain(cwd: string, id: SessionId): Promise<Channel | undefined> {
    const holder = this.registry.bySession(id) ? undefined : await this.registry.holderOf(cwd, id);
    switch (holder && (await askHolder(holder))) {
      case 'takeOver':
        return this.taking(() => this.registry.takeSession(cwd, id));
      case 'readOnly':
        return this.registry.openSession(cwd, id, { readOnly: true });
      default:
        return holder ? undefined : this.registry.openSession(cwd, id);
    }
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
      await vscode.commands.executeCommand(`${views.chat}.focus`);
      await this.replaceIn(this.view.page, channel);
    }
  }

  private async reopen({ cwd, id }: ClosedChat): Promise<void> {
    const channel = await this.registry.load(cwd, id);
    if (!channel) {
      throw new UserError('openElsewhere', vscode.l10n.t('It is open in another window.'));
    }
    await this.show(channel, 'tab');
  }

  private async takeOver(channel: Channel): Promise<void> {
    const { cwd, record } = channel;
    const holder = channel.heldBy ?? (await this.registry.holderOf(cwd, record.sessionId));
    if (!holder || (await confirmTakeOver(holder))) {
      await this.taking(() => this.registry.takeSession(cwd, record.sessionId));
    }
  }

  /** Another window, or a process, may take some seconds to let go. */
  private taking(take: () => Promise<Channel>): Thenable<Channel> {
    const title = vscode.l10n.t('Taking the conversation over');
    const location = vscode.ProgressLocation.Notification;
    return vscode.window.withProgress({ location, title }, take);
  }

  private async onReplaced({ former, next }: Replacement): Promise<void> {
    const pages = this.pages.filter(page => page.channel === former);
    if (pages.length > 0) {
      void next.agent.warmUp();
    }
    for (const page of pages) {
      await page.show(next);
      if (page === this.view.page) {
        await this.remember(next);
      }
      this.onShown(page);
    }
    this.fireFront();
  }

  private onTurnEnded(channel: Channel): void {
    if (!this.isVisible(channel)) {
      void this.options.marks.setUnread(channel.record.sessionId, true);
    }
  }

  private onShown(page: ChatPage): void {
    const { channel } = page;
    if (channel && page.isVisible) {
      void this.options.marks.setUnread(channel.record.sessionId, false);
    }
    this.tabs.refresh(channel);
    this.fireFront();
  }

  private async loadForSideBar(): Promise<Channel | undefined> {
    const key = this.options.workspaceKey();
    if (!key || (await this.options.gate()).kind !== 'open') {
      return undefined;
    }
    const id = await this.options.memory.read(key);
    const stored = id && (await this.load(id));
    const channel = stored || (await this.create());
    if (channel) {
      await this.remember(channel);
    }
    return channel;
  }

  /** The side bar shows it again after a reload. */
  private async remember(channel: Channel): Promise<void> {
    const key = this.options.workspaceKey();
    if (key) {
      await this.options.memory.save(key, channel.id);
    }
  }

  private async create(
    cwd = this.options.cwd(),
    start?: RecordStart,
  ): Promise<Channel | undefined> {
    if (!cwd || (await this.options.gate()).kind !== 'open') {
      return undefined;
    }
    const channel = await this.registry.create(cwd, start);
    void channel.agent.warmUp();
    return channel;
  }

  private async load(id: ChannelId): Promise<Channel | undefined> {
    if ((await this.options.gate()).kind !== 'open') {
      return undefined;
    }
    const channel = await this.registry.loadById(id);
    void channel?.agent.warmUp();
    return channel;
  }

  private release(channel: Channel): void {
    if (!this.isShown(channel)) {
      this.closed.release(channel);
    }
  }

  private setFront(page: ChatPage): void {
    if (this.lastFocused !== page) {
      this.lastFocused = page;
      this.fireFront();
    }
  }

  private onChannelChanged(channel: Channel): void {
    this.tabs.refresh(channel);
    if (channel === this.view.page?.channel) {
      this.view.setTitle(descriptionOf(channel));
    }
    const waiting = this.registry.all.reduce(
      (sum, one) => sum + one.conversation.summary.waiting.length,
      0,
    );
    this.view.setBadge(waiting);
    if (channel === this.front) {
      this.fireFront();
    }
  }

  private fireFront(): void {
    this.frontChanged.fire(this.front);
  }

  private requireOpen(gate: Gate): void {
    switch (gate.kind) {
      case 'open':
        return;
      case 'untrusted':
        throw new UserError(
          'untrusted',
          'Tandem starts nothing in a workspace that is not trusted.',
        );
      case 'noFolder':
        throw new UserError('noFolder', 'Open a folder first: the agent works in one.');
      case 'noCli':
        throw new UserError('noCli', gate.message);
    }
  }

  private requireCwd(): string {
    const cwd = this.options.cwd();
    if (!cwd) {
      throw new UserError('noFolder', 'Open a folder first: the agent works in one.');
    }
    return cwd;
  }
}

/** Beside the name of the view: title and folder, where they are not plain. */
function descriptionOf(channel: Channel): string | undefined {
  const { folder, branch } = channel.conversation.summary.place ?? {};
  const parts = [channel.isFresh ? undefined : channel.title, branch ?? folder];
  return parts.filter(Boolean).join(' · ') || undefined;
}
