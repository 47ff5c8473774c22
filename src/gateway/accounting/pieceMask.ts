import { createHash } from 'node:crypto';
import { maskedJson } from '../../base/jsonEscapes';

/** Beginnings of blocks, tools and messages, which stand in no text: its quotation marks are escaped. */
const beginning = /(?=\{"(?:role|type|name)":)/;
const mostPieces = 20_000;
/** Characters of changed pieces that are kept. */
const mostText = 4 * 1024 * 1024;

/**
 * Masks requests piece by piece. A conversation sends nearly all pieces again with each call. Masking
 * all of a long request would hold up the host for 50 ms.
 */
export class PieceMask {
  /** Masked texts by the digest of the text; undefined for those without a secret. */
  private readonly known = new Map<string, string | undefined>();
  private size = 0;

  constructor(private readonly mask: (text: string) => string) {}

  masked(body: string): string {
    return body
      .split(beginning)
      .map(piece => this.maskedPiece(piece))
      .join('');
  }

  private maskedPiece(piece: string): string {
    const digest = createHash('sha1').update(piece).digest('base64');
    if (this.known.has(digest)) {
      const known = this.known.get(digest);
      this.known.delete(digest);
      this.known.set(digest, known);
      return known ?? piece;
    }
    const masked = maskedJson(piece, this.mask);
    this.keep(digest, masked === piece ? undefined : masked);
    return masked;
  }

  private keep(digest: string, masked: string | undefined): void {
    this.known.set(digest, masked);
    this.size += masked?.length ?? 0;
    for (const [oldest, text] of this.known) {
      if (this.known.size <= mostPieces && this.size <= mostText) {
        return;
      }
      this.known.delete(oldest);
      this.size -= text?.length ?? 0;
    }
  }
}
