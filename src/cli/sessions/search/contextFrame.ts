const opening = '<tandem-context ';
const ending = '\n</tandem-context>';
/** UTF-16 units of a heading. */
const longestHeading = 5_000;

/**
 * Removes the heading and the end of content that Tandem sent with a message, from text that arrives
 * in parts. Text of others passes unchanged.
 */
export class ContextFrame {
  private state: 'start' | 'content' | 'other' = 'start';
  private held = '';

  push(text: string): string {
    if (this.state === 'other') {
      return text;
    }
    this.held += text;
    if (this.state === 'start' && !this.readHeading()) {
      return '';
    }
    return this.take(this.state === 'content' ? ending.length : 0);
  }

  /** Returns the rest of the text, and begins with the next one. */
  end(): string {
    const rest =
      this.state === 'content' && this.held.endsWith(ending)
        ? this.held.slice(0, -ending.length)
        : this.held;
    this.state = 'start';
    this.held = '';
    return rest;
  }

  /** @returns false while more text is needed to tell */
  private readHeading(): boolean {
    const { held } = this;
    if (!opening.startsWith(held.slice(0, opening.length))) {
      this.state = 'other';
      return true;
    }
    const line = held.indexOf('\n');
    if (line === -1 && held.length < longestHeading) {
      return false;
    }
    this.state = line === -1 ? 'other' : 'content';
    this.held = held.slice(line + 1);
    return true;
  }

  private take(kept: number): string {
    const length = Math.max(0, this.held.length - kept);
    const text = this.held.slice(0, length);
    this.held = this.held.slice(length);
    return text;
  }
}
