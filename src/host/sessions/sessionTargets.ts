import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import { isObject } from '../../base/json';
import type { SessionId } from '../../contract/ids';
import { nativeUi } from '../nativeText/nativeUi';
import { descriptionOf } from './rowTexts';
import type { SessionList } from './sessionList';
import type { ListNode } from './sessionNodes';
import type { SessionRow } from './sessionRow';
import { stateNames } from './sessionTexts';
import { ageText, plainText, shortened } from './shortTexts';

/** Argument that the list's key bindings pass to their commands. */
const byKey = 'focused';

/** Resolves a command's conversations: rows, the focused row, an id, or else the user's pick. */
export class SessionTargets {
  constructor(
    private readonly list: SessionList,
    private readonly focused: () => readonly ListNode[],
    private readonly activeSession: () => SessionId | undefined,
  ) {}

  /**
   * @param target row, id, `focused`, or nothing
   * @param others all selected rows, if the menu was opened on a selected row
   * @returns empty if the user dismisses the list
   */
  async many(
    title: string,
    target: unknown,
    others: unknown,
    isFit: (row: SessionRow) => boolean = () => true,
  ): Promise<readonly SessionRow[]> {
    const argument = target === byKey ? this.focused() : Array.isArray(others) ? others : [target];
    if (argument.some(one => typeof one === 'string')) {
      // The list may not have been shown since something changed.
      await this.list.ready();
    }
    const rows = argument.flatMap(one => this.rowOf(one) ?? []);
    if (rows.length > 0 || target === byKey || isNode(target)) {
      const fitting = rows.filter(isFit);
      // A conversation that was named is not ignored in silence: the command says why it cannot.
      return fitting.length === 0 && typeof target === 'string' && target !== byKey
        ? rows
        : fitting;
    }
    await this.list.ready();
    if (typeof target === 'string') {
      const row = this.rowOf(target) ?? (await this.rowNow(target));
      if (!row) {
        throw new UserError(
          'session.absent',
          vscode.l10n.t('No conversation with this ID is listed.'),
        );
      }
      return [row];
    }
    const picked = await this.pick(title, isFit);
    return picked ? [picked] : [];
  }

  async one(
    title: string,
    target: unknown,
    isFit?: (row: SessionRow) => boolean,
  ): Promise<SessionRow | undefined> {
    const [row] = await this.many(title, target, undefined, isFit);
    return row;
  }

  /** @throws UserError `session.none` if no conversation fits */
  async pick(
    title: string,
    isFit: (row: SessionRow) => boolean,
    noneFits?: string,
  ): Promise<SessionRow | undefined> {
    await this.list.ready();
    const active = this.activeSession();
    const rows = this.list.rows.filter(isFit);
    if (rows.length === 0) {
      throw new UserError('session.none', noneFits ?? this.noneText);
    }
    const own = rows.filter(({ id }) => id === active);
    const items = [...own, ...rows.filter(({ id }) => id !== active)].map(row =>
      rowItem(row, this.list.otherFolderOf(row)),
    );
    const picked = await nativeUi.showQuickPick(items, {
      title,
      matchOnDescription: true,
      matchOnDetail: true,
    });
    return picked?.row;
  }

  /** Returns a listed row, given the row or its id; undefined if it is not listed. */
  async known(target: unknown): Promise<SessionRow | undefined> {
    await this.list.ready();
    return this.rowOf(target);
  }

  /** A file that another process has just written may not have been noticed yet. */
  private async rowNow(id: string): Promise<SessionRow | undefined> {
    await this.list.refresh();
    return this.rowOf(id);
  }

  private get noneText(): string {
    const isAnyStored = this.list.rows.some(({ stored, foreign }) => stored ?? foreign);
    return isAnyStored
      ? vscode.l10n.t('There is no such conversation.')
      : vscode.l10n.t('No conversation is stored yet.');
  }

  private rowOf(target: unknown): SessionRow | undefined {
    if (typeof target === 'string') {
      return this.list.rows.find(({ id }) => id === target);
    }
    return isNode(target) && target.kind === 'session' ? target.row : undefined;
  }
}

export interface RowItem extends vscode.QuickPickItem {
  readonly row: SessionRow;
}

/** @param folder name of another folder, to which the conversation belongs */
export function rowItem(row: SessionRow, folder = ''): RowItem {
  const age = ageText(row.at, Date.now(), vscode.env.language);
  const isQuiet = row.state === 'idle' || row.state === 'open';
  const first = row.stored?.firstPrompt;
  const state = isQuiet ? '' : stateNames[row.state];
  const parts = [state, shortened(plainText(folder), 40), descriptionOf(row, age, first)];
  const isSaid = first !== undefined && !row.title.startsWith(first.slice(0, 40));
  return {
    label: plainText(row.title) || row.id,
    description: parts.filter(Boolean).join(' · '),
    ...(isSaid ? { detail: shortened(plainText(first), 120) } : {}),
    row,
  };
}

function isNode(target: unknown): target is ListNode {
  return isObject(target) && (target.kind === 'session' || target.kind === 'group');
}
