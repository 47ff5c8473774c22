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

/**
 * Ends the last lines of two texts, each like the others of its text or of the second one. Two last
 * lines that both lack an end get the same: they would else differ for their ends alone.
 */
export function withLastsEnded(
  one: readonly string[],
  other: readonly string[],
): [readonly string[], readonly string[]] {
  const [ended, otherEnded] = [one, other].map(isLastEnded);
  return [
    ended ? one : withLastEnded(one, lineEndOf([one, other])),
    otherEnded ? other : withLastEnded(other, lineEndOf(ended ? [other, one] : [one, other])),
  ];
}

/** A text whose every line is ended. */
export interface EndedText {
  readonly lines: readonly string[];
  /** True if its last line had no line end. */
  readonly isCut: boolean;
}

/** Ends the last lines of texts, all of them alike. */
export function ended(texts: readonly (readonly string[])[]): EndedText[] {
  const cut = texts.filter(lines => !isLastEnded(lines));
  const lineEnd = lineEndOf([...cut, ...texts]);
  return texts.map(lines =>
    cut.includes(lines)
      ? { lines: withLastEnded(lines, lineEnd), isCut: true }
      : { lines, isCut: false },
  );
}

export function withoutLastEnd(lines: readonly string[]): string[] {
  const last = lines.at(-1);
  return last === undefined ? [] : [...lines.slice(0, -1), last.replace(/\r?\n$|\r$/, '')];
}

function isLastEnded(lines: readonly string[]): boolean {
  const last = lines.at(-1);
  return last === undefined || endOf(last) !== '';
}

function withLastEnded(lines: readonly string[], lineEnd: string): readonly string[] {
  return [...lines.slice(0, -1), lines.at(-1) + lineEnd];
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
