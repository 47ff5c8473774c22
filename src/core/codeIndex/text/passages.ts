/** A piece of a file that means something by itself. Lines are 0-based; `to` is the last one. */
export interface Passage {
  readonly from: number;
  readonly to: number;
  /** Line that says what it is: the definition, or the first line with text. */
  readonly head: number;
  readonly isDefinition: boolean;
}

/** Lines of a definition that is worth a passage of its own, and of what lies between definitions. */
const fewestLines = 3;
const mostBetween = 40;
/** Lines of comments above a definition that belong to it. */
const mostAbove = 30;

/**
 * Divides a file into functions, classes and blocks by indentation and closing brackets alone, which
 * all formatted languages share. Passages of definitions may lie in one another; what is outside of
 * all of them is divided at blank lines.
 * @param defining lines that define something
 */
export function passagesOf(
  lines: readonly string[],
  defining: readonly number[],
): readonly Passage[] {
  const depths = lines.map(indentOf);
  const passages: Passage[] = [];
  const covered = new Uint8Array(lines.length);
  for (const head of defining) {
    const to = endOfBlock(lines, depths, head);
    const from = startOfComment(lines, depths, head);
    if (to - from + 1 < fewestLines) continue;
    passages.push({ from, to, head, isDefinition: true });
    covered.fill(1, from, to + 1);
  }
  return [...passages, ...between(lines, covered)];
}

/** Width of a line's indentation; undefined for a blank line. */
function indentOf(line: string): number | undefined {
  let width = 0;
  for (let at = 0; at < line.length; at += 1) {
    const code = line.charCodeAt(at);
    if (code === 32) width += 1;
    else if (code === 9) width += 4;
    else return code === 13 ? undefined : width;
  }
  return undefined;
}

/** Returns the last line of the block that a line opens. */
function endOfBlock(
  lines: readonly string[],
  depths: readonly (number | undefined)[],
  head: number,
): number {
  const own = depths[head] ?? 0;
  let end = head;
  for (let at = head + 1; at < lines.length; at += 1) {
    const depth = depths[at];
    if (depth === undefined) continue;
    if (depth > own) {
      end = at;
      continue;
    }
    const text = (lines[at] ?? '').trimStart();
    // Parameters on lines of their own: `) {` closes them and opens the body.
    const isContinued = /^[)\]}>]/.test(text) || text === '{' || /^\)?\s*(?:->|:|=>)/.test(text);
    if (depth < own || !isContinued) {
      return /^end\b/.test(text) && depth === own ? at : end;
    }
    end = at;
    if (!/[{(:[]\s*$|=>\s*$/.test(text)) return end;
  }
  return end;
}

function startOfComment(
  lines: readonly string[],
  depths: readonly (number | undefined)[],
  head: number,
): number {
  let from = head;
  while (
    from > 0 &&
    head - from < mostAbove &&
    depths[from - 1] !== undefined &&
    /^\s*(?:\/\/|\/\*|\*|#(?!\s*(?:include|define|if|endif))|--|;|@|"""|'''|<!--)/.test(
      lines[from - 1] ?? '',
    )
  ) {
    from -= 1;
  }
  return from;
}

/** Divides what lies between definitions at blank lines. */
function between(lines: readonly string[], covered: Uint8Array): readonly Passage[] {
  const passages: Passage[] = [];
  let from: number | undefined;
  /** Last line with text. */
  let to = 0;
  const close = () => {
    if (from !== undefined) passages.push({ from, to, head: from, isDefinition: false });
    from = undefined;
  };
  for (const [at, line] of lines.entries()) {
    const isBlank = line.trim() === '';
    const isHeading = /^#{1,6} \S/.test(line);
    if (covered[at]) {
      close();
      continue;
    }
    if (from !== undefined) {
      const length = at - from;
      if (isHeading || length >= mostBetween || (isBlank && length >= mostBetween / 2)) {
        close();
      }
    }
    if (isBlank) continue;
    from ??= at;
    to = at;
  }
  close();
  return passages;
}
