import * as l10n from '@vscode/l10n';
import { plural } from '../../base/plural';

/** Losses and disruptions that the removal of a work tree causes. */
export interface Removal {
  /** Files with uncommitted changes. */
  readonly uncommitted: number;
  /** Commits on no branch or tag; counted only for a work tree without a branch. */
  readonly unreachable: number;
  /** Conversations of this window that are working there. */
  readonly working: number;
  /** Temporary conversations of this window, which end with their process. */
  readonly temporary: number;
  readonly others: FolderUsers;
}

/** Conversations in a folder that belong to other windows or to terminals. */
export interface FolderUsers {
  /** Number of conversations that are open in other windows. */
  readonly windows: number;
  /** Ids of agent processes in terminals. */
  readonly pids: readonly number[];
}

export function isLossy({ uncommitted, unreachable, temporary }: Removal): boolean {
  return uncommitted + unreachable + temporary > 0;
}

/** Returns a sentence for each effect, losses first. */
export function removalMessage(removal: Removal): string[] {
  const { uncommitted, unreachable, working, temporary, others } = removal;
  const { windows, pids } = others;
  return [
    uncommitted === 0
      ? undefined
      : plural(uncommitted, {
          one: l10n.t('1 file has changes that are not committed: they are lost.'),
          other: l10n.t(
            '{0} files have changes that are not committed: they are lost.',
            uncommitted,
          ),
        }),
    unreachable === 0
      ? undefined
      : plural(unreachable, {
          one: l10n.t('1 commit is on no branch: they are lost.'),
          other: l10n.t('{0} commits are on no branch: they are lost.', unreachable),
        }),
    temporary === 0
      ? undefined
      : plural(temporary, {
          one: l10n.t('1 temporary conversation there: lost with the process.'),
          other: l10n.t('{0} temporary conversations there: lost with the process.', temporary),
        }),
    working === 0
      ? undefined
      : plural(working, {
          one: l10n.t('1 conversation is at work there: stopped.'),
          other: l10n.t('{0} conversations are at work there: stopped.', working),
        }),
    windows === 0
      ? undefined
      : plural(windows, {
          one: l10n.t('1 conversation is open in other windows, whose agents lose their folder.'),
          other: l10n.t(
            '{0} conversations are open in other windows, whose agents lose their folder.',
            windows,
          ),
        }),
    pids.length === 0
      ? undefined
      : l10n.t(
          'Claude Code runs there in a terminal (process {0}) and loses its folder.',
          pids.join(', '),
        ),
  ].filter(line => line !== undefined);
}
