/** Corresponding half-open ranges of lines, from 0; a range may be empty. */
export interface LineHunk {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}
