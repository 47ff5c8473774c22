import type { Attachment, Draft } from '../../../src/contract/draft';
import type { Mention } from '../../../src/contract/mentions';
import type { Piece } from './messageBox';

/** Part of a draft that a box shows. */
export type BoxContent = Pick<Draft, 'text' | 'mentions' | 'attachments'>;

/** Splits a text at the tokens of its mentions; line breaks stay in the texts. */
export function piecesOf(text: string, mentions: readonly Mention[] = []): Piece[] {
  const byToken = new Map(
    mentions.flatMap(mention => (mention.token === '' ? [] : [[mention.token, mention] as const])),
  );
  if (byToken.size === 0) {
    return text === '' ? [] : [text];
  }
  const pieces: Piece[] = [];
  let from = 0;
  for (const { 0: token, index } of text.matchAll(tokenPattern([...byToken.keys()]))) {
    const mention = byToken.get(token);
    if (mention) {
      if (index > from) {
        pieces.push(text.slice(from, index));
      }
      pieces.push(mention);
      from = index + token.length;
    }
  }
  return from < text.length ? [...pieces, text.slice(from)] : pieces;
}

/** Returns the text that pieces stand for. */
export function textOf(pieces: readonly Piece[]): string {
  return pieces.map(piece => (typeof piece === 'string' ? piece : piece.token)).join('');
}

/** Leaves out mentions whose tokens are gone, and the attachments that only they referred to. */
export function withoutLost(draft: Draft): Draft {
  const { mentions = [], attachments = [], ...rest } = draft;
  const present = new Set(
    piecesOf(draft.text, mentions).flatMap(piece =>
      typeof piece === 'string' ? [] : [piece.token],
    ),
  );
  const kept = mentions.filter(({ token }) => present.has(token));
  const inText = attachmentIds(kept);
  const mentioned = attachmentIds(mentions);
  const left = attachments.filter(({ id }) => inText.has(id) || !mentioned.has(id));
  return {
    ...rest,
    ...(kept.length > 0 ? { mentions: kept } : {}),
    ...(left.length > 0 ? { attachments: left } : {}),
  };
}

/** Returns the attachments that stand inside a text. */
export function attachmentIds(mentions: readonly Mention[]): Set<Attachment['id']> {
  return new Set(
    mentions.flatMap(({ target }) => (target.kind === 'attachment' ? [target.id] : [])),
  );
}

/**
 * Returns whether a letter after a token would make it another one, such as `b` after `@a`. Tokens
 * in quotes or brackets end visibly.
 */
export function isOpenEnded(token: string): boolean {
  return /^@.*[\p{L}\p{N}_/\\-]$/su.test(token);
}

const continuation = String.raw`(?:[\p{L}\p{N}_/\\#-]|\.[\p{L}\p{N}_])`;
const continues = new RegExp(`^${continuation}`, 'u');

/** Returns whether a text that follows a token directly would be read as part of it. */
export function continuesToken(text: string): boolean {
  return continues.test(text);
}

/** Longer tokens come first, because one may begin with another. */
function tokenPattern(tokens: readonly string[]): RegExp {
  const parts = tokens
    .toSorted((a, b) => b.length - a.length)
    .map(token => {
      const literal = token.replaceAll(/[.*+?^${}()|[\]\\/#-]/g, match =>
        /[#-]/.test(match) ? match : `\\${match}`,
      );
      return isOpenEnded(token) ? `${literal}(?!${continuation})` : literal;
    });
  return new RegExp(parts.join('|'), 'gu');
}
