/** Splits a text into lines, each with its line end; joined, they give the text again. */
export function toLines(text: string): string[] {
  // Not an `indexOf` loop: optimized V8 hoists one call out of its branch, so that each line
  // searches the whole text.
  return text.match(/[^\r\n]*(?:\r\n?|\n)|[^\r\n]+/g) ?? [];
}

/**
 * Ends every line but the last: one from the end of a text may lack its line end, and another
 * line may follow it now. Where no line has an end, those of `models` decide.
 */
export function withLineEnds(
  lines: readonly string[],
  ...models: readonly (readonly string[])[]
): string[] {
  let lineEnd: string | undefined;
  return lines.map((line, at) => {
    if (at === lines.length - 1 || endOf(line)) {
      return line;
    }
    lineEnd ??= lineEndOf([lines, ...models]);
    return line + lineEnd;
  });
}

/** Ends the last line as well, like the others or those of a second text. */
export function withLastEnded(
  lines: readonly string[],
  model: readonly string[],
): readonly string[] {
  const last = lines.at(-1);
  return last === undefined || endOf(last)
    ? lines
    : [...lines.slice(0, -1), last + lineEndOf([lines, model])];
}

function lineEndOf(texts: readonly (readonly string[])[]): string {
  for (const text of texts) {
    for (const line of text) {
      const end = endOf(line);
      if (end) {
        return end;
      }
    }
  }
  return '\n';
}

function endOf(line: string): string {
  return line.endsWith('\r\n') ? '\r\n' : (/[\r\n]$/.exec(line)?.[0] ?? '');
}
