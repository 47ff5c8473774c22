import * as l10n from '@vscode/l10n';
import { plural } from '../../base/plural';
import { contains } from '../../core/edits/workspace/workTree';

/** State of a work tree and of the conversations that may run in it. */
export interface RemovalFacts {
  /** Root of the work tree: absolute, links resolved. */
  readonly path: string;
  /** Files with uncommitted changes. */
  readonly uncommitted: number;
  /** Commits on no branch or tag; counted only for a work tree without a branch. */
  readonly unreachable: number;
  /** Conversations of this window, in any folder. */
  readonly conversations: readonly OwnConversation[];
  /** Conversations in the work tree that are not of this window. */
  readonly others: FolderUsers;
}

/** Conversation of this window. */
export interface OwnConversation {
  readonly cwd: string;
  /** A turn is open, or tasks run in the background. */
  readonly isWorking: boolean;
  /** The conversation has messages and ends with its process. */
  readonly isTemporary: boolean;
}

/** Conversations in a folder that belong to other windows or to terminals. */
export interface FolderUsers {
  /** Number of conversations that are open in other windows. */
  readonly windows: number;
  /** Ids of agent processes in terminals. */
  readonly pids: readonly number[];
}

/** The removal of a work tree, and all that it costs. */
export interface RemovalPlan {
  /** Without force, git removes no uncommitted changes. */
  readonly isForced: boolean;
  /** Whether files, commits or conversations are lost. */
  readonly isLossy: boolean;
  /** A sentence for each effect, losses first. */
  readonly effects: readonly string[];
}

export function planRemoval(facts: RemovalFacts): RemovalPlan {
  const { path, uncommitted, unreachable, others } = facts;
  const conversations = facts.conversations.filter(({ cwd }) => contains(path, cwd));
  const working = conversations.filter(({ isWorking }) => isWorking).length;
  const temporary = conversations.filter(({ isTemporary }) => isTemporary).length;
  return {
    isForced: uncommitted > 0,
    isLossy: uncommitted + unreachable + temporary > 0,
    effects: [...losses(uncommitted, unreachable, temporary), ...disruptions(working, others)],
  };
}

function losses(uncommitted: number, unreachable: number, temporary: number): string[] {
  return [
    uncommitted === 0
      ? undefined
      : plural(uncommitted, {
          one: l10n.t('1 file has uncommitted changes, which will be lost.'),
          other: l10n.t('{0} files have uncommitted changes, which will be lost.', uncommitted),
        }),
    unreachable === 0
      ? undefined
      : plural(unreachable, {
          one: l10n.t('1 commit is on no branch and will be lost.'),
          other: l10n.t('{0} commits are on no branch and will be lost.', unreachable),
        }),
    temporary === 0
      ? undefined
      : plural(temporary, {
          one: l10n.t('1 temporary conversation there will be lost with its process.'),
          other: l10n.t(
            '{0} temporary conversations there will be lost with their processes.',
            temporary,
          ),
        }),
  ].filter(line => line !== undefined);
}

function disruptions(working: number, { windows, pids }: FolderUsers): string[] {
  return [
    working === 0
      ? undefined
      : plural(working, {
          one: l10n.t('1 conversation that is working there will be stopped.'),
          other: l10n.t('{0} conversations that are working there will be stopped.', working),
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
