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

const deepest = 60;

// Marks in one paragraph, or in one word, cost the lexer quadratic time, too. Such texts stay plain.
const longWord = /(?<![!-~])[!-~]{3000}/;

// From each line of an item, the lexer seeks a line below that makes it a heading.
const { gfm } = Lexer.rules.block;
gfm.lheading = RegExp(gfm.lheading.source.replace('+?)', '{1,2000}?)'));

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

/** Leaves marks plain that are nested deeper: each level costs the lexer a search of the whole text. */
class ShallowLexer extends Lexer {
  depth = 0;

  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    this.depth += 1;
    const read =
      this.depth > deepest ? [...tokens, plainText(source)] : super.inlineTokens(source, tokens);
    this.depth -= 1;
    return read;
  }
}

function lexOrThrow(source: string, links: Links): Structure {
  const lexer = new ShallowLexer({ gfm: true });
  lexer.tokens.links = links;
  const tokens = lexer.blockTokens(source, []);
  const inline = () => {
    for (const entry of lexer.inlineQueue.splice(0)) {
      if (entry.src.length > 50_000 || longWord.test(entry.src)) {
        entry.tokens.push(plainText(entry.src));
        continue;
      }
      // Blocks may also be lexed alone, so an unclosed <a> or <code> must not affect later ones.
      lexer.depth = 0;
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
  '# *a*\n\na `a` **a** ~~a~~ <a> [a](a) www.a.a ![a](a)  \n&amp; \\*a',
  '- [ ] a\n  1. a\n\n> a\n\n---\n\n| a | a |\n| - | -: |\n| a | a |\n\n<p>a</p>\n\n[a]: a',
  '```ts\na\n```\n\n    a\n\na\n===\n\n',
].join('\n\n');

/** Reads a sample, so that the first text of an answer takes 20 to 30 ms less. */
export function warmUpLexer(): void {
  lexBlocks(sample, noLinks()).inline();
}
