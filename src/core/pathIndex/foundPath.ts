/** Path that matches, relative to its root, and the ranges of it that match. */
export interface FoundPath {
  readonly path: string;
  readonly isFolder: boolean;
  /** UTF-16 ranges: start and end, alternating. */
  readonly matches: readonly number[];
}

/** Reasons why one path is likelier than another that matches as well. */
export interface Nearness {
  /** Folder of the active editor, relative to the root; empty for the root. */
  readonly folder?: string;
  /** How often paths were chosen, with older choices counting less. */
  readonly used?: Readonly<Record<string, number>>;
}

/** Files of a folder that are searched; more would cost hundreds of megabytes. */
export const mostPaths = 600_000;
