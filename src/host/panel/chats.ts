import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { UserError } from '../../base/errors';
import type { Log } from '../../base/log';
import type { Gate, PageConfig } from '../../contract/calls';
import type { ChannelId, MessageId, SessionId } from '../../contract/ids';
import type { Channel } from '../channels/channel';
import type { ChannelRegistry } from '../channels/registry';
import { views } from '../contributed';
import type { ChatPage, PageServices } from './chatPage';
import { ChatTabs } from './chatTabs';
import { ChatView } from './chatView';
import type { FileOpener } from './fileOpener';
import type { ReviewActions } from './reviewActions';
import type { SideBarMemory } from './sideBarMemory';

export interface ChatsOptions {
  readonly extensionUri: vscode.Uri;
  readonly opener: FileOpener;
  readonly reviews: ReviewActions;
  readonly log: Log;
  readonly memory: SideBarMemory;
  gate(): Promise<Gate>;
  config(): PageConfig;
  act: PageServices['act'];
  /** The folder that new conversations run in; undefined without an open folder. */
  cwd(): string | undefined;
  /** All folders that conversations may run in. */
  folders(): readonly string[];
}

/** All places that show a conversation, and which of them is in front. */
export class Chats implements Disposable {
  private readonly store = new DisposableStore();
  private readonly view: ChatView;
  private readonly tabs: ChatTabs;
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
    };
    this.view = this.store.add(new ChatView(services, () => this.loadForSideBar()));
    this.tabs = this.store.add(
      new ChatTabs(services, {
        create: () => this.create(),
        load: id => this.load(id),
        release: channel => this.release(channel),
      }),
    );
    this.store.add(this.view.onPage(page => page.onReady(() => this.fireFront())));
    this.store.add(registry.onChanged(channel => this.onChannelChanged(channel)));
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
    const page = this.tabs.open();
    this.setFront(page);
    page.focusComposer();
  }

  /** A new conversation in the place that is in front. */
  async startNew(): Promise<void> {
    this.requireOpen(await this.options.gate());
    await this.replace(await this.create());
  }

  /** Goes on with a session that the agent has stored, in the place that is in front. */
  async resume(id: SessionId): Promise<void> {
    this.requireOpen(await this.options.gate());
    const channel = await this.registry.openSession(this.requireCwd(), id);
    const page = this.pages.find(candidate => candidate.channel === channel);
    if (!page) {
      await this.replace(channel);
    } else if (!this.tabs.reveal(page)) {
      await vscode.commands.executeCommand(`${views.chat}.focus`);
    }
  }

  /** Shows a stored session where it is open already, else in a tab, the side bar, or what is in front. */
  async openSession(
    id: SessionId,
    { cwd, in: where }: { readonly cwd?: string; readonly in: 'tab' | 'sideBar' | 'front' },
  ): Promise<Channel> {
    this.requireOpen(await this.options.gate());
    const channel = await this.registry.openSession(cwd ?? this.requireCwd(), id);
    const page = this.pages.find(candidate => candidate.channel === channel);
    if (page && !this.tabs.reveal(page)) {
      await vscode.commands.executeCommand(`${views.chat}.focus`);
    } else if (!page && where === 'tab') {
      this.openChannelInTab(channel);
    } else if (!page) {
      if (where === 'sideBar') {
        await vscode.commands.executeCommand(`${views.chat}.focus`);
        this.lastFocused = this.view.page;
      }
      await this.replace(channel);
      void channel.warmUp();
    }
    return channel;
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
      await this.options.memory.save(channel.cwd, fresh?.id ?? channel.id);
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

  openChannelInTab(channel: Channel): void {
    const page = this.tabs.open(channel);
    void channel.warmUp();
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

  private async replace(channel: Channel | undefined): Promise<void> {
    await this.open();
    const page = this.frontPage;
    const former = page?.channel;
    await page?.show(channel);
    if (page === this.view.page && channel) {
      await this.options.memory.save(channel.cwd, channel.id);
    }
    if (former && former !== channel) {
      this.release(former);
    }
    page?.focusComposer();
    this.fireFront();
  }

  private async loadForSideBar(): Promise<Channel | undefined> {
    const cwd = this.options.cwd();
    if (!cwd || (await this.options.gate()).kind !== 'open') {
      return undefined;
    }
    const id = await this.options.memory.read(cwd);
    const stored = id && (await this.load(id));
    const channel = stored || (await this.create());
    if (channel) {
      await this.options.memory.save(cwd, channel.id);
    }
    return channel;
  }

  private async create(): Promise<Channel | undefined> {
    const cwd = this.options.cwd();
    if (!cwd || (await this.options.gate()).kind !== 'open') {
      return undefined;
    }
    const channel = await this.registry.create(cwd);
    void channel.warmUp();
    return channel;
  }

  private async load(id: ChannelId): Promise<Channel | undefined> {
    if ((await this.options.gate()).kind !== 'open') {
      return undefined;
    }
    // A tab that comes back says its channel only, and any folder may be in front by now.
    for (const cwd of this.options.folders()) {
      const channel = await this.registry.load(cwd, id);
      if (channel) {
        void channel.warmUp();
        return channel;
      }
    }
    return undefined;
  }

  /** A conversation that no page shows any more ends its process; its record stays. */
  private release(channel: Channel): void {
    if (!this.pages.some(page => page.channel === channel)) {
      void this.registry.close(channel.id);
    }
  }

  private setFront(page: ChatPage): void {
    if (this.lastFocused !== page) {
      this.lastFocused = page;
      this.fireFront();
    }
  }

  private onChannelChanged(channel: Channel): void {
    this.tabs.refreshTitle(channel);
    if (channel === this.view.page?.channel) {
      this.view.setTitle(channel.isFresh ? undefined : channel.title);
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
