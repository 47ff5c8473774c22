/** Piece of a row in one style. */
export interface Run<S> {
  readonly text: string;
  readonly style: S;
}

/** Character with its combining marks; empty in the second column of a wide character. */
type Cell<S> = Run<S>;

const tabWidth = 8;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it finds.
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
/** First character that may join another one, or be wide. */
const firstSpecial = '\u0300';
/** Characters that join the one before. */
const joining = /^[\p{M}\p{Cf}]$/u;
/** Characters that take two columns in a terminal. */
const wide =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]$/u;

/**
 * Row of a terminal without limit of width. Text is kept in runs until the cursor moves back;
 * from then on, the row consists of cells that can be overwritten.
 */
export class TerminalRow<S> {
  private runs: Run<S>[] = [];
  private cells: Cell<S>[] | undefined;
  private column = 0;

  /** @param blank style of cells that were erased or skipped */
  constructor(private readonly blank: S) {}

  write(text: string, style: S): void {
    if (this.cells) {
      this.put(text, style, this.cells);
    } else {
      const clean = text.replace(controls, '');
      if (clean !== '') {
        this.runs.push({ text: clean, style });
      }
    }
  }

  /** Moves the cursor left, but not beyond the start. */
  back(): void {
    this.split();
    this.column = Math.max(0, this.column - 1);
  }

  /** Moves the cursor to a column, from 0, but not beyond the end of what was written. */
  moveTo(column: number): void {
    this.column = Math.max(0, Math.min(column, this.split().length));
  }

  eraseToEnd(): void {
    if (this.cells) {
      this.free(this.cells, this.column);
      this.cells.length = Math.min(this.cells.length, this.column);
    }
  }

  eraseToStart(): void {
    const cells = this.split();
    this.free(cells, this.column + 1);
    cells.fill({ text: ' ', style: this.blank }, 0, this.column + 1);
  }

  /** Returns what the row shows, and starts a new one. */
  take(): readonly Run<S>[] {
    const { runs, cells } = this;
    this.runs = [];
    this.cells = undefined;
    this.column = 0;
    return cells ? this.trimmed(cells) : runs;
  }

  /** Drops blanks at the end, which erasing leaves. */
  private trimmed(cells: readonly Cell<S>[]): readonly Run<S>[] {
    const isBlank = ({ text, style }: Cell<S>) => text === ' ' && style === this.blank;
    return cells.slice(0, cells.findLastIndex(cell => !isBlank(cell)) + 1);
  }

  private split(): Cell<S>[] {
    if (!this.cells) {
      this.cells = [];
      for (const { text, style } of this.runs) {
        this.put(text, style, this.cells);
      }
    }
    return this.cells;
  }

  private put(text: string, style: S, cells: Cell<S>[]): void {
    for (const char of text.replace(controls, '')) {
      if (char === '\t') {
        this.tab(cells);
      } else if (char < firstSpecial) {
        this.set(cells, { text: char, style });
      } else if (joining.test(char)) {
        const before = cells[this.column - 1]?.text === '' ? this.column - 2 : this.column - 1;
        const cell = cells[before];
        if (cell) {
          cells[before] = { ...cell, text: cell.text + char };
        }
      } else {
        this.set(cells, { text: char, style });
        if (wide.test(char)) {
          this.set(cells, { text: '', style });
        }
      }
    }
  }

  private set(cells: Cell<S>[], cell: Cell<S>): void {
    if (cell.text !== '') {
      this.free(cells, this.column);
    }
    this.free(cells, this.column + 1);
    cells[this.column] = cell;
    this.column += 1;
  }

  private tab(cells: Cell<S>[]): void {
    this.column += tabWidth - (this.column % tabWidth);
    while (cells.length < this.column) {
      cells.push({ text: ' ', style: this.blank });
    }
  }

  /** Blanks a wide character that has columns on both sides of this border. */
  private free(cells: Cell<S>[], border: number): void {
    const [left, right] = [cells[border - 1], cells[border]];
    if (left && right?.text === '') {
      cells[border - 1] = { text: ' ', style: left.style };
      cells[border] = { text: ' ', style: right.style };
    }
  }
}
