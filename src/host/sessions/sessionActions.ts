import * as vscode from 'vscode';
import type { SessionHead } from '../../acp/sessions/sessionHead';
import type { Clock } from '../../base/clock';
import { messageOf, UserError } from '../../base/errors';
import { timeText } from '../../base/locale';
import type { Log } from '../../base/log';
import { renameSession, setArchived } from '../../cli/sessions/changeSession';
import type { ListedSession } from '../../cli/sessions/listedSession';
import type { SessionTrash, TrashEntry } from '../../cli/sessions/sessionTrash';
import type { ChannelId, SessionId } from '../../contract/ids';
import type { ChatPlace } from '../chat/chats';
import { messageText } from '../nativeText/messageText';
import { nativeUi } from '../nativeText/nativeUi';
import type { TerminalStart } from '../terminalBridge/terminalStart';
import type { ForeignStore } from './foreignSessions';
import type { HolderKind, SessionRow } from './sessionRow';
import { placeNames } from './sessionTexts';
import { plainText, shortened } from './shortTexts';

type ShownPlace = Exclude<ChatPlace, 'front'>;

/** A conversation in the trash, and where it was shown before. */
interface Removed {
  readonly entry: TrashEntry;
  readonly row: SessionRow;
  readonly place: ShownPlace | undefined;
}

/** Access to the conversations that this window shows and runs. */
export interface SessionViews {
  /** Shows the session where it is open, else at `place`; asks before taking it over. */
  open(row: SessionRow, place: ChatPlace): Promise<void>;
  isInSideBar(id: SessionId): boolean;
  /**
   * Ends the process cleanly and closes its tabs.
   * @returns the place that showed the session; none if it is not open here
   */
  close(id: SessionId): Promise<ShownPlace | undefined>;
  /** Shows a session again where it was, unless the side bar has another conversation by now. */
  reopen(row: SessionRow, place: ShownPlace): Promise<void>;
  /** Stops the turn. Resolves when it has ended, or the process if it did not stop. */
  stop(id: ChannelId): Promise<void>;
  /** Returns the mode and the model of an open conversation: its stored session may not name them. */
  picksOf(id: SessionId): Pick<TerminalStart, 'mode' | 'model'>;
  /** Ends the process in favour of a terminal; the tab stays and says so. */
  release(id: SessionId): Promise<void>;
  /**
   * @returns false if no live agent could store the title, so that the caller must
   * @throws UserError `conversation.busy` if the agent is at work and lacks this request
   */
  rename(id: SessionId, title: string): Promise<boolean>;
  isAtWork(id: ChannelId): boolean;
  /** Returns where else the session is open right now. */
  holderOf(row: SessionRow): Promise<HolderKind | undefined>;
}

export interface SessionMarksPort {
  setPinned(id: SessionId, isPinned: boolean): Promise<void>;
  setUnread(id: SessionId, isUnread: boolean): Promise<void>;
}

export interface SessionActionsOptions {
  readonly views: SessionViews;
  readonly trash: SessionTrash;
  readonly marks: SessionMarksPort;
  readonly foreign: ForeignStore;
  /** Reads the stored sessions again after a change. */
  refresh(): Promise<unknown>;
  /** Returns the place where conversations of the list open by default. */
  preferred(): 'tab' | 'sideBar';
  readonly clock: Clock;
  readonly log: Log;
}

const longestTitle = 200;

/** User actions on listed conversations. */
export class SessionActions {
  constructor(private readonly options: SessionActionsOptions) {}

  get marks(): SessionMarksPort {
    return this.options.marks;
  }

  async open(row: SessionRow, place: ChatPlace = this.options.preferred()): Promise<void> {
    await this.options.views.open(row, place);
  }

  /** @throws UserError `conversation.busy`, `session.openElsewhere` */
  async rename(row: SessionRow, given?: string): Promise<void> {
    const title =
      given ??
      (await nativeUi.showInputBox({
        title: vscode.l10n.t('Rename Conversation'),
        prompt: row.foreign
          ? vscode.l10n.t('The name is stored with the conversation.')
          : vscode.l10n.t('The name is stored with the conversation; the terminal shows it too.'),
        value: row.title,
        validateInput: text => (plainText(text) ? undefined : vscode.l10n.t('Enter a name.')),
      }));
    const name = title === undefined ? '' : shortened(plainText(title), longestTitle);
    if (!name || name === row.title) {
      return;
    }
    // A conversation that is only read here would show the name without storing it.
    refuseElsewhere(row, row.elsewhere ?? (await this.options.views.holderOf(row)));
    if (!(await this.options.views.rename(row.id, name))) {
      await (row.foreign
        ? this.options.foreign.rename(row.id, name)
        : renameSession(storedOf(row), name));
    }
    await this.options.refresh();
  }

  /**
   * Moves conversations to the trash and offers to undo that. Asks before it stops one.
   * @throws UserError `session.openElsewhere`; in that case none is moved
   */
  async remove(rows: readonly SessionRow[]): Promise<void> {
    for (const row of rows) {
      // The list may be slightly out of date.
      refuseElsewhere(row, row.elsewhere ?? (await this.options.views.holderOf(row)));
    }
    if (!(await this.stopped(rows))) {
      return;
    }
    const foreign = rows.flatMap(row => row.foreign ?? []);
    const stored = rows.filter(row => !row.foreign).map(row => ({ row, session: storedOf(row) }));
    if (foreign.length > 0 && !(await mayDelete(foreign))) {
      return;
    }
    const moved: Removed[] = [];
    try {
      for (const { row, session } of stored) {
        const place = await this.options.views.close(session.id);
        moved.push({ entry: await this.options.trash.remove(session), row, place });
      }
      for (const { id } of foreign) {
        await this.options.views.close(id);
        await this.options.foreign.delete(id);
      }
    } finally {
      await this.options.refresh();
      if (moved.length > 0) {
        // Not awaited, because the user may take a long time.
        void this.offerUndo(moved).catch((error: unknown) => this.report(error));
      }
    }
  }

