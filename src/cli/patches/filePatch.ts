/** Line of a patch: kept, removed or added. */
export interface PatchLine {
  readonly sign: ' ' | '-' | '+';
  /** Without a line end. */
  readonly text: string;
}

/** Changes of one place in a file. */
export interface PatchHunk {
  /** Lines of the file that come before the place, in this order: the text of `@@` lines. */
  readonly anchors: readonly string[];
  readonly lines: readonly PatchLine[];
  /** Number of its first line in the old file, 1-based; absent if the patch has no numbers. */
  readonly line?: number;
  /** Whether the place is the end of the file. */
  readonly isAtEnd?: boolean;
  /** Whether the new file ends without a line end; absent: as the old one. */
  readonly endsBare?: boolean;
}

/** Patch of one file. */
export interface FilePatch {
  /** As the patch spells it. */
  readonly path: string;
  readonly isNew: boolean;
  readonly hunks: readonly PatchHunk[];
}
