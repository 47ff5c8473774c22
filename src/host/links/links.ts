import * as vscode from 'vscode';
import { messageOf, UserError } from '../../base/errors';
import type { Log } from '../../base/log';
import type { Channel } from '../../core/conversation/channel';
import type { Chats } from '../chat/chats';
import type { GateKeeper } from '../gate/gate';
import { messageText } from '../nativeText/messageText';
import { nativeUi } from '../nativeText/nativeUi';
import type { SessionImport } from '../sessions/sessionImport';
import { type Link, parseLink, parseSessionName } from './link';

/** Handles links from outside VS Code. They can only open a conversation and fill its composer. */
export class Links {
  constructor(
    private readonly chats: () => Chats,
    private readonly sessions: SessionImport,
    private readonly gate: GateKeeper,
    private readonly log: Log,
  ) {}

  /** Follows a link. Never rejects: errors are shown to the user. */
  async handle(uri: { path: string; query: string }): Promise<void> {
    try {
      await this.open(parseLink(uri));
    } catch (error) {
      // The text may come from a web page.
      const message = messageText(messageOf(error));
      this.log.warn('A link was not followed', { error: message });
      void nativeUi.showErrorMessage(message);
    }
  }

  /**
   * Opens a session by its id, a link to it or the path of its file.
   * @throws UserError
   */
  async openName(text: string): Promise<void> {
    const name = parseSessionName(text);
    switch (name?.kind) {
      case 'id':
        await this.sessions.open(name.id);
        return;
      case 'file':
        await this.sessions.openFile(name.path);
        return;
      case 'link':
        return this.open(parseLink(name));
      default:
        throw new UserError(
          'session.badId',
          vscode.l10n.t('A conversation is named by its ID (a UUID), a link, or its .jsonl file.'),
        );
    }
  }

  private async open(link: Link): Promise<void> {
    if (!vscode.workspace.isTrusted) {
      throw new UserError(
        'trust.required',
        vscode.l10n.t('The link was not followed: this workspace is not trusted.'),
      );
    }
    const { folder } = link;
    if (folder !== undefined && !this.gate.folders.includes(folder)) {
      throw new UserError(
        'link.folder',
        vscode.l10n.t('The link is for {0}, which is not open in this window.', folder),
      );
    }
    const channel = await this.channelFor(link);
    if (channel && link.prompt !== undefined) {
      // Text that is already in the composer stays below the prompt.
      channel.messages.composer.compose({ text: link.prompt, images: [] });
      void nativeUi.showWarningMessage(
        vscode.l10n.t('A link has filled the message box. Read the whole text before you send it.'),
      );
    }
    if (channel) {
      await this.chats().open();
    }
  }

  private async channelFor({ session, folder }: Link): Promise<Channel | undefined> {
    const chats = this.chats();
    if (session) {
      try {
        return await this.sessions.open(session);
      } catch (error) {
        if (!(error instanceof UserError) || error.code !== 'session.absent') {
          throw error;
        }
        void nativeUi.showWarningMessage(
          vscode.l10n.t('{0} A new one was started.', error.message),
        );
      }
    }
    await chats.open();
    const { active } = chats;
    const fits = active?.isFresh && (folder === undefined || folder === active.cwd);
    return fits ? active : chats.startNew(folder === undefined ? {} : { cwd: folder });
  }
}
