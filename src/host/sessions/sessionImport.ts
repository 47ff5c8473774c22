import { isAbsolute } from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { FoundSession } from '../../cli/sessions/findSession';
import type { SessionId } from '../../contract/ids';
import type { Channel } from '../../core/conversation/channel';
import { isFolder } from '../../node/isFolder';
import type { ChatPlace, Chats } from '../chat/chats';
import type { FolderPicker } from '../folders/folderPicker';
import { nativeUi } from '../nativeText/nativeUi';
import { shortPath } from '../shortPath';

/** Access to the agent's stored sessions of any folder. */
export interface StoredSessions {
  findSession(id: SessionId): Promise<FoundSession | undefined>;
  /** Returns the session id of a transcript; undefined for a file outside the store. */
  sessionOfFile(path: string): Promise<SessionId | undefined>;
}

/** Opens stored sessions, whatever folder they belong to. */
export class SessionImport {
  constructor(
    private readonly chats: () => Chats,
    private readonly stored: StoredSessions,
    private readonly picks: FolderPicker,
  ) {}

  /**
   * Opens a stored session.
   * @param place place for a session that is not open yet; defaults to the one in front
   * @returns undefined if the user cancels
   * @throws UserError `session.absent` if the agent has stored no such session
   */
  async open(id: SessionId, place?: ChatPlace): Promise<Channel | undefined> {
    const found = await this.stored.findSession(id);
    if (!found) {
      throw new UserError(
        'session.absent',
        vscode.l10n.t('Claude Code has stored no conversation under {0} on this machine.', id),
      );
    }
    const { cwd } = found;
    // The transcript is untrusted, so check its folder.
    if (cwd === undefined || !isAbsolute(cwd) || !(await isFolder(cwd))) {
      return this.openElsewhere(found);
    }
    const offered = await this.picks.offered();
    return offered.includes(cwd)
      ? this.chats().openSession(id, { cwd, ...(place ? { in: place } : {}) })
      : this.openOutside({ ...found, cwd }, place);
  }

  /** @throws UserError `session.badFile` */
  async openFile(path: string): Promise<Channel | undefined> {
    const id = await this.stored.sessionOfFile(path);
    if (!id) {
      throw new UserError(
        'session.badFile',
        vscode.l10n.t("{0} is not a conversation in Claude Code's own store.", path),
      );
    }
    return this.open(id);
  }

  /**
   * Asks first: the folder exists but is not open here, so trust in this workspace does not cover
   * it.
   */
  private async openOutside(
    found: FoundSession & { cwd: string },
    place: ChatPlace | undefined,
  ): Promise<Channel | undefined> {
    const there = vscode.l10n.t('Continue There');
    const other = vscode.l10n.t('Copy into a Folder Here…');
    const answer = await nativeUi.showWarningMessage(
      vscode.l10n.t('This conversation belongs to another folder.'),
      {
        modal: true,
        detail: vscode.l10n.t(
          'It runs in {0}, which is not part of this workspace. To continue there, Claude works in that folder and follows its settings and hooks.',
          shortPath(found.cwd),
        ),
      },
      there,
      other,
    );
    if (answer === there) {
      return this.chats().openSession(found.id, {
        cwd: found.cwd,
        ...(place ? { in: place } : {}),
      });
    }
    return answer === other ? this.fork(found) : undefined;
  }

  private async openElsewhere(found: FoundSession): Promise<Channel | undefined> {
    const choose = vscode.l10n.t('Choose Another Folder…');
    const answer = await nativeUi.showWarningMessage(
      found.cwd === undefined
        ? vscode.l10n.t('This conversation does not say which folder it belongs to.')
        : vscode.l10n.t(
            'The folder {0} of this conversation no longer exists.',
            shortPath(found.cwd),
          ),
      {
        modal: true,
        detail: vscode.l10n.t(
          'It can continue as a copy in another folder. The stored conversation stays.',
        ),
      },
      choose,
    );
    return answer === choose ? this.fork(found) : undefined;
  }

  /** Every CLI version can continue a copy in another folder; only new ones the session itself. */
  private async fork({ id }: FoundSession): Promise<Channel | undefined> {
    const cwd = await this.picks.pick(vscode.l10n.t('In which folder should it continue?'), true);
    return cwd === undefined
      ? undefined
      : this.chats().startNew({ cwd, start: { fork: { from: id } } });
  }
}
