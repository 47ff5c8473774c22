/** Milliseconds by which a file's modification time may exceed the agent's recorded write time. */
const tolerance = 2_000;

interface WrittenFile {
  /** Time at which the agent last wrote it; undefined if it never did. */
  readonly written: number | undefined;
  /** Modification time of the file; 0 if there is none. */
  readonly modified: number;
  /** An editor has unsaved changes. */
  readonly isUnsaved: boolean;
}

/** Whether somebody else may have changed a file since the agent last wrote it. */
export function isChangedSinceWritten({ written, modified, isUnsaved }: WrittenFile): boolean {
  return isUnsaved || written === undefined || modified > written + tolerance;
}
