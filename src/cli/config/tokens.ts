import type { SyntaxKind } from 'jsonc-parser';

/** Tokens of the scanner. Its own enum is a constant one, which isolated modules cannot use. */
export const token = {
  openBrace: 1 as SyntaxKind.OpenBraceToken,
  closeBrace: 2 as SyntaxKind.CloseBraceToken,
  openBracket: 3 as SyntaxKind.OpenBracketToken,
  closeBracket: 4 as SyntaxKind.CloseBracketToken,
  comma: 5 as SyntaxKind.CommaToken,
  lineComment: 12 as SyntaxKind.LineCommentTrivia,
  blockComment: 13 as SyntaxKind.BlockCommentTrivia,
  lineBreak: 14 as SyntaxKind.LineBreakTrivia,
  blank: 15 as SyntaxKind.Trivia,
  end: 17 as SyntaxKind.EOF,
} as const;
