/** Description of a server in its lock file. */
export interface LockContent {
  readonly pid: number;
  /** Absolute paths, as the user opened them. */
  readonly folders: readonly string[];
  readonly ideName: string;
  readonly token: string;
}
