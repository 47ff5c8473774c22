import type { Token } from 'marked';
import { isCostly } from './lexingCost';

/** Longest text that is searched, in characters. */
const longestSearched = 200_000;

/** A path after an at sign, at the start of a word; `\ ` is a space in it. */
const reference = /(?:^|\s)@((?:[^\s\\]|\\ )+)/g;

/**
 * Finds the files that a memory file imports, by the rules of Claude Code 2.1.329: in text, not in
 * code, HTML, comments or the targets of links. In text that takes long to lex, only code is told
 * from other text.
 * @param text without the front matter
 * @returns paths as they are written, without the part after `#`; each once
 */
export async function importsIn(text: string): Promise<readonly string[]> {
  if (!text.includes('@') || text.length > longestSearched) {
    return [];
  }
  if (isCostly(text)) {
    return [...new Set(plainReferences(text))];
  }
  const { Lexer } = await import('marked');
  // Strikethrough and tables are plain text to the CLI.
  const tokens = new Lexer({ gfm: false }).lex(text);
  return [...new Set(textsOf(tokens).flatMap(referencesIn))];
}

function textsOf(tokens: readonly Token[]): readonly string[] {
  return tokens.flatMap((token): readonly string[] => {
    switch (token.type) {
      case 'image':
        return [];
      case 'html':
        return [besideComments(token.raw)];
      case 'list':
        return textsOf(token.items);
      default:
        if ('tokens' in token && token.tokens) {
          return textsOf(token.tokens);
        }
        // Code is of another type.
        return token.type === 'text' ? [token.raw] : [];
    }
  });
}

/** Text on the lines of a comment is read, unlike that in other HTML. */
function besideComments(html: string): string {
  return html.trimStart().startsWith('<!--') ? html.replace(/<!--[\s\S]*?-->/g, '') : '';
}

function referencesIn(text: string): readonly string[] {
  return [...text.matchAll(reference)].flatMap(([, found = '']) => {
    const path = found.replace(/#.*$/s, '').replaceAll('\\ ', ' ');
    return /^(?:\/.|~\/|[A-Za-z0-9._-])/.test(path) ? [path] : [];
  });
}

/** Finds references line by line, except in code. */
function plainReferences(text: string): readonly string[] {
  let fence: string | undefined;
  return text.split('\n').flatMap(line => {
    const [, found] = /^ {0,3}(```|~~~)/.exec(line) ?? [];
    if (found !== undefined && (fence === undefined || fence === found)) {
      fence = fence === undefined ? found : undefined;
    }
    return fence === undefined ? referencesIn(withoutMarks(line)) : [];
  });
}

/** Marks of emphasis hide the start and the end of a reference. */
function withoutMarks(line: string): string {
  return line
    .replace(/`[^`]*`/g, ' ')
    .replace(/[*_]@/g, ' @')
    .replace(/[*_](?=[\s*_]|$)/g, ' ');
}
