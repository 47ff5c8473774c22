import { withoutHidden } from '../plainText';
import type { SearchPattern } from './searchPattern';

/** Characters of context on each side of the match. */
const around = 80;
/** Characters that are buffered before they are searched. */
const portion = 32 * 1024;

export interface Excerpt {
  /** Text on one line, without control characters. */
  readonly text: string;
  /** Position of the match in `text`, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** Finds the first match in text that arrives in parts, with a small buffer. */
export class TextSearch {
  private window = '';
  private isCut = false;

  constructor(private readonly pattern: SearchPattern) {}

  /** Returns the excerpt once it is complete. Nothing may be pushed after that. */
  push(text: string): Excerpt | undefined {
    this.window += text;
    return this.window.length < portion ? undefined : this.look(false);
  }

  /** Searches the rest of the text and resets the state for the next text. */
  end(): Excerpt | undefined {
    const found = this.look(true);
    this.window = '';
    this.isCut = false;
    return found;
  }

  private look(isEnd: boolean): Excerpt | undefined {
    const match = this.pattern.text.exec(this.window);
    const wanted = match ? match.index + match[0].length + around : 0;
    if (match && (isEnd || this.window.length >= wanted)) {
      return this.excerpt(match.index, match[0]);
    }
    if (!isEnd) {
      const start = match?.index ?? this.window.length - this.pattern.length;
      const from = Math.max(0, start - around);
      this.isCut ||= from > 0;
      this.window = this.window.slice(from);
    }
    return undefined;
  }

  private excerpt(at: number, match: string): Excerpt {
    const from = Math.max(0, at - around);
    const to = at + match.length + around;
    const isCut = this.isCut || from > 0;
    const before = (isCut ? '…' : '') + shown(this.window.slice(from, at)).trimStart();
    const after = shown(this.window.slice(at + match.length, to)).trimEnd();
    const found = shown(match);
    return {
      text: before + found + after + (this.window.length > to ? '…' : ''),
      start: before.length,
      end: before.length + found.length,
    };
  }
}

function shown(text: string): string {
  return withoutHidden(text).replace(/\s+/g, ' ');
}
