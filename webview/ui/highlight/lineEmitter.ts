import type { Emitter } from 'highlight.js';

/** Piece of a line: its text, and its highlighting class or ''. */
export type Piece = readonly [text: string, name: string];

// Scopes without a class keep the color of the surrounding text.
const classes: Record<string, string> = {
  keyword: 'hl-keyword',
  'meta keyword': 'hl-keyword',
  'selector-tag': 'hl-tag',
  built_in: 'hl-type',
  type: 'hl-type',
  title: 'hl-function',
  'title.class': 'hl-type',
  'title.class.inherited': 'hl-type',
  'title.function': 'hl-function',
  'title.function.invoke': 'hl-function',
  literal: 'hl-literal',
  'variable.constant': 'hl-literal',
  'variable.language': 'hl-keyword',
  symbol: 'hl-literal',
  number: 'hl-number',
  string: 'hl-string',
  regexp: 'hl-string',
  char: 'hl-string',
  'char.escape': 'hl-string',
  code: 'hl-string',
  comment: 'hl-comment',
  quote: 'hl-comment',
  doctag: 'hl-keyword',
  meta: 'hl-meta',
  'meta.prompt': 'hl-comment',
  attr: 'hl-attribute',
  attribute: 'hl-attribute',
  property: 'hl-attribute',
  variable: 'hl-attribute',
  'template-variable': 'hl-attribute',
  'selector-class': 'hl-type',
  'selector-id': 'hl-type',
  'selector-attr': 'hl-attribute',
  'selector-pseudo': 'hl-attribute',
  name: 'hl-tag',
  section: 'hl-section',
  bullet: 'hl-keyword',
  link: 'hl-link',
  emphasis: 'hl-emphasis',
  strong: 'hl-strong',
  addition: 'hl-addition',
  deletion: 'hl-deletion',
};
// Code inside a string or comment, which must stand out from it.
const plain = new Set(['subst', 'params', 'property-value', 'operator', 'punctuation']);

/** Collects highlight.js output as lines of pieces; never produces HTML. */
export class LineEmitter implements Emitter {
  readonly lines: Piece[][] = [[]];
  /** Indexes of lines that begin outside every scope, where highlighting can restart. */
  readonly fresh: number[] = [];
  private readonly scopes: string[] = [];

  addText(text: string): void {
    const name = this.scopes[this.scopes.length - 1] ?? '';
    const parts = text.split('\n');
    this.put(parts[0] ?? '', name);
    for (const part of parts.slice(1)) {
      if (this.scopes.length === 0) {
        this.fresh.push(this.lines.length);
      }
      this.lines.push([]);
      this.put(part, name);
    }
  }

  startScope(scope: string): void {
    const outer = this.scopes[this.scopes.length - 1] ?? '';
    this.scopes.push(plain.has(scope) ? '' : (classes[scope] ?? outer));
  }

  endScope(): void {
    this.scopes.pop();
  }

  // highlight.js 11 also calls these two, when a mode begins and ends.
  openNode(scope: string): void {
    this.startScope(scope);
  }

  closeNode(): void {
    this.endScope();
  }

  __addSublanguage(inner: LineEmitter): void {
    const outer = this.scopes[this.scopes.length - 1] ?? '';
    inner.lines.forEach((line, index) => {
      if (index > 0) {
        this.lines.push([]);
      }
      for (const [text, name] of line) {
        this.put(text, name || outer);
      }
    });
  }

  finalize(): void {
    this.scopes.length = 0;
  }

  toHTML(): string {
    return '';
  }

  private put(text: string, name: string): void {
    const line = this.lines[this.lines.length - 1];
    if (text === '' || line === undefined) {
      return;
    }
    const before = line[line.length - 1];
    if (before !== undefined && before[1] === name) {
      line[line.length - 1] = [before[0] + text, name];
    } else {
      line.push([text, name]);
    }
  }
}
