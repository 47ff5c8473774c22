import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import type { Channel } from '../../core/conversation/channel';
import type { ChannelRegistry } from '../../core/registry/registry';
import { views } from '../contributed';
import type { ChatPage, PageServices } from './chatPage';
import { ChatView } from './chatView';
import type { Conversations } from './conversations';
import type { SideBarMemory } from './sideBarMemory';

export interface SideBarOptions {
  readonly memory: SideBarMemory;
  /** Names the workspace, for what is remembered of its side bar. */
  workspaceKey(): string | undefined;
}

/** The chat in the side bar: what it shows again after a reload, its title, its badge. */
export class SideBar implements Disposable {
  private readonly store = new DisposableStore();
  private readonly view: ChatView;

  /** @param onShown its page has come into sight */
  constructor(
    private readonly registry: ChannelRegistry,
    private readonly conversations: Conversations,
    private readonly options: SideBarOptions,
    services: PageServices,
    onShown: (page: ChatPage) => void,
  ) {
    this.view = this.store.add(new ChatView(services, () => this.load()));
    this.store.add(this.view.onPage(page => page.onReady(() => onShown(page))));
  }

  get page(): ChatPage | undefined {
    return this.view.page;
  }

  /** VS Code has made the view, for the first time or anew. */
  resolve(view: vscode.WebviewView): void {
    this.view.resolve(view);
    this.refresh();
  }

  async focus(): Promise<void> {
    await vscode.commands.executeCommand(`${views.chat}.focus`);
  }

  /** Title and badge follow what is shown, and what waits anywhere in the window. */
  refresh(): void {
    const { page } = this.view;
    this.view.setTitle(page?.channel && descriptionOf(page.channel));
    const waiting = this.registry.all.map(one => one.conversation.summary.waiting.length);
    this.view.setBadge(waiting.reduce((sum, count) => sum + count, 0));
  }

  /** The side bar shows it again after a reload. */
  async remember(channel: Channel): Promise<void> {
    const key = this.options.workspaceKey();
    if (key) {
      await this.options.memory.save(key, channel.id);
    }
  }

  dispose(): void {
    this.store.dispose();
  }

  private async load(): Promise<Channel | undefined> {
    const channel = (await this.loadRemembered()) ?? (await this.conversations.create());
    if (channel) {
      await this.remember(channel);
    }
    return channel;
  }

  /** The newest one that no other window of the workspace shows. */
  private async loadRemembered(): Promise<Channel | undefined> {
    const key = this.options.workspaceKey();
    for (const id of key ? await this.options.memory.read(key) : []) {
      const channel = await this.conversations.load(id);
      if (channel || !(await this.conversations.isElsewhere(id))) {
        return channel;
      }
    }
    return undefined;
  }
}

/** Beside the name of the view: title and folder, where they are not plain. */
function descriptionOf(channel: Channel): string | undefined {
  const { folder, branch } = channel.conversation.summary.place ?? {};
  const parts = [channel.isFresh ? undefined : channel.title, branch ?? folder];
  return parts.filter(Boolean).join(' · ') || undefined;
}
