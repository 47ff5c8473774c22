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
      : `${counted(uncommitted, 'file has', 'files have')} changes that are not committed: they are lost.`,
    unreachable === 0
      ? undefined
      : `${counted(unreachable, 'commit is', 'commits are')} on no branch: they are lost.`,
    temporary === 0
      ? undefined
      : `${counted(temporary, 'temporary conversation', 'temporary conversations')} there: lost with the process.`,
  ].filter(line => line !== undefined);
}

function disruptions(working: number, { windows, pids }: FolderUsers): string[] {
  return [
    working === 0
      ? undefined
      : `${counted(working, 'conversation is', 'conversations are')} at work there: stopped.`,
    windows === 0
      ? undefined
      : `${counted(windows, 'conversation is', 'conversations are')} open in other windows, whose agents lose their folder.`,
    pids.length === 0
      ? undefined
      : `Claude Code runs there in a terminal (process ${pids.join(', ')}) and loses its folder.`,
  ].filter(line => line !== undefined);
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
