import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable';
import { isObject } from '../../base/json';
import type { ChannelId } from '../../contract/ids';
import type { ChannelAttention } from '../../core/conversation/attention';
import type { Channel } from '../../core/conversation/channel';
import { chatTabType } from '../contributed';
import { createWebviewPanel } from '../nativeText/nativeUi';
import { titlePanel } from '../nativeText/rows';
import { ChatPage, type PageServices } from './chatPage';
import { pageOptions } from './html';
import { PageDocument } from './pageDocument';

interface Tab {
  readonly panel: vscode.WebviewPanel;
  readonly page: ChatPage;
  icon: ChannelAttention;
}

/** Callbacks through which tabs get, report and release conversations. */
export interface TabChannels {
  create(cwd?: string): Promise<Channel | undefined>;
  load(id: ChannelId): Promise<Channel | undefined>;
  attention(channel: Channel): ChannelAttention;
  /** Called when a page becomes visible. */
  shown(page: ChatPage): void;
  release(channel: Channel): void;
}

/** Chats in editor tabs, each with its own channel. VS Code restores them with the window. */
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
   * @param channel conversation to show; a new one if absent
   * @param cwd folder of a new conversation
   */
  open(channel?: Channel, cwd?: string): ChatPage {
    const panel = createWebviewPanel(
      chatTabType,
      channel ? tabTitle(channel) : vscode.l10n.t('New conversation'),
      { viewColumn: vscode.ViewColumn.Active, preserveFocus: false },
      pageOptions(this.services.extensionUri),
    );
    const document = new PageDocument(panel.webview, this.services.extensionUri, 'tab');
    const page = this.adopt(panel, document, () => this.channels.create(cwd));
    if (channel) {
      // Immediately: a tab that is closed before it is drawn must release the channel.
      void page.show(channel);
    } else {
      page.prepare();
    }
    return page;
  }

  /** Restores a tab from the channel id in the page's own state, as trusted as the page. */
  restore(panel: vscode.WebviewPanel, state: unknown, document: PageDocument): void {
    const id = isObject(state) && typeof state.channelId === 'string' ? state.channelId : undefined;
    const page = this.adopt(panel, document, async () => {
      const stored = id ? await this.channels.load(id as ChannelId) : undefined;
      return stored ?? this.channels.create();
    });
    page.prepare();
  }

  reveal(page: ChatPage): boolean {
    const tab = this.tabs.get(page);
    tab?.panel.reveal(undefined, false);
    return tab !== undefined;
  }

  /** Closes a conversation's tabs and releases it; the caller may close the conversation. */
  close(channel: Channel): void {
    for (const { page, panel } of [...this.tabs.values()]) {
      if (page.channel === channel) {
        panel.dispose();
      }
    }
  }

  /** Updates titles and icons of a conversation's tabs, or of all tabs without an argument. */
  refresh(channel?: Channel): void {
    for (const tab of this.tabs.values()) {
      const { channel: shown } = tab.page;
      if (shown && (!channel || shown === channel)) {
        titlePanel(tab.panel, tabTitle(shown));
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

  /** VS Code draws a tab icon as it is, without applying the text color. */
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

  private adopt(
    panel: vscode.WebviewPanel,
    document: PageDocument,
    load: () => Promise<Channel | undefined>,
  ): ChatPage {
    panel.iconPath = this.iconOf('idle');
    const loadHere = async () => {
      const channel = await load();
      if (channel && !this.tabs.has(page)) {
        // The tab was closed while its conversation was loading.
        this.channels.release(channel);
        return undefined;
      }
      return channel;
    };
    const page = new ChatPage(document, this.services, loadHere);
    this.tabs.set(page, { panel, page, icon: 'idle' });
    page.answer(panel.visible);
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

/** A conversation with another agent says so: tabs of several agents stand side by side. */
function tabTitle({ title, record: { source } }: Channel): string {
  return source === undefined ? title : `${source}: ${title}`;
}
