import type { Draft, DraftAddition } from '../../src/contract/draft';
import type { Mention, Piece } from '../../src/contract/mentions';

/** Draft with what an addition brings, and what is still to be inserted into its text. */
export interface AddedDraft {
  readonly draft: Draft;
  readonly pieces: readonly Piece[];
}

/**
 * Adds mentions and attachments to a draft, for a text that gets the pieces. Each token stands for
 * one thing: a mention of another thing with the same name gets a number.
 */
export function addToDraft(draft: Draft, { pieces, attachments }: DraftAddition): AddedDraft {
  const known = new Map((draft.mentions ?? []).map(mention => [mention.token, mention]));
  const inserted = pieces.map(piece => (typeof piece === 'string' ? piece : named(piece, known)));
  const mentions = [...known.values()];
  const all = [...(draft.attachments ?? []), ...attachments];
  return {
    draft: {
      ...draft,
      ...(mentions.length > 0 ? { mentions } : {}),
      ...(all.length > 0 ? { attachments: all } : {}),
    },
    pieces: inserted,
  };
}

/** Puts spaces between pieces and around them, so that no token grows together with a word. */
export function spaced(pieces: readonly Piece[], isAfterWord: boolean): readonly Piece[] {
  const spacedOut = pieces.flatMap(piece => (typeof piece === 'string' ? [piece] : [piece, ' ']));
  return isAfterWord && pieces.length > 0 ? [' ', ...spacedOut] : spacedOut;
}

export function textOf(pieces: readonly Piece[]): string {
  return pieces.map(piece => (typeof piece === 'string' ? piece : piece.token)).join('');
}

function named(mention: Mention, known: Map<string, Mention>): Mention {
  const same = (one: Mention) => JSON.stringify(one.target) === JSON.stringify(mention.target);
  let token = mention.token;
  for (let number = 2; ; number += 1) {
    const other = known.get(token);
    if (!other || same(other)) {
      break;
    }
    token = numbered(mention.token, number);
  }
  const fresh = token === mention.token ? mention : { ...mention, token };
  known.set(token, fresh);
  return fresh;
}

function numbered(token: string, number: number): string {
  return token.endsWith('"') ? `${token.slice(0, -1)}~${number}"` : `${token}~${number}`;
}
