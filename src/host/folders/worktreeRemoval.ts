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
      : `${counted(uncommitted, 'file has', 'files have')} changes that are not committed: they are lost.`,
    unreachable === 0
      ? undefined
      : `${counted(unreachable, 'commit is', 'commits are')} on no branch: they are lost.`,
    temporary === 0
      ? undefined
      : `${counted(temporary, 'temporary conversation', 'temporary conversations')} there: lost with the process.`,
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
