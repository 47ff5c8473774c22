import * as vscode from 'vscode';
import { Deferred } from '../../base/deferred';
import { type Disposable, DisposableStore } from '../../base/disposable';
import type { Channel } from '../../core/conversation/channel';
import type { ChannelRegistry } from '../../core/registry/channelRegistry';
import { raceTimeout } from '../../node/raceTimeout';
import { systemClock } from '../../node/systemClock';
import { views } from '../contributed';
import { CalmTitle } from './calmTitle';
import type { ChatPage, PageServices } from './chatPage';
import { ChatView } from './chatView';
import type { Conversations } from './conversations';
import type { PageDocument } from './pageDocument';
import type { SideBarMemory } from './sideBarMemory';

export interface SideBarOptions {
  readonly memory: SideBarMemory;
  /** Returns the key under which the workspace's side bar is remembered. */
  workspaceKey(): string | undefined;
}

/** Milliseconds until the view counts as one that cannot be shown. */
const patience = 5_000;

/** The chat in the side bar: the conversation restored after a reload, title and badge. */
export class SideBar implements Disposable {
  private readonly store = new DisposableStore();
  private readonly view: ChatView;
  private readonly title = this.store.add(
    new CalmTitle(title => this.view.setTitle(title), systemClock),
  );

  /** @param onShown called when the page becomes visible */
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

  /** Called when VS Code creates or recreates the view. */
  resolve(view: vscode.WebviewView, document: PageDocument): void {
    this.view.resolve(view, document);
    this.refresh();
    // VS Code knows no title of a view that is new.
    this.title.showNow();
  }

  /** Resolves when there is a page: the command resolves before VS Code has created the view. */
  async focus(): Promise<void> {
    const created = new Deferred<void>();
    const subscription = this.view.onPage(() => created.resolve());
    try {
      await this.showView();
      if (!this.page) {
        await raceTimeout(created.promise, patience, systemClock);
      }
    } finally {
      subscription.dispose();
    }
  }

  /**
   * VS Code forgets its command for a view that is moved to a place of its own, until the window is
   * reloaded: with it, it would register one that has the name of our `tandem.chat.open`.
   */
  private async showView(): Promise<void> {
    try {
      await vscode.commands.executeCommand(`${views.chat}.focus`);
    } catch (error) {
      if (!this.view.show()) {
        throw error;
      }
    }
  }

  /** Updates the title from the shown conversation, and the badge from all waiting prompts. */
  refresh(): void {
    const { page } = this.view;
    this.title.set(page?.channel?.id, page?.channel && titleOf(page.channel));
    const waiting = this.registry.all.map(one => one.conversation.summary.waiting.length);
    this.view.setBadge(waiting.reduce((sum, count) => sum + count, 0));
  }

  /** Stores the conversation, so that the side bar shows it again after a reload. */
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
    // The page may show another conversation by now, which is remembered then.
    if (channel && !this.page?.channel) {
      await this.remember(channel);
    }
    return channel;
  }

  /** Loads the latest remembered conversation that no other window of the workspace shows. */
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

/** Returns the view's title: the conversation's, with agent and folder unless they are obvious. */
function titleOf(channel: Channel): string | undefined {
  const { name, branch } = channel.conversation.summary.folder ?? {};
  const parts = [
    channel.record.source,
    channel.isFresh ? undefined : channel.title,
    branch ?? name,
  ];
  return parts.filter(Boolean).join(' · ') || undefined;
}
