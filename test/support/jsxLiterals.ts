export interface Literal {
  /** Line number, 1-based. */
  readonly line: number;
  readonly text: string;
}

/** Attributes and properties that hold a text for the user, as elements and our components name them. */
const textAttributes = new Set([
  ...['alt', 'aria-label', 'aria-roledescription', 'aria-valuetext', 'placeholder', 'title'],
  ...['description', 'face', 'hint', 'label', 'resumeWord', 'shown', 'text'],
]);
/** Tokens after which `<` opens an element; elsewhere it compares or opens type arguments. */
const beforeElement = /(?:[(,?:&|[{}=]|=>|\breturn)$/;
const beforePattern = /(?:[(,?:&|[{=!;]|=>|\breturn)$/;
const comparison = /[=!]==$/;

/**
 * Finds texts in JSX that are written out instead of passed to `l10n.t`. An expression counts if its
 * value is a literal: `'x'`, `isOpen ? 'x' : 'y'`; arguments of calls do not.
 */
export function jsxLiterals(source: string): readonly Literal[] {
  return new Reader(source).read();
}

class Reader {
  private at = 0;
  /** Last characters of code, without comments. */
  private tail = '';
  private readonly found: Literal[] = [];

  constructor(private readonly source: string) {}

  read(): readonly Literal[] {
    while (this.at < this.source.length) {
      this.code(false);
    }
    return this.found;
  }

  /** Reads code to the brace that closes it. Literals outside of parentheses are texts if `isText`. */
  private code(isText: boolean): void {
    let depth = 0;
    while (this.at < this.source.length) {
      const char = this.source.charAt(this.at);
      if (char === '}') {
        this.at += 1;
        this.tail = '}';
        return;
      }
      if (char === '{') {
        this.at += 1;
        this.tail = '{';
        this.code(false);
      } else if (/['"`]/.test(char)) {
        this.quoted(isText && depth === 0 && !comparison.test(this.tail.trimEnd()));
      } else if (!this.comment() && !this.pattern() && !this.element()) {
        depth += /[([]/.test(char) ? 1 : /[)\]]/.test(char) ? -1 : 0;
        this.take();
      }
    }
  }

  private take(): void {
    const char = this.source.charAt(this.at);
    this.tail = /\s/.test(char) ? `${this.tail.trimEnd()} ` : `${this.tail}${char}`.slice(-8);
    this.at += 1;
  }

  /** Reads what matches here and returns it. */
  private skip(expected: RegExp): string | undefined {
    const sticky = new RegExp(expected.source, 'uy');
    sticky.lastIndex = this.at;
    const text = sticky.exec(this.source)?.[0];
    this.at += text?.length ?? 0;
    return text;
  }

  private comment(): boolean {
    return this.skip(/\/\/[^\n]*|\/\*[\s\S]*?\*\//) !== undefined;
  }

  private pattern(): boolean {
    if (this.source.charAt(this.at) !== '/' || !beforePattern.test(this.tail.trimEnd())) {
      return false;
    }
    this.tail = '/';
    return this.skip(/\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[\n])+\/\w*/) !== undefined;
  }

  private quoted(isText: boolean): void {
    const start = this.at;
    const quote = this.source.charAt(start);
    let text = '';
    this.at += 1;
    while (this.at < this.source.length && this.source.charAt(this.at) !== quote) {
      if (quote === '`' && this.skip(/\$\{/) !== undefined) {
        this.code(false);
      } else {
        // An escape such as `\n` holds no letter for the user.
        text += this.skip(/\\[\s\S]/) === undefined ? this.skip(/[\s\S]/) : ' ';
      }
    }
    this.at += 1;
    this.tail = quote;
    if (isText) {
      this.report(start, text);
    }
  }

  private element(): boolean {
    if (
      !beforeElement.test(this.tail.trimEnd()) ||
      !/^<[\w>]/.test(this.source.slice(this.at, this.at + 2))
    ) {
      return false;
    }
    this.at += 1;
    const tag = this.skip(/[\w.]*/) ?? '';
    if (!this.attributes(tag)) {
      this.children();
    }
    this.tail = ')';
    return true;
  }

  /** @returns true if the element has no children */
  private attributes(tag: string): boolean {
    while (this.at < this.source.length) {
      if (this.skip(/\s+/) !== undefined || this.comment()) continue;
      if (this.skip(/\/>/) !== undefined) return true;
      if (this.skip(/>/) !== undefined) return false;
      const name = this.skip(/[\w:-]+=?/)?.replace('=', '') ?? '';
      const isText = textAttributes.has(name) || (name === 'name' && isNamed(tag));
      this.value(isText);
    }
    return true;
  }

  private value(isText: boolean): void {
    const char = this.source.charAt(this.at);
    if (/['"]/.test(char)) {
      this.quoted(isText);
    } else if (char === '{') {
      this.at += 1;
      this.tail = '{';
      this.code(isText);
    }
  }

  private children(): void {
    while (this.at < this.source.length) {
      const start = this.at;
      const text = this.skip(/[^<{]+/);
      if (text !== undefined) {
        this.report(start + text.search(/\S|$/), text);
      } else if (this.skip(/<\/[\w.]*\s*>/) !== undefined) {
        return;
      } else if (this.source.charAt(this.at) === '{') {
        this.value(true);
      } else {
        this.tail = '(';
        this.element();
      }
    }
  }

  private report(at: number, text: string): void {
    if (/\p{L}/u.test(text.replace(/&#?\w+;/g, ''))) {
      const line = this.source.slice(0, at).split('\n').length;
      this.found.push({ line, text: text.trim().replace(/\s+/g, ' ').slice(0, 60) });
    }
  }
}

/** Our components show their name; for an icon and a form field it is an id. */
function isNamed(tag: string): boolean {
  return /^[A-Z]/.test(tag) && tag !== 'Icon';
}
