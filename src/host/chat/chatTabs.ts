import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable';
import { isObject } from '../../base/json';
import type { ChannelId } from '../../contract/ids';
import type { ChannelAttention } from '../../core/conversation/attention';
import type { Channel } from '../../core/conversation/channel';
import { chatTabType } from '../contributed';
import { ChatPage, type PageServices } from './chatPage';
import { pageOptions } from './html';

interface Tab {
  readonly panel: vscode.WebviewPanel;
  readonly page: ChatPage;
  icon: ChannelAttention;
}

/** Where tabs get their conversations from and what becomes of those when a tab is closed. */
export interface TabChannels {
  create(cwd?: string): Promise<Channel | undefined>;
  load(id: ChannelId): Promise<Channel | undefined>;
  attention(channel: Channel): ChannelAttention;
  /** The page has come into sight. */
  shown(page: ChatPage): void;
  release(channel: Channel): void;
}

/** Chats in editor tabs, each with a channel of its own; they come back with their window. */
export class ChatTabs implements Disposable {
  private readonly tabs = new Map<ChatPage, Tab>();

  constructor(
    private readonly services: PageServices,
    private readonly channels: TabChannels,
  ) {}

  get pages(): ChatPage[] {
    return [...this.tabs.keys()];
  }

  /**
   * @param channel the conversation to show; a new one when absent
   * @param cwd of the new one
   */
  open(channel?: Channel, cwd?: string): ChatPage {
    const panel = vscode.window.createWebviewPanel(
      chatTabType,
      channel?.title ?? 'Tandem',
      { viewColumn: vscode.ViewColumn.Active, preserveFocus: false },
      pageOptions(this.services.extensionUri),
    );
    const page = this.adopt(panel, () => this.channels.create(cwd));
    if (channel) {
      // At once: a tab that is closed before it is drawn must let go of it.
      void page.show(channel);
    }
    return page;
  }

  /** The page keeps its channel's id in its own state, which is as trusted as the page. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    const id = isObject(state) && typeof state.channelId === 'string' ? state.channelId : undefined;
    this.adopt(panel, async () => {
      const stored = id ? await this.channels.load(id as ChannelId) : undefined;
      return stored ?? this.channels.create();
    });
  }

  reveal(page: ChatPage): boolean {
    const tab = this.tabs.get(page);
    tab?.panel.reveal(undefined, false);
    return tab !== undefined;
  }

  /** The conversation itself goes on, or is closed by who asks for this. */
  close(channel: Channel): void {
    for (const { page, panel } of [...this.tabs.values()]) {
      if (page.channel === channel) {
        panel.dispose();
      }
    }
  }

  /** Titles and icons follow their conversations; all of them without an argument. */
  refresh(channel?: Channel): void {
    for (const tab of this.tabs.values()) {
      const { channel: shown } = tab.page;
      if (shown && (!channel || shown === channel)) {
        if (tab.panel.title !== shown.title) {
          tab.panel.title = shown.title;
        }
        this.setIcon(tab, this.channels.attention(shown));
      }
    }
  }

  dispose(): void {
    for (const { page } of this.tabs.values()) {
      page.dispose();
    }
    this.tabs.clear();
  }

  /** A tab draws the picture as it is: the colour of the text does not reach it. */
  private setIcon(tab: Tab, attention: ChannelAttention): void {
    if (tab.icon !== attention) {
      tab.icon = attention;
      tab.panel.iconPath = this.iconOf(attention);
    }
  }

  private iconOf(attention: ChannelAttention): { light: vscode.Uri; dark: vscode.Uri } {
    const state = attention === 'idle' ? '' : `-${attention}`;
    const icon = (theme: string) =>
      vscode.Uri.joinPath(this.services.extensionUri, 'media', `tab${state}-${theme}.svg`);
    return { light: icon('light'), dark: icon('dark') };
  }

  private adopt(panel: vscode.WebviewPanel, load: () => Promise<Channel | undefined>): ChatPage {
    panel.iconPath = this.iconOf('idle');
    const page = new ChatPage(panel.webview, this.services, async () => {
      const channel = await load();
      if (channel && !this.tabs.has(page)) {
        // The tab was closed while its conversation was loaded.
        this.channels.release(channel);
        return undefined;
      }
      return channel;
    });
    this.tabs.set(page, { panel, page, icon: 'idle' });
    page.onReady(() => this.channels.shown(page));
    panel.onDidChangeViewState(() => {
      page.setVisible(panel.visible);
      if (panel.active) {
        this.services.onFocused(page);
      }
    });
    panel.onDidDispose(() => {
      this.tabs.delete(page);
      const { channel } = page;
      page.dispose();
      if (channel) {
        this.channels.release(channel);
      }
    });
    return page;
  }
}
