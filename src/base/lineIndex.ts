/** Finds the lines of many places in one text. */
export class LineIndex {
  private starts: readonly number[] | undefined;

  constructor(private readonly text: string) {}

  /** Returns the line of an offset in UTF-16 units, from 1. */
  lineAt(offset: number): number {
    this.starts ??= lineStarts(this.text);
    let [low, high] = [0, this.starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.starts[middle] ?? 0) <= offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (const { 0: end, index } of text.matchAll(/\r\n|\r|\n/g)) {
    starts.push(index + end.length);
  }
  return starts;
}
