/** Command of a shell line. */
export interface SimpleCommand {
  /** Without quotes. */
  readonly words: readonly string[];
  /** Files that it is redirected to. */
  readonly files: readonly string[];
}

/** Lines within lines that are looked into. */
const deepest = 8;

/**
 * Splits a line of a shell at its operators, and finds the commands within `$(…)`, backticks and
 * `sh -c`. What no shell would run may count as a command, too: the result is for refusing.
 */
export function simpleCommands(line: string, depth = 0): readonly SimpleCommand[] {
  if (depth > deepest) {
    return [];
  }
  const reader = new LineReader(line);
  reader.read();
  const inner = [...reader.inner, ...reader.commands.flatMap(scriptsOf)];
  return [...reader.commands, ...inner.flatMap(one => simpleCommands(one, depth + 1))];
}

/** Texts that a command runs as lines of a shell. */
function scriptsOf({ words }: SimpleCommand): readonly string[] {
  const shell = words.findIndex(word => /^(?:.*\/)?(?:(?:ba|z|da|k|fi|c|tc)?sh|eval)$/.test(word));
  const rest = shell === -1 ? [] : words.slice(shell + 1);
  return words[shell]?.endsWith('eval') ? [rest.join(' ')] : rest.filter(word => /\s/.test(word));
}

class LineReader {
  readonly commands: SimpleCommand[] = [];
  /** Lines within this one. */
  readonly inner: string[] = [];
  private place = 0;
  private words: string[] = [];
  private files: string[] = [];
  private word: string | undefined;
  private isTarget = false;

  constructor(private readonly line: string) {}

  read(): void {
    while (this.place < this.line.length) {
      this.step(this.line[this.place] ?? '');
    }
    this.endCommand();
  }

  private step(sign: string): void {
    const next = this.line[this.place + 1] ?? '';
    if (sign === '\\') {
      this.add(next === '\n' ? '' : next, 2);
    } else if (sign === "'") {
      const end = this.indexOf("'", this.place + 1);
      this.add(this.line.slice(this.place + 1, end), end + 1 - this.place);
    } else if (sign === '"') {
      this.place += 1;
      this.readQuoted();
    } else if (this.isSubstitution(sign, next)) {
      this.readSubstitution(sign);
    } else if (sign === '<' || sign === '>') {
      this.beginTarget();
    } else if (sign === '&' && (next === '>' || this.line[this.place - 1] === '>')) {
      this.place += 1;
    } else if (/[;&|\n()]/.test(sign) || (/[{}]/.test(sign) && this.word === undefined)) {
      this.endCommand();
      this.place += 1;
    } else if (/\s/.test(sign)) {
      this.endWord();
      this.place += 1;
    } else if (sign === '#' && this.word === undefined) {
      this.place = this.indexOf('\n', this.place);
    } else {
      this.add(sign, 1);
    }
  }

  private readQuoted(): void {
    this.add('', 0);
    for (;;) {
      const sign = this.line[this.place];
      const next = this.line[this.place + 1] ?? '';
      if (sign === undefined || sign === '"') {
        this.place += 1;
        return;
      }
      if (sign === '\\' && /["\\$`\n]/.test(next)) {
        this.add(next === '\n' ? '' : next, 2);
      } else if (sign !== '<' && sign !== '>' && this.isSubstitution(sign, next)) {
        this.readSubstitution(sign);
      } else {
        this.add(sign, 1);
      }
    }
  }

  private isSubstitution(sign: string, next: string): boolean {
    return sign === '`' || (/[$<>]/.test(sign) && next === '(');
  }

  /** Takes the line within as a whole; its place in the word stays as it was written. */
  private readSubstitution(sign: string): void {
    const start = this.place + (sign === '`' ? 1 : 2);
    const end = sign === '`' ? this.indexOf('`', start) : this.closing(start);
    this.inner.push(this.line.slice(start, end));
    this.add(this.line.slice(this.place, end + 1), end + 1 - this.place);
  }

  private closing(start: number): number {
    let open = 1;
    for (let place = start; place < this.line.length; place += 1) {
      const sign = this.line[place];
      open += sign === '(' ? 1 : sign === ')' ? -1 : 0;
      if (open === 0) {
        return place;
      }
    }
    return this.line.length;
  }

  private beginTarget(): void {
    // A number right before is the stream that is redirected.
    if (this.word !== undefined && /^\d+$/.test(this.word)) {
      this.word = undefined;
    }
    this.endWord();
    this.isTarget = true;
    this.place += 1;
  }

  private add(text: string, length: number): void {
    this.word = (this.word ?? '') + text;
    this.place += length;
  }

  private endWord(): void {
    if (this.word !== undefined) {
      (this.isTarget ? this.files : this.words).push(this.word);
      this.isTarget = false;
    }
    this.word = undefined;
  }

  private endCommand(): void {
    this.endWord();
    this.isTarget = false;
    if (this.words.length > 0 || this.files.length > 0) {
      this.commands.push({ words: this.words, files: this.files });
    }
    this.words = [];
    this.files = [];
  }

  private indexOf(sign: string, from: number): number {
    const found = this.line.indexOf(sign, from);
    return found === -1 ? this.line.length : found;
  }
}
