/** What is lost or disturbed when a work tree is removed. */
export interface Removal {
  /** Files with changes that are not committed. */
  readonly uncommitted: number;
  /** Commits that no branch and no tag has: only of a work tree without a branch. */
  readonly unreachable: number;
  /** Conversations of this window that are at work there. */
  readonly working: number;
  /** Conversations of this window that nothing but their process remembers. */
  readonly temporary: number;
  readonly others: FolderUsers;
}

/** Who else has conversations in a folder. */
export interface FolderUsers {
  /** How many conversations other windows have open. */
  readonly windows: number;
  /** Processes of the agent in terminals. */
  readonly pids: readonly number[];
}

export function isLossy({ uncommitted, unreachable, temporary }: Removal): boolean {
  return uncommitted + unreachable + temporary > 0;
}

/** One sentence each, what is lost first. */
export function removalWords(removal: Removal): string[] {
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
  ].filter(words => words !== undefined);
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
