/** Characters that may be marks within a line. */
const marks = /[*_`~[\]\\&]/g;
const fence = /^[ \t]*(`{3,}|~{3,})/;
const lineStart = /^[ \t>]*/;
const letter = /[\p{L}\p{N}]/u;
const punctuation = /[!-/:-@[-`{-~]/;
/** Runs of more backticks are no code that anybody writes in a line. */
const longestTicks = 3;

const entities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
]);

/**
 * Turns Markdown into about what is seen of it, part by part: without the marks of emphasis, code,
 * quotes and links. Takes time in proportion to its length, which a true lexer does not.
 */
export class SeenMarkdown {
  /** Marks that opened the code block. */
  private fence: string | undefined;
  private isAtLineStart = true;

  /** @param part may begin or end within a line */
  read(part: string): string {
    const seen: string[] = [];
    for (const [index, line] of part.split('\n').entries()) {
      const isWhole = index > 0 || this.isAtLineStart;
      const ticks = isWhole ? fence.exec(line.slice(0, 100))?.[1] : undefined;
      if (this.fence === undefined ? ticks !== undefined : ticks?.startsWith(this.fence)) {
        this.fence = this.fence === undefined ? ticks : undefined;
      } else {
        seen.push(this.fence === undefined ? seenLine(line, isWhole) : line);
      }
    }
    this.isAtLineStart = part.endsWith('\n');
    return seen.join('\n');
  }
}

function seenLine(line: string, isWhole: boolean): string {
  const start = isWhole ? (lineStart.exec(line)?.[0].length ?? 0) : 0;
  return line.search(marks) === -1 ? line.slice(start) : new LineReader(line, start).read();
}

/** Reads a line of Markdown outside of code blocks. */
class LineReader {
  private at: number;
  private readonly pieces: string[] = [];
  /** Piece that is the last opening bracket. */
  private bracket: number | undefined;
  private closing: number | undefined;
  /** Lengths of runs of backticks that nothing closes from here on. */
  private readonly unclosed = new Set<number>();

  constructor(
    private readonly line: string,
    private from: number,
  ) {
    this.at = from;
  }

  read(): string {
    const { line } = this;
    while (this.at < line.length) {
      // Shared by all lines; each search says where it begins.
      marks.lastIndex = this.at;
      const mark = marks.exec(line);
      if (!mark) {
        break;
      }
      this.at = mark.index;
      this.readOne();
    }
    this.cut(line.length, line.length);
    return this.pieces.join('');
  }

  private readOne(): void {
    const { line, at } = this;
    switch (line[at]) {
      case '*':
      case '_':
      case '~':
        this.readEmphasis(this.endOfRun());
        return;
      case '`':
        this.readCode(this.endOfRun());
        return;
      case '[':
        this.cut(at, at);
        this.bracket = this.pieces.push('[') - 1;
        this.skip(at + 1);
        return;
      case ']':
        this.readLink();
        return;
      case '\\':
        if (punctuation.test(line[at + 1] ?? '')) {
          this.cut(at, at + 1);
          this.at = at + 2;
          return;
        }
        break;
      case '&':
        this.readEntity();
        return;
    }
    this.at = at + 1;
  }

  private readEmphasis(end: number): void {
    const { line, at } = this;
    const before = line[at - 1] ?? ' ';
    const after = line[end] ?? ' ';
    const isInWord = line[at] === '_' && letter.test(before) && letter.test(after);
    const isAlone = before === ' ' && after === ' ';
    const isSingle = line[at] === '~' && end === at + 1;
    if (isInWord || isAlone || isSingle) {
      this.at = end;
    } else {
      this.cut(at, end);
    }
  }

  private readCode(end: number): void {
    const { line, at } = this;
    const length = end - at;
    const isKnown = length > longestTicks || this.unclosed.has(length);
    const closing = isKnown ? -1 : line.indexOf(line.slice(at, end), end);
    if (closing === -1) {
      this.unclosed.add(length);
      this.at = end;
      return;
    }
    this.cut(at, end);
    this.cut(closing, closing + length);
  }

  private readLink(): void {
    const { line, at, bracket } = this;
    this.at = at + 1;
    if (bracket === undefined || line[at + 1] !== '(') {
      return;
    }
    if (this.closing === undefined || (this.closing !== -1 && this.closing < at)) {
      this.closing = line.indexOf(')', at);
    }
    if (this.closing !== -1) {
      this.pieces[bracket] = '';
      this.bracket = undefined;
      this.cut(at, this.closing + 1);
    }
  }

  private readEntity(): void {
    const { line, at } = this;
    const [whole, name = ''] = /^&([a-z]{2,4});/.exec(line.slice(at, at + 6)) ?? [''];
    const meant = entities.get(name);
    if (meant === undefined) {
      this.at = at + 1;
      return;
    }
    this.cut(at, at + whole.length);
    this.pieces.push(meant);
  }

  private endOfRun(): number {
    const { line, at } = this;
    let end = at + 1;
    while (line[end] === line[at]) {
      end += 1;
    }
    return end;
  }

  /** Takes what is before `start`, and goes on at `end`. */
  private cut(start: number, end: number): void {
    if (start > this.from) {
      this.pieces.push(this.line.slice(this.from, start));
    }
    this.skip(end);
  }

  private skip(to: number): void {
    this.from = to;
    this.at = to;
  }
}
