import { Lexer, type Links, type Token } from 'marked';

/** Creates an empty map of reference definitions; without a prototype, every label is safe. */
export function noLinks(): Links {
  return Object.create(null) as Links;
}

export interface Structure {
  readonly tokens: Token[];
  readonly links: Links;
  /** Lexes the text inside the blocks; before that, their inline tokens are empty. */
  readonly inline: () => void;
  /** True if the lexer could not handle the text. */
  readonly failed: boolean;
}

// Quotes and lists nested on one line cost the lexer quadratic time; no real text has 40 levels.
const tooDeep = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))){40}/m;

/** Splits the text into blocks. Text that the lexer cannot handle becomes one paragraph. */
export function lexBlocks(source: string, known: Links): Structure {
  const links = Object.assign(noLinks(), known);
  if (!tooDeep.test(source)) {
    try {
      return lexOrThrow(source, links);
    } catch {
      // The lexer recurses: hostile nesting ends in a RangeError, and the text is shown as it is.
    }
  }
  return { tokens: [plainParagraph(source)], links, inline: () => undefined, failed: true };
}

function lexOrThrow(source: string, links: Links): Structure {
  const lexer = new Lexer({ gfm: true });
  lexer.tokens.links = links;
  const tokens = lexer.blockTokens(source, []);
  const inline = () => {
    for (const entry of lexer.inlineQueue.splice(0)) {
      // Blocks may also be lexed alone, so an unclosed <a> or <code> must not affect later ones.
      lexer.state.inLink = false;
      lexer.state.inRawBlock = false;
      try {
        lexer.inlineTokens(entry.src, entry.tokens);
      } catch {
        entry.tokens.splice(0, entry.tokens.length, plainText(entry.src));
      }
    }
  };
  return { tokens, links, inline, failed: false };
}

function plainText(text: string): Token {
  return { type: 'text', raw: text, text };
}

function plainParagraph(text: string): Token {
  return { type: 'paragraph', raw: text, text, tokens: [plainText(text)] };
}

/** Has one of each, so that the browser compiles all expressions. */
const sample = [
  '# Heading *a*\n\nA `code` **b** ~~c~~ <b> [d](e) http://f.g ![h](i)  \n&amp; \\*j',
  '- [ ] k\n  1. l\n\n> m\n\n---\n\n| n | o |\n| - | -: |\n| p | q |\n\n<p>r</p>\n\n[s]: t',
  '```ts\nu\n```\n\n    v\n\nw\n===\n\n',
].join('\n\n');

/** Reads a sample, so that the first text of an answer takes 20 to 30 ms less. */
export function warmUpLexer(): void {
  lexBlocks(sample, noLinks()).inline();
}
