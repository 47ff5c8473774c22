/** Window that a lock file is of. */
export interface LockOwner {
  readonly pid: number;
  readonly ideName: string;
}

/** Description of a server in its lock file. */
export interface LockContent extends LockOwner {
  /** Absolute paths, as the user opened them. */
  readonly folders: readonly string[];
  readonly token: string;
}
