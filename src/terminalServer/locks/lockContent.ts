/** What a server says of itself in its lock file. */
export interface LockContent {
  readonly pid: number;
  /** Absolute paths, as the user has opened them. */
  readonly folders: readonly string[];
  readonly ideName: string;
  readonly token: string;
}
