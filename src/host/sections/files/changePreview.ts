/** A file as it is and as it would be. */
export interface FilePreview {
  readonly path: string;
  /** Without bytes, there is no file yet. */
  readonly stored: { readonly bytes?: Uint8Array };
  /** Absent if the file would be removed. */
  readonly after?: Uint8Array;
}

/** Shows changes as diffs before they are made. */
export interface ChangePreview {
  show(title: string, files: readonly FilePreview[]): Promise<void>;
}
