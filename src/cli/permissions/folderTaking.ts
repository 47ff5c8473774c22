import type { AgentHost } from '../../protocol/agentSource';

export interface FolderTakingOptions {
  /** Whether the process may take up what the folder's files have become; absent: it may. */
  readonly mayTakeUp?: (() => Promise<boolean>) | undefined;
  /** Whether the process may take what the files of another folder bring; absent: it may. */
  readonly mayEnter?: ((folder: string) => Promise<boolean>) | undefined;
}

/** Decides what a process may take from folders while it runs, and remembers where it may be. */
export class FolderTaking {
  /** Worktrees that the agent has entered: they may get other files later. */
  private readonly entered = new Set<string>();

  constructor(
    private readonly options: FolderTakingOptions,
    private readonly host: Pick<AgentHost, 'onOutdated'>,
  ) {}

  /** Marks the process as outdated if it may not: a new one asks the user. Never rejects. */
  async mayTakeUp(): Promise<boolean> {
    const { mayTakeUp } = this.options;
    const isAllowed = !mayTakeUp || (await this.isAllowed(mayTakeUp).catch(() => false));
    if (!isAllowed) {
      this.host.onOutdated?.();
    }
    return isAllowed;
  }

  /** @param folder absolute path of a worktree */
  async mayEnter(folder: string): Promise<boolean> {
    const { mayEnter } = this.options;
    if (!mayEnter) {
      return true;
    }
    const isAllowed = await mayEnter(folder);
    if (isAllowed) {
      this.entered.add(folder);
    }
    return isAllowed;
  }

  private async isAllowed(mayTakeUp: () => Promise<boolean>): Promise<boolean> {
    if (!(await mayTakeUp())) {
      return false;
    }
    for (const folder of this.entered) {
      if (!(await this.mayEnter(folder))) {
        return false;
      }
    }
    return true;
  }
}
