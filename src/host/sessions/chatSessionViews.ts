import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { ChannelId, SessionId } from '../../contract/ids';
import { isAtWork } from '../../core/conversation/attention';
import type { ChannelRegistry } from '../../core/registry/channelRegistry';
import type { ChatPlace, Chats } from '../chat/chats';
import type { FolderPicker } from '../folders/folderPicker';
import type { SessionViews } from './sessionActions';
import type { SessionImport } from './sessionImport';
import type { HolderKind, SessionRow } from './sessionRow';

/** Opens and closes listed conversations in the side bar and the tabs of this window. */
export class ChatSessionViews implements SessionViews {
  constructor(
    private readonly chats: Chats,
    private readonly registry: ChannelRegistry,
    private readonly picks: FolderPicker,
    private readonly imports: SessionImport,
  ) {}

  async open({ id, cwd, channelId, agent }: SessionRow, place: ChatPlace): Promise<void> {
    const isHere = channelId !== undefined || (cwd !== undefined && (await this.picks.covers(cwd)));
    if (!isHere && agent !== undefined) {
      throw new UserError(
        'folder.none',
        vscode.l10n.t(
          'This conversation with {0} belongs to {1}. Open that folder first.',
          agent,
          cwd ?? '?',
        ),
      );
    }
    await (isHere
      ? this.chats.openSession(id, { ...(cwd ? { cwd } : {}), in: place })
      : this.imports.open(id, place));
  }

  isInSideBar(id: SessionId): boolean {
    return this.chats.isInSideBar(id);
  }

  close(id: SessionId): Promise<'tab' | 'sideBar' | undefined> {
    return this.chats.closeSession(id);
  }

  async reopen(row: SessionRow, place: 'tab' | 'sideBar'): Promise<void> {
    if (place === 'tab' || this.chats.isSideBarFree) {
      await this.open(row, place);
    }
  }

  async stop(id: ChannelId): Promise<void> {
    await this.registry.get(id)?.agent.stop();
  }

  picksOf(id: SessionId): ReturnType<SessionViews['picksOf']> {
    const channel = this.registry.bySession(id);
    if (!channel) {
      return {};
    }
    const { picks, ownModel } = channel.record;
    const model = picks.model ?? ownModel;
    // Without a pick, an answer or a plan may have changed the mode.
    const live = channel.agent.isLive ? channel.conversation.summary.settings.mode : undefined;
    const mode = picks.mode ?? live;
    return { ...(model ? { model } : {}), ...(mode ? { mode } : {}) };
  }

  async release(id: SessionId): Promise<void> {
    await this.registry.release(id);
  }

  async rename(id: SessionId, title: string): Promise<boolean> {
    return (await this.registry.bySession(id)?.rename(title)) ?? false;
  }

  isAtWork(id: ChannelId): boolean {
    const channel = this.registry.get(id);
    return (
      channel !== undefined &&
      (isAtWork(channel) || channel.conversation.summary.waiting.length > 0)
    );
  }

  async holderOf({ id, cwd }: SessionRow): Promise<HolderKind | undefined> {
    const holder = cwd === undefined ? undefined : await this.registry.holderOf(cwd, id);
    return holder && (holder.kind === 'window' ? 'window' : 'terminal');
  }
}
