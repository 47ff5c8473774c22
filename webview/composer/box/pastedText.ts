import * as l10n from '@vscode/l10n';
import { numberText } from '../../../src/base/locale';
import { plural } from '../../../src/base/plural';
import type { Attachment } from '../../../src/contract/draft';
import type { Mention } from '../../../src/contract/mentions';
import { lineCount, pastedToken } from '../../../src/contract/pastedToken';
import type { Piece } from './messageBox';

/** Lines from which a pasted text becomes a chip are one more. */
const mostLines = 20;

export function isLongPaste(text: string): boolean {
  return lineCount(text) > mostLines;
}

/** Makes an attachment of a pasted text, and the mention that stands for it. */
export function pastedText(
  text: string,
  taken: readonly Mention[],
): { readonly mention: Mention; readonly attachment: Attachment } {
  const lines = lineCount(text);
  const label = plural(lines, {
    one: l10n.t('Pasted text, {0} line', lines),
    other: l10n.t('Pasted text, {0} lines', numberText(lines)),
  });
  const id = crypto.randomUUID();
  return {
    mention: { token: freshToken(lines, taken), label, target: { kind: 'attachment', id } },
    attachment: { id, name: label, kind: 'text', origin: 'paste', text },
  };
}

/** Gives chips of other messages tokens of their own, where this message has other ones of the name. */
export function withFreshTokens(
  pieces: readonly Piece[],
  attachments: readonly Attachment[],
  taken: readonly Mention[],
): Piece[] {
  const all = [...taken];
  return pieces.map(piece => {
    if (typeof piece === 'string' || piece.target.kind !== 'attachment') {
      return piece;
    }
    const { id } = piece.target;
    const isTaken = all.some(
      ({ token, target }) =>
        token === piece.token && !(target.kind === 'attachment' && target.id === id),
    );
    const attachment = attachments.find(one => one.id === id);
    if (!isTaken || attachment?.kind !== 'text') {
      return piece;
    }
    const fresh = { ...piece, token: freshToken(lineCount(attachment.text), all) };
    all.push(fresh);
    return fresh;
  });
}

function freshToken(lines: number, taken: readonly Mention[]): string {
  const tokens = new Set(taken.map(({ token }) => token));
  for (let number = 1; ; number += 1) {
    const token = pastedToken(number, lines);
    if (!tokens.has(token)) {
      return token;
    }
  }
}