  /** @returns false if the user wants the work to go on */
  private async stopped(rows: readonly SessionRow[]): Promise<boolean> {
    const { views } = this.options;
    const isBusy = ({ channelId }: SessionRow) => channelId && views.isAtWork(channelId);
    const busy = rows.filter(isBusy);
    if (busy.length === 0) {
      return true;
    }
    const stop = vscode.l10n.t('Stop and Delete');
    const options = { modal: true };
    if ((await nativeUi.showWarningMessage(stopQuestion(busy), options, stop)) !== stop) {
      return false;
    }
    for (const { channelId } of rows.filter(isBusy)) {
      await (channelId && views.stop(channelId));
    }
    return true;
  }

  /** Restores a deleted conversation that the user picks. */
  async restore(): Promise<void> {
    const entries = await this.options.trash.entries();
    if (entries.length === 0) {
      throw new UserError('session.none', vscode.l10n.t('No deleted conversation is kept.'));
    }
    const items = entries.map(entry => ({
      label: plainText(entry.title) || entry.id,
      description: vscode.l10n.t(
        'deleted {0}',
        timeText(entry.removedAt, { dateStyle: 'medium', timeStyle: 'short' }),
      ),
      entry,
    }));
    const picked = await nativeUi.showQuickPick(items, {
      title: vscode.l10n.t('Restore Deleted Conversation'),
      matchOnDescription: true,
    });
    if (picked) {
      await this.putBack([picked.entry]);
    }
  }

  async setArchived(rows: readonly SessionRow[], isArchived: boolean): Promise<void> {
    for (const row of rows) {
      await setArchived(storedOf(row), isArchived, new Date(this.options.clock.now()));
    }
    await this.options.refresh();
  }

  private async offerUndo(moved: readonly Removed[]): Promise<void> {
    const undo = vscode.l10n.t('Undo');
    const [first] = moved;
    const message =
      first && moved.length === 1
        ? vscode.l10n.t('“{0}” was deleted.', messageText(plainText(first.entry.title), 60))
        : vscode.l10n.t('{0} conversations were deleted.', moved.length);
    if ((await nativeUi.showInformationMessage(message, undo)) !== undo) {
      return;
    }
    await this.putBack(moved.map(({ entry }) => entry));
    for (const { row, place } of moved) {
      await (place && this.options.views.reopen(row, place));
    }
  }

  private async putBack(entries: readonly TrashEntry[]): Promise<void> {
    try {
      for (const entry of entries) {
        await this.options.trash.restore(entry);
      }
    } finally {
      await this.options.refresh();
    }
  }

  private report(error: unknown): void {
    this.options.log.warn('A deleted conversation could not be restored', {
      error: messageOf(error),
    });
    void nativeUi.showErrorMessage(messageOf(error));
  }
}

function stopQuestion(busy: readonly SessionRow[]): string {
  const [first] = busy;
  if (!first || busy.length > 1) {
    return vscode.l10n.t('{0} conversations are not done yet. Stop and delete them?', busy.length);
  }
  return first.state === 'needsInput'
    ? vscode.l10n.t('“{0}” waits for your answer. Stop and delete it?', shortName(first))
    : vscode.l10n.t('“{0}” is working. Stop and delete it?', shortName(first));
}

/** Tandem has no trash for its own store, so that deleting there is final. */
async function mayDelete(foreign: readonly SessionHead[]): Promise<boolean> {
  const [first] = foreign;
  const remove = vscode.l10n.t('Delete');
  const message =
    first && foreign.length === 1
      ? vscode.l10n.t('Delete this conversation with {0}?', first.agent)
      : vscode.l10n.t('Delete {0} conversations with other agents?', foreign.length);
  const detail = foreign.some(({ isDeletable }) => isDeletable)
    ? vscode.l10n.t(
        'Tandem forgets what was said, and asks each agent to delete its own copy. This cannot be undone.',
      )
    : vscode.l10n.t(
        'Tandem forgets what was said, and this cannot be undone. What an agent itself has stored stays.',
      );
  return (await nativeUi.showWarningMessage(message, { modal: true, detail }, remove)) === remove;
}

/** @throws UserError `session.foreign`, `session.absent` */
export function storedOf(row: SessionRow): ListedSession {
  if (row.agent !== undefined) {
    throw new UserError(
      'session.foreign',
      vscode.l10n.t('This is a conversation with {0}, not with Claude Code.', row.agent),
    );
  }
  if (!row.stored) {
    throw new UserError(
      'session.absent',
      vscode.l10n.t('Claude Code has not stored this conversation yet.'),
    );
  }
  return row.stored;
}

/** @throws UserError `session.openElsewhere`, because another process may write to the session */
function refuseElsewhere(row: SessionRow, place: HolderKind | undefined): void {
  if (place) {
    throw new UserError(
      'session.openElsewhere',
      vscode.l10n.t('“{0}” is {1}. Close it there first.', shortName(row), placeNames[place]),
    );
  }
}

function shortName({ title }: SessionRow): string {
  return shortened(plainText(title), 60);
}
