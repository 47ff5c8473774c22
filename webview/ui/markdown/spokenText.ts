import type { MarkedToken, Token } from 'marked';
import { decodeEntities } from './entities';
import { lexBlocks, noLinks } from './lex';

const deepest = 60;

/** Returns Markdown as it is read aloud: a line for each block, without the marks. */
export function spokenText(markdown: string): string {
  const { tokens, inline } = lexBlocks(markdown, noLinks());
  inline();
  return blocks(tokens, 0);
}

function blocks(tokens: readonly Token[], depth: number): string {
  return tokens
    .map(token => block(token as MarkedToken, depth + 1))
    .filter(text => text !== '')
    .join('\n');
}

function block(token: MarkedToken, depth: number): string {
  if (depth > deepest) {
    return token.raw;
  }
  switch (token.type) {
    case 'heading':
    case 'paragraph':
      return inlineText(token.tokens, depth);
    case 'text':
      return token.tokens === undefined
        ? decodeEntities(token.raw)
        : inlineText(token.tokens, depth);
    case 'code':
      return token.text;
    case 'blockquote':
      return blocks(token.tokens, depth);
    case 'list':
      return token.items.map(item => blocks(item.tokens, depth)).join('\n');
    case 'table':
      return [token.header, ...token.rows]
        .map(row => row.map(cell => inlineText(cell.tokens, depth)).join(', '))
        .join('\n');
    case 'html':
      return token.raw.trim();
    default:
      // Space, rules, definitions and boxes of tasks say nothing.
      return '';
  }
}

function inlineText(tokens: readonly Token[], depth: number): string {
  return tokens.map(token => inline(token as MarkedToken, depth + 1)).join('');
}

function inline(token: MarkedToken, depth: number): string {
  if (depth > deepest) {
    return token.raw;
  }
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del':
    case 'link':
      return inlineText(token.tokens, depth);
    case 'codespan':
    case 'escape':
      return token.text;
    case 'image':
      return decodeEntities(token.text);
    case 'br':
      return ' ';
    case 'text':
      return token.tokens === undefined
        ? decodeEntities(token.raw)
        : inlineText(token.tokens, depth);
    case 'checkbox':
      return '';
    default:
      return token.raw;
  }
}
