/** Replaces `length` characters at `offset`. */
export interface TextChange {
  readonly offset: number;
  readonly length: number;
  readonly content: string;
}

/** Makes changes that do not overlap. Those at the same place keep their order. */
export function applyChanges(text: string, changes: readonly TextChange[]): string {
  const ordered = [...changes].sort((a, b) => a.offset - b.offset);
  let result = '';
  let done = 0;
  for (const { offset, length, content } of ordered) {
    result += text.slice(done, offset) + content;
    done = offset + length;
  }
  return result + text.slice(done);
}
